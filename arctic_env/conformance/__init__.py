"""The suite behind `arctic check`: it checks any game and its environments for the usual kinds of faults.

It knows no game. A new check needs a broken game or environment in tests/conformance that it finds.
"""

from arctic_env.conformance.report import RULES, ConformanceError, Finding, Report
from arctic_env.conformance.suite import check

__all__ = ["RULES", "ConformanceError", "Finding", "Report", "check"]
