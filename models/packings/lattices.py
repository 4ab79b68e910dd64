"""The lattices that boards and pieces lie on: squares, triangles, hexagons, cubes.

A cell is a tuple of integers. Turning and mirroring are linear on vectors that point from a fixed
corner to the cell, so each lattice's symmetries are integer matrices, closed from a generator or
two; a piece's orientations and a board's symmetries both come from them.

    squares    (row, col)                   4 rotations,  8 with reflections
    triangles  (row, col), the triangle points up where row + col is even; 6 and 12
    hexagons   (row, col), axial: each row lies half a cell further right; 6 and 12
    cubes      (layer, row, col)           24 and 48

Triangles: in units of half an edge across and a sixth of an edge times the root of 3 down, the
centre of cell (row, col) stands at x = col, y = 3 row + 2 (up) or 3 row + 1 (down). There x and y
are both even or both odd, so that a turn by 60 degrees, ((y + 3x) / 2, (x - y) / 2), stays whole.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from operator import add, mul
from typing import cast

import numpy as np
import numpy.typing as npt

from ..errors import ModelError, did_you_mean

__all__ = ["CUBES", "HEXAGONS", "LATTICES", "SQUARES", "TRIANGLES", "Cell", "Cells", "Lattice"]

Cell = tuple[int, ...]
Cells = tuple[Cell, ...]
Matrix = tuple[tuple[int, ...], ...]
Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Lattice:
    """A lattice: what its cells' coordinates mean, which cells are neighbors, how it may be turned.

    name       "squares", "triangles", "hexagons" or "cubes"
    axes       the coordinates' names
    steps      for each kind of cell (up and down triangles) the ways to its neighbours
    turns      generators of the rotations, matrices on vectors
    mirror     a reflection
    unit       what the matrices are to be divided by
    two_sided  whether a piece may be turned over unless it says otherwise: a flat one may, a solid
               one has no other side

    >>> SQUARES.neighbours((0, 0))
    [(0, 1), (1, 0), (0, -1), (-1, 0)]
    >>> [len(lattice.symmetries()) for lattice in LATTICES.values()]
    [8, 12, 12, 48]
    """

    name: str
    axes: tuple[str, ...]
    steps: tuple[Cells, ...]
    turns: tuple[Matrix, ...]
    mirror: Matrix
    unit: int = 1
    two_sided: bool = True

    def __repr__(self) -> str:
        return f"<lattice of {self.name}>"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return lattice_named, (self.name,)

    def kind(self, cell: Cell) -> int:
        """Return which kind of cell it is: translations keep it. Triangles: 0 up, 1 down."""
        return sum(cell) % len(self.steps)

    def neighbours(self, cell: Cell) -> list[Cell]:
        """Return the cells that share a side with the cell."""
        ways = self.steps[self.kind(cell)]
        return [tuple(map(add, cell, way)) for way in ways]

    def symmetries(self, *, rotations: bool = True, reflections: bool = True) -> list[Matrix]:
        """Return the matrices of the turns and mirrored turns, the identity first."""
        turned = len(self._rotations) if rotations else 1
        return self._rotations[:turned] + self._mirrored[:turned] * reflections

    @cached_property
    def _mirrored(self) -> list[Matrix]:
        return [self._product(matrix, self.mirror) for matrix in self._rotations]

    @cached_property
    def _rotations(self) -> list[Matrix]:
        size = range(len(self.mirror))
        same = tuple(tuple(self.unit * (i == j) for j in size) for i in size)
        matrices = {same: None}
        for matrix in (queue := [same]):
            for turn in self.turns:
                if (further := self._product(turn, matrix)) not in matrices:
                    matrices[further] = None
                    queue.append(further)
        return list(matrices)

    def _product(self, left: Matrix, right: Matrix) -> Matrix:
        columns = list(zip(*right, strict=True))
        return tuple(
            tuple(sum(map(mul, row, column)) // self.unit for column in columns) for row in left
        )

    def image(self, matrix: Matrix, cells: Iterable[Cell]) -> list[Cell]:
        """Return where a symmetry maps the cells, in the same order."""
        unit, cell = self.unit, self._cell
        return [
            cell(tuple([sum(map(mul, row, vector)) // unit for row in matrix]))
            for vector in map(self._vector, cells)
        ]

    def images(self, matrix: Matrix, cells: Numbers) -> Numbers:
        """Return where a symmetry maps cells that are given as an array, a cell a row."""
        return self._cells(self._vectors(cells) @ np.array(matrix, np.int64).T // self.unit)

    def _vector(self, cell: Cell) -> Cell:
        return cell

    def _cell(self, vector: Cell) -> Cell:
        return vector

    def _vectors(self, cells: Numbers) -> Numbers:
        return cells

    def _cells(self, vectors: Numbers) -> Numbers:
        return vectors

    def shift(self, cells: Iterable[Cell]) -> Cell:
        """Return the translation that moves the cells' least coordinates to 0 (triangles: or 1)."""
        least = [-min(axis) for axis in zip(*cells, strict=True)]
        least[-1] += sum(least) % len(self.steps)
        return tuple(least)

    def at_origin(self, cells: Numbers) -> Numbers:
        """Return cells that are given as an array, a cell a row, moved by `shift`."""
        way: Numbers = -cells.min(axis=0)
        way[-1] += way.sum() % len(self.steps)
        return cells + way

    def normal(self, cells: Iterable[Cell]) -> Cells:
        """Return the cells moved to the origin, ascending: the same for all their translations."""
        return moved(cells := list(cells), self.shift(cells))

    def orientations(
        self, cells: Iterable[Cell], *, rotations: bool = True, reflections: bool = True
    ) -> list[Cells]:
        """Return the distinct shapes that turning and mirroring give, each in normal form."""
        matrices = self.symmetries(rotations=rotations, reflections=reflections)
        return list(dict.fromkeys(self._normal_images(matrices, list(cells))))

    def _normal_images(
        self, matrices: Iterable[Matrix], cells: Collection[Cell]
    ) -> Iterator[Cells]:
        """Yield the image under each matrix, in normal form.

        Few rows stand in all the matrices together: the coordinates that each gives, moved to
        begin at 0, are worked out once.
        """
        axes = list(zip(*cells, strict=True))
        lines: dict[Cell, list[int]] = {}
        for matrix in matrices:
            for row in matrix:
                if row not in lines:
                    lines[row] = _line(row, axes)
            yield tuple(sorted(zip(*[lines[row] for row in matrix], strict=True)))

    def require(self, cells: Collection[object], whose: str) -> None:
        """Raise ModelError, beginning with `whose`, for what is no cell of this lattice."""
        if set(map(type, cells)) <= {tuple}:
            usual = cast(Collection[tuple[object, ...]], cells)
            sizes, kinds = set(map(len, usual)), set(map(type, chain.from_iterable(usual)))
            if sizes <= {len(self.axes)} and kinds <= {int}:
                return
        for cell in cells:
            if not (
                isinstance(cell, tuple)
                and len(cell) == len(self.axes)
                and all(isinstance(number, int) for number in cell)
            ):
                wanted = ", ".join(self.axes)
                raise ModelError(f"{whose}: cell {cell!r}, expected ({wanted}) of {self.name}")


