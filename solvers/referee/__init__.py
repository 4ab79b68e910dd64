"""The cross-check: several solvers answer one matrix, and their answers must agree.

crosscheck.py is the whole of it. scope.py says what is compared (scoping.py finds that out, with
engines that it asks aside), rounds.py who is asked what, when and for how long; asking.py and
hearing.py are the two ends of the pipe to a child process that asks one solver; comparing.py finds
the contradictions in what they said (outcome.py), and report.py is what comes of it. This room
knows solvers only through the registry; of the other rooms only the command line asks it.
"""

from .crosscheck import crosscheck
from .outcome import Outcome
from .report import CheckInterrupted, CheckVerdict, Report

__all__ = ["CheckInterrupted", "CheckVerdict", "Outcome", "Report", "crosscheck"]
