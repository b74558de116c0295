"""How each library plays: random legal actions, in the way that its documentation shows to be fast.

A library is a function of its name, in `LIBRARIES`, which imports it and yields its contests. `PACKAGES` says what pip
installs for each; versions stand in requirements-peers.txt.
"""

import random
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

from arctic_env.commands.diagnostics import Play, playing_aec, playing_out, stepping
from arctic_env.kernels.cores import available_cores
from arctic_env.model.game import Game

WITH = "with"  # each decision sees an observation and the legal actions
WITHOUT = "without"  # legal actions only
MODES = (WITH, WITHOUT)

OURS = "arctic"
PACKAGES = {
    "pettingzoo": ("pettingzoo[classic]",),
    "open_spiel": ("open_spiel",),
    "rlcard": ("rlcard",),
    "pgx": ("pgx", "jax[cpu]"),
    "envpool": ("envpool",),
    "catanatron": ("catanatron",),
}
HOW = {
    "arctic": {
        "env()": "PettingZoo's AEC loop with `last()`, checks included",
        "raw_env()": "the same without checks",
        "make_vec": "`step(actions, out=...)` of the multi-seat batch with `RandomActions`; arrays are used again",
        "kernel": "one game after the other is dealt and played to its end, many in one call",
    },
    "pettingzoo": {
        "env()": "the AEC loop with `last()`, in the standard wrappers",
        "raw_env()": "the same loop without wrappers",
    },
    "open_spiel": {
        "State": "`legal_actions`, `apply_action` and `set_from` of one Observation that is used again; the mask is "
        "filled from `legal_actions`, from which chance events are drawn too, being even here"
    },
    "rlcard": {"step": "`reset` and `step`; the mask is the state's `legal_actions`"},
    "pgx": {
        "jit(vmap)": "choice and step, with `auto_reset`, are one jitted and vmapped call; without observation eight "
        "steps are one jitted loop, from which the compiler may drop what nobody reads"
    },
    "envpool": {
        "sync": "`step` of all environments; it shows what every seat sees and the mask of the one that decides",
        "async": "`send` and `recv` of half of the environments at a time",
    },
    "catanatron": {"play_tick": "four of its RandomPlayers; it shows legal actions and no observations"},
}

Plays = Mapping[str, Play]
"""By mode, a function that plays for a moment."""

_BATCH = 1024
_random = random.Random(0).random


@dataclass(frozen=True)
class Contest:
    """A row of the table."""

    game: str  # its name in the library
    players: int
    hidden: bool  # whether the game has hidden information
    way: str  # how the library is used, a key of `HOW`
    make: Callable[[], Plays]  # makes the function that plays
    environments: int = 1  # games at once
    threads: int = 1


def pick(actions: Sequence[Any]) -> Any:
    """Choose an item uniformly, in the cheapest way in Python."""
    return actions[int(_random() * len(actions))]


def _aec(make: Callable[[], Any]) -> Plays:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env = make()
    return {WITH: playing_aec(env)}


def _ours() -> Iterator[Contest]:
    import arctic_env

    for game in map(arctic_env.game, arctic_env.games()):
        made = import_module(f"arctic_env.{game.name}_v{game.version}")
        for n in game.players:
            for way, make in (("env()", made.env), ("raw_env()", made.raw_env)):
                yield Contest(game.name, n, True, way, partial(_aec, partial(make, num_players=n)))
            for threads in sorted({1, available_cores()}):

                def batch(game: Game = game, n: int = n, threads: int = threads) -> Plays:
                    return {WITH: stepping(game, n, _BATCH, threads, fresh=False)}

                yield Contest(game.name, n, True, "make_vec", batch, _BATCH, threads)
            yield Contest(game.name, n, True, "kernel", lambda game=game, n=n: {WITHOUT: playing_out(game, n)})


def _pettingzoo() -> Iterator[Contest]:
    import pettingzoo.classic  # noqa: F401 - so that a missing library is told at once

    games = {"connect_four_v3": False, "leduc_holdem_v4": True, "texas_holdem_v4": True, "hanabi_v5": True}
    for game, hidden in games.items():
        for way in HOW["pettingzoo"]:

            def make(game: str = game, way: str = way) -> Any:
                return getattr(import_module(f"pettingzoo.classic.{game}"), way.removesuffix("()"))()

            yield Contest(game, 2, hidden, way, partial(_aec, make))


def _open_spiel() -> Iterator[Contest]:
    import pyspiel
    from open_spiel.python.observation import make_observation

    def plays(name: str) -> Plays:
        game = pyspiel.load_game(name)
        tensor = game.get_type().provides_observation_tensor
        # The game's own observation, or else what a seat knows with perfect recall.
        kind = () if tensor else (pyspiel.IIGObservationType(perfect_recall=True),)
        observation, mask = make_observation(game, *kind), np.zeros(game.num_distinct_actions(), np.int8)

        def play(see: bool) -> tuple[int, int]:
            decisions, state = 0, game.new_initial_state()
            while not state.is_terminal():
                legal = state.legal_actions()
                if not state.is_chance_node():
                    decisions += 1
                    if see:
                        observation.set_from(state, state.current_player())
                        mask[:] = 0
                        mask[legal] = 1
                state.apply_action(pick(legal))
            return decisions, 1

        return {WITH: lambda: play(True), WITHOUT: lambda: play(False)}

    for name in ("gin_rummy", "leduc_poker", "hearts", "spades"):  # whose chance events are even
        players = pyspiel.load_game(name).num_players()
        yield Contest(name, players, True, "State", partial(plays, name))


