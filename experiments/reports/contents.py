"""The parts of a report: sections of words, tables and plots; and numbers as words.

Cells are words already: only the section knows how many digits a number is good for. Seconds of
single runs differ by some percent from one time to the next, so they get two digits, and three
where the repetitions of an experiment show that its noise is below 2%. A number with an error ends
where its error begins (two digits of the error, as physicists write it).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import floor, isfinite, log10
from typing import Any

__all__ = [
    "NOTHING",
    "Plot",
    "Section",
    "Table",
    "exact",
    "factor",
    "integer",
    "rounded",
    "share",
    "with_error",
]

UNFIT = re.compile(r"[^A-Za-z0-9.+=_-]+")


@dataclass(frozen=True)
class Table:
    """Rows of words below columns.

    texts    how many columns on the left are words; the others are numbers, aligned on the right
    strong   (row, column) of cells that stand out: the best of their kind
    note     what a reader should know of it
    folded   whether it is long, and may be folded away where that is possible
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    texts: int = 1
    caption: str = ""
    note: str = ""
    strong: frozenset[tuple[int, int]] = frozenset()
    folded: bool = False


@dataclass(frozen=True)
class Plot:
    """A picture: `draw` returns a figure of matplotlib.

    words  what sets it apart from the others, from which it has its name
    """

    words: tuple[str, ...]
    caption: str
    draw: Callable[[], Any]

    @property
    def name(self) -> str:
        """A name that is fit for a file: `pair-count-dlx-sat.cadical195`."""
        return UNFIT.sub(".", "-".join(self.words))


@dataclass(frozen=True)
class Section:
    """A heading, words, tables, plots.

    is_alarm  whether it reports something that is wrong
    """

    title: str
    words: Sequence[str] = ()
    tables: Sequence[Table] = ()
    plots: Sequence[Plot] = field(default=())
    is_alarm: bool = False

    def is_bare(self, pictures: Mapping[str, str]) -> bool:
        """Whether it is about plots alone, and none of these is among the pictures."""
        without = not any(plot.name in pictures for plot in self.plots)
        return bool(self.plots) and not self.tables and without


NOTHING = "–"


def rounded(value: float | None, digits: int = 2) -> str:
    """Return a number with so many significant digits, without an exponent where that is readable.

    >>> rounded(0.012345), rounded(1234.5), rounded(9.96)
    ('0.012', '1200', '10')
    """
    if value is None or not isfinite(value):
        return NOTHING
    if value == 0:
        return "0"
    value = float(f"{value:.{digits - 1}e}")
    place = floor(log10(abs(value)))
    if not -5 <= place < 7:
        return f"{value:.{digits - 1}e}".replace("e+0", "e").replace("e+", "e").replace("e-0", "e-")
    return f"{value:.{max(0, digits - 1 - place)}f}"


def exact(value: float | None, digits: int = 3) -> str:
    """Return a whole number whole, and others with so many digits: of what is not measured."""
    if value is not None and isfinite(value) and value == int(value) and abs(value) < 1e7:
        return str(int(value))
    return rounded(value, digits)


def factor(value: float | None, digits: int = 2) -> str:
    """Return how many times: `1.3`, `0.25`, with a digit more close to 1, where it tells."""
    near = value is not None and 0.8 < value < 1.25
    return rounded(value, digits + near)


def with_error(value: float, error: float) -> str:
    """Return a number that ends where its error begins.

    >>> with_error(1.83472, 0.0531), with_error(41.2, 13), with_error(2, 0)
    ('1.83 ± 0.05', '41 ± 13', '2.00 ± 0.00')
    """
    if not (isfinite(value) and isfinite(error)):
        return NOTHING
    error = 0.0 if error < 1e-6 * abs(value) else error  # rounding, and no noise
    first = 2 if error == 0 else -floor(log10(error))
    if error and f"{error:e}"[0] == "1":
        first += 1  # 0.1 alone would be half or twice as much
    places = min(max(0, first), 4)
    return f"{value:.{places}f} ± {error:.{places}f}"


def integer(value: float | None) -> str:
    """Return a whole number, with commas between thousands."""
    return NOTHING if value is None or not isfinite(value) else f"{round(value):,}"


def share(part: int, whole: int) -> str:
    """Return `3 of 7`."""
    return f"{part} of {whole}"
