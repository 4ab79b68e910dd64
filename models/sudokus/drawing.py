"""Pictures of sudokus: cells, houses, constraints, and the digits of an answer.

Rows and columns are seen from the cells; boxes and regions are outlined, diagonals drawn as lines,
windows and extra regions shaded. What a constraint looks like it says itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from ..answer import Answer
from ..picture.picture import Picture
from ..picture.shapes import Cell as Field
from ..picture.shapes import Line, Outline, Place, Shape, Text
from ..tables.table import Choices
from .cells import Cell
from .constraints import Constraint
from .grid_shape import GridShape

__all__ = ["digit_texts", "grid_shapes", "sudoku_picture"]

House = tuple[Cell, ...]


def sudoku_picture(title: str, shapes: Iterable[Shape], digits: Sequence[Text]) -> Picture:
    """Return the picture of a grid with its digits, which its description counts."""
    given = sum(text.role == "given" for text in digits)
    shown = sum(text.role == "answer" for text in digits)
    told = f"digits given: {given}, found: {shown}"
    return Picture((*shapes, *digits), title=title, description=told)


def grid_shapes(
    grid: GridShape,
    further: Mapping[str, Sequence[House]],
    constraints: Iterable[Constraint],
    weights: Mapping[Cell, int] = MappingProxyType({}),
) -> Iterator[Shape]:
    """Yield the shapes of a grid without its digits.

    further  the houses beside rows, columns and boxes, by their kind: diagonal, window ...
    weights  of cells: those of one weight share a color
    """
    tints = {weight: tint for tint, weight in enumerate(sorted(set(weights.values())))}
    for cell in sorted(grid.cells):
        if cell in weights:
            weight = weights[cell]
            yield Field(cell, tint=tints[weight], title=f"weight {weight}")
        else:
            yield Field(cell)
    for box in grid.boxes:
        yield Outline(box, "box")
    for kind, houses in further.items():
        for number, house in enumerate(houses, 1):
            yield from _house_shapes(kind, house, f"{kind} {number}")
    for constraint in constraints:
        yield from constraint.shapes(grid)


def _house_shapes(kind: str, house: House, title: str) -> Iterator[Shape]:
    if kind == "diagonal":
        ends = _beyond(house[0], house[-1]), _beyond(house[-1], house[0])
        yield Line(ends, "diagonal", title=title)
    else:
        for cell in house:
            yield Field(cell, "shaded", title=title)


def _beyond(end: Cell, other: Cell) -> Place:
    """Return the corner of the grid at one end of a diagonal."""
    return tuple(a + 0.5 * ((a > b) - (a < b)) for a, b in zip(end, other, strict=True))


def digit_texts(answer: Answer, digit: Choices) -> list[Text]:
    """Return the digits of an answer, a text each."""
    given = set(answer.puzzle.given_options)
    texts = []
    for number, (row, col, value) in zip(answer.numbers(digit), answer[digit], strict=True):
        fixed = digit.offset + number in given
        texts.append(Text((row, col), str(value), "given" if fixed else "answer"))
    return texts
