"""Guarded calls of agents: answers are checked, faults become problems, limits on time are kept.

The text of an error comes from the agent's code, and making it may fail, too; so it is made with care.
"""

from __future__ import annotations

import math
import operator
import signal
import sys
import threading
import time
from bdb import BdbQuit
from collections.abc import Callable
from dataclasses import dataclass, replace
from traceback import TracebackException
from types import FrameType, TracebackType
from typing import Any, Literal, get_args

import numpy as np

from arctic_env.agents.protocol import Agent, OneGameAgent, Player, States
from arctic_env.errors import AgentError, SettingsError
from arctic_env.kernels.jit import Bytes, Floats, Ints
from arctic_env.model.game import Game
from arctic_env.model.position import View
from arctic_env.validation import listed, short_repr

_MOST_MESSAGE, _MOST_TRACEBACK, _MOST_LEGAL = 500, 200_000, 120  # letters
# Modules that call agents, or load them.
_CALLERS = ("arctic_env.agents.", "arctic_env.arena.", "arctic_env.envs.", "importlib")


def message_of(error: BaseException) -> str:
    """Return kind and text of an error in one line."""
    text = str(TracebackException(type(error), error, None))  # even where the error cannot make its text
    return printable(f"{type(error).__name__}: {' '.join(text.splitlines())}", _MOST_MESSAGE)


def traceback_of(error: BaseException) -> str:
    """Return the traceback from the agent's own call on; empty where the error was not raised in its code."""
    if isinstance(error, AgentError) and error.traceback:  # an agent that was made late
        return error.traceback
    frames = error.__traceback__
    while frames and str(frames.tb_frame.f_globals.get("__name__")).startswith(_CALLERS):
        frames = frames.tb_next
    if frames is None:
        return ""
    text = "".join(TracebackException(type(error), error, frames).format())
    return sys.intern(printable(text, _MOST_TRACEBACK))  # once in memory, however often an agent fails so


def crashed(who: str, error: BaseException) -> AgentError:
    """Return an AgentError with the message and traceback of another error."""
    return AgentError(f"{who}: {message_of(error)}", traceback_of(error))


def printable(text: str, most: int) -> str:
    """Return the text as valid UTF-8, its middle left out if it has more than `most` characters."""
    if len(text) > most:
        text = f"{text[: most // 2]} [... {len(text) - most:,} letters ...] {text[-most // 2 :]}"
    return text.encode(errors="backslashreplace").decode()


# ------------------------------------------------------------------------------------------ time limits

MOST_SECONDS = 100_000_000
"""The longest limit, about three years: timers of some systems hold no more."""

_AGAIN = 0.1  # seconds from one ring to the next, for those who catch the first
_AT_ONCE = 1e-6  # 0 would stop a timer


class Late(BaseException):
    """Raised inside `deadline` when time is up; no Exception, so that an agent's own handlers do not catch it."""


class deadline:
    """Raise `Late` when a block takes longer than this many seconds; None is no limit.

    In the main thread of a process with interval timers the block is interrupted, endless Python loops
    included, and again every tenth of a second if it goes on. Elsewhere, and inside compiled code, it is
    measured, and `Late` is raised when the block is done.

    There is one such timer in a process. If it is running already, for a limit around this one or for other code,
    it does not ring during the block; afterwards it continues with the rest of its time, or rings at once if that is
    over.
    """

    def __init__(self, seconds: float | None) -> None:
        self._seconds = math.inf if seconds is None else seconds
        can_interrupt = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
        self._armed = seconds is not None and can_interrupt

    def __enter__(self) -> None:
        self._started = time.perf_counter()
        if self._armed:
            self._left, self._interval = signal.setitimer(signal.ITIMER_REAL, 0)
            self._previous = signal.signal(signal.SIGALRM, _ring)
            signal.setitimer(signal.ITIMER_REAL, self._seconds, _AGAIN)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        taken = time.perf_counter() - self._started
        if self._armed:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._previous or signal.SIG_DFL)
            if self._left:
                signal.setitimer(signal.ITIMER_REAL, max(self._left - taken, _AT_ONCE), self._interval)
        if error is None and taken > self._seconds:
            raise Late


