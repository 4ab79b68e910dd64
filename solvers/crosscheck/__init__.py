"""The cross-check: several solvers answer one matrix, and their answers must agree.

crosscheck.py is the whole of it. scope.py says what is compared (scope.py finds that out, with
engines that it asks in child processes), rounds.py who is asked what, when and for how long,
rounds.py who is asked for the number of all solutions; worker.py and listener.py are the two ends
of the pipe to a child process that asks one solver; comparison.py finds the contradictions in what
they said (outcome.py), report.py is what comes of it, and shrinking.py makes it small
(smallest.py). kept.py keeps what was said in a checkpoint; elsewhere.py has workers ask.
class_counts.py compares numbers of classes, up to symmetry. This room knows solvers only through
the registry; of the other rooms only the command line asks it.
"""

from ...models.lazily import lazily

with lazily(__name__):
    from .crosscheck import crosscheck
    from .outcome import Outcome
    from .report import CheckVerdict, Report

__all__ = ["CheckVerdict", "Outcome", "Report", "crosscheck"]
