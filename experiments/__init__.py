"""Experiments: which solver is best on which instances, and why.

A suite (suites/) lists instances and solvers; experiment.py runs it and resumes after a kill, each
run in a process with limits (runs/); records/ stores the results and reports/ compares them.
instances/ generates instances, and features/ computes what a puzzle shows before it is solved.
Start with experiment.py and records/record.py.
"""

from ..models.lazily import lazily

with lazily(__name__):
    from .experiment import Experiment
    from .features.features import FEATURES, features
    from .instances.registry import generator, generators, instance
    from .records.contradictions import contradictions
    from .records.record import Outcome, Record
    from .records.store import Records
    from .reports.report import report
    from .runs.own_timing import measure
    from .suites.reading import read_suite

__all__ = [
    "FEATURES",
    "Experiment",
    "Outcome",
    "Record",
    "Records",
    "contradictions",
    "features",
    "generator",
    "generators",
    "instance",
    "measure",
    "read_suite",
    "report",
]
