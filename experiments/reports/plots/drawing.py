"""Figures as SVG or PDF: the same bytes for the same records.

On a page the ink and the lines take the colors of the page, light or dark; in a file of its own
they are dark on white.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO, StringIO
from typing import Any

from ..contents import Plot

__all__ = ["axes_of", "inline_svg", "legend_below", "logarithmic", "picture_file"]

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
    axis.set_major_formatter(FuncFormatter(lambda value, _: _plain(value)))
    axis.set_minor_formatter(NullFormatter())


def _plain(value: float) -> str:
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
        for one in (figure, *figure.axes):
            one.patch.set_facecolor("none")
            one.patch.set_edgecolor("none")
        text = _svg(figure)
    for ours, pages in ON_PAGE.items():
        text = text.replace(ours, pages)
    text = text[text.index("<svg") :]
    kept = set(re.findall(r'(?:href="|url\()#([^")]+)', text))
    text = re.sub(r' id="([^"]+)"', lambda one: one[0] if one[1] in kept else "", text)
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.DOTALL)
    return re.sub(r"^<svg ", f'<svg role="img" aria-label="{_quoted(plot.caption)}" ', text)


def picture_file(plot: Plot, kind: str) -> bytes:
    """Return a plot as a file: `svg` or `pdf`."""
    with _drawn(plot) as figure:
        return _pdf(figure) if kind == "pdf" else _svg(figure).encode()


def _svg(figure: Any) -> str:
    """Return a figure, drawn once; `savefig` would draw it twice for the same bytes."""
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    out = StringIO()
    FigureCanvasSVG(figure).print_svg(out, metadata=_no_metadata())
    return out.getvalue()


def _pdf(figure: Any) -> bytes:
    from matplotlib.backends.backend_pdf import FigureCanvasPdf

    out = BytesIO()
    FigureCanvasPdf(figure).print_pdf(out, metadata={"CreationDate": None, "Creator": None})
    return out.getvalue()


@contextmanager
def _drawn(plot: Plot) -> Iterator[Any]:
    """A block in which matplotlib draws by our rules alone, and the plot's figure."""
    import matplotlib

    inks = ("text", "axes.label", "xtick", "ytick")
    ours: dict[str, Any] = {
        f"{one}color" if one == "axes.label" else f"{one}.color": INK for one in inks
    }
    ours |= {"axes.edgecolor": INK, "svg.hashsalt": plot.name, "svg.fonttype": "none"}
    ours |= {"font.size": 9.0, "axes.linewidth": 0.8, "lines.linewidth": 1.6, "pdf.fonttype": 42}
    ours |= {"xtick.labelcolor": INK, "ytick.labelcolor": INK}
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(ours)
        yield plot.draw()


def _no_metadata() -> dict[str, None]:
    return {"Date": None, "Creator": None, "Format": None, "Type": None}


def _quoted(text: str) -> str:
    from html import escape

    return escape(text).replace("\\", "&#92;")
