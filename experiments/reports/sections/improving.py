"""Ever better answers as time goes by: what is known at each moment, and how far from the best.

The primal integral is the area of the primal gap, |objective - best| / max of the two, over the
time, in seconds up to the limit (Berthold, "Measuring the impact of primal heuristics", 2013): 0 is
the best at once, the limit is no answer at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import mean

from ...records.record import Outcome, Record
from ..contents import NOTHING, Plot, Section, Table, rounded, share
from ..plots import gaps
from ..study import Study

__all__ = ["gap", "improving", "primal_integral"]

CLOCK = {"wall": "seconds", "processor": "processor_seconds", "search": "seconds"}
NOTE = (
    "primal integral: the area of the gap to the best answer that any run found, in seconds up to "
    "the limit; last gap: what was left of it in the end. Means over runs."
)
Moments = Sequence[tuple[float, float | None, float | None]]  # seconds, objective, bound


def improving(study: Study) -> Iterator[Section]:
    """Tell how soon good answers came, a row a family and solver, a plot a family."""
    runs = [run for run in study.records if run.question == "improving"]
    best = {run.digest: run.objective for run in runs if run.status == "OPTIMAL"}
    for digest in {run.digest for run in runs} - set(best):
        pairs = [
            (run.objective, run.objective if run.bound is None else run.bound)
            for run in runs
            if run.digest == digest and run.objective is not None
        ]
        if pairs:
            goes_up = any(bound > objective for objective, bound in pairs)
            best[digest] = (max if goes_up else min)(objective for objective, _ in pairs)
    runs = [
        run for run in runs if best.get(run.digest) is not None and run.outcome is not Outcome.WRONG
    ]
    if not runs:
        return
    rows, plots = [], []
    for family in sorted({run.family for run in runs}):
        mine = [run for run in runs if run.family == family]
        by_solver = {
            name: [run for run in mine if run.solver == name]
            for name in sorted({run.solver for run in mine})
        }
        rows += [_row(family, name, each, best, study.by) for name, each in by_solver.items()]
        plots.append(_plot(study, family, by_solver, best))
    columns = ["family", "solver", "proved", "first answer (s)", "primal integral (s)", "last gap"]
    yield Section("Better answers", (), [Table(columns, rows, texts=2, note=NOTE)], plots)


def moments(run: Record, by: str) -> Moments:
    """Return what was known from each moment on."""
    incumbents = run.incumbents
    names = (CLOCK[by], "objective", "bound")
    return list(zip(*(incumbents.get(name, ()) for name in names), strict=False))


def gap(objective: float | None, other: float) -> float:
    """Return the gap of two objectives, relative to the larger; 1 without one, and at most."""
    if objective is None:
        return 1.0
    return min(abs(objective - other) / max(abs(objective), abs(other), 1), 1.0)


def primal_integral(moments: Moments, best: float, seconds: float) -> float:
    """Return the area of the primal gap up to so many seconds; 1 before there is an answer."""
    total, last, now = 0.0, 0.0, 1.0
    for moment, objective, _ in [*moments, (seconds, None, None)]:
        moment = min(moment, seconds)
        total += now * (moment - last)
        last = moment
        if objective is not None:
            now = gap(objective, best)
    return total


def _limit(run: Record, by: str) -> float:
    names = ("processor_seconds", "seconds") if by == "processor" else ("seconds",)
    return next((run.limits[name] for name in names if run.limits.get(name)), run.seconds) or 0.0


def _row(
    family: str, solver: str, runs: Sequence[Record], best: Mapping[str, int | None], by: str
) -> list[str]:
    areas, firsts, last = [], [], []
    for run in runs:
        steps, goal = moments(run, by), best[run.digest] or 0
        areas.append(primal_integral(steps, goal, _limit(run, by)))
        firsts += [moment for moment, objective, _ in steps if objective is not None][:1]
        last.append(gap(run.objective, goal))
    proved = sum(run.outcome is Outcome.ANSWERED for run in runs)
    first = rounded(mean(firsts)) if firsts else NOTHING
    if len(firsts) < len(runs):
        first += f" ({share(len(firsts), len(runs))})"
    cells = [first, rounded(mean(areas)), f"{rounded(100 * mean(last))} %"]
    return [family, solver, share(proved, len(runs)), *cells]


def _plot(
    study: Study,
    family: str,
    by_solver: Mapping[str, Sequence[Record]],
    best: Mapping[str, int | None],
) -> Plot:
    """Draw the mean of the gaps of answers (lines) and of bounds (dotted), in per cent."""

    def draw() -> object:
        steps = {
            name: [
                [
                    [
                        (moment, 100 * gap(value, best[run.digest] or 0))
                        for moment, *both in points
                        for value in (both[place],)
                    ]
                    for run in runs
                    for points in (moments(run, study.by),)
                ]
                for place in (0, 1)
            ]
            for name, runs in by_solver.items()
        }
        longest = max(_limit(run, study.by) for runs in by_solver.values() for run in runs)
        return gaps(study.solvers, steps, longest, f"{study.by} seconds")

    caption = (
        f"{family}: how far answers (lines) and bounds (dotted) are from the best answer known, in "
        "per cent, as time goes by; means over instances."
    )
    return Plot(("improving", family), caption, draw)
