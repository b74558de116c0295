"""Random games for the checks, findings and their report, and the rules for deals and processes."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from importlib import import_module
from itertools import product
from pathlib import Path
from traceback import extract_tb
from typing import Literal

import numpy as np

from arctic_env.errors import ArcticError
from arctic_env.model.game import Game
from arctic_env.model.position import Position
from arctic_env.model.registry import game as find_game
from arctic_env.model.rules import Value, value_text

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


_FINGERPRINT_DECISIONS = 1000
_DEALS = 20
_SECONDS = 600  # another process may have to compile everything


@dataclass(frozen=True)
class Setting:
    """Number of players and rule parameters."""

    players: int
    parameters: dict[str, Value]

    def __str__(self) -> str:
        chosen = [f"{name}={value_text(value)}" for name, value in self.parameters.items()]
        return ", ".join([f"{self.players} players", *chosen])


@dataclass(frozen=True)
class Walk:
    """A random game, its positions up to the end or to the limit; the seed is that of the deal and of the choices."""

    game: Game
    setting: Setting
    seed: int
    positions: tuple[Position, ...]
    actions: tuple[int, ...]

    def __iter__(self) -> Iterator[tuple[Position, str]]:
        """Iterate over the positions, each with a text that says where it is."""
        return ((position, self.where(index)) for index, position in enumerate(self.positions))

    @property
    def ended(self) -> bool:
        """Whether the game was played to its end."""
        return self.positions[-1].seat is None

    def spread(self, count: int = 8) -> Iterator[tuple[Position, str]]:
        """Return a few positions from all over the game, the last one among them, for checks that take their time."""
        last = len(self.positions) - 1
        for index in sorted({last * (k + 1) // count for k in range(count)}):
            yield self.positions[index], self.where(index)

    def where(self, index: int) -> str:
        """Describe a position of the walk."""
        return f"{self.setting}, seed {self.seed}, decision {index}"


def is_registered(game: Game) -> bool:
    """Return whether a pickle, which holds a game by its name, gives this very game back."""
    try:
        return find_game(game.name) is game
    except ValueError:
        return False


def settings(game: Game) -> list[Setting]:
    """Return all numbers of players with all rule parameters that they can have."""
    names = list(game.parameters)
    values = list(product(*(each.values for each in game.parameters.values())))
    every = [Setting(players, dict(zip(names, chosen, strict=True))) for players in game.players for chosen in values]
    return [setting for setting in every if setting.players in game.players_for(**setting.parameters)]


def walk(game: Game, setting: Setting, seed: int, most_decisions: int) -> Walk:
    """Play a random game, up to a number of decisions; a mask that allows nothing ends it, too."""
    rng = np.random.default_rng(seed)
    positions = [game.deal(seed, setting.players, **setting.parameters)]
    actions: list[int] = []
    while positions[-1].seat is not None and len(actions) < most_decisions:
        allowed = np.flatnonzero(positions[-1].mask())
        if len(allowed) == 0:
            break
        actions.append(int(rng.choice(allowed)))
        positions.append(positions[-1].apply(actions[-1]))
    return Walk(game, setting, seed, tuple(positions), tuple(actions))


# ----------------------------------------------------------------------------------- tables and deals


def fingerprint(game: Game, chosen: Sequence[Setting], seed: int) -> str:
    """Return a digest of a random game for each setting, with all observations, a world for each seat and a rollout."""
    digest = sha256()
    for setting in chosen:
        for position, _ in walk(game, setting, seed, _FINGERPRINT_DECISIONS).spread():
            digest.update(position.states.tobytes())
            for seat in range(position.players):
                view = position.view(seat)
                digest.update(view.observation().tobytes())
                digest.update(view.determinize(seed).states.tobytes())
            states = position.states.copy()
            game.batch.rollout(states, np.array([seed]), np.zeros((1, game.actions.size), np.int8))
            digest.update(states.tobytes())
    return digest.hexdigest()


def print_fingerprint(module: str, attribute: str, seed: int) -> None:
    """Print the digest of a game that is an attribute of a module."""
    np.random.seed(seed + 1)  # a game that leans on global random state shall be found out
    game = getattr(import_module(module), attribute)
    print(fingerprint(game, settings(game), seed))


def check_tables(recorder: Recorder, game: Game) -> None:
    """Expect blocks and parts to follow each other without gaps, with the declared sizes."""
    start = 0
    for block in game.actions.blocks:
        fits = block.start == start and block.size == len(block.arguments)
        recorder.expect(fits, "tables", f"action block `{block.name}` is laid out wrong", game.name)
        start = block.stop
    recorder.expect(start == game.actions.size, "tables", "action blocks do not fill the table", game.name)
    for players in game.players:
        offset, table = 0, game.observation(players)
        for part in table.parts:
            fits = part.offset == offset and part.size > 0 and part.low < part.high
            what = f"observation part `{part.name}` is laid out wrong"
            recorder.expect(fits, "tables", what, f"{players} players")
            offset += part.size
        recorder.expect(offset == table.size, "tables", "parts do not fill the observation", f"{players} players")


def check_deals(recorder: Recorder, game: Game, setting: Setting) -> None:
    """Expect deals to follow from their seeds, alone and in a batch."""

    def deal(seed: int) -> bytes:
        return game.deal(seed, setting.players, **setting.parameters).states.tobytes()

    with recorder.guard("deals", str(setting)):
        deals = [deal(seed) for seed in range(_DEALS)]
        again = [deal(seed) for seed in reversed(range(_DEALS))][::-1]
        recorder.expect(deals == again, "deals", "a seed deals two games", str(setting))
        recorder.expect(len(set(deals)) > 1, "deals", "all seeds deal the same game", str(setting))
        batch = np.zeros(_DEALS, game.dtype)
        players, options = game.options(setting.players, **setting.parameters)
        game.batch.deal(batch, np.arange(_DEALS, dtype=np.int64), players, options)
        same = batch.tobytes() == b"".join(deals)
        recorder.expect(same, "deals", "deals in a batch differ from single ones", str(setting))


def check_processes(recorder: Recorder, game: Game, seed: int) -> None:
    """Expect another process, with other hashes, to play the same games."""
    module = _module_of(game)
    if module is None:
        recorder.note(
            "processes", "the game is not an attribute of a module, so no other process can find it", game.name
        )
        return
    code = f"from {__name__} import print_fingerprint; print_fingerprint(*{(*module, seed)!r})"
    command = [sys.executable, "-c", code]
    hashes = str(1 + (os.environ.get("PYTHONHASHSEED") == "1"))
    environment = os.environ | {"PYTHONHASHSEED": hashes, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with recorder.guard("processes", game.name):
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=_SECONDS)
        if not recorder.expect(done.returncode == 0, "processes", "another process fails", done.stderr[-500:]):
            return
        same = done.stdout.strip() == fingerprint(game, settings(game), seed)
        recorder.expect(same, "processes", "another process plays other games from the same seeds", game.name)


def _module_of(game: Game) -> tuple[str, str] | None:
    """Return module and attribute from which the game can be imported, preferably in its kernels' folder."""
    folder = game.kernels.deal.__module__.rpartition(".")[0]
    found = [
        (name, attribute)
        for name, module in list(sys.modules.items())
        for attribute, value in list(getattr(module, "__dict__", {}).items())
        if value is game and name != "__main__"
    ]
    return min(found, key=lambda place: not place[0].startswith(folder), default=None)
