"""The pictures of a report, drawn by matplotlib: the same bytes for the same records.

On a page the ink and the lines take the colors of the page, light or dark; in a file of its own
they are dark on white. The palette is Okabe and Ito's (2008), which readers who see few colors tell
apart, without black and yellow, which vanish on dark and on light paper. A name has the same color
in every plot. Where the palette ends it begins again, with another dash and another mark.

`cactus` is the cactus plot of the SAT competitions, with seconds to the right, as their later
reports draw it; `distribution` is the performance profile (Dolan and Moré 2002), the distribution
of a solver's seconds by those of the fastest on the same task.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from io import BytesIO, StringIO
from math import ceil, floor, log10
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .contents import Plot
from .runs import TASK
from .statistics import Fit

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = [
    "Style",
    "axes_of",
    "before_and_after",
    "cactus",
    "distribution",
    "gaps",
    "growing",
    "inline_svg",
    "legend_below",
    "logarithmic",
    "nodes_and_seconds",
    "picture_file",
    "scatter",
    "spreads",
    "style_of",
]

INK, FAINT = "#22252b", "#d4d5d6"
ON_PAGE = {INK: "currentColor", FAINT: "var(--line)"}
WIDTH, HEIGHT = 4.6, 3.5  # inches


def axes_of(width: float = WIDTH, height: float = HEIGHT) -> tuple[Any, Any]:
    """Return a figure and its one pair of axes."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(color=FAINT, linewidth=0.6)
    axes.set_axisbelow(True)
    return figure, axes


def logarithmic(axis: Any) -> None:
    """Let an axis be logarithmic, once its ends are known, with plain numbers where they fit."""
    from matplotlib.ticker import AutoLocator, FuncFormatter, LogLocator, NullFormatter

    getattr(axis.axes, f"set_{axis.axis_name}scale")("log")
    low, high = axis.get_view_interval()
    subs = (1.0,) if high >= 200 * low else (1.0, 2.0, 5.0)
    narrow = high < 6 * low
    axis.set_major_locator(AutoLocator() if narrow else LogLocator(10, subs=subs, numticks=8))
    axis.set_major_formatter(FuncFormatter(lambda value, _: _plain_number(value)))
    axis.set_minor_formatter(NullFormatter())


def _plain_number(value: float) -> str:
    if 1e-3 <= value < 1e5:
        return f"{value:g}"
    mantissa, power = f"{value:.0e}".split("e")
    times = "" if mantissa == "1" else rf"{mantissa} \cdot "
    return f"${times}10^{{{int(power)}}}$"


def legend_below(figure: Any, axes: Any) -> None:
    """Put the names below the picture, in as many columns as are wide enough."""
    handles, names = axes.get_legend_handles_labels()
    if not names:
        return
    longest = max(map(len, names))
    columns = max(1, min(len(names), int(15 * figure.get_figwidth()) // (longest + 8)))
    figure.legend(
        handles, names, loc="outside lower center", ncols=columns, frameon=False, fontsize=8
    )


def inline_svg(plot: Plot) -> str:
    """Return a plot as an SVG element to stand in a page, with its caption as its name."""
    with _drawn(plot) as figure:
        for artist in (figure, *figure.axes):
            artist.patch.set_facecolor("none")
            artist.patch.set_edgecolor("none")
        text = _svg(figure)
    for ours, pages in ON_PAGE.items():
        text = text.replace(ours, pages)
    text = text[text.index("<svg") :]
    kept = set(re.findall(r'(?:href="|url\()#([^")]+)', text))
    text = re.sub(r' id="([^"]+)"', lambda match: match[0] if match[1] in kept else "", text)
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.DOTALL)
    label = escape(plot.caption).replace("\\", "&#92;")
    return re.sub(r"^<svg ", f'<svg role="img" aria-label="{label}" ', text)


def picture_file(plot: Plot, kind: str) -> bytes:
    """Return a plot as a file: `svg` or `pdf`."""
    with _drawn(plot) as figure:
        if kind != "pdf":
            return _svg(figure).encode()
        from matplotlib.backends.backend_pdf import FigureCanvasPdf

        out = BytesIO()
        FigureCanvasPdf(figure).print_pdf(out, metadata={"CreationDate": None, "Creator": None})
        return out.getvalue()


def _svg(figure: Any) -> str:
    """Return a figure, drawn once; `savefig` would draw it twice for the same bytes."""
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    out = StringIO()
    FigureCanvasSVG(figure).print_svg(
        out, metadata=dict.fromkeys(("Date", "Creator", "Format", "Type"))
    )
    return out.getvalue()


@contextmanager
def _drawn(plot: Plot) -> Iterator[Any]:
    """A block in which matplotlib draws by our rules alone, and the plot's figure."""
    import matplotlib

    inks = ("text", "axes.label", "xtick", "ytick")
    ours: dict[str, Any] = {
        f"{ink}color" if ink == "axes.label" else f"{ink}.color": INK for ink in inks
    }
    ours |= {"axes.edgecolor": INK, "svg.hashsalt": plot.name, "svg.fonttype": "none"}
    ours |= {"font.size": 9.0, "axes.linewidth": 0.8, "lines.linewidth": 1.6, "pdf.fonttype": 42}
    ours |= {"xtick.labelcolor": INK, "ytick.labelcolor": INK}
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(ours)
        yield plot.draw()


PALETTE = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c8c8c")
MARKS = "osD^vPX*<>hp"
DASHES = ("-", "--", ":", "-.")


@dataclass(frozen=True)
class Style:
    """How one solver, or one family, is drawn."""

    color: str
    mark: str
    dash: str


def style_of(name: str, names: Sequence[str]) -> Style:
    """Return the style of a name by its place among all names."""
    place = names.index(name) if name in names else len(names)
    turn = place // len(PALETTE)
    return Style(PALETTE[place % len(PALETTE)], MARKS[place % len(MARKS)], DASHES[turn % 4])


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


FIRST = 0.02  # seconds, where the curves of gaps begin
POINTS = 80
LINEAR = 0.1  # per cent, below which their scale is linear
TICKS = (0, 0.1, 1, 10, 100)


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
    axes.set_yticks(TICKS, [f"{tick:g}" for tick in TICKS])
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
    finite = np.isfinite(x) & np.isfinite(y) & (y > 0)
    if finite.any():
        more = {"color": style.color, "marker": style.mark, "linewidths": 0}
        axes.scatter(x[finite], y[finite], s=20, alpha=0.8, label=name, zorder=3, **more)


def spreads(solvers: Sequence[str], runs: DataFrame) -> Any:
    """Draw each run's seconds by the median of its instance, a column a solver."""
    solved = runs[runs["solved"]]
    middle = solved.groupby(["instance", "digest", "solver"])["time"].transform("median")
    ratios = (solved["time"] / middle).groupby(solved["solver"])
    present = [solver for solver in solvers if solver in ratios.groups]
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
    finite = values[np.isfinite(values)]
    least, most = (float(finite.min()), float(finite.max())) if len(finite) else (0.1, 1.0)
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
