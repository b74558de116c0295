"""The agent `ismcts`: information-set Monte Carlo tree search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from arctic_agents.search.engine import Engine
from arctic_agents.search.growth import in_order
from arctic_agents.search.guide import guide_of
from arctic_agents.search.options import Options
from arctic_agents.search.player import SearchPlayer
from arctic_agents.search.result import Result, summarise
from arctic_agents.search.worlds import Determinize, States, draw_worlds
from arctic_env.arena import Player, SeededAgent, first_decision
from arctic_env.errors import AgentError
from arctic_env.kernels.random import check_seed

if TYPE_CHECKING:
    from arctic_agents.policy.judge import ChampionJudge, Judge
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
        from arctic_agents.search.judged import JudgedEngine

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
    from arctic_agents.policy.agent import use_threads
    from arctic_agents.policy.judge import ChampionJudge, load_judge

    use_threads(threads)
    judge = ChampionJudge() if policy == CHAMPION else load_judge(policy)
    return SearchAgent(options, judge, name=f"ismcts:policy={policy}")
