"""pgx: games in JAX, here on the CPU."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental.wrappers import auto_reset

from benchmarks.measuring import available_cores
from benchmarks.peers.contest import WITH, WITHOUT, Contest, Made, Plays

PACKAGES = ("pgx", "jax")

# Whether information is hidden, and batch sizes.
_GAMES = {
    "connect_four": (False, (1024, 8192)),
    "kuhn_poker": (True, (1024, 8192)),
    "leduc_holdem": (True, (1024, 8192)),
    "sparrow_mahjong": (True, (1024, 8192)),
    "backgammon": (False, (1024,)),  # a larger batch takes a second a step
}
_STEPS = 8  # of one loop

HOW = {
    "jit(vmap)": "choice and step, with `auto_reset`, are one jitted and vmapped call a step; without observation "
    f"{_STEPS} steps are one jitted loop, from which the compiler may drop what nobody reads"
}


def contests() -> Iterator[Made]:
    """Each game with several batch sizes."""
    for game, (hidden, batches) in _GAMES.items():
        players = pgx.make(game).num_players
        for n in batches:
            contest = Contest(game, players, hidden, "jit(vmap)", n, available_cores())
            yield Made(contest, lambda game=game, n=n: _plays(game, n))


def _plays(game: str, n: int) -> Plays:
    env = pgx.make(game)
    step = partial(_step, jax.vmap(auto_reset(env.step, env.init)))
    start = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), n))
    return {
        WITH: _Player(jax.jit(step), start, n),
        WITHOUT: _Player(jax.jit(partial(_loop, step)), start, n * _STEPS),
    }


class _Player:
    """Calls a function from state and key to state, key and the number of games that ended."""

    def __init__(self, function: Any, state: Any, decisions: int) -> None:
        self._function, self._decisions = function, decisions
        self._state, self._key = state, jax.random.PRNGKey(1)

    def __call__(self) -> tuple[int, int]:
        self._state, self._key, ended = jax.block_until_ready(self._function(self._state, self._key))
        return self._decisions, int(ended)


def _step(step: Any, state: Any, key: Any) -> tuple[Any, Any, Any]:
    """A random legal action in each game."""
    key, for_choice, for_step = jax.random.split(key, 3)
    logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
    actions = jax.random.categorical(for_choice, logits, axis=-1)
    state = step(state, actions, jax.random.split(for_step, len(actions)))
    return state, key, (state.terminated | state.truncated).sum()


def _loop(step: Any, state: Any, key: Any) -> tuple[Any, Any, Any]:
    """Many steps; the observation is replaced after each, so that nobody reads it."""
    nothing = state.observation

    def body(_: Any, carried: tuple[Any, Any, Any]) -> tuple[Any, Any, Any]:
        state, key, before = carried
        state, key, ended = step(state, key)
        return state.replace(observation=nothing), key, before + ended

    return jax.lax.fori_loop(0, _STEPS, body, (state, key, 0))  # type: ignore[no-any-return]
