"""Pictures of sudokus: cells, houses, constraints, digits and candidates.

Rows and columns are seen from the cells; boxes and regions are outlined, diagonals drawn as lines,
windows and extra regions shaded. What a constraint looks like it says itself; clues that would
stand in one place beside the grid move apart, and rules that cannot be drawn stand below it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import ceil, dist, sqrt
from textwrap import wrap
from typing import TypeVar

from ..answer import Answer
from ..picture.picture import Cage, Candidates, Line, Outline, Picture, Place, Shape, Text
from ..picture.picture import Cell as Field
from ..tables.table import Choices
from .constraints import Constraint
from .grid_shape import Cell, GridShape, spell_cell

__all__ = ["Drawing", "digit_texts", "outside_texts", "places_in_cell"]

House = tuple[Cell, ...]
_Shape = TypeVar("_Shape", bound=Shape)
LETTERS_A_CELL = 5.5  # of a caption, about
BETWEEN_CIRCLES = {
    "between line": "thick between circles: between line",
    "double arrow": "thin between circles: double arrow",
}


@lru_cache(4096)
def _plain(cell: Cell) -> Shape:
    """Return a cell without a weight: the same object in every picture, which compares fast."""
    return Field(cell)


@dataclass
class Drawing:
    """What there is to draw of a sudoku.

    further      the houses beside rows, columns and boxes, by their kind: diagonal, window ...
    weights      of cells: those of one weight share a color
    found        regions that were to be found, once they are
    digits       a text each
    candidates   of cells without a digit
    places       (rows, columns) of the candidates in a cell
    outside      the texts of cells outside the grid, which are printed below it
    shaded       cells that were to be shaded, once they are
    """

    grid: GridShape
    further: Mapping[str, Sequence[House]]
    constraints: Sequence[Constraint]
    weights: Mapping[Cell, int] = field(default_factory=dict)
    found: Sequence[House] = ()
    digits: Sequence[Text] = ()
    candidates: Mapping[Cell, tuple[int, ...]] = field(default_factory=dict)
    places: tuple[int, int] = (3, 3)
    outside: Sequence[str] = ()
    shaded: Collection[Cell] = ()

    def picture(self, title: str) -> Picture:
        """Return the picture of it all, with a description that counts."""
        shapes = [*self._cells(), *self._houses(), *self._constraints()]
        written = {text.place for text in self.digits}
        small = [
            Candidates(cell, values, self.places)
            for cell, values in self.candidates.items()
            if cell not in written
        ]
        captions = self._captions(shapes)
        every = (*shapes, *captions, *self.digits, *small)
        return Picture(every, title=title, description=self._describe(len(small)))

    def _describe(self, small: int) -> str:
        given = sum(text.role == "given" for text in self.digits)
        shown = sum(text.role == "answer" for text in self.digits)
        kinds = Counter({kind: len(houses) for kind, houses in self.further.items() if houses})
        kinds.update(constraint.kind for constraint in self.constraints)
        summary = f"digits given: {given}, found: {shown}"
        if small:
            summary += f"; cells with candidates: {small}"
        if kinds:
            words = (f"{kind} ({count})" if count > 1 else kind for kind, count in kinds.items())
            summary += "; with " + ", ".join(words)
        return summary

    def _cells(self) -> Iterator[Shape]:
        tints = {weight: tint for tint, weight in enumerate(sorted(set(self.weights.values())))}
        for cell in sorted(self.grid.cells):
            if cell in self.weights:
                weight = self.weights[cell]
                yield Field(cell, tint=tints[weight], title=f"weight {weight}")
            else:
                yield _plain(cell)
        yield from (Field(cell, "shaded", title="shaded") for cell in sorted(self.shaded))

    def _houses(self) -> Iterator[Shape]:
        boxes = self.grid.boxes
        if any(len({row for row, _ in box}) > 1 for box in boxes):  # else they are the rows
            yield from (Outline(box, "box") for box in boxes)
        yield from (
            Outline(region, "box", title=f"region {k}") for k, region in enumerate(self.found, 1)
        )
        for kind, houses in self.further.items():
            for number, house in enumerate(houses, 1):
                title = f"{kind} {number}"
                if kind == "diagonal":
                    ends = _beyond(house[0], house[-1]), _beyond(house[-1], house[0])
                    yield Line(ends, "diagonal", title=title)
                    continue
                tint = number - 1 if kind == "extra region" and len(houses) > 1 else None
                for cell in house:
                    yield Field(cell, "shaded", tint, title=title)
                if kind == "extra region":
                    yield Cage(house, role="region", title=title)

    def _constraints(self) -> Iterator[Shape]:
        """Yield what the constraints look like: of several that shade cells each has a color."""
        drawn = [
            [] if self._is_outside(constraint) else list(constraint.shapes(self.grid))
            for constraint in self.constraints
        ]
        shading = [k for k, shapes in enumerate(drawn) if any(map(_shades, shapes))]
        taken: set[Place] = set()
        for number, shapes in enumerate(drawn):
            if self.constraints[number].kind == "candidates":  # the cells' own say as much
                shapes = [
                    shape
                    for shape in shapes
                    if not (isinstance(shape, Text) and shape.place in self.candidates)
                ]
            tint = shading.index(number) if len(shading) > 1 and number in shading else None
            for shape in self._moved_apart(shapes, taken):
                if isinstance(shape, Field) and shape.role == "shaded":
                    yield replace(shape, tint=tint)
                else:
                    yield shape

    def _is_outside(self, constraint: Constraint) -> bool:
        """Whether a constraint names a cell outside the grid, which has no place in the picture."""
        if not self.grid.extra or constraint.brings_cells:
            return False
        demands = constraint.demands(self.grid)
        return any(cell in self.grid.extra for demand in demands for cell in demand.cells)

    def _moved_apart(self, shapes: Sequence[Shape], taken: set[Place]) -> Sequence[Shape]:
        """Return a constraint's shapes, its clue beside the grid where none stands yet."""
        clues = [shape for shape in shapes if isinstance(shape, Text) and shape.role == "outside"]
        if not clues:
            return shapes
        steps = [
            _back(shape) for shape in shapes if isinstance(shape, Line) and shape.role == "pointer"
        ]
        step = (steps or [self._away(clues[0].place)])[0]
        while any(clue.place in taken for clue in clues):
            further = [_moved(clue, step) for clue in clues]
            if any(clue.place in self.grid.cells for clue in further):
                break  # between the grids of a samurai there may be no room
            shapes, clues = [_moved(shape, step) for shape in shapes], further
        taken.update(clue.place for clue in clues)
        return shapes

    def _away(self, place: Place) -> Place:
        """Return the step from a place beside the grid that leads away from the nearest cell."""
        nearest = min(self.grid.cells, key=lambda cell: (dist(cell, place), cell))
        return tuple((a > b) - (a < b) for a, b in zip(place, nearest, strict=True))

    def _captions(self, shapes: Iterable[Shape]) -> Iterator[Text]:
        """Yield lines below the grid: the rules that cannot be seen in it, and a legend."""
        notes = [
            constraint.note
            or (
                ""
                if any(True for _ in constraint.shapes(self.grid))
                and not self._is_outside(constraint)
                else constraint.title
            )
            for constraint in self.constraints
        ]
        cols = [col for _, col in self.grid.cells]
        beside = [shape.place[0] for shape in shapes if isinstance(shape, Text)]
        bottom = max([row for row, _ in self.grid.cells] + beside)
        wide = max(12, int(LETTERS_A_CELL * (max(cols) + 1 - min(cols))))
        notes += self.outside
        line = 0
        for role, texts in (("caption", filter(None, notes)), ("legend", self._look_alike())):
            for text in wrap(", ".join(dict.fromkeys(texts)), wide, break_on_hyphens=False):
                place = bottom + 0.9 + 0.45 * line, (min(cols) + max(cols)) / 2
                yield Text(place, text, role)  # type: ignore[arg-type]
                line += 1

    def _look_alike(self) -> Iterator[str]:
        """Yield which kinds of clues there are of those that look much like others."""
        outside = dict[str, None]()
        for constraint in self.constraints:
            shapes = list(constraint.shapes(self.grid))
            if any(isinstance(shape, Line) and shape.role == "pointer" for shape in shapes):
                continue  # as no other clue has one
            if any(isinstance(shape, Text) and shape.role == "outside" for shape in shapes):
                outside[constraint.kind] = None
        if outside:
            yield f"outside: {', '.join(outside)}"
        kinds = {constraint.kind for constraint in self.constraints}
        yield from (legend for kind, legend in BETWEEN_CIRCLES.items() if kind in kinds)


