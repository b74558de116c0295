"""The agent `ismcts`: information-set Monte Carlo tree search, and its player, which keeps trees between decisions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from arctic_agents.search.default_heuristics import guide_of
from arctic_agents.search.engine import Engine, JudgedEngine
from arctic_agents.search.options import Options
from arctic_agents.search.search_root import Growth, Result, in_order, summarise
from arctic_agents.search.worlds import Determinize, States, draw_worlds
from arctic_env.arena import Player, SeededAgent, first_decision, make_seeds
from arctic_env.errors import AgentError
from arctic_env.kernels.random import check_seed
from arctic_env.model.copies import CopiedWhole

if TYPE_CHECKING:
    from arctic_env.model.game import Game, View

_KEPT = 4  # decisions for whose simulations a tree has room beyond the first one's
_WORLDS = 4  # in which the last action is played again


@dataclass(frozen=True)
class _Past:
    """The last decision: some worlds in which it was made, the trees, and what was chosen."""

    worlds: States
    growths: list[Growth]
    action: int


class SearchPlayer(CopiedWhole):
    """Searches for one seat of one game.

    Before a decision it plays its last action in some worlds of that time. If its view of what comes of it is in all of
    them its view now, nobody else has done or shown anything in between, and no chance either: the worlds of that time
    still agree with what it knows, and so do the simulations in them.
    """

    def __init__(self, agent: SearchAgent, seat: int, seed: int) -> None:
        self._agent = agent
        self._seat = seat
        self._seed = seed
        self._decisions = 0
        self._engine: Engine | None = None
        self._memory: Callable[[States], Determinize] | None = None
        self._past: _Past | None = None

    def __getstate__(self) -> dict[str, Any]:
        """All but the engine, which holds kernels and is made again."""
        return {**self.__dict__, "_engine": None}

    def act(self, view: View, mask: NDArray[np.int8]) -> int:
        """The choice for this view."""
        seeds = make_seeds([self._seed], [self._decisions])
        self._decisions += 1
        if self._engine is None:
            self._engine = self._agent.engine(view.game, view.players)
        if self._memory is None:
            self._memory = self._agent.memory(view.game, self._seat)
        if self._memory is not None:
            self._engine.determinize = self._memory(view.states.copy())
        kept = self._kept(view)
        legal = np.flatnonzero(mask)
        growths = kept or self._engine.plant(1 + _KEPT)
        if len(legal) > 1:
            seats = np.array([self._seat], np.int8)
            self._engine.grow(view.states.copy(), seats, seeds, [growths])
            action = in_order(growths, self._seat, mask)[0]
        else:
            action = int(legal[0])
        worlds_seeds = make_seeds(seeds, np.arange(_WORLDS))
        worlds = self._engine.determinize(view.game, view.states.copy(), self._seat, worlds_seeds)
        self._past = _Past(worlds, growths, action)
        return action

    def _kept(self, view: View) -> list[Growth] | None:
        """The trees from the node where the game stands now, None if they do not hold any more or are full."""
        past, engine = self._past, self._engine
        if past is None or engine is None:
            return None
        growths = [after for growth in past.growths if (after := growth.after(past.action)) is not None]
        if len(growths) < len(past.growths) or any(growth.room < engine.nodes for growth in growths):
            return None
        now = view.states.tobytes() * _WORLDS
        return growths if _seen_after(view.game, past, self._seat).tobytes() == now else None


def _seen_after(game: Game, past: _Past, seat: int) -> States:
    """The seat's views after its last action, if nothing but that has happened."""
    after, seen = past.worlds.copy(), np.zeros_like(past.worlds)
    game.batch.apply(after, np.full(_WORLDS, past.action))
    game.batch.view(after, np.full(_WORLDS, seat, np.int8), seen)
    return seen


# ---------------------------------------------------------------------------------------- the agent


if TYPE_CHECKING:
    from arctic_agents.networks.evaluator import ChampionJudge, Judge
    from arctic_env.model.game import Game, View

CHAMPION = (
    "champion"  # as a policy: the one that comes with the package for the game and the number of players
)
_WARM_UP = 4  # simulations of each tree that compile all that is needed