class _Triangles(Lattice):
    """Triangles, whose vectors are not their coordinates."""

    def _vector(self, cell: Cell) -> Cell:
        row, col = cell
        return 3 * row + 2 - (row + col) % 2, col

    def _cell(self, vector: Cell) -> Cell:
        return vector[0] // 3, vector[1]

    def _vectors(self, cells: Numbers) -> Numbers:
        row, col = cells.T
        return np.column_stack((3 * row + 2 - (row + col) % 2, col))

    def _cells(self, vectors: Numbers) -> Numbers:
        return np.column_stack((vectors[:, 0] // 3, vectors[:, 1]))

    def _normal_images(
        self, matrices: Iterable[Matrix], cells: Collection[Cell]
    ) -> Iterator[Cells]:
        return (self.normal(self.image(matrix, cells)) for matrix in matrices)


def moved(cells: Iterable[Cell], by: Sequence[int]) -> Cells:
    """Return the cells moved by a translation, ascending."""
    return tuple(sorted([tuple(map(add, cell, by)) for cell in cells]))


def lattice_named(lattice: Lattice | str) -> Lattice:
    """Return the lattice of that name. Raises ModelError for an unknown one."""
    if isinstance(lattice, Lattice):
        return lattice
    if lattice not in LATTICES:
        expected = f"expected one of {', '.join(LATTICES)}{did_you_mean(lattice, LATTICES)}"
        raise ModelError(f"lattice {lattice!r}, {expected}")
    return LATTICES[lattice]


def _line(row: Cell, axes: Sequence[Cell]) -> list[int]:
    """Return the coordinates that a matrix's row gives to cells, moved to begin at 0.

    axes  the cells' own coordinates, axis by axis
    """
    terms = [(factor, axis) for factor, axis in zip(row, axes, strict=True) if factor]
    factor, axis = terms[0]
    line = [factor * number for number in axis]
    for factor, axis in terms[1:]:
        line = [total + factor * number for total, number in zip(line, axis, strict=True)]
    least = min(line)
    return [number - least for number in line]


def _both_ways(*ways: Cell) -> Iterator[Cell]:
    yield from ways
    for way in ways:
        yield tuple(-step for step in way)


SQUARES = Lattice(
    "squares",
    ("row", "col"),
    steps=(tuple(_both_ways((0, 1), (1, 0))),),
    turns=(((0, 1), (-1, 0)),),
    mirror=((1, 0), (0, -1)),
)
TRIANGLES = _Triangles(
    "triangles",
    ("row", "col"),
    steps=(((0, 1), (1, 0), (0, -1)), ((0, 1), (0, -1), (-1, 0))),
    turns=(((1, 3), (-1, 1)),),
    mirror=((2, 0), (0, -2)),
    unit=2,
)
HEXAGONS = Lattice(
    "hexagons",
    ("row", "col"),
    steps=(tuple(_both_ways((0, 1), (1, 0), (1, -1))),),
    turns=(((1, 1), (-1, 0)),),
    mirror=((0, 1), (1, 0)),
)
CUBES = Lattice(
    "cubes",
    ("layer", "row", "col"),
    steps=(tuple(_both_ways((0, 0, 1), (0, 1, 0), (1, 0, 0))),),
    turns=(((1, 0, 0), (0, 0, 1), (0, -1, 0)), ((0, 1, 0), (-1, 0, 0), (0, 0, 1))),
    mirror=((-1, 0, 0), (0, 1, 0), (0, 0, 1)),
    two_sided=False,
)
LATTICES = {lattice.name: lattice for lattice in (SQUARES, TRIANGLES, HEXAGONS, CUBES)}
