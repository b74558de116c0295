"""Leagues of a second for the tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from arctic_training.league.run import Outcome, begin_league
from arctic_training.league.settings import LeagueSettings
from arctic_training.progress import Progress
from arctic_training.reading import read_settings
from arctic_training.resume_state import read_journal

UPDATE = 6 * 16
TINY: dict[str, Any] = {
    "seed": 3,
    "games": 6,
    "turn": 1,
    "steps": 9 * UPDATE,
    "anchors": {"random": True},
    "network": {"kind": "mlp", "width": 4},
    "main": {"share": 2, "freeze": {"least": UPDATE, "most": 2 * UPDATE}},
    "main_exploiter": {"share": 1, "freeze": {"least": UPDATE, "most": UPDATE}, "reset": "main"},
    "league_exploiter": {
        "share": 1,
        "freeze": {"least": UPDATE, "most": UPDATE},
        "reset": "random",
        "chance": 0.5,
    },
    "ppo": {"rollout": 16, "batch": 32, "epochs": 1, "learning_rate": 0.02},
    "payoffs": {"prior": 1},
    "evaluation": {"every": 5, "deals": 1, "pairs": 1},
    "champion": {"finalists": 2, "deals": 1},
    "save": 3,
    "opponents": 3,
}


class Notes:
    """Progress that is remembered instead of shown."""

    def __init__(self) -> None:
        self.steps: list[int] = []
        self.texts: list[str] = []

    def advance(self, steps: int, figures: str = "") -> None:
        self.steps.append(steps)

    def note(self, text: str) -> None:
        self.texts.append(text)


@contextmanager
def silent(begun: int, total: int) -> Iterator[Progress]:
    yield Notes()


def tiny(**changes: Any) -> LeagueSettings:
    return read_settings(LeagueSettings, {**TINY, **changes})


def begin_tiny(folder: Path, **changes: Any) -> Outcome:
    return begin_league(tiny(**changes), folder, show=silent)


def lines_of(folder: Path) -> list[dict[str, Any]]:
    """The journal without its times."""
    return [{key: value for key, value in line.items() if key != "seconds"} for line in read_journal(folder)]


def contents(folder: Path) -> dict[str, bytes]:
    """All files below a folder that hold no times, pictures apart, by their names from there."""
    files = [*folder.rglob("*.safetensors"), *folder.rglob("table.json"), *folder.rglob("training.json")]
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}
