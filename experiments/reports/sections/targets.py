"""The suite's targets: what is wanted, what the records reach."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import inf, isfinite
from statistics import geometric_mean, median

from ...records.record import RUN, Outcome, Record
from ...suites.targets import Target
from ..contents import NOTHING, Section, Table, rounded
from ..runs import CLOCKS
from ..study import Study

__all__ = ["reached", "targets"]

NOTE = (
    "A figure is the median of the repetitions; a time is one of the report's clock, but for wall."
    " A ratio is the solver's figure by that of the others, so less is better; one that came "
    "to its limit counts as the limit, and a solver that did not answer misses its target."
)


def targets(study: Study) -> Iterator[Section]:
    """Tell what was aimed at and what was reached, a row a target."""
    if not study.targets:
        return
    rows, strong = [], set()
    for place, target in enumerate(study.targets):
        figure = reached(target, study)
        met = "not measured" if figure is None else "met" if figure <= target.most else "not met"
        if met == "not met":
            strong.add((place, 3))
        texts = f"≤ {_figure_text(target, target.most)}", _figure_text(target, figure)
        rows.append([target.title, *texts, met])
    table = Table(["target", "wanted", "reached", ""], rows, note=NOTE, strong=frozenset(strong))
    yield Section("Targets", (), [table])


def _figure_text(target: Target, figure: float | None) -> str:
    if figure is None:
        return NOTHING
    if not isfinite(figure):
        return "no answer"
    if target.by or target.figure == "nodes":
        return rounded(figure, 3)
    if target.figure == "memory":
        return f"{rounded(figure / 1e6, 3)} MB"
    return f"{rounded(figure, 3)} s"


def reached(target: Target, study: Study) -> float | None:
    """Return the figure of a target by the records; infinite without an answer, None: no runs."""
    by_instance: dict[tuple[str, str], dict[str, list[Record]]] = defaultdict(dict)
    for record in study.records:
        if target.chooses(record.instance, record.family, record.question):
            runs = by_instance[record.instance, record.question]
            runs.setdefault(record.solver, []).append(record)
    figures = []
    for runs in by_instance.values():
        mine = _figure(target, study, runs.get(target.solver, ()), limits=not target.by)
        if target.by:
            others = [
                _figure(target, study, runs.get(solver, ()), limits=True) for solver in target.by
            ]
            best = min((other for other in others if other is not None), default=None)
            if mine is None or not best:
                continue
            figures.append(mine / best)
        elif mine is not None:
            figures.append(mine)
    if not figures:
        return None
    worst = max(figures)
    return worst if target.over == "worst" or worst == inf else geometric_mean(figures)


def _figure(target: Target, study: Study, runs: Sequence[Record], limits: bool) -> float | None:
    """Return the figure of the runs of one instance; None where the solver cannot be asked.

    limits  whether a run that came to its limit counts as one of that limit; else it is infinite
    """
    runs = [run for run in runs if run.outcome is not Outcome.UNSUPPORTED]
    values = []
    for run in runs:
        value = _value(target, study, run)
        if run.outcome is Outcome.TIMEOUT and limits and target.by:
            names = ("processor_seconds", "seconds")
            value = next((run.limits[name] for name in names if run.limits.get(name)), None)
        elif run.outcome is not Outcome.ANSWERED:
            value = None if limits and target.by else inf
        if value is not None:
            values.append(value)
    return median(values) if values else None


def _value(target: Target, study: Study, record: Record) -> float | None:
    if target.figure == "memory":
        return record.peak_memory
    if target.figure == "nodes":
        return max(record.nodes or 0, 1)
    field, shortest, _ = CLOCKS["wall" if target.figure == "wall" else study.by]
    seconds = getattr(record, field)
    if record.question == RUN:
        shortest = 0.0
    return None if seconds is None else max(seconds, shortest, target.shortest)