def _shades(shape: Shape) -> bool:
    return isinstance(shape, Field) and shape.role == "shaded"


def _back(line: Line) -> Place:
    """Return the step by which a pointer, and its clue, move back."""
    start, end = line.places[0], line.places[-1]
    return tuple((a > b) - (a < b) for a, b in zip(start, end, strict=True))


def _moved(shape: _Shape, step: Place) -> _Shape:
    """Return a clue beside the grid, or its pointer, moved by a step."""
    if isinstance(shape, Text) and shape.role == "outside":
        return replace(shape, place=_sum(shape.place, step))
    if isinstance(shape, Line) and shape.role == "pointer":
        return replace(shape, places=tuple(_sum(place, step) for place in shape.places))
    return shape


def _sum(place: Place, step: Place) -> Place:
    return tuple(a + b for a, b in zip(place, step, strict=True))


def _beyond(end: Cell, other: Cell) -> Place:
    """Return the corner of the grid at one end of a diagonal."""
    return tuple(a + 0.5 * ((a > b) - (a < b)) for a, b in zip(end, other, strict=True))


def digit_texts(answer: Answer, digit: Choices) -> list[Text]:
    """Return the digits of an answer, a text each."""
    given = set(answer.puzzle.given_options)
    texts = []
    for number, (row, col, value) in zip(answer.numbers(digit), answer[digit], strict=True):
        if row < 0:
            continue
        fixed = digit.offset + number in given
        texts.append(Text((row, col), str(value), "given" if fixed else "answer"))
    return texts


def outside_texts(answer: Answer, digit: Choices) -> list[str]:
    """Return what stands in the cells that a puzzle has outside its grid, as in `VA 3`."""
    cells = [(spell_cell((row, col)), value) for row, col, value in answer[digit] if row < 0]
    return [f"{name} {value}" for name, value in cells if name.startswith("V")]


def places_in_cell(size: int, box: tuple[int, int] | None) -> tuple[int, int]:
    """Return the (rows, columns) of the candidates in a cell: a box's, if these are about equal."""
    if box is not None and max(box) <= 2 * min(box):
        return box
    cols = ceil(sqrt(size))
    return ceil(size / cols), cols
