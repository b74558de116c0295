"""Asking agents, and not believing what they answer."""

from __future__ import annotations

import operator
import time
from bdb import BdbQuit
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.arena.agent import Agent, Player, Seated, States
from arctic_env.arena.crashes import crashed, message_of
from arctic_env.arena.deadline import Late, deadline
from arctic_env.arena.table import Limits
from arctic_env.errors import AgentError
from arctic_env.validation import short_repr

if TYPE_CHECKING:
    from arctic_env.model.game import Game
    from arctic_env.model.position import View

NO_ANSWER = -1
LATE_ENOUGH = 3

_LEAVES = (SystemExit, BdbQuit)  # what somebody who looks for a fault leaves the program by


@dataclass(frozen=True)
class Problem:
    """The kind of a fault, what happened, and the error that it was, if it was one."""

    kind: str
    message: str
    error: BaseException | None = None


_NO_PATIENCE = Problem("late", f"not asked any more, after {LATE_ENOUGH} late answers")


class StopGame(Exception):
    """Raised to leave the table, as a person may; the arena passes it on to its caller, but not from an `Agent`."""


@dataclass(frozen=True)
class Questions:
    """Decisions that are asked for together.

    Attributes:
        views: n records of game.dtype, blanked to what each seat may know.
        seats: int8[n].
        masks: int8[n, A].
        seeds: int64[n], one for each decision.
    """

    views: States
    seats: NDArray[np.int8]
    masks: NDArray[np.int8]
    seeds: NDArray[np.int64]

    def __getitem__(self, rows: NDArray[np.int64]) -> Questions:
        """Copies of some of the questions."""
        return Questions(self.views[rows], self.seats[rows], self.masks[rows], self.seeds[rows])

    def __len__(self) -> int:
        return len(self.seats)


@dataclass
class Answers:
    """What came back.

    Attributes:
        actions: int64[n]; NO_ANSWER where there is a problem.
        seconds: float64[n], time taken; what was asked together shares the time equally.
        problems: By row, what went wrong.
    """

    actions: NDArray[np.int64]
    seconds: NDArray[np.float64]
    problems: dict[int, Problem]

    @property
    def late(self) -> int:
        """How many of them were late."""
        return sum(problem.kind == "late" for problem in self.problems.values())

    @staticmethod
    def none(n: int) -> Answers:
        """No answer yet to n questions."""
        return Answers(np.full(n, NO_ANSWER, np.int64), np.zeros(n), {})


def ask_agent(
    agent: Agent, game: Game, questions: Questions, limits: Limits, patience: int = LATE_ENOUGH
) -> Answers:
    """Ask for all answers at once and, if that goes wrong or takes more than the time for one, one by one.

    After as many late answers as there is patience the rest is not asked but counts as late, too: an endless
    agent must not hold up everybody.
    """
    answers = Answers.none(len(questions))
    problem = _ask_together(agent, game, questions, limits, answers) if patience > 0 else _NO_PATIENCE
    if problem and len(questions) == 1:
        answers.problems[0] = problem
    elif problem:
        for row in range(len(questions)):
            one = ask_agent(agent, game, questions[np.array([row])], limits, patience - answers.late)
            answers.actions[row] = one.actions[0]
            answers.seconds[row] += one.seconds[0]
            if one.problems:
                answers.problems[row] = one.problems[0]
    return answers


def _ask_together(
    agent: Agent, game: Game, questions: Questions, limits: Limits, answers: Answers
) -> Problem | None:
    given = questions[np.arange(len(questions))]  # copies: if this goes wrong, it is asked once more
    arguments = (game, given.views, given.seats, given.masks, given.seeds)
    actions, problem = _guarded(
        agent, lambda: _actions(agent.decide(*arguments), len(questions)), limits, answers.seconds
    )
    if problem is None:
        answers.actions[:] = actions
        _check_legal(answers, questions.masks)
    return problem


