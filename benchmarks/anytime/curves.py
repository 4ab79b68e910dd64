"""The anytime plot: how far each engine's answer is from the best that is known, as time goes by.

A panel a family, and in it a curve an engine: the mean of its gaps over the family's instances (a
line), and of its bounds' gaps (dotted), in per cent. Below a tenth of a per cent the scale is
linear, down to none.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from minuet.experiments.reports.contents import Plot
from minuet.experiments.reports.plots import FAINT, picture_file, style_of

from .measures import apart, at, best_of
from .records import Run

__all__ = ["picture"]

ACROSS = 3  # panels
WIDTH, HEIGHT = 3.3, 2.6  # of a panel, in inches
FIRST = 0.02  # seconds, where the curves begin
POINTS = 80
LINEAR = 0.1  # per cent, below which the scale is linear
TICKS = (0, 0.1, 1, 10, 100)  # per cent
MOMENTS = (0.1, 1, 10)  # seconds
BOUNDS = {"linewidth": 1, "linestyle": ":"}

Found = Mapping[str, Mapping[str, Run]]


def picture(every: Mapping[str, Found]) -> bytes:
    """Return the plot as SVG."""
    caption = "The gap to the best answer known, as time goes by"
    return picture_file(Plot(("anytime",), caption, lambda: _figure(every)), "svg")


def _figure(every: Mapping[str, Found]) -> Any:
    from matplotlib.figure import Figure

    down = math.ceil(len(every) / ACROSS)
    across = min(ACROSS, len(every))
    figure = Figure(figsize=(WIDTH * across, HEIGHT * down + 0.4), layout="constrained")
    panels = figure.subplots(down, across, squeeze=False, sharey=True).ravel()
    names = list(
        dict.fromkeys(e for found in every.values() for one in found.values() for e in one)
    )
    for panel in panels[len(every) :]:
        panel.set_visible(False)
    for panel, (family, found) in zip(panels, every.items(), strict=False):
        _panel(panel, family, found, names)
    for panel in panels[::across]:
        panel.set_ylabel("gap, per cent")
    handles = {name: line for panel in panels for line, name in zip(*_legend(panel), strict=True)}
    figure.legend(
        list(handles.values()),
        list(handles),
        loc="outside lower center",
        ncols=len(handles),
        frameon=False,
    )
    return figure


def _legend(panel: Any) -> tuple[list[Any], list[str]]:
    lines, names = panel.get_legend_handles_labels()
    return lines, names


def _panel(panel: Any, family: str, found: Found, names: Sequence[str]) -> None:
    longest = max(run.seconds for one in found.values() for run in one.values())
    times = np.geomspace(FIRST, longest, POINTS)
    for name in names:
        mine = [(one[name], best_of(one)) for one in found.values() if name in one]
        both = [(run, best) for run, best in mine if best is not None]
        if not both:
            continue
        color = style_of(name, names).color
        for bound, label, look in ((False, name, {}), (True, None, BOUNDS)):
            gaps = [_mean(both, time, bound=bound) for time in times]
            steps = [k for k, gap in enumerate(gaps) if k in (0, POINTS - 1) or gap != gaps[k - 1]]
            panel.step(
                times[steps],
                [gaps[k] for k in steps],
                where="post",
                color=color,
                label=label,
                **look,
            )
    panel.set_title(family, fontsize=9)
    panel.set_xscale("log")
    panel.set_yscale("symlog", linthresh=LINEAR, linscale=0.4)
    panel.set_xticks(MOMENTS, [f"{tick:g}" for tick in MOMENTS])
    panel.set_yticks(TICKS, [f"{tick:g}" for tick in TICKS])
    panel.minorticks_off()
    panel.set_ylim(-0.01, 130)
    panel.set_xlabel("seconds")
    panel.grid(color=FAINT, linewidth=0.6)
    panel.spines[["top", "right"]].set_visible(False)


def _mean(both: Sequence[tuple[Run, int]], seconds: float, *, bound: bool) -> float:
    known = [(at(run.moments, seconds), best) for run, best in both]
    gaps = [apart(one.bound if bound else one.objective, best) for one, best in known]
    return 100 * sum(gaps) / len(gaps)
