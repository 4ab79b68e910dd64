"""How cost grows with n, family by family."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ..contents import Plot, Section, Table
from ..digits import NOTHING, exact, with_error
from ..plots.lines import growing
from ..statistics.growth import FEWEST, Fit, fit
from ..study import Study

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = ["growth", "seconds_of"]

SHORTEST = 1e-3  # seconds: what is shorter measures the clock
NOTE = (
    "×1.8 ± 0.1 per n: each step of n takes 1.8 times as much; n^3.1 ± 0.2: a power of n; the "
    "error is the standard error of the fit. (either): the other kind fits about as well."
)


def growth(study: Study) -> Iterator[Section]:
    """Tell how seconds and nodes grow in each family that has four sizes or more."""
    for question in study:
        runs = study.asked(question)
        rows, plots = [], []
        for family in study.families:
            mine = runs[(runs["family"] == family) & runs["n"].notna()]
            if mine["n"].nunique() < FEWEST:
                continue
            fits = {str(name): fit_of(group) for name, group in mine.groupby("solver")}
            rows += [_row(family, mine, name, told) for name, told in fits.items()]
            plots.append(_plot(study, question, family, mine, fits))
        if rows:
            columns = ["family", "solver", "sizes", "seconds", "nodes"]
            table = Table(columns, rows, texts=2, note=NOTE)
            words = (
                "Fits of the median of each size on a logarithmic scale; seconds are those of the "
                "search, where a solver tells them, from a millisecond on."
            )
            yield Section(study.titled("Growth", question), [words], [table], plots)


def seconds_of(runs: DataFrame) -> DataFrame:
    """Return the seconds of one solver's runs: of the search where all tell them; else inf."""
    solved = runs[runs["solved"]]
    name = "search" if len(solved) and solved["search"].notna().all() else "time"
    return runs[name].where(runs["solved"], np.inf)


def fit_of(runs: DataFrame) -> Fit | None:
    """Return the fit of one solver's seconds."""
    seconds = seconds_of(runs)
    return fit(*(each[seconds >= SHORTEST].to_numpy(float) for each in (runs["n"], seconds)))


def _row(family: str, runs: DataFrame, solver: str, told: Fit | None) -> list[str]:
    mine = runs[runs["solver"] == solver]
    counted = mine["nodes"].where(mine["solved"], np.inf)
    nodes = fit(*(each[counted > 0].to_numpy(float) for each in (mine["n"], counted)))
    ends = NOTHING if told is None else f"{exact(told.low)} to {exact(told.high)}"
    return [family, solver, ends, _words(told), _words(nodes)]


def _words(told: Fit | None) -> str:
    if told is None:
        return NOTHING
    if told.kind == "exponential":
        words = f"×{with_error(told.factor, told.factor_error)} per n"
    else:
        words = f"n^{with_error(told.slope, told.error)}"
    return words if told.is_decided else f"{words} (either)"


def _plot(
    study: Study, question: str, family: str, runs: DataFrame, fits: dict[str, Fit | None]
) -> Plot:
    points = {
        solver: (mine["n"].to_numpy(float), seconds_of(mine).to_numpy(float))
        for solver, mine in ((one, runs[runs["solver"] == one]) for one in fits)
    }
    return Plot(
        ("growth", question, family),
        f"{family}: seconds by n, and the lines that fit them.",
        lambda: growing(study.solvers, points, fits, family),
    )