def ask_player(
    owner: Seated,
    player: Player,
    view: View,
    mask: NDArray[np.int8],
    limits: Limits,
    patience: int = LATE_ENOUGH,
) -> Answers:
    """Ask the single player of `owner` for its one answer, if there is patience left."""
    answers = Answers.none(1)
    if patience <= 0:
        answers.problems[0] = _NO_PATIENCE
        return answers
    given = mask.copy()
    answer, problem = _guarded(
        owner, lambda: operator.index(player.act(view, given)), limits, answers.seconds
    )
    if problem is None:
        answers.actions[0] = answer if 0 <= answer < len(mask) else NO_ANSWER
        _check_legal(answers, mask[None], said=short_repr(answer))
    else:
        answers.problems[0] = problem
    return answers


def warm_up(agent: Agent, game: Game, players: int, limits: Limits) -> Problem | None:
    """Let an agent do what is not timed; what went wrong, if anything."""
    untimed = replace(limits, seconds=None)
    _, problem = _guarded(agent, lambda: agent.warm_up(game, players), untimed, np.zeros(1))
    return problem


def ask_for_player(
    agent: Seated, game: Game, seat: int, seed: int, limits: Limits, patience: int = LATE_ENOUGH
) -> tuple[Any, Problem | None]:
    """Ask for a player for a seat of a new game, if there is patience left."""
    if patience <= 0:
        return None, _NO_PATIENCE
    player, problem = _guarded(agent, lambda: agent.start(game, seat, seed), limits, np.zeros(1))
    if problem and problem.kind == "late":
        problem = replace(problem, message=problem.message.replace("no answer", "no player"))
    return player, problem


def decide_or_fail(
    agent: Agent,
    game: Game,
    views: States,
    seats: NDArray[np.int8],
    masks: NDArray[np.int8],
    seeds: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Ask where there are no forfeits, as in training: a legal action for each decision, int64[n].

    Raises:
        AgentError: It crashed or answered with an illegal action.
    """
    try:
        actions = _actions(agent.decide(game, views, seats, masks.copy(), seeds), len(seats))
    except Exception as error:
        raise crashed(f"the agent {agent.name}", error) from error
    answers = Answers(actions, np.zeros(0), {})
    _check_legal(answers, masks)
    for row, problem in answers.problems.items():
        raise AgentError(f"the agent {agent.name} in seat {seats[row]} {problem.message}")
    return actions


def _guarded(
    asked: Seated, ask: Callable[[], Any], limits: Limits, seconds: NDArray[np.float64]
) -> tuple[Any, Problem | None]:
    """Call, share the time among `seconds`, and turn whatever goes wrong into a problem."""
    started = time.perf_counter()
    try:
        with deadline(limits.seconds):
            return ask(), None
    except Late as error:
        if limits.seconds is None:
            return None, Problem("crash", "Late: raised without a limit", error)
        return None, Problem("late", f"no answer within {limits.seconds:g} s", error)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever an agent throws is its own fault
        if isinstance(error, StopGame) and not isinstance(asked, Agent):
            raise
        if isinstance(error, _LEAVES) and limits.on_fault == "raise":
            raise
        return None, Problem("crash", message_of(error), error)
    finally:
        seconds += (time.perf_counter() - started) / len(seconds)


def _actions(answer: Any, n: int) -> NDArray[np.int64]:
    actions = np.asarray(answer)
    if actions.shape != (n,) or not np.issubdtype(actions.dtype, np.integer):
        raise TypeError(f"answered {actions.dtype}{list(actions.shape)} where integers [{n}] are due")
    return actions.astype(np.int64)


def _check_legal(answers: Answers, masks: NDArray[np.int8], said: str | None = None) -> None:
    """Turn illegal answers into problems."""
    actions = answers.actions
    legal = (actions >= 0) & (actions < masks.shape[1])
    legal[legal] = masks[legal, actions[legal]] == 1
    for row in np.flatnonzero(~legal).tolist():
        answers.problems[row] = Problem(
            "illegal", f"answered {said or actions[row]}, which is not legal here"
        )
        actions[row] = NO_ANSWER
