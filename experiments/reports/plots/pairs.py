"""Two times of each task, one to the right and one up: below the diagonal the latter is less."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import TYPE_CHECKING, Any

import numpy as np

from ..runs import TASK
from .colors import style_of
from .drawing import FAINT, INK, axes_of, legend_below, logarithmic

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = ["before_and_after", "scatter"]

SIDE = 3.4  # inches
FACTORS = (0.1, 10.0)  # lines beside the diagonal


def scatter(families: Sequence[str], runs: DataFrame, first: str, second: str) -> Any:
    """Draw the tasks that both ran; what one did not answer stands on the line at the edge."""
    times = runs.pivot(index=[*TASK, "family"], columns="solver", values="time")
    ran = runs.pivot(index=[*TASK, "family"], columns="solver", values="solved").notna()
    both = times[[first, second]][ran[first] & ran[second]]
    both = both.dropna(how="all")
    figure, axes = axes_of(SIDE, SIDE + 0.4)
    low, high, edge = _square(both.to_numpy())
    _diagonals(axes, low, high)
    if both.isna().any(axis=None):
        for line in (axes.axhline, axes.axvline):
            line(edge, color=INK, linewidth=0.8, linestyle=":")
    for family, mine in both.fillna(edge).groupby("family"):
        _dots(axes, mine[first], mine[second], str(family), families)
    _framed(axes, low, high, first, second)
    if len(families) > 1:
        legend_below(figure, axes)
    return figure


def before_and_after(solvers: Sequence[str], pairs: DataFrame, names: tuple[str, str]) -> Any:
    """Draw pairs of runs, the new one's seconds up, colored by solver."""
    figure, axes = axes_of(SIDE, SIDE + 0.4)
    low, high, _ = _square(pairs[["time_before", "time"]].to_numpy())
    _diagonals(axes, low, high)
    for solver, mine in pairs.groupby("solver"):
        _dots(axes, mine["time_before"], mine["time"], str(solver), solvers)
    _framed(axes, low, high, names[1], names[0])
    legend_below(figure, axes)
    return figure


def _square(values: Any) -> tuple[float, float, float]:
    """Return the ends of both axes, and where the line of those without an answer stands."""
    known = values[np.isfinite(values)]
    least, most = (float(known.min()), float(known.max())) if len(known) else (0.1, 1.0)
    low, top = 10 ** floor(log10(least)), 10 ** ceil(log10(most * 1.01))
    edge = top * 1.6
    return low / 1.3, edge * 1.3, edge


def _diagonals(axes: Any, low: float, high: float) -> None:
    ends = np.array([low, high])
    axes.plot(ends, ends, color=INK, linewidth=0.8)
    for factor in FACTORS:
        axes.plot(ends, ends * factor, color=FAINT, linewidth=1, linestyle="--")


def _dots(axes: Any, x: Any, y: Any, name: str, names: Sequence[str]) -> None:
    style = style_of(name, names)
    axes.scatter(
        x,
        y,
        s=22,
        color=style.color,
        marker=style.mark,
        alpha=0.8,
        linewidths=0,
        label=name,
        clip_on=False,
        zorder=3,
    )


def _framed(axes: Any, low: float, high: float, first: str, second: str) -> None:
    axes.set_xlim(low, high)
    axes.set_ylim(low, high)
    logarithmic(axes.xaxis)
    logarithmic(axes.yaxis)
    axes.set_aspect("equal")
    axes.set_xlabel(first)
    axes.set_ylabel(second)