class SearchAgent(SeededAgent):
    """Plays the action that most simulations begin with.

    Attributes:
        options: How to search.
        judge: A trained network that guides it and judges instead of playouts, or None.
        determinize: Where worlds come from, see `arctic_agents.search.worlds`; None for what the options say.

    Raises:
        ValueError: an option has no meaning with a judge, or without one.
    """

    def __init__(
        self,
        options: Options,
        judge: Judge | ChampionJudge | None = None,
        determinize: Determinize | None = None,
        name: str = "ismcts",
    ) -> None:
        options.demand_meaning(policy=judge is not None)
        self.options = options
        self.judge = judge
        self.determinize = determinize
        self.name = name

    def check(self, game: Game, players: int) -> None:
        """AgentError unless the network and the belief, if they are asked for, are there for this game."""
        if self.judge is not None:
            self.judge.of(game, players)
        if self.options.belief and guide_of(game).believe is None:
            because = f"in {game.name}, where nothing is known of what others' actions tell"
            raise AgentError(f"{self.name}: belief=true has no meaning {because}")

    def warm_up(self, game: Game, players: int) -> None:
        """Compile the kernels, in a search that takes no time however long others take."""
        few = replace(self.options, simulations=_WARM_UP * self.options.trees, seconds=0.0)
        first_decision(SearchAgent(few, self.judge, self.determinize), game, players)

    def engine(self, game: Game, players: int) -> Engine:
        """What searches; AgentError as `check`."""
        self.check(game, players)
        believed = guide_of(game).believe if self.options.belief else None
        determinize = self.determinize or believed or draw_worlds
        if self.judge is None:
            return Engine(game, players, self.options, determinize)
        return JudgedEngine(game, players, self.options, self.judge.of(game, players), determinize)

    def memory(self, game: Game, seat: int) -> Callable[[States], Determinize] | None:
        """What a player of that seat remembers, see `Guide.remember`; None if worlds do not go by it."""
        remember = guide_of(game).remember
        if not self.options.belief or self.determinize is not None or remember is None:
            return None
        return remember(game, seat)

    def start(self, game: Game, seat: int, seed: int) -> Player:
        """A player for one seat, which keeps its trees, or one that is asked together with others."""
        return SearchPlayer(self, seat, seed) if self.options.reuse else super().start(game, seat, seed)

    def decide(
        self,
        game: Game,
        views: States,
        seats: NDArray[np.int8],
        masks: NDArray[np.int8],
        seeds: NDArray[np.int64],
    ) -> NDArray[np.int64]:
        """The choice for each row, nothing being kept from one to the next."""
        actions: NDArray[np.int64] = masks.argmax(axis=1)
        choices = masks.sum(axis=1) > 1
        for players in np.unique(views["players"]).tolist():
            rows = np.flatnonzero(choices & (views["players"] == players))
            grown = self.engine(game, players).grow(views[rows], seats[rows], seeds[rows])
            for row, growths in zip(rows.tolist(), grown, strict=True):
                actions[row] = in_order(growths, int(seats[row]), masks[row])[0]
        return actions

    def look(self, view: View, seed: int = 0) -> Result:
        """Search a decision and tell all of it.

        Raises:
            ValueError: it is not that seat's turn to decide, or that is no seed.
            AgentError: as `check`.
        """
        check_seed(seed)
        if not view.to_move:
            raise ValueError(f"seat {view.seat} has nothing to decide here")
        engine = self.engine(view.game, view.players)
        seats, seeds = np.array([view.seat], np.int8), np.array([seed], np.int64)
        growths = engine.grow(view.states.copy(), seats, seeds)[0]
        world = engine.determinize(view.game, view.states.copy(), view.seat, seeds)
        task = engine.task(view.seat)
        return summarise(view.game, engine.guide, growths, view.seat, world, view.mask(), task)

    def explain(self, view: View, seed: int) -> str:
        """What it thinks of a decision, in lines for people."""
        return str(self.look(view, seed))


def make(
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
    """The agent string `ismcts`, or `ismcts:simulations=1600,worlds=200`; see `arctic_agents.search.options`.

    With `policy`, a checkpoint, the folder of a run or `champion`, a network guides the search, and `threads` are those
    of torch, for the whole process.

    Raises:
        ValueError: an option is out of range, or has no meaning beside the others.
        CheckpointError: there is no sound checkpoint.
    """
    options = Options(
        simulations=simulations,
        seconds=seconds,
        exploration=exploration,
        prior=prior,
        trust=trust,
        playout=playout,
        horizon=horizon,
        worlds=worlds,
        belief=belief,
        reward=reward,
        batch=batch,
        temperature=temperature,
        reuse=reuse,
        trees=trees,
        threads=threads,
    )
    if not policy:
        return SearchAgent(options)
    from arctic_agents.networks.evaluator import ChampionJudge, load_judge
    from arctic_agents.ppo import use_threads

    use_threads(threads)
    judge = ChampionJudge() if policy == CHAMPION else load_judge(policy)
    return SearchAgent(options, judge, name=f"ismcts:policy={policy}")
