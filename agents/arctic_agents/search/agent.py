"""The agent `search`: flat search over worlds that agree with what its seat knows."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from arctic_agents.search.flat import FlatSearch
from arctic_agents.search.heuristics import heuristics_of
from arctic_agents.search.options import BELIEVED, RANGES, Options
from arctic_agents.search.result import Result, summarise
from arctic_agents.search.worlds import Determinize, States, draw_worlds
from arctic_env.agents.protocol import SeededAgent
from arctic_env.errors import AgentError
from arctic_env.kernels.random import check_seed

if TYPE_CHECKING:
    from arctic_agents.networks.evaluator import Evaluator
    from arctic_env.model.game import Game
    from arctic_env.model.position import View

_TOGETHER = 50_000  # rollouts for decisions that are searched together: all of their worlds are in memory


class SearchAgent(SeededAgent):
    """Plays the candidate that does best in the worlds that it was tried in.

    Attributes:
        options: How to search.
        evaluator: A trained network whose policy plays on and whose critic is asked then, or None.
        determinize: Where worlds come from, see `arctic_agents.search.worlds`; None for what the options say.

    Raises:
        ValueError: An option has no meaning with a network.
        AgentError: Worlds by belief are asked for, and there is none for this game.
    """

    def __init__(
        self,
        game: Game,
        num_players: int,
        options: Options,
        evaluator: Evaluator | None = None,
        determinize: Determinize | None = None,
        name: str = "search",
    ) -> None:
        super().__init__(game, num_players)
        if evaluator is not None and options.reward != Options.reward:
            raise ValueError("reward has no meaning with a policy: what its network was paid is maximised")
        self.options, self.evaluator, self.determinize, self.name = options, evaluator, determinize, name
        if options.worlds == BELIEVED and heuristics_of(game).believe is None:
            because = f"in {game.name}, where nothing is known of what others' actions tell"
            raise AgentError(f"{name}: worlds={BELIEVED} has no meaning {because}")

    def __getstate__(self) -> dict[str, Any]:
        """Return all attributes but the engine, which holds kernels and is made again."""
        return {name: value for name, value in self.__dict__.items() if name != "engine"}

    @cached_property
    def engine(self) -> FlatSearch:
        """What searches."""
        believed = heuristics_of(self.game).believe if self.options.worlds == BELIEVED else None
        determinize = self.determinize or believed or draw_worlds
        return FlatSearch(self.game, self.num_players, self.options, determinize, self.evaluator)

    def decide(
        self, views: States, seats: NDArray[np.int8], masks: NDArray[np.int8], seeds: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Choose an action for each row; where there is only one, without a search."""
        actions: NDArray[np.int64] = masks.argmax(axis=1)
        rows = np.flatnonzero(masks.sum(axis=1) > 1)
        together = max(1, _TOGETHER // self.options.budget)
        for part in (rows[first : first + together] for first in range(0, len(rows), together)):
            tried = self.engine.search(views[part], seats[part], masks[part], seeds[part])
            actions[part] = [each.actions[each.best(self.options.caution)] for each in tried]
        return actions

    def look(self, view: View, seed: int = 0) -> Result:
        """Search a decision and return what was found.

        Raises:
            ValueError: It is not that seat's turn to decide, or that is no seed.
        """
        check_seed(seed)
        if not view.to_move:
            raise ValueError(f"seat {view.seat} has nothing to decide here")
        seats, seeds = np.array([view.seat], np.int8), np.array([seed], np.int64)
        tried = self.engine.search(view.states.copy(), seats, view.mask()[None], seeds)[0]
        return summarise(view, tried, self.options.caution, self.engine)

    def explain(self, view: View, seed: int) -> str:
        """Explain a decision in lines of text."""
        return str(self.look(view, seed))


def make(
    game: Game,
    num_players: int,
    *,
    rollouts: int = Options.rollouts,
    seconds: float = Options.seconds,
    policy: str = "",
    depth: float | str = Options.depth,
    candidates: int = Options.candidates,
    worlds: str = Options.worlds,
    caution: float = Options.caution,
    reward: str = Options.reward,
    threads: int = Options.threads,
) -> SearchAgent:
    """Try the best actions in worlds that agree with what the seat knows, the same worlds for all (flat search).

    Args:
        game: The game.
        num_players: The number of players.
        rollouts: For a decision; 0 for 96, or, with `seconds`, for as many as there is time for.
        seconds: Time for a decision, after which no more rollouts are begun, instead of their number; 0 for none.
            Results then depend on the machine.
        policy: A network whose policy plays on for all seats and whose critic is asked then: a checkpoint, the folder
            of a run, or `champion`; empty for the planner, and the scores that its heuristics expect.
        depth: Rounds that are played on before that: a number, or `end` for the end of the game; empty for what suits
            the game and the number of rollouts.
        candidates: Actions that are tried, at the most: the most probable ones, without a policy those that look best
            at the end of the own turn. What the planner would do is always among them.
        worlds: Whether each world that agrees with the view is as likely as another, `even`, or as what others did
            makes it, `believed`, in a game that has beliefs.
        caution: Standard errors by which an action must do better, in the same worlds, than the one that is played
            without search: the policy's most probable one, or the planner's.
        reward: What is maximised without a policy, see `arctic_env.kernels.rewards`; with one it is what it was paid.
        threads: Threads for rollouts; with a policy those of torch, in the whole process. What comes out does not
            depend on it, but for a network's last digits.

    Raises:
        ValueError: An option is out of range, or has no meaning beside the others.
        AgentError: The network was made for another game or number of players, or there is no belief for the game.
        CheckpointError: There is no sound checkpoint.
    """
    given = locals()
    options = Options(**{name: given[name] for name in Options.__dataclass_fields__})
    if not policy:
        return SearchAgent(game, num_players, options)
    from arctic_agents.networks.evaluator import load_evaluator
    from arctic_agents.ppo import use_threads

    use_threads(threads)
    evaluator = load_evaluator(policy, game, num_players)
    return SearchAgent(game, num_players, options, evaluator, name=f"search:policy={policy}")


make.ranges = RANGES  # type: ignore[attr-defined]