def _rlcard() -> Iterator[Contest]:
    import rlcard

    def plays(name: str) -> Plays:
        env = rlcard.make(name, config={"seed": 0})

        def play() -> tuple[int, int]:
            decisions, (state, _) = 0, env.reset()
            while not env.is_over():
                state, _ = env.step(pick(list(state["legal_actions"])))
                decisions += 1
            return decisions, 1

        return {WITH: play}

    for name in ("gin-rummy", "uno", "leduc-holdem"):
        yield Contest(name, rlcard.make(name).num_players, True, "step", partial(plays, name))


def _pgx() -> Iterator[Contest]:
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    steps = 8  # of one loop

    def step(play: Any, state: Any, key: Any) -> tuple[Any, Any, Any]:
        """Play a random legal action in each game."""
        key, for_choice, for_step = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        actions = jax.random.categorical(for_choice, logits, axis=-1)
        state = play(state, actions, jax.random.split(for_step, len(actions)))
        return state, key, (state.terminated | state.truncated).sum()

    def loop(play: Any, state: Any, key: Any) -> Any:
        """Play many steps; each observation replaces the last, so that none is read."""
        nothing = state.observation

        def body(_: Any, carried: Any) -> Any:
            state, key, ended = step(play, *carried[:2])
            return state.replace(observation=nothing), key, carried[2] + ended

        return jax.lax.fori_loop(0, steps, body, (state, key, 0))

    def player(function: Any, state: Any, decisions: int) -> Play:
        key = jax.random.PRNGKey(1)

        def play() -> tuple[int, int]:
            nonlocal state, key
            state, key, ended = jax.block_until_ready(function(state, key))
            return decisions, int(ended)

        return play

    def plays(game: str, n: int) -> Plays:
        env = pgx.make(game)
        batch = jax.vmap(auto_reset(env.step, env.init))
        start = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), n))
        return {
            WITH: player(jax.jit(partial(step, batch)), start, n),
            WITHOUT: player(jax.jit(partial(loop, batch)), start, n * steps),
        }

    games = {"connect_four": False, "kuhn_poker": True, "leduc_holdem": True, "sparrow_mahjong": True}
    sizes = [(game, hidden, n) for game, hidden in games.items() for n in (_BATCH, 8 * _BATCH)]
    for game, hidden, n in [*sizes, ("backgammon", False, _BATCH)]:  # whose larger batch takes a second a step
        players = pgx.make(game).num_players
        yield Contest(game, players, hidden, "jit(vmap)", partial(plays, game, n), n, available_cores())


def _envpool() -> Iterator[Contest]:
    import envpool

    from arctic_env import RandomActions

    def plays(game: str, threads: int, wait: bool) -> Plays:
        size = _BATCH if wait else _BATCH // 2
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about the precision of bounds
            env: Any = envpool.make_gymnasium(game, num_envs=_BATCH, batch_size=size, num_threads=threads, seed=0)
        choose = RandomActions(size, seed=1, threads=1)
        if wait:
            _, info = env.reset()
        else:
            env.async_reset()
            *_, info = env.recv()

        def play() -> tuple[int, int]:
            """Step, not counting a step after the end, which deals the next game and ignores the action."""
            nonlocal info
            actions = choose(info["legal_action_mask"].view(np.int8)).astype(np.int32)
            if wait:
                *_, terminated, truncated, info = env.step(actions)
            else:
                env.send(actions, info["env_id"])
                *_, terminated, truncated, info = env.recv()
            return int(np.count_nonzero(info["elapsed_step"])), int((terminated | truncated).sum())

        return {WITH: play}

    games = {
        "ConnectFour-v1": (2, False),
        "LeducHoldem-v1": (2, True),
        "SparrowMahjong-v1": (3, True),
        "Backgammon-v1": (2, False),
    }
    cores = available_cores()
    for game, (players, hidden) in games.items():
        for way, threads in (("sync", 1), ("sync", cores), ("async", cores)):
            make = partial(plays, game, threads, way == "sync")
            yield Contest(game, players, hidden, way, make, _BATCH, threads)


def _catanatron() -> Iterator[Contest]:
    from catanatron.game import TURNS_LIMIT, Game
    from catanatron.models.player import Color, RandomPlayer

    def play() -> tuple[int, int]:
        decisions, game = 0, Game([RandomPlayer(color) for color in Color])
        while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
            game.play_tick()
            decisions += 1
        return decisions, 1

    yield Contest("catan", 4, True, "play_tick", lambda: {WITHOUT: play})


LIBRARIES: Mapping[str, Callable[[], Iterator[Contest]]] = {
    OURS: _ours,
    "pettingzoo": _pettingzoo,
    "open_spiel": _open_spiel,
    "rlcard": _rlcard,
    "pgx": _pgx,
    "envpool": _envpool,
    "catanatron": _catanatron,
}
