"""How the answer of a pencil puzzle is drawn, from the marks of its solution; and its picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from ..answer import Answer
from ..picture.picture import Border, Line, Outline, Picture, Shape, Text
from ..picture.picture import Cell as Ground
from .clues import regions_of
from .grid import SIDES, Grid, Marks
from .signs import Look

__all__ = [
    "Drawing",
    "PencilPicture",
    "area_outlines",
    "closed_sides",
    "lines_around",
    "loop_lines",
    "marked",
    "shaded",
    "shaded_as",
    "written",
]

Drawing = Callable[[Grid, Marks], Iterable[Shape]]


def shaded_as(*marks: str) -> Drawing:
    """Return what shades the cells of certain marks."""

    def draw(grid: Grid, solution: Marks) -> Iterator[Shape]:
        for cell, mark in solution.items():
            if mark in marks:
                yield Ground(cell, "blocked")
                yield Text(cell, "#", "blank")

    return draw


shaded = shaded_as("x")


def loop_lines(grid: Grid, solution: Marks) -> Iterator[Shape]:
    """Yield the lines from cell to cell, of marks that name the sides by which a cell is left."""
    for (row, col), sides in solution.items():
        for side in sides if set(sides) <= set(SIDES) else ():
            if side in "es":
                yield Line(((row, col), (row + SIDES[side][0], col + SIDES[side][1])), "way")


def lines_around(grid: Grid, solution: Marks) -> Iterator[Shape]:
    """Yield the line round the cells marked `x`."""
    for row, col in grid.cells:
        for side, (down, right) in SIDES.items():
            other = row + down, col + right
            here = solution.get((row, col)) == "x"
            if here != (solution.get(other) == "x") and (side in "es" or not grid.has(other)):
                middle, half = (row + down / 2, col + right / 2), (right / 2, down / 2)
                ends = ((middle[0] - half[0], middle[1] - half[1]),)
                yield Line((*ends, (middle[0] + half[0], middle[1] + half[1])), "way")


def area_outlines(grid: Grid, solution: Marks) -> Iterator[Shape]:
    """Yield the outlines of the regions that marks name."""
    for cells in regions_of(solution).values():
        yield Outline(tuple(cells), "box")


def written(grid: Grid, solution: Marks) -> Iterator[Shape]:
    """Yield the marks as texts, but for those of clues."""
    for cell, mark in solution.items():
        if grid.marks.get(cell) != mark and mark != "-":
            yield Text(cell, mark, "answer")


def marked(**looks: Look) -> Drawing:
    """Return what draws certain marks in a way of their own."""

    def draw(grid: Grid, solution: Marks) -> Iterator[Shape]:
        for cell, mark in solution.items():
            for shape in looks[mark].draw(cell) if mark in looks else ():
                is_text = isinstance(shape, Text) and shape.role == "given"
                yield replace(shape, role="answer") if is_text else shape  # type: ignore[arg-type]

    return draw


@dataclass(frozen=True)
class PencilPicture:
    """Draws the clues of a grid, and an answer over them.

    kind  the name of its kind (kind.py)
    """

    kind: str
    grid: Grid

    def __call__(self, answer: Answer) -> Picture:
        """Return the picture of an answer; of the givens alone, that of the clues."""
        from .kind import find_kind

        it, grid = find_kind(self.kind), self.grid
        shapes: list[Shape] = [Ground(cell, "vacant") for cell in it.vacant(grid)]
        blank = set(it.vacant(grid))
        cells = [cell for cell in grid.cells if cell not in blank]
        shapes += (Ground(cell) for cell in cells)
        shapes += (Text(cell, ".", "blank") for cell in cells)
        for part in it.clues:
            shapes += part.shapes(grid)
        if set(answer.options) != set(answer.puzzle.given_options):
            solution = it.solution_marks(grid, answer)
            for drawing in it.answer:
                shapes += drawing(grid, solution)
        return Picture(tuple(shapes), title=it.title, description=f"{it.title}: {it.about}")


def closed_sides(grid: Grid, solution: Marks) -> Iterator[Shape]:
    """Yield the closed sides of cells, added up: 8 the upper, 4 right, 2 lower, 1 left."""
    for (row, col), mark in solution.items():
        for bit, other in ((4, (row, col + 1)), (2, (row + 1, col))):
            if mark.isdecimal() and int(mark) & bit and grid.has(other):
                yield Border((row, col), other)