def _ring(signum: int, frame: FrameType | None) -> None:
    """Interrupt the block, but not the code above while it puts the timer away."""
    if frame is None or frame.f_code.co_filename != _ring.__code__.co_filename:
        raise Late


OnFault = Literal["forfeit", "raise"]

MOST_DECISIONS = 100_000


@dataclass(frozen=True)
class Limits:
    """Limits on agents.

    Attributes:
        seconds: Time for one decision, and to start a game, up to MOST_SECONDS; None for any time. Agents are asked
            for many decisions at once, and one by one when that takes longer. After three late answers an agent is
            not asked again in the games that are played together, and forfeits them all.
        decisions: Decisions in one game, after which it is stopped.
        on_fault: "forfeit" makes the offender lose the game; "raise" ends the match with an AgentError.
    """

    seconds: float | None = None
    decisions: int = MOST_DECISIONS
    on_fault: OnFault = "forfeit"

    def __post_init__(self) -> None:
        if self.seconds is not None and not 0 < self.seconds <= MOST_SECONDS:
            allowed = f"more than 0 and at most {MOST_SECONDS:,} seconds, or None"
            raise SettingsError(f"a time limit is {allowed}, not {self.seconds}")
        if self.decisions < 1:
            raise SettingsError(f"a game has at least 1 decision, not {self.decisions}")
        if self.on_fault not in get_args(OnFault):
            raise SettingsError(f"on_fault must be {' or '.join(get_args(OnFault))}, not {short_repr(self.on_fault)}")


NO_LIMITS = Limits()

# ------------------------------------------------------------------------------------------ questions and answers

NO_ANSWER = -1
LATE_ENOUGH = 3

_LEAVES = (SystemExit, BdbQuit)  # what somebody who looks for a fault leaves the program by


@dataclass(frozen=True)
class Problem:
    """The kind of a fault, its message, and the error, if there was one."""

    kind: str
    message: str
    error: BaseException | None = None


_NO_PATIENCE = Problem("late", f"not asked any more, after {LATE_ENOUGH} late answers")


class StopGame(Exception):
    """Raised to leave the table, as a person may; passed on to the caller, but not from agents that answer batches."""


@dataclass(frozen=True)
class Questions:
    """Decisions that agents are asked for together."""

    views: States  # n records of game.dtype, blanked to what each seat may know
    seats: Bytes  # int8[n]
    masks: Bytes  # int8[n, A]
    seeds: Ints  # int64[n], one for each decision

    def __getitem__(self, rows: Any) -> Questions:
        """Return some of the questions, copies where rows is an array."""
        return Questions(self.views[rows], self.seats[rows], self.masks[rows], self.seeds[rows])

    def __len__(self) -> int:
        return len(self.seats)


@dataclass
class Answers:
    """Answers to questions."""

    actions: Ints  # int64[n]; NO_ANSWER where there is a problem
    seconds: Floats  # float64[n], time taken; answers to a batch share its time equally
    problems: dict[int, Problem]  # faults by row

    @property
    def late(self) -> int:
        """The number of late answers."""
        return sum(problem.kind == "late" for problem in self.problems.values())


def ask_or_raise(agent: Agent, questions: Questions, player: Player | None = None) -> Ints:
    """Return an agent's, or its player's, legal action for each decision, int64[n], where there are no forfeits.

    AgentError if it crashes or answers with an illegal action.
    """
    try:
        answers = Answers(_ask(agent, questions, player), np.zeros(0), {})
    except Exception as error:
        raise crashed(f"the agent {agent.name}", error) from error
    _check_legal(answers, agent.game, questions)
    for row, problem in answers.problems.items():
        raise AgentError(f"the agent {agent.name} in seat {questions.seats[row]} {problem.message}")
    return answers.actions


