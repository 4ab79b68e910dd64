"""What painters share: the rows that they show and where, tints, and layers of pictures."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...answer import Answer
from ...errors import ModelError
from ...tables.table import Choices, Columns, Known, Predicate
from ..picture import Cell, Painter, Picture, Place
from ..styles import FIRST_HUE, GOLDEN_ANGLE, HUELESS

__all__ = [
    "LIGHT_AND_DARK",
    "Layers",
    "PainterWords",
    "TablePainter",
    "place_of",
    "read_marks",
    "tints_of",
]


@dataclass(frozen=True)
class PainterWords:
    """The words that describe a painter, as `Puzzle.drawn` takes them.

    plain    the words that take a value
    columns  the words that take one column or several; of each column its values, row by row
    """

    kind: str
    table: Choices
    plain: Mapping[str, Any]
    columns: Mapping[str, Sequence[Sequence[Any]]]


class TablePainter(ABC):
    """Makes the picture of a table's chosen rows.

    table    the table
    where    a condition: the rows that meet it are shown; None: all
    printed  all rows are shown, chosen or not: they belong to the puzzle
    """

    def __init__(self, table: Choices, where: Predicate | None, *, printed: bool) -> None:
        self.table, self.printed = table, printed
        self.purpose = f"picture of {table.name}"
        self._where = None if where is None else table.condition(where, self.purpose)

    @abstractmethod
    def __call__(self, answer: Answer) -> Picture:
        """Return the picture of an answer."""

    @abstractmethod
    def places(self, number: int) -> tuple[Place, ...]:
        """Return the cells on which a row lies, by its number."""

    @property
    @abstractmethod
    def words(self) -> PainterWords:
        """The words that describe it, as `Puzzle.drawn` takes them."""

    def _words(
        self,
        kind: str,
        look: Mapping[str, Any],
        plain: Mapping[str, Any],
        columns: Mapping[str, Sequence[Sequence[Any]] | None],
    ) -> PainterWords:
        """Return the words with those of its look, but for what is None."""
        looks = {} if self._where is None else {"where": [self._where]}
        words = {name: value for name, value in plain.items() if value is not None}
        read = {name: value for name, value in columns.items() if value is not None}
        return PainterWords(kind, self.table, {**words, **look}, read | looks)

    def shown(self, answer: Answer) -> list[int]:
        """Return the numbers of the rows that a picture of the answer shows."""
        numbers = range(len(self.table)) if self.printed else answer.numbers(self.table)
        where = self._where
        return [number for number in numbers if where is None or where[number]]

    def given(self, answer: Answer) -> set[int]:
        """Return the numbers of those rows that are printed or given."""
        if self.printed:
            return set(range(len(self.table)))
        given = set(answer.puzzle.given_options)
        return {n for n in answer.numbers(self.table) if self.table.offset + n in given}


def place_of(value: Any, purpose: str) -> Place:
    """Return a value that is a place. Raises ModelError for what is none."""
    if isinstance(value, list):
        value = tuple(value)
    if not (isinstance(value, tuple) and [type(k) for k in value] == [int, int]):
        raise ModelError(f"{purpose}: cell {value!r}, expected (row, col)")
    return value


def read_marks(table: Choices, mark: Columns, purpose: str) -> Sequence[Any]:
    """Return the marks of all rows: a column, a function, or if no column is called so, itself."""
    if isinstance(mark, str) and mark not in table.columns:
        return [mark] * len(table)
    if not isinstance(mark, str | Known) and isinstance(mark, Sequence):
        read = table.reader(tuple(mark), purpose)
        return [" ".join(map(str, read(row))) for row in table]
    return table.column(mark, purpose)


# ---- Tints ---------------------------------------------------------------------------------------
# Where all values are words for colors, they have these; else they take the tints in turn.


_HUES = {
    "red": 0,
    "r": 0,
    "orange": 30,
    "brown": 25,
    "yellow": 52,
    "green": 125,
    "g": 125,
    "cyan": 185,
    "blue": 215,
    "b": 215,
    "purple": 275,
    "violet": 275,
    "magenta": 305,
    "pink": 335,
}
_PALE = {
    "white": HUELESS["white"],
    "w": HUELESS["white"],
    "gray": HUELESS["gray"],
    "grey": HUELESS["gray"],
    "black": HUELESS["black"],
    "none": None,
}
_LETTERS = {"r", "g", "b"}
LIGHT_AND_DARK = {"w": "light", "white": "light", "b": "dark", "black": "dark"}
_TINTS = 90  # so many are tried for one of a hue


def tints_of(values: Iterable[Any]) -> Mapping[str, int | None]:
    """Return the tint of each value, by what it is called."""
    called = {str(value): value for value in values}
    if len(called) > 1 and all(_is_color(name, called) for name in called):
        return {name: _tint_of(name.lower()) for name in called}
    ordered = (
        sorted(called.values())
        if all(type(value) is int for value in called.values())
        else called.values()
    )
    return {str(value): tint for tint, value in enumerate(ordered)}


def _is_color(name: str, among: Iterable[str]) -> bool:
    low = name.lower()
    if len(low) == 1 and not {other.lower() for other in among} <= _LETTERS:
        return False
    return low in _HUES or low in _PALE


def _tint_of(name: str) -> int | None:
    """Return the tint that is nearest a color's hue; None of what has no color."""
    if name not in _HUES:
        return _PALE[name]
    return min(range(_TINTS), key=lambda tint: _apart(_HUES[name], FIRST_HUE + tint * GOLDEN_ANGLE))


def _apart(first: float, second: float) -> float:
    """Return how many degrees lie between two hues."""
    turn = abs(first - second) % 360
    return min(turn, 360 - turn)


# ---- Layers --------------------------------------------------------------------------------------


class Layers:
    """Lays the pictures of several painters over each other, the first lowest."""

    def __init__(self, painters: Sequence[Painter]) -> None:
        self.painters = tuple(painters)

    def __call__(self, answer: Answer) -> Picture:
        """Return the picture of an answer. Raises ModelError for pictures on several lattices."""
        pictures = [painter(answer) for painter in self.painters]
        first = pictures[0].lattice
        for picture in pictures:
            if picture.lattice != first:
                fault = f"one on {picture.lattice} over one on {first}"
                raise ModelError(f"pictures: {fault}, expected one lattice")
        # The shapes without the plain cells that would hide what another layer says of them. A cell
        # that several layers split is split once.
        figures = [shape for picture in pictures for shape in picture.shapes]
        best: dict[Place, Cell] = {}
        for shape in figures:
            if isinstance(shape, Cell) and shape.role == "plain":
                cell = best.get(shape.place)
                if cell is None or shape.tint is not None:
                    best[shape.place] = shape
        split = {
            figure.place: figure
            for figure in figures
            if isinstance(figure, Cell) and figure.role == "split"
        }
        kept = set(map(id, (*best.values(), *split.values())))
        shapes = tuple(
            shape
            for shape in figures
            if not (isinstance(shape, Cell) and shape.role in ("plain", "split"))
            or id(shape) in kept
        )
        description = "; ".join(picture.description for picture in pictures if picture.description)
        return Picture(shapes, first, pictures[0].title, description)
