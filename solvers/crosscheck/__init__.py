"""The cross-check: several solvers answer one matrix, and their answers must agree.

Start with crosscheck.py (the whole check), scope.py (what is compared), rounds.py (which solver is
asked when) and comparison.py (contradictions between answers). worker.py and listener.py are the
two ends of the pipe to a child process. report.py is the result.
"""

from ...models.lazily import lazily

with lazily(__name__):
    from .crosscheck import crosscheck
    from .outcome import Outcome
    from .report import CheckVerdict, Report

__all__ = ["CheckVerdict", "Outcome", "Report", "crosscheck"]
