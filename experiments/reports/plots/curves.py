"""Curves of how many tasks are answered within so many seconds.

The cactus plot of the SAT competitions, with seconds to the right, as their later reports draw it;
and the performance profile (Dolan and More 2002), the distribution of a solver's seconds by those
of the fastest on the same task.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..runs import TASK
from .colors import style_of
from .drawing import FAINT, INK, axes_of, legend_below, logarithmic

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = ["cactus", "distribution", "gaps"]


FIRST = 0.02  # seconds, where the curves of gaps begin
POINTS = 80
LINEAR = 0.1  # per cent, below which their scale is linear
TICKS = (0, 0.1, 1, 10, 100)


def cactus(solvers: Sequence[str], runs: DataFrame, seconds: str) -> Any:
    """Draw, for each solver, the number of tasks answered within each so many seconds."""
    figure, axes = axes_of()
    for name, mine in runs.groupby("solver"):
        times = np.sort(mine[mine["solved"]]["time"].to_numpy())
        if len(times):
            _stairs(axes, str(name), solvers, times, np.arange(1, len(times) + 1))
    best = np.sort(runs[runs["solved"]].groupby(TASK)["time"].min().to_numpy())
    if runs["solver"].nunique() > 1:
        label = "virtual best"
        heights = np.arange(1, len(best) + 1)
        axes.step(best, heights, where="post", color=INK, linewidth=1, linestyle=":", label=label)
    tasks = runs.groupby(TASK).ngroups
    axes.axhline(tasks, color=FAINT, linewidth=1.2)
    axes.set_ylim(0, tasks * 1.04)
    axes.yaxis.get_major_locator().set_params(integer=True)
    axes.set_ylabel("tasks answered")
    axes.set_xlabel(f"{seconds} (logarithmic)")
    logarithmic(axes.xaxis)
    legend_below(figure, axes)
    return figure


def distribution(solvers: Sequence[str], runs: DataFrame, ratio: str) -> Any:
    """Draw, for each solver, the share of tasks within each ratio to the fastest solver's time."""
    figure, axes = axes_of()
    times = runs.pivot(index=TASK, columns="solver", values="time")
    ratios = times.div(times.min(axis=1), axis=0)
    for name in ratios.columns:
        mine = np.sort(ratios[name].dropna().to_numpy())
        if len(mine):
            tasks = int((runs["solver"] == name).sum())
            _stairs(axes, str(name), solvers, mine, np.arange(1, len(mine) + 1) / tasks)
    axes.set_ylim(0, 1.02)
    axes.set_ylabel("share of tasks")
    axes.set_xlabel(f"{ratio} (logarithmic)")
    logarithmic(axes.xaxis)
    legend_below(figure, axes)
    return figure


def gaps(
    solvers: Sequence[str],
    steps: Mapping[str, Sequence[Sequence[Sequence[tuple[float, float]]]]],
    longest: float,
    seconds: str,
) -> Any:
    """Draw, for each solver, the mean of its gaps as time goes by.

    steps    by solver those of its answers, and those of its bounds: of each run when which gap, in
             per cent, began; 100 before the first one
    longest  seconds, where the curves end
    """
    figure, axes = axes_of()
    times = np.geomspace(min(FIRST, longest / 2), longest, POINTS)
    for name, both in steps.items():
        style = style_of(name, solvers)
        for runs, label, dash in zip(both, (name, None), (style.dash, ":"), strict=True):
            heights = np.mean([_heights(run, times) for run in runs], axis=0)
            axes.step(times, heights, where="post", color=style.color, linestyle=dash, label=label)
    axes.set_yscale("symlog", linthresh=LINEAR, linscale=0.4)
    axes.set_ylim(-0.01, 130)
    axes.set_yticks(TICKS, [f"{one:g}" for one in TICKS])
    axes.set_ylabel("gap, per cent")
    axes.set_xlabel(f"{seconds} (logarithmic)")
    logarithmic(axes.xaxis)
    legend_below(figure, axes)
    return figure


def _heights(run: Sequence[tuple[float, float]], times: Any) -> Any:
    began = np.array([moment for moment, _ in run])
    values = np.array([100.0, *(value for _, value in run)])
    return values[np.searchsorted(began, times, side="right")]


def _stairs(axes: Any, name: str, names: Sequence[str], x: Any, heights: Any) -> None:
    """Draw stairs that begin at the bottom, with a mark on each step where these are few."""
    style = style_of(name, names)
    axes.step(
        np.concatenate([x[:1], x]),
        np.concatenate([[0], heights]),
        where="post",
        color=style.color,
        linestyle=style.dash,
        label=name,
        marker=style.mark,
        markersize=3.5,
        markevery=slice(1, None, max(1, len(x) // 12)),
    )