def ask(
    agent: Agent, questions: Questions, limits: Limits, patience: int = LATE_ENOUGH, player: Player | None = None
) -> Answers:
    """Ask for all answers at once and, if that goes wrong or takes more than the time for one, one by one.

    After `patience` late answers the rest is not asked but counts as late, too: an endless agent must not block the
    others. `player` is the agent's in the only seat in question, if it keeps one.
    """
    n = len(questions)
    answers = Answers(np.full(n, NO_ANSWER, np.int64), np.zeros(n), {})
    problem: Problem | None = _NO_PATIENCE
    if patience > 0:
        actions, problem = _guarded(agent, lambda: _ask(agent, questions, player), limits, answers.seconds)
        if problem is None:
            answers.actions[:] = actions
            _check_legal(answers, agent.game, questions)
    if problem and n == 1:
        answers.problems[0] = problem
    elif problem:
        for row in range(n):
            one = ask(agent, questions[[row]], limits, patience - answers.late)
            answers.actions[row] = one.actions[0]
            answers.seconds[row] += one.seconds[0]
            if one.problems:
                answers.problems[row] = one.problems[0]
    return answers


def ask_for_player(
    agent: Agent, seat: int, seed: int, limits: Limits, patience: int = LATE_ENOUGH
) -> tuple[Any, Problem | None]:
    """Ask for a player for a seat of a new game, if there is patience left; return it with its fault, if any."""
    if patience <= 0:
        return None, _NO_PATIENCE
    player, problem = _guarded(agent, lambda: agent.start(seat, seed), limits, np.zeros(1))
    if problem and problem.kind == "late":
        problem = replace(problem, message=problem.message.replace("no answer", "no player"))
    if problem is None and not callable(getattr(player, "act", None)):
        problem = Problem("crash", f"start returned {short_repr(player)}, which has no act(view, mask)")
    return player, problem


def _ask(agent: Agent, questions: Questions, player: Player | None) -> Ints:
    """Ask with copies of the questions, because an agent may change them and may be asked again."""
    given = questions[np.arange(len(questions))]
    if player is None:
        return _actions(agent.decide(given.views, given.seats, given.masks, given.seeds), len(given))
    view = View(agent.game, given.views, int(given.seats[0]))
    answer = player.act(view, given.masks[0])
    try:
        return np.array([operator.index(answer)], np.int64)
    except TypeError:
        raise TypeError(f"act must return the id of an action, an integer, not {short_repr(answer)}") from None


def _guarded(asked: Agent, call: Callable[[], Any], limits: Limits, seconds: Floats) -> tuple[Any, Problem | None]:
    """Call, share the time among `seconds`, and turn any error into a problem."""
    started = time.perf_counter()
    try:
        with deadline(limits.seconds):
            return call(), None
    except Late as error:
        if limits.seconds is None:
            return None, Problem("crash", "Late: raised without a limit", error)
        return None, Problem("late", f"no answer within {limits.seconds:g} s", error)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever an agent throws is its own fault
        if isinstance(error, StopGame) and isinstance(asked, OneGameAgent):
            raise
        if isinstance(error, _LEAVES) and limits.on_fault == "raise":
            raise
        return None, Problem("crash", message_of(error), error)
    finally:
        seconds += (time.perf_counter() - started) / len(seconds)


def _actions(answer: Any, n: int) -> Ints:
    actions = np.asarray(answer)
    if actions.shape != (n,) or not np.issubdtype(actions.dtype, np.integer):
        raise TypeError(f"answered {actions.dtype}{list(actions.shape)} where integers [{n}] are due")
    return actions.astype(np.int64)


def _check_legal(answers: Answers, game: Game, questions: Questions) -> None:
    """Turn illegal answers into problems."""
    actions, masks = answers.actions, questions.masks
    legal = (actions >= 0) & (actions < masks.shape[1])
    legal[legal] = masks[legal, actions[legal]] == 1
    for row in np.flatnonzero(~legal).tolist():
        answers.problems[row] = Problem("illegal", _complaint(game, questions, row, int(actions[row])))
        actions[row] = NO_ANSWER


def _complaint(game: Game, questions: Questions, row: int, action: int) -> str:
    """Say which answer is not legal, and what is if the game has such an action."""
    mask = questions.masks[row]
    if not 0 <= action < len(mask):
        return f"answered {action}, which is not legal here"
    view = View(game, questions.views[[row]], int(questions.seats[row]))
    legal = listed(map(view.action_text, np.flatnonzero(mask).tolist()), _MOST_LEGAL)
    return f"answered {action} ({view.action_text(action)}), which is not legal here; legal: {legal}"
