"""The cross-check: several solvers answer one matrix, and their answers must agree.

crosscheck.py asks them and compares, scope.py says what is compared (probe.py finds out how much
that is), report.py is what comes of it. This room knows solvers only through the registry; of the
other rooms only the command line asks it.
"""

from .crosscheck import crosscheck
from .report import CheckInterrupted, CheckVerdict, Outcome, Report

__all__ = ["CheckInterrupted", "CheckVerdict", "Outcome", "Report", "crosscheck"]
