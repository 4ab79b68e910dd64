"""A picture of edges between cells, or between corners of cells: loops, paths and trees.

Chosen edges that meet end to end are one line, closed where they come back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, Literal

from ...answer import Answer
from ...errors import ModelError
from ...rules.rule_graph import ends_of
from ...tables.table import Choices, Columns, Known
from ..picture import Cell, Circle, Line, Picture, Place, Shape
from .grid_picture import Look
from .painter import PainterWords, TablePainter, place_of, tints_of

__all__ = ["EdgePicture"]

Edge = tuple[Place, Place]


class EdgePicture(TablePainter):
    """Edges of which an answer chooses some.

    by        what gives an edge: two columns (or functions) of cells (row, col), four of numbers;
              or one of edges, or of several edges a row
    corners   whether (row, col) is the upper left corner of that cell, and not its middle
    double    a column or a function: rows for which it is true are double lines
    look      which rows are shown (`where`, `printed`), and what colors lines have (`color`)

    extent    how many rows and columns of cells they reach over

    Raises ModelError for what is no edge between cells.
    """

    def __init__(
        self,
        table: Choices,
        by: Columns | Sequence[Columns],
        *,
        corners: bool = False,
        double: Columns | None = None,
        look: Look | None = None,
    ) -> None:
        look = look or Look()
        super().__init__(table, look.where, printed=look.printed)
        self._corners, self._plain_look = corners, look.plain()
        several = not isinstance(by, str | Known) and isinstance(by, Sequence)
        ends: Sequence[Columns] = list(by) if several else [by]  # type: ignore[list-item, arg-type]
        self._by = [table.column(end, self.purpose) for end in ends]
        colored = look.color is not None and not isinstance(look.color, bool)
        self._color = table.column(look.color, self.purpose) if colored else None  # type: ignore[arg-type]
        self._double = None if double is None else table.column(double, self.purpose)
        # What is no edge is found here, and not when an answer is shown.
        # How many rows and columns of cells the edges reach over.
        axes = list(zip(*self._places, strict=True)) or [(0,), (0,)]
        down, across = (int(max(axis) - min(axis)) + 1 for axis in axes)
        self.extent = down, across

    @property
    def words(self) -> PainterWords:
        """The words that describe it, as `Puzzle.drawn` takes them."""
        color = None if self._color is None else [self._color]
        double = None if self._double is None else [self._double]
        plain = {"corners": self._corners or None}
        columns = {"by": self._by, "color": color, "double": double}
        return self._words("edges", self._plain_look, plain, columns)

    def __call__(self, answer: Answer) -> Picture:
        """Return the picture of an answer."""
        shown = self.shown(answer)
        tints = {} if self._color is None else tints_of(self._color)
        alike: dict[tuple[int | None, bool], dict[Edge, None]] = {}
        for number in shown:
            tint = None if self._color is None else tints[str(self._color[number])]
            double = self._double is not None and bool(self._double[number])
            alike.setdefault((tint, double), {}).update(dict.fromkeys(self._edges(number)))
        shapes: list[Shape] = [
            Circle(place, "point") if self._corners else Cell(place) for place in self._places
        ]
        for (tint, double), edges in alike.items():
            role: Literal["way", "double way"] = "double way" if double else "way"
            for way, closed in ways(list(edges)):
                shapes.append(Line(way, role, closed=closed, tint=tint))
        description = f"{self.table.name}: {len(shown)} chosen"
        return Picture(tuple(shapes), title=answer.puzzle.name, description=description)

    def places(self, number: int) -> tuple[Place, ...]:
        """Return the cells, or corners, between which the edges of a row lie."""
        return tuple(dict.fromkeys(end for edge in self._edges(number) for end in edge))

    def _edges(self, number: int) -> list[Edge]:
        ends = tuple(end[number] for end in self._by)
        value: Any = ends if len(ends) > 1 else ends[0]
        several = isinstance(value, list | tuple) and value and _is_edge(value[0])
        edges = []
        for edge in value if several else (value,) if value else ():
            try:
                ends = ends_of(edge)
            except (TypeError, ValueError) as error:
                raise ModelError(f"{self.purpose}: {error}") from None
            tail, head = (place_of(end, self.purpose) for end in ends)
            edges.append((self._moved(tail), self._moved(head)))
        return edges

    def _moved(self, place: Place) -> Place:
        return tuple(part - 0.5 for part in place) if self._corners else place

    @cached_property
    def _places(self) -> list[Place]:
        """The places of all vertices, in order."""
        every = (place for number in range(len(self.table)) for place in self.places(number))
        return sorted(dict.fromkeys(every))


def _is_edge(value: Any) -> bool:
    """Whether it is an edge, and no cell: its ends are cells, or it is four numbers."""
    if not isinstance(value, tuple | list):
        return False
    return len(value) == 4 or any(isinstance(end, tuple | list) for end in value)


def ways(edges: Sequence[Edge]) -> Iterable[tuple[tuple[Place, ...], bool]]:
    """Yield edges as few lines: the places along each, and whether it is closed."""
    beside: dict[Place, dict[Place, None]] = {}
    for first, second in edges:
        beside.setdefault(first, {})[second] = None
        beside.setdefault(second, {})[first] = None
    odd = [place for place, others in beside.items() if len(others) % 2]
    for start in (*sorted(odd), *sorted(beside)):
        while beside[start]:
            way = [start]
            while beside[way[-1]]:
                here = way[-1]
                there = next(iter(beside[here]))
                del beside[here][there], beside[there][here]
                way.append(there)
                if there == start or len(beside[there]) > 1:
                    break
            closed = way[0] == way[-1]
            yield tuple(way[:-1] if closed else way), closed
