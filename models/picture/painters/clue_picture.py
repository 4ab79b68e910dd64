"""Pictures of clues (marks printed on cells, whatever is chosen), of cages and of tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...answer import Answer
from ...errors import ModelError, excerpt
from ...tables.table import Choices, Columns, Predicate
from ..picture import Cage, Cell, Line, Picture, Place, Shape, Text, Wedge
from .grid_picture import GridPicture, Look
from .painter import PainterWords, TablePainter, place_of, read_marks, tints_of

__all__ = ["CagePicture", "CluePicture", "TilePicture"]

_PURPOSE = "picture of clues"


class CluePicture(GridPicture):
    """Clues by cell (row, col): a grid in which every clue is a printed mark.

    clues    what is written on each cell; a cell beside the grid is one like any other
    symbol, corner, ground, lattice  as those of `Look` and `GridPicture`

    Raises ModelError for what is no mapping from cells.
    """

    def __init__(
        self,
        clues: Mapping[Place, Any],
        *,
        symbol: str | None = None,
        corner: str | None = None,
        ground: str = "plain",
        lattice: str = "squares",
    ) -> None:
        if not isinstance(clues, Mapping):
            text = excerpt(repr(clues))
            raise ModelError(f"{_PURPOSE}: {text}, expected a mapping, as {{(0, 1): 3}}")
        self.clues = {
            place_of(cell, _PURPOSE): clue if type(clue) is int else str(clue)
            for cell, clue in clues.items()
        }
        rows = [(*cell, clue) for cell, clue in self.clues.items()]
        table = Choices("clues", ("row", "col", "clue"), rows, 0)
        look = Look(symbol=symbol, color=False, printed=True, corner=corner, ground=ground)
        super().__init__(table, mark="clue", blank="", lattice=lattice, look=look)

    @property
    def words(self) -> PainterWords:
        """The words that describe it, as `Puzzle.drawn` takes them."""
        look = {
            name: it for name, it in self._plain_look.items() if name not in ("color", "printed")
        }
        lattice = None if self.lattice == "squares" else self.lattice
        return self._words("clues", look, {"clues": self.clues, "lattice": lattice}, {})


# ---- Cages ---------------------------------------------------------------------------------------
# A picture of cages: each row of a table says cells that belong together, and a label.


class CagePicture(TablePainter):
    """The cages of all rows of a table, each once, as a puzzle has them printed.

    covering  a column, or a function, that gives the cells
    show      the label: a column, a function, or the label itself
    """

    def __init__(
        self,
        table: Choices,
        covering: Columns,
        show: Columns = "",
        *,
        where: Predicate | None = None,
    ) -> None:
        super().__init__(table, where, printed=True)
        self._cells: Sequence[Any] = table.column(covering, self.purpose)
        self._label = read_marks(table, show, self.purpose)

    @property
    def words(self) -> PainterWords:
        """The words that describe it, as `Puzzle.drawn` takes them."""
        columns = {"covering": [self._cells], "show": [self._label]}
        return self._words("cages", {}, {}, columns)

    def __call__(self, answer: Answer) -> Picture:
        """Return the picture of the cages, whatever the answer is."""
        cages: dict[tuple[Place, ...], str] = {}
        for number in self.shown(answer):
            cages.setdefault(self.places(number), str(self._label[number]))
        shapes = (Cage(cells, label) for cells, label in cages.items() if cells)
        return Picture(tuple(shapes), title=answer.puzzle.name)

    def places(self, number: int) -> tuple[Place, ...]:
        """Return the cells of a row's cage. Raises ModelError for what is none."""
        return tuple(place_of(cell, self.purpose) for cell in self._cells[number])


# ---- Tiles ---------------------------------------------------------------------------------------
# Edges that are to match are seen so: numbers at the sides (Tetravex), quarters in colors
# (MacMahon's squares), or tracks from the middle to a side.


_WAYS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # north, east, south, west
_NAMES = ("north", "east", "south", "west")
_STYLES = ("numbers", "colors", "tracks")


class TilePicture(TablePainter):
    """The sides of cells.

    at     the columns that give the cell (row, col)
    sides  four columns, or functions: what is north, east, south and west
    style  "numbers": written at the sides; "colors": as colored quarters; "tracks": as lines from
           the middle to each side of which it is true
    show   what a terminal shows of a cell: a column, several, a function

    Raises ModelError for other sides and styles than these.
    """

    def __init__(
        self,
        table: Choices,
        sides: Sequence[Columns] = _NAMES,
        *,
        at: Columns = ("row", "col"),
        style: str = "numbers",
        show: Columns | None = None,
        look: Look | None = None,
    ) -> None:
        look = look or Look()
        super().__init__(table, look.where, printed=look.printed)
        if style not in _STYLES:
            wanted = ", ".join(_STYLES)
            raise ModelError(f"{self.purpose}: style {excerpt(style)}, expected one of {wanted}")
        if isinstance(sides, str) or len(sides) != len(_WAYS):
            raise ModelError(f"{self.purpose}: sides {sides!r}, expected four, from north on")
        self._style, self._plain_look = style, look.plain()
        self._at: Sequence[Any] = table.column(at, self.purpose)
        self._sides = [table.column(side, self.purpose) for side in sides]
        self._show = None if show is None else read_marks(table, show, self.purpose)

    @property
    def words(self) -> PainterWords:
        """The words that describe it, as `Puzzle.drawn` takes them."""
        show = None if self._show is None else [self._show]
        columns = {"by": [self._at], "sides": self._sides, "show": show}
        return self._words("tiles", self._plain_look, {"style": self._style}, columns)

    def __call__(self, answer: Answer) -> Picture:
        """Return the picture of an answer."""
        shown = self.shown(answer)
        every = {place_of(cell, self.purpose) for cell in self._at}
        shapes: list[Shape] = list(map(Cell, sorted(every)))
        tints = tints_of(value for side in self._sides for value in side)
        for number in shown:
            (cell,) = self.places(number)
            values = [side[number] for side in self._sides]
            mark = ",".join(map(str, values)) if self._show is None else str(self._show[number])
            shapes.append(Text(cell, mark, "blank"))
            if self._style == "tracks":
                # Two opposite lines are drawn in one stroke.
                shapes += (
                    Line((cell, _toward(cell, side, 0.5)), "path")
                    for side, value in enumerate(values)
                    if value
                )
            else:
                for side, value in enumerate(values):
                    colored = self._style == "colors"
                    tint = tints[str(value)] if colored else None
                    shapes.append(Wedge(cell, side, tint, str(value) if colored else ""))
                    if not colored:
                        shapes.append(Text(_toward(cell, side, 0.33), str(value), "side"))
        description = f"{self.table.name}: {len(shown)} chosen"
        return Picture(tuple(shapes), title=answer.puzzle.name, description=description)

    def places(self, number: int) -> tuple[Place, ...]:
        """Return the cell of a row. Raises ModelError for what is none."""
        return (place_of(self._at[number], self.purpose),)


def _toward(cell: Place, side: int, far: float) -> Place:
    down, right = _WAYS[side]
    return cell[0] + far * down, cell[1] + far * right
