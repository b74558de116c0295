"""Each workload takes turns with its reference; the least time of both makes the ratio.

The clock is the thread's own, which stands still while others have the core. What is left of their load, in caches
and memory, spares some round or other, so the least time is steadier than the median. A ratio that is too high is
measured again before it counts.
"""

import time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.regression.baselines import FAIL, Finding, read
from benchmarks.regression.workloads import WORKLOADS, Work

_ROUNDS = 500
_WARM_UP = 5
_AGAIN = 3  # measurements more, as long as the ratio is too high


@pytest.mark.parametrize("name", WORKLOADS)
def test_speed(
    name: str, benchmark: BenchmarkFixture, findings: list[Finding], pytestconfig: pytest.Config
) -> None:
    make, reference = WORKLOADS[name]
    work = make()
    beside: list[float] = []
    benchmark.pedantic(
        work, setup=lambda: beside.append(_time(reference)), rounds=_ROUNDS, warmup_rounds=_WARM_UP
    )
    least, least_beside = benchmark.stats.stats.min, min(beside)
    benchmark.extra_info["ratio"] = least / least_beside
    if pytestconfig.getoption("measure_only"):
        return
    finding = Finding(name, least / least_beside, read().get(name))
    for _ in range(_AGAIN):
        if finding.verdict == "ok" or finding.baseline is None:
            break
        for _ in range(_ROUNDS):
            least_beside = min(least_beside, _time(reference))
            least = min(least, _time(work))
        finding = Finding(name, least / least_beside, finding.baseline)
    findings.append(finding)
    if finding.verdict == "FAILED":
        pytest.fail(f"{name}: {100 * finding.part:.0f} % of the baseline; the limit is {100 * FAIL:.0f} %")


def _time(work: Work) -> float:
    start = time.thread_time()
    work()
    return time.thread_time() - start
