"""How the answer of a pencil puzzle is drawn, from the marks of its solution; and its picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from ..answer import Answer
from ..picture.picture import Cell as Ground
from ..picture.picture import Line, Outline, Picture, Shape, Text
from .clues import Part, regions_of
from .grid import SIDES, Cell, Grid, Marks
from .signs import Look

__all__ = [
    "Drawing",
    "PencilPicture",
    "area_outlines",
    "lines_around",
    "loop_lines",
    "marked",
    "shaded",
    "shaded_as",
    "tinted",
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


def tinted(grid: Grid, solution: Marks) -> Iterator[Shape]:
    """Shade the cells marked `x`, so that clues on them are seen."""
    for cell in [cell for cell, mark in solution.items() if mark == "x"]:
        yield Ground(cell, "shaded")
        yield Text(cell, "#", "blank")


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


class Drawn(Protocol):
    """What a picture needs of a kind (kind.py)."""

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def about(self) -> str: ...

    @property
    def clues(self) -> Sequence[Part]: ...

    @property
    def answer(self) -> Sequence[Drawing]: ...

    def vacant_cells(self, grid: Grid) -> set[Cell]: ...

    def solution_marks(self, grid: Grid, answer: Answer) -> Marks: ...

    def solution_text(self, grid: Grid, answer: Answer) -> str: ...

    def same_solution(self, grid: Grid, first: str, second: str) -> bool: ...


@dataclass(frozen=True)
class PencilPicture:
    """Draws the clues of a grid, and an answer over them.

    stated  the solution as it was published, as a text of marks; "": none was
    """

    kind: Drawn
    grid: Grid
    stated: str = ""

    def differs(self, answer: Answer) -> bool:
        """Whether an answer is another one than the stated solution."""
        found = self.kind.solution_text(self.grid, answer)
        return bool(self.stated.strip()) and not self.kind.same_solution(
            self.grid, found, self.stated
        )

    def __call__(self, answer: Answer) -> Picture:
        """Return the picture of an answer; of the givens alone, that of the clues."""
        kind, grid = self.kind, self.grid
        vacant = kind.vacant_cells(grid)
        cells = [cell for cell in grid.cells if cell not in vacant]
        shapes: list[Shape] = [Ground(cell, "vacant") for cell in vacant]
        shapes += (Ground(cell) for cell in cells)
        shapes += (Text(cell, ".", "blank") for cell in cells)
        for part in kind.clues:
            shapes += part.shapes(grid)
        if set(answer.options) != set(answer.puzzle.given_options):
            solution = kind.solution_marks(grid, answer)
            for drawing in kind.answer:
                shapes += drawing(grid, solution)
        return Picture(tuple(shapes), title=kind.title, description=f"{kind.title}: {kind.about}")
