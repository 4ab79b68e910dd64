"""How the marks of a grid look, as few words as the picture needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from ...errors import ModelError, excerpt
from ...tables.table import Columns, Predicate
from ..symbols import SYMBOLS

__all__ = ["CORNERS", "Look"]

CORNERS = {
    "upper left": (-0.24, -0.22),
    "upper right": (-0.24, 0.22),
    "lower left": (0.24, -0.22),
    "lower right": (0.24, 0.22),
}
_OF_ROWS = ("color", "regions", "where")
_GROUNDS = ("plain", "shaded", "blocked", "split", "ring")


@dataclass(frozen=True)
class Look:
    """How marks and cells look.

    symbol     what is drawn in place of the mark: queen, king, star, dot, tent ... (symbols.py)
    color      a column or a function: cells of one value share a color; False: no colors
    regions    a column or a function: the cells of one value are outlined
    where      a condition, as a mapping or a function: the rows that meet it are shown
    printed    all rows are shown, chosen or not: they belong to the puzzle
    letters    the letters of a mark stand one in each cell that a row covers
    label      whether an area's mark is written on it; a terminal always shows it
    corner     the corner of the cell in which the mark stands, small
    ground     what the marked cells are: plain, shaded, blocked, split from corner to corner, or
               no cells but a ring around the mark
    around     what further cells are on which no row lies: plain, shaded or blocked
    left, top  headings of rows and columns, in their order; True: their numbers
    checkered  whether the cells are a chessboard's; else where the symbol is a chessman
    """

    symbol: str | None = None
    color: Columns | bool | None = None
    regions: Columns | None = None
    where: Predicate | None = None
    printed: bool = False
    letters: bool = False
    label: bool = True
    corner: str | None = None
    ground: str = "plain"
    around: str = "plain"
    left: Sequence[Any] | bool = ()
    top: Sequence[Any] | bool = ()
    checkered: bool | None = None

    def __post_init__(self) -> None:
        for name, known in (
            ("symbol", (None, *SYMBOLS)),
            ("corner", (None, *CORNERS)),
            ("ground", _GROUNDS),
            ("around", _GROUNDS[:3]),
        ):
            word = getattr(self, name)
            if word not in known:
                wanted = ", ".join(one for one in known if one is not None)
                raise ModelError(f"picture: {name} {excerpt(str(word))}, expected one of {wanted}")

    def plain(self) -> dict[str, Any]:
        """Return what is told by values, as far as it does not go without saying."""
        of_rows = ("regions", "where") if isinstance(self.color, bool) else _OF_ROWS
        said = {one.name: getattr(self, one.name) for one in fields(self)}
        usual = {one.name: one.default for one in fields(self)}
        return {name: it for name, it in said.items() if it != usual[name] and name not in of_rows}

    @classmethod
    def words(cls) -> tuple[str, ...]:
        """Return the names of all that can be told."""
        return tuple(one.name for one in fields(cls))
