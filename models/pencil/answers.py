"""How the answer of a pencil puzzle is drawn, from the marks of its solution; and its picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

from ..answer import Answer
from ..picture.picture import Cell as Ground
from ..picture.picture import Circle, Line, Outline, Picture, Shape, Text
from .clues import Part, regions_of
from .grid import SIDES, Cell, Grid, Marks
from .signs import Look

__all__ = [
    "Drawing",
    "PencilPicture",
    "area_outlines",
    "areas_but",
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
                yield Text(cell, "#", "answer")

    return draw


shaded = shaded_as("x")


def tinted(grid: Grid, solution: Marks) -> Iterator[Shape]:
    """Shade the cells marked `x`, so that clues on them are seen."""
    for cell in [cell for cell, mark in solution.items() if mark == "x"]:
        yield Ground(cell, "shaded")
        yield Text(cell, "#", "answer")


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


def areas_but(*marks: str) -> Drawing:
    """Return what draws the outlines of the regions that marks name, other ones than these."""

    def draw(grid: Grid, solution: Marks) -> Iterator[Shape]:
        for name, cells in regions_of(solution).items():
            if name not in marks:
                yield Outline(tuple(cells), "box")

    return draw


area_outlines = areas_but()


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

    @property
    def areas(self) -> bool: ...

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
        if set(answer.options) != set(answer.puzzle.given_options):
            return self.answered(answer)
        return self._picture(())

    def answered(self, answer: Answer) -> Picture:
        """Return the picture of an answer, and be it of no choice."""
        solution = self.kind.solution_marks(self.grid, answer)
        shapes = [s for drawing in self.kind.answer for s in drawing(self.grid, solution)]
        return self._picture(shapes)

    def _picture(self, answers: Sequence[Shape]) -> Picture:
        shapes = (*self._ground, *readable(self._clues, answers))
        description = f"{self.kind.title}: {self.kind.about}"
        return Picture(shapes, title=self.kind.title, description=description)

    @cached_property
    def _ground(self) -> Sequence[Shape]:
        """The cells, which are the same in every picture."""
        vacant = self.kind.vacant_cells(self.grid)
        cells = [cell for cell in self.grid.cells if cell not in vacant]
        return (
            *(Ground(cell, "vacant") for cell in vacant),
            *(Ground(cell) for cell in cells),
            *(Text(cell, ".", "blank") for cell in cells),
        )

    @cached_property
    def _clues(self) -> Sequence[Shape]:
        """The clues as they look where nothing is answered."""
        return tuple(shape for part in self.kind.clues for shape in part.shapes(self.grid))


def readable(clues: Sequence[Shape], answers: Sequence[Shape]) -> Iterator[Shape]:
    """Yield shapes of clues and of an answer, at most one text in each cell, and legible.

    Of a clue and an answer in one cell that differ, the answer stays.
    """
    every = (*clues, *answers)
    black = {s.place for s in every if isinstance(s, Ground) and s.role == "blocked"}
    lines = {place for s in every if isinstance(s, Line) and s.role == "way" for place in s.places}
    lines -= {s.place for s in clues if isinstance(s, Circle) and s.role == "node"}
    given = {s.place: s.text for s in clues if isinstance(s, Text) and s.role in ("given", "light")}
    texts = [shape for shape in answers if isinstance(shape, Text) and shape.text != "#"]
    changed = {s.place for s in texts if given.get(s.place, s.text) != s.text}
    for shape in clues:
        if not isinstance(shape, Text) or shape.role != "given":
            yield shape
        elif shape.place in black:
            yield replace(shape, role="light")
        elif shape.place not in changed:
            yield replace(shape, role="crossed") if shape.place in lines else shape
    for shape in answers:
        if not isinstance(shape, Text) or given.get(shape.place) != shape.text:
            yield shape
