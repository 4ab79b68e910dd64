"""How much of the differences may be luck: spreads over repetitions and shuffles."""

from __future__ import annotations

from collections.abc import Iterator

from ..contents import Plot, Section, Table
from ..digits import factor, rounded
from ..plots.lines import spreads
from ..statistics.luck import luck as luck_of
from ..study import Study

__all__ = ["luck"]

NOTE = (
    "Geometric standard deviations: 1.1 means that two runs of three lie within 10% of the middle. "
    "largest ratio: of two runs of one instance. sometimes solved: instances that some runs "
    "answered, and others did not."
)
COLUMNS = [
    *("solver", "repetitions", "seeds", "shuffles", "shuffles, nodes"),
    *("largest ratio", "on", "sometimes solved"),
]


def luck(study: Study) -> Iterator[Section]:
    """Tell the spreads of each solver, where runs were repeated or shuffled."""
    for question in study:
        runs = study.asked(question)
        told = luck_of(runs)
        if not told:
            continue
        rows = [
            [
                one.solver,
                factor(one.repetitions),
                factor(one.seeds),
                factor(one.shuffles),
                factor(one.nodes),
                rounded(one.worst, 2),
                one.instance,
                str(one.sometimes),
            ]
            for one in told
        ]
        words = (
            "Repetitions show the machine's noise, seeds a solver's own chances, shuffles how much "
            "hangs on the order in which items and options are written down."
        )
        title = study.titled("Luck", question)
        plots = [_plot(study, question)] if runs["solved"].any() else []
        yield Section(title, [words], [Table(COLUMNS, rows, note=NOTE)], plots)


def _plot(study: Study, question: str) -> Plot:
    return Plot(
        ("luck", question),
        "Seconds of the runs of each instance by their median: the wider, the more luck.",
        lambda: spreads(study.solvers, study.asked(question)),
    )
