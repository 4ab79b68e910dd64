"""The tables of what was measured: a summary of each family, and its instances."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from statistics import mean, median

from minuet.solvers.contract.near import gap_of

from ..report import Table, seconds_in_words
from .following import LOOKS
from .measures import at, best_of, mean_ratio, merged, primal_integral, wrong
from .records import Run

__all__ = ["families", "page"]

OURS = "auto"
Found = Mapping[str, Mapping[str, Run]]  # by instance and engine


def families(runs: Iterable[Run]) -> dict[str, dict[str, dict[str, Run]]]:
    """Return by family what is known of its instances, in the order of the records."""
    told: dict[str, dict[str, dict[str, Run]]] = {}
    for name, found in merged(runs).items():
        family = next(iter(found.values())).family
        told.setdefault(family, {})[name] = found
    return told


def page(runs: Iterable[Run]) -> str:
    """Return all tables as Markdown."""
    every = families(runs)
    parts = ["## All families", _summary(every).markdown()]
    for family, found in every.items():
        parts += [f"## {family.capitalize()}", _instances(found).markdown()]
    told = [line for found in every.values() for one in found.values() for line in wrong(one)]
    told += [
        f"{run.instance}: {run.engine}: {run.message}"
        for found in every.values()
        for one in found.values()
        for run in one.values()
        if run.message
    ]
    return "\n\n".join([*parts, *told]) + "\n"


def _summary(every: Mapping[str, Found]) -> Table:
    """One line a family and engine: how much it proved, how soon, how good it was until then."""
    header = ["family", "engine", "proved", "median", "slowest", f"by {OURS}", "primal integral"]
    lines = []
    for family, found in every.items():
        for engine in dict.fromkeys(engine for one in found.values() for engine in one):
            mine = {name: one for name, one in found.items() if engine in one}
            runs = [one[engine] for one in mine.values()]
            times = [run.seconds if run.proved is None else run.proved for run in runs]
            proved = sum(run.complete for run in runs)
            areas = [_area(one[engine], best_of(one)) for one in mine.values()]
            capped = "" if proved == len(runs) else "> "
            ratio = None if engine == OURS else mean_ratio(found, engine, OURS)
            lines.append(
                [
                    family,
                    engine,
                    f"{proved} of {len(runs)}",
                    seconds_in_words(median(times)),
                    capped + seconds_in_words(max(times)),
                    "" if not ratio else f"{ratio:.3g}x",
                    f"{mean(areas):.3g} s",
                ]
            )
    return Table(header, lines)


def _instances(found: Found) -> Table:
    """One line an instance and engine: its answer at each look, its bound, its proof."""
    longest = max(run.seconds for one in found.values() for run in one.values())
    looks = [look for look in LOOKS if look <= longest] or [longest]
    shown = [f"at {look:g} s" for look in looks]
    header = ["instance", "engine", *shown, "bound", "gap", "proved after", "primal integral"]
    lines = []
    for name, one in found.items():
        best = best_of(one)
        for engine, run in one.items():
            last = run.last
            gap = gap_of(last.objective, last.bound)
            answers = [
                at(run.moments, look).objective if look <= run.seconds else None for look in looks
            ]
            lines.append(
                [
                    name,
                    engine,
                    *("" if answer is None else str(answer) for answer in answers),
                    "" if last.bound is None else str(last.bound),
                    "" if gap is None else f"{100 * gap:.2g} %",
                    "" if run.proved is None else seconds_in_words(run.proved),
                    f"{_area(run, best):.3g} s",
                ]
            )
    return Table(header, lines)


def _area(run: Run, best: int | None) -> float:
    """Return the primal integral; of what has no solution the time until that was proved."""
    if best is None:
        return run.seconds if run.proved is None else run.proved
    return primal_integral(run.moments, best, run.seconds)
