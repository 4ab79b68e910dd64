"""What a report is made of: sections of words, tables and plots, whatever they are written as.

Cells are words already: how many digits a number is good for, only the section knows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Plot", "Section", "Table"]

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

    is_alarm  whether it tells of something that is wrong
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
