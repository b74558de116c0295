"""Stored ratios, and what a new one says beside them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from arctic_env.files import write_whole
from benchmarks.measuring import machine

WARN, FAIL = 1.3, 1.5  # of the baseline
FILE = Path(__file__).with_name("baselines.json")


@dataclass(frozen=True)
class Finding:
    """One ratio beside its baseline.

    Attributes:
        name: of the workload.
        ratio: time it took, in times of the reference.
        baseline: the stored ratio, None if there is none.
    """

    name: str
    ratio: float
    baseline: float | None

    @property
    def part(self) -> float:
        """The ratio in baselines: 1.0 is as fast as stored."""
        return self.ratio / self.baseline if self.baseline else float("nan")

    @property
    def verdict(self) -> str:
        """What follows: ok, SLOWER from WARN on, FAILED from FAIL on or without a baseline."""
        if self.baseline is None:
            return "FAILED"
        return "FAILED" if self.part >= FAIL else "SLOWER" if self.part >= WARN else "ok"


def read(path: Path = FILE) -> dict[str, float]:
    """The stored ratios by name; none if there is no file."""
    return dict(json.loads(path.read_text())["ratios"]) if path.exists() else {}


def write(ratios: Mapping[str, float], path: Path = FILE) -> None:
    """Store ratios instead of those that were."""
    document = {"machine": machine(), "ratios": {name: round(ratio, 4) for name, ratio in ratios.items()}}
    write_whole(path, (json.dumps(document, indent=2) + "\n").encode())


def table(findings: list[Finding]) -> str:
    """Which, how much, and what follows."""
    lines = [f"{'workload':<14}{'ratio':>9}{'baseline':>10}{'% of it':>9}"]
    for finding in findings:
        stored = "none" if finding.baseline is None else f"{finding.baseline:.3f}"
        lines.append(
            f"{finding.name:<14}{finding.ratio:>9.3f}{stored:>10}{100 * finding.part:>9.0f}  {finding.verdict}"
        )
    return "\n".join(lines)
