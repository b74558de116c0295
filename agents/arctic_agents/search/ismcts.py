"""The agent `ismcts`: information-set Monte Carlo tree search, and its player, which keeps trees between decisions."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from arctic_agents.search.default_heuristics import heuristics_of
from arctic_agents.search.engine import Engine, NetworkEngine
from arctic_agents.search.options import RANGES, Options
from arctic_agents.search.search_root import Result, SearchRoot, in_order, summarise
from arctic_agents.search.worlds import Determinize, States, draw_worlds
from arctic_env.agents.protocol import Player, SeededAgent
from arctic_env.errors import AgentError
from arctic_env.kernels.random import check_seed, make_seeds
from arctic_env.model.copies import CopiedWhole

if TYPE_CHECKING:
    from arctic_env.model.game import Game, View

_KEPT = 4  # decisions for whose simulations a tree has room beyond the first one's
_WORLDS = 4  # in which the last action is played again


@dataclass(frozen=True)
class _Past:
    """The last decision: some worlds in which it was made, the trees, and what was chosen."""

    worlds: States
    roots: list[SearchRoot]
    action: int


class SearchPlayer(CopiedWhole):
    """Searches for one seat of one game.

    Before a decision it plays its last action in some worlds of that time. If its view of what comes of it is in all of
    them its view now, nobody else has done or shown anything in between, and no random event either: the
    worlds of that time
    still agree with what it knows, and so do the simulations in them.
    """

    def __init__(self, agent: SearchAgent, seat: int, seed: int) -> None:
        self._agent = agent
        self._seat = seat
        self._seed = seed
        self._decisions = 0
        self._memory = agent.memory(seat)
        self._past: _Past | None = None

    def act(self, view: View, mask: NDArray[np.int8]) -> int:
        """Choose an action for this view."""
        seeds = make_seeds([self._seed], [self._decisions])
        self._decisions += 1
        engine = self._agent.engine
        if self._memory is not None:
            engine = copy(engine)
            engine.determinize = self._memory(view.states.copy())
        legal = np.flatnonzero(mask)
        roots = self._kept(view, engine) or engine.plant(1 + _KEPT)
        if len(legal) > 1:
            engine.grow(view.states.copy(), np.array([self._seat], np.int8), seeds, [roots])
            action = in_order(roots, self._seat, mask)[0]
        else:
            action = int(legal[0])
        worlds_seeds = make_seeds(seeds, np.arange(_WORLDS))
        worlds = engine.determinize(view.game, view.states.copy(), self._seat, worlds_seeds)
        self._past = _Past(worlds, roots, action)
        return action

    def _kept(self, view: View, engine: Engine) -> list[SearchRoot] | None:
        """Return the trees from the node of the present position; None if they no longer fit or are full."""
        past = self._past
        if past is None:
            return None
        roots = [after for root in past.roots if (after := root.after(past.action)) is not None]
        if len(roots) < len(past.roots) or any(root.room < engine.nodes for root in roots):
            return None
        now = view.states.tobytes() * _WORLDS
        return roots if _seen_after(view.game, past, self._seat).tobytes() == now else None


def _seen_after(game: Game, past: _Past, seat: int) -> States:
    """Return the seat's views after its last action, assuming nothing else has happened."""
    after, seen = past.worlds.copy(), np.zeros_like(past.worlds)
    game.batch.apply(after, np.full(_WORLDS, past.action))
    game.batch.view(after, np.full(_WORLDS, seat, np.int8), seen)
    return seen


# ---------------------------------------------------------------------------------------- the agent


if TYPE_CHECKING:
    from arctic_agents.networks.evaluator import Evaluator
    from arctic_env.model.game import Game, View

CHAMPION = "champion"  # as a policy: the one that comes with the package for the game and the number of players
_WARM_UP = 4  # simulations of each tree that compile all that is needed


