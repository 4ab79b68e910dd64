"""Which solver is best on these instances, and why: suites of runs, their records, reports.

read_suite       a suite from its file
Experiment       the runs of a suite, done one by one, and gone on with after a kill
generator(name)  a family of instances, made of a few parameters and a seed; generators() are all
features(puzzle) what can be told of a puzzle before it is solved, a number a feature
Record           what one run asked, what came of it, what it cost, and where it was made
Records          the records of an experiment, in one sqlite file
contradictions   which runs contradict each other
report           what the records come to: tables, plots, statistics
measure          have a program that a suite runs tell its own timing
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
