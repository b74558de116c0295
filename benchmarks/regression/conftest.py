"""The table after the run, and the option that measures without judging."""

import pytest

from benchmarks.regression.baselines import Finding, table

FINDINGS = pytest.StashKey[list[Finding]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--measure-only", action="store_true", help="compare with no baselines")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[FINDINGS] = []


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if config.stash[FINDINGS]:
        terminalreporter.section("beside the baselines")
        terminalreporter.write_line(table(config.stash[FINDINGS]))


@pytest.fixture
def findings(pytestconfig: pytest.Config) -> list[Finding]:
    """All ratios so far."""
    return pytestconfig.stash[FINDINGS]
