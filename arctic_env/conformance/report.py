"""Findings of a check, and their report."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from traceback import extract_tb
from typing import Literal

from arctic_env.errors import ArcticError

Severity = Literal["failure", "note"]

RULES = {
    "tables": "actions and observations are laid out without gaps; action texts and ids are each other's inverse",
    "deals": "a seed deals the same game each time, and other seeds deal other games",
    "processes": "a seed gives the same game in another process with another PYTHONHASHSEED",
    "masks": "masks are int8 of 0 and 1; the seat that decides has a choice, nobody has one after the end",
    "moves": "an action does the same each time and leaves the position it was played in alone; illegal ones raise",
    "buffers": "kernels write all of their output and leave their input alone",
    "copies": "copies and pickles are equal and go on the same",
    "documents": "a position survives JSON to the last byte, hash included",
    "law": "view(determinize(view)) is the view, to the last byte",
    "hidden": "what a seat cannot know changes nothing that it gets",
    "observations": "observations are int8 of the table's size and within its bounds",
    "scores": "scores, ranks, winners and teams agree",
    "ends": "every game ends, and stays as it is then",
    "loops": "batch loops do what single kernels do",
    "turns": "environment: the agent that is selected is the seat that decides",
    "environment masks": "environment: masks are those of the position, wherever they are read",
    "environment observations": "environment: agents see their own view, in arrays that stay as they are",
    "rewards": "environment: every seat is paid its own reward once, when the game ends",
    "illegal actions": "environment: illegal actions have the documented outcome",
    "environment copies": "environment: deepcopy, pickle and clone go on the same",
    "seeds": "environment: games follow from seeds, and options of the constructor stay",
    "environment hidden": "environment: what an agent cannot know changes nothing that it gets",
}


class ConformanceError(ArcticError, AssertionError):
    """A game, or its environment, breaks a rule of the family; the message is the report."""


@dataclass(frozen=True)
class Finding:
    """A finding of a check: a broken rule of RULES ("failure"), or a point that a person should look at ("note").

    `where` is the first occurrence: players, parameters, seed and decision.
    """

    rule: str
    severity: Severity
    what: str
    where: str
    times: int = 1

    def __str__(self) -> str:
        often = f" ({self.times:,} times)" if self.times > 1 else ""
        return f"{self.severity}: {self.rule}: {self.what}{often}, first at {self.where}"


@dataclass(frozen=True)
class Report:
    """The outcome of a check of a game: the number of checks of each rule, and the findings in order of occurrence."""

    game: str
    checked: dict[str, int]
    findings: tuple[Finding, ...]

    @property
    def failures(self) -> tuple[Finding, ...]:
        """The findings that break a rule."""
        return tuple(finding for finding in self.findings if finding.severity == "failure")

    @property
    def ok(self) -> bool:
        """Whether no rule is broken."""
        return not self.failures

    def __str__(self) -> str:
        """Return a table of the rules, then the findings."""
        width = max(map(len, RULES))
        lines = [f"{self.game}: {'every rule holds' if self.ok else 'RULES ARE BROKEN'}", ""]
        for rule, meaning in RULES.items():
            broken = sum(finding.times for finding in self.failures if finding.rule == rule)
            count = self.checked.get(rule, 0)
            result = f"{broken:,} FAILED" if broken else "ok" if count else "not checked"
            lines.append(f"{rule:<{width}} {count:>9,} {result:>14}  {meaning}")
        return "\n".join([*lines, *([""] if self.findings else []), *map(str, self.findings)])


class Recorder:
    """A collector of findings; repeated ones are only counted."""

    def __init__(self) -> None:
        self._checked = dict.fromkeys(RULES, 0)
        self._findings: dict[tuple[str, str], Finding] = {}

    def expect(self, holds: object, rule: str, what: str, where: str) -> bool:
        """Count a check, and record a failure if the rule does not hold; return whether it holds."""
        self._checked[rule] += 1
        if not holds:
            self._add(Finding(rule, "failure", what, where))
        return bool(holds)

    def note(self, rule: str, what: str, where: str) -> None:
        """Record something that a person should look at."""
        self._add(Finding(rule, "note", what, where))

    def _add(self, finding: Finding) -> None:
        key = finding.rule, finding.what
        before = self._findings.get(key)
        self._findings[key] = replace(before, times=before.times + 1) if before else finding

    @contextmanager
    def guard(self, rule: str, where: str) -> Iterator[None]:
        """Record any exception of the block as a failure of the rule."""
        try:
            yield
        except Exception as error:
            message = str(error).partition("\n")[0]
            frame = extract_tb(error.__traceback__)[-1]
            line = f"{Path(frame.filename).name}, line {frame.lineno}"
            self.expect(False, rule, f"raises {type(error).__name__}: {message} ({line})", where)

    def report(self, game: str) -> Report:
        """Return the findings so far."""
        return Report(game, dict(self._checked), tuple(self._findings.values()))
