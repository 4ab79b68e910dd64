"""Growth with n and its fits, nodes beside seconds, and the spread of runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ..statistics.growth import Fit
from .colors import style_of
from .drawing import INK, axes_of, legend_below, logarithmic

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = ["growing", "nodes_and_seconds", "spreads"]

Points = Mapping[str, tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]]


def growing(
    solvers: Sequence[str], points: Points, fits: Mapping[str, Fit | None], family: str
) -> Any:
    """Draw seconds by n, and the lines that fit them."""
    figure, axes = axes_of()
    for name, (n, seconds) in points.items():
        _cloud(axes, name, solvers, n, seconds)
        fitted = fits.get(name)
        if fitted is not None:
            x = np.linspace(fitted.low, fitted.high, 60)
            style = style_of(name, solvers)
            axes.plot(x, fitted.at(x), color=style.color, linestyle=style.dash, linewidth=1.2)
    logarithmic(axes.yaxis)
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel(f"n ({family})")
    axes.set_ylabel("seconds (logarithmic)")
    legend_below(figure, axes)
    return figure


def nodes_and_seconds(solvers: Sequence[str], points: Points) -> Any:
    """Draw a dot a run: nodes to the right, seconds up."""
    figure, axes = axes_of()
    for name, (nodes, seconds) in points.items():
        _cloud(axes, name, solvers, nodes, seconds)
    logarithmic(axes.xaxis)
    logarithmic(axes.yaxis)
    axes.set_xlabel("nodes (logarithmic)")
    axes.set_ylabel("seconds of search (logarithmic)")
    legend_below(figure, axes)
    return figure


def _cloud(axes: Any, name: str, names: Sequence[str], x: Any, y: Any) -> None:
    style = style_of(name, names)
    known = np.isfinite(x) & np.isfinite(y) & (y > 0)
    if known.any():
        more = {"color": style.color, "marker": style.mark, "linewidths": 0}
        axes.scatter(x[known], y[known], s=20, alpha=0.8, label=name, zorder=3, **more)


def spreads(solvers: Sequence[str], runs: DataFrame) -> Any:
    """Draw each run's seconds by the median of its instance, a column a solver."""
    solved = runs[runs["solved"]]
    middle = solved.groupby(["instance", "digest", "solver"])["time"].transform("median")
    ratios = (solved["time"] / middle).groupby(solved["solver"])
    present = [one for one in solvers if one in ratios.groups]
    figure, axes = axes_of(height=2.9)
    for place, name in enumerate(present):
        values = np.sort(ratios.get_group(name).to_numpy())
        style = style_of(name, solvers)
        # side by side by rank, so that equal ones do not hide each other
        across = place + 0.5 * (np.arange(len(values)) * 0.618 % 1 - 0.5)
        axes.scatter(across, values, s=12, color=style.color, alpha=0.7, linewidths=0, zorder=3)
    axes.axhline(1, color=INK, linewidth=0.8)
    logarithmic(axes.yaxis)
    turned = {"rotation": 30, "ha": "right"} if len(present) > 5 else {}
    axes.set_xticks(range(len(present)), present, **turned)
    axes.set_ylabel("seconds / median")
    return figure