class SearchAgent(SeededAgent):
    """Plays the action that most simulations begin with.

    Attributes:
        options: How to search.
        evaluator: A trained network that guides it and evaluates positions instead of playouts, or None.
        determinize: Where worlds come from, see `arctic_agents.search.worlds`; None for what the options say.

    Raises:
        ValueError: An option has no meaning with a network, or without one.
        AgentError: Belief is asked for, and there is none for this game.
    """

    def __init__(
        self,
        game: Game,
        num_players: int,
        options: Options,
        evaluator: Evaluator | None = None,
        determinize: Determinize | None = None,
        name: str = "ismcts",
    ) -> None:
        super().__init__(game, num_players)
        options.demand_meaning(policy=evaluator is not None)
        self.options = options
        self.evaluator = evaluator
        self.determinize = determinize
        self.name = name
        if options.belief and heuristics_of(game).believe is None:
            because = f"in {game.name}, where nothing is known of what others' actions tell"
            raise AgentError(f"{name}: belief=true has no meaning {because}")

    def __getstate__(self) -> dict[str, Any]:
        """Return all attributes but the engine, which holds kernels and is made again."""
        return {name: value for name, value in self.__dict__.items() if name != "engine"}

    @cached_property
    def engine(self) -> Engine:
        """The engine of the search."""
        believed = heuristics_of(self.game).believe if self.options.belief else None
        determinize = self.determinize or believed or draw_worlds
        if self.evaluator is None:
            return Engine(self.game, self.num_players, self.options, determinize)
        return NetworkEngine(self.game, self.num_players, self.options, self.evaluator, determinize)

    def memory(self, seat: int) -> Callable[[States], Determinize] | None:
        """Make the memory of a player of that seat, see `SearchHeuristics.remember`; None if worlds do not use it."""
        remember = heuristics_of(self.game).remember
        if not self.options.belief or self.determinize is not None or remember is None:
            return None
        return remember(self.game, seat)

    def start(self, seat: int, seed: int) -> Player:
        """Make a player for one seat, which keeps its trees, or one that is asked together with others."""
        return SearchPlayer(self, seat, seed) if self.options.reuse else super().start(seat, seed)

    def decide(
        self, views: States, seats: NDArray[np.int8], masks: NDArray[np.int8], seeds: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Choose an action for each row; no tree is kept for the next one."""
        actions: NDArray[np.int64] = masks.argmax(axis=1)
        rows = np.flatnonzero(masks.sum(axis=1) > 1)
        grown = self.engine.grow(views[rows], seats[rows], seeds[rows])
        for row, roots in zip(rows.tolist(), grown, strict=True):
            actions[row] = in_order(roots, int(seats[row]), masks[row])[0]
        return actions

    def look(self, view: View, seed: int = 0) -> Result:
        """Search a decision and return the full result.

        Raises:
            ValueError: It is not that seat's turn to decide, or that is no seed.
        """
        check_seed(seed)
        if not view.to_move:
            raise ValueError(f"seat {view.seat} has nothing to decide here")
        engine = self.engine
        seats, seeds = np.array([view.seat], np.int8), np.array([seed], np.int64)
        roots = engine.grow(view.states.copy(), seats, seeds)[0]
        world = engine.determinize(view.game, view.states.copy(), view.seat, seeds)
        task = engine.task(view.seat)
        return summarise(view.game, engine.heuristics, roots, view.seat, world, view.mask(), task)

    def explain(self, view: View, seed: int) -> str:
        """Explain a decision in lines of text."""
        return str(self.look(view, seed))


def make(
    game: Game,
    num_players: int,
    *,
    simulations: int = Options.simulations,
    seconds: float = Options.seconds,
    exploration: float = Options.exploration,
    prior: bool = Options.prior,
    trust: float = Options.trust,
    playout: str = Options.playout,
    horizon: int | str = Options.horizon,
    worlds: int = Options.worlds,
    belief: bool = Options.belief,
    reward: str = Options.reward,
    batch: int = Options.batch,
    temperature: float = Options.temperature,
    reuse: bool = Options.reuse,
    trees: int = Options.trees,
    threads: int = Options.threads,
    policy: str = "",
) -> SearchAgent:
    """Search trees over worlds that agree with what the seat knows (information-set Monte Carlo tree search).

    Args:
        game: The game.
        num_players: The number of players.
        simulations: For a decision; 0 for 400 or, with `seconds`, as many as there is time for.
        seconds: Time for a decision after which no more simulations are begun; 0 for any. Results then depend on the
            machine.
        exploration: Weight of what is not known yet, in standard deviations of what simulations bring.
        prior: Whether actions that the guide suggests are tried first and more often (PUCT); otherwise each action is
            tried before any is repeated (UCB1).
        trust: Probability that a suggested action has beyond the others.
        playout: Whether below the tree the `guide` plays on, or any legal action is equally likely: `random`.
        horizon: Turns, counted from the decision, after which a playout ends and scores are estimated: a number, also
            as a text (with 0 that is done at the leaf), `round` for one of each player, `end` for the end of the game;
            empty for what suits the game and the number of simulations.
        worlds: Determinizations of a decision, which simulations take in turn; 0 for one for every four of them.
        belief: Whether worlds are drawn as likely as what others did makes them, for a game whose guide can do so; else
            every world that agrees with the view is equally likely. With `reuse` players go by what they remember, too.
        reward: What is maximised, see `arctic_env.kernels.rewards`.
        batch: With a policy, leaves of each tree that are judged together.
        temperature: With a policy, its probabilities are taken to the power of 1/temperature. A trained policy is surer
            of itself than it has reason to be: at 1 many actions are not tried in any number of simulations.
        reuse: Whether the tree is kept for the next decision as long as nothing new has been learnt.
        trees: Trees that are grown apart and added up, simulations shared as evenly as they divide; the choice depends
            on it.
        threads: Threads for trees and decisions; what comes out does not depend on it, but for a network's last digits.
        policy: A network that guides the search: a checkpoint, the folder of a run, or `champion`. `threads` are those
            of torch then, in the whole process.

    Raises:
        ValueError: An option is out of range, or has no meaning beside the others.
        AgentError: The network was made for another game or number of players, or belief is not there for the game.
        CheckpointError: There is no sound checkpoint.
    """
    given = locals()
    options = Options(**{name: given[name] for name in Options.__dataclass_fields__})
    if not policy:
        return SearchAgent(game, num_players, options)
    from arctic_agents.networks.evaluator import load_evaluator
    from arctic_agents.ppo import use_threads

    options.demand_meaning(policy=True)
    use_threads(threads)
    evaluator = load_evaluator(policy, game, num_players)
    return SearchAgent(game, num_players, options, evaluator, name=f"ismcts:policy={policy}")


make.ranges = RANGES  # type: ignore[attr-defined]
