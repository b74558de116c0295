"""A suite that checks any game of the family, and its environment, for the kinds of fault that such things have."""

from arctic_env.conformance.report import RULES, ConformanceError, Finding, Report
from arctic_env.conformance.suite import check

__all__ = ["RULES", "ConformanceError", "Finding", "Report", "check"]
