"""The lattices that boards and pieces lie on: squares, triangles, hexagons, cubes, other solids.

A cell is a tuple of integers. Turning and mirroring are linear on vectors that point from a fixed
corner to the cell, so each lattice's symmetries are integer matrices, closed from a generator or
two; a piece's orientations and a board's symmetries both come from them.

    squares     (row, col)                   4 rotations,  8 with reflections
    triangles   (row, col), the triangle points up where row + col is even; 6 and 12
    hexagons    (row, col), axial: each row lies half a cell further right; 6 and 12
    cubes       (layer, row, col)           24 and 48
    prisms      (layer, row, col), layers of triangles; 12 and 24
    spheres     (layer, row, col) where the sum is even, closely packed: each touches twelve; 24
                and 48 map all of the lattice to itself, and 120 and 240 some parts of it
    rhombics    (layer, row, col), 24 tetrahedra in each cube of 5 x 5 x 5 places, between the
                middle of the cube, the middle of a side, and an edge; 24 and 48
    tetrahedra  (layer, row, col), a tetrahedron and four eighths of octahedra in each cube of
                3 x 3 x 3 places; 24 and 48

The last four are the grids of BurrTools, in its coordinates (those of prisms one column further
right). Moving cells keeps what kinds of cells they are: it goes by whole periods, of which on some
axes there must be an even number together.

Triangles: in units of half an edge across and a sixth of an edge times the root of 3 down, the
centre of cell (row, col) stands at x = col, y = 3 row + 2 (up) or 3 row + 1 (down). There x and y
are both even or both odd, so that a turn by 60 degrees, ((y + 3x) / 2, (x - y) / 2), stays whole.

Spheres: what lies in a plane of closely packed rows may be turned by 60 degrees in it. That leads
from one close packing to another one, and is a turn of a piece if all of its spheres come to lie on
places of the first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, product
from operator import add, mul
from typing import cast

import numpy as np
import numpy.typing as npt

from ..errors import ModelError, did_you_mean

__all__ = [
    "CUBES",
    "HEXAGONS",
    "LATTICES",
    "PRISMS",
    "RHOMBICS",
    "SPHERES",
    "SQUARES",
    "TETRAHEDRA",
    "TRIANGLES",
    "Cell",
    "Cells",
    "Lattice",
]

Cell = tuple[int, ...]
Cells = tuple[Cell, ...]
Matrix = tuple[tuple[int, ...], ...]
Numbers = npt.NDArray[np.int64]
LARGE = 1 << 58  # a coordinate; sums of several times smaller ones are no wider than 64 bits


@dataclass(frozen=True, eq=False)
class Lattice:
    """A lattice: what its cells' coordinates mean, which cells are neighbors, how it may be turned.

    name       "squares", "triangles", "hexagons", "cubes" ...
    axes       the coordinates' names
    steps      for each kind of cell (up and down triangles) the ways to its neighbours
    turns      generators of the rotations, matrices on vectors
    mirror     a reflection
    unit       what the matrices are to be divided by
    two_sided  whether a piece may be turned over unless it says otherwise: a flat one may, a solid
               one has no other side
    period     how many places further cells are again of the same kind, on each axis
    even       the axes on which moves go by an even number of periods, all together
    plane      the plane of its pictures: that of layers of squares or of triangles, if it is solid

    >>> SQUARES.neighbours((0, 0))
    [(0, 1), (1, 0), (0, -1), (-1, 0)]
    >>> [len(lattice.symmetries()) for lattice in LATTICES.values()]
    [8, 12, 12, 48, 24, 240, 48, 48]
    """

    name: str
    axes: tuple[str, ...]
    steps: Mapping[int, Cells]
    turns: tuple[Matrix, ...]
    mirror: Matrix
    unit: int = 1
    two_sided: bool = True
    period: int = 1
    even: tuple[int, ...] = ()
    plane: str = ""

    def __repr__(self) -> str:
        return f"<lattice of {self.name}>"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return lattice_named, (self.name,)

    @property
    def solid(self) -> bool:
        """Whether its cells stand in layers."""
        return len(self.axes) == 3

    def kind(self, cell: Cell) -> int:
        """Return which kind of cell it is: translations keep it. Triangles: 0 up, 1 down."""
        if self.period == 1 and not self.even:
            return 0
        kind = sum([cell[axis] // self.period for axis in self.even]) % 2
        for place in cell:
            kind = kind * self.period + place % self.period
        return kind

    def kinds(self, cells: Numbers) -> Numbers:
        """Return the kinds of cells that are given as an array, a cell a row."""
        if self.period == 1 and not self.even:
            return np.zeros(len(cells), np.int64)
        kinds: Numbers = (cells[:, list(self.even)] // self.period).sum(axis=1) % 2
        for axis in cells.T:
            kinds = kinds * self.period + axis % self.period
        return kinds

    @cached_property
    def of_each_kind(self) -> list[Cell]:
        """A cell of each kind, the least first."""
        every = range(self.period * (2 if self.even else 1))
        cells: dict[int, Cell] = {}
        for cell in product(every, repeat=len(self.axes)):
            if self.kind(cell) in self.steps:
                cells.setdefault(self.kind(cell), cell)
        return list(cells.values())

    def neighbours(self, cell: Cell) -> list[Cell]:
        """Return the cells that share a side with the cell, or touch it if they are spheres."""
        ways = self.steps[self.kind(cell)]
        if len(cell) == 2:
            first, second = cell
            return [(first + a, second + b) for a, b in ways]  # a third of the time of `map`
        return [tuple(map(add, cell, way)) for way in ways]

    def next(self, cell: Cell) -> list[Cell]:
        """Return those of the cell's neighbours that come after it, in ascending order of cells."""
        return [tuple(map(add, cell, way)) for way in self._onward[self.kind(cell)]]

    @cached_property
    def _onward(self) -> dict[int, list[Cell]]:
        same = (0,) * len(self.axes)
        return {kind: [way for way in ways if way > same] for kind, ways in self.steps.items()}

    def symmetries(self, *, rotations: bool = True, reflections: bool = True) -> list[Matrix]:
        """Return the matrices of the turns and mirrored turns, the identity first."""
        turned = len(self._rotations) if rotations else 1
        return self._rotations[:turned] + self._mirrored[:turned] * reflections

    @cached_property
    def _mirrored(self) -> list[Matrix]:
        return [self._product(matrix, self.mirror) for matrix in self._rotations]

    @cached_property
    def _rotations(self) -> list[Matrix]:
        return self._group()

    def _group(self) -> list[Matrix]:
        """Return the rotations that the generators close to."""
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

    def images(self, matrix: Matrix, cells: Numbers) -> Numbers | None:
        """Return where a symmetry maps cells that are given as an array, a cell a row.

        None: not to cells. Only translations of the images matter.
        """
        image = self._vectors(cells) @ np.array(matrix, np.int64).T
        if self.unit > 1 and (image % self.unit).any():
            return None
        return self._cells(image // self.unit)

    def turned(self, matrices: Sequence[Matrix], cells: Numbers) -> Numbers:
        """Return what symmetries map cells to, at the origin: int64[images, cells, axes].

        A symmetry that maps them not to cells has no image.
        """
        vectors = self._vectors(cells) @ np.array(matrices, np.int64).transpose(0, 2, 1)
        if self.unit > 1:
            vectors = vectors[~(vectors % self.unit).any(axis=(1, 2))] // self.unit
        images = self._cells(vectors.reshape(-1, vectors.shape[2])).reshape(-1, *cells.shape)
        way: Numbers = -(images.min(axis=1) // self.period)
        if self.even:
            way[:, -1] += way[:, list(self.even)].sum(axis=1) % 2
        moved: Numbers = images + way[:, None] * self.period
        return moved

    def _vectors(self, cells: Numbers) -> Numbers:
        return cells

    def _cells(self, vectors: Numbers) -> Numbers:
        return vectors

    def at_origin(self, cells: Numbers) -> Numbers:
        """Return cells that are given as an array, moved so that the least coordinates are 0.

        Where cells are of several kinds, the least coordinates are as small as can be.
        """
        way: Numbers = -(cells.min(axis=0) // self.period)
        if self.even:
            way[-1] += way[list(self.even)].sum() % 2
        return cells + way * self.period

    def places(self, cells: Collection[Cell]) -> Numbers:
        """Return the cells as an array, a cell a row, moved to the origin in their order."""
        return self.at_origin(_array(cells)) if cells else np.zeros((0, len(self.axes)), np.int64)

    def normal(self, cells: Iterable[Cell]) -> Cells:
        """Return the cells moved to the origin, ascending: the same for all their translations."""
        return _tuples(self.at_origin(_array(list(cells))))

    def orientations(
        self, cells: Iterable[Cell], *, rotations: bool = True, reflections: bool = True
    ) -> list[Cells]:
        """Return the distinct shapes that turning and mirroring give, each in normal form."""
        matrices = self.symmetries(rotations=rotations, reflections=reflections)
        return list(dict.fromkeys(self._normal_images(matrices, list(cells))))

    def _normal_images(
        self, matrices: Iterable[Matrix], cells: Collection[Cell]
    ) -> Iterator[Cells]:
        """Yield the image under each matrix that maps cells to cells, in normal form.

        Few rows stand in all the matrices together: where moves are free, the coordinates that each
        gives, moved to begin at 0, are worked out once.
        """
        if self.period > 1 or self.even:
            array = _array(cells)
            for matrix in matrices:
                image = self.images(matrix, array)
                if image is not None:
                    yield _tuples(self.at_origin(image))
            return
        axes = list(zip(*cells, strict=True))
        lines: dict[Cell, list[int]] = {}
        for matrix in matrices:
            for row in matrix:
                if row not in lines:
                    lines[row] = _line(row, axes)
            yield tuple(sorted(zip(*[lines[row] for row in matrix], strict=True)))

    def require(self, cells: Collection[object], whose: str) -> None:
        """Raise ModelError, beginning with `whose`, for what is no cell of this lattice."""
        if not self._are_tuples(cells):
            for cell in cells:
                if not (
                    isinstance(cell, tuple)
                    and len(cell) == len(self.axes)
                    and all(isinstance(number, int) for number in cell)
                ):
                    wanted = ", ".join(self.axes)
                    raise ModelError(f"{whose}: cell {cell!r}, expected ({wanted}) of {self.name}")
        if len(self.steps) < self.period ** len(self.axes) * (2 if self.even else 1):
            for place in cast(Collection[Cell], cells):
                if self.kind(place) not in self.steps:
                    raise ModelError(f"{whose}: cell {place!r}, expected a place of {self.name}")

    def _are_tuples(self, cells: Collection[object]) -> bool:
        """Whether all are tuples of as many integers as there are axes, seen at once."""
        if not set(map(type, cells)) <= {tuple}:
            return False
        usual = cast(Collection[tuple[object, ...]], cells)
        sizes, kinds = set(map(len, usual)), set(map(type, chain.from_iterable(usual)))
        return sizes <= {len(self.axes)} and kinds <= {int}


class _Triangles(Lattice):
    """Triangles, whose vectors are not their coordinates."""

    def _vectors(self, cells: Numbers) -> Numbers:
        row, col = cells.T
        return np.column_stack((3 * row + 2 - (row + col) % 2, col))

    def _cells(self, vectors: Numbers) -> Numbers:
        return np.column_stack((vectors[:, 0] // 3, vectors[:, 1]))


class _Prisms(Lattice):
    """Layers of triangles."""

    def _vectors(self, cells: Numbers) -> Numbers:
        vectors: Numbers = np.column_stack((cells[:, 0], TRIANGLES._vectors(cells[:, 1:])))
        return vectors

    def _cells(self, vectors: Numbers) -> Numbers:
        cells: Numbers = np.column_stack((vectors[:, 0], TRIANGLES._cells(vectors[:, 1:])))
        return cells


class _Spheres(Lattice):
    """Closely packed spheres: rotations and, before them, turns from a packing to another one."""

    def _vectors(self, cells: Numbers) -> Numbers:
        vectors: Numbers = cells - cells[0]
        return vectors

    @cached_property
    def _rotations(self) -> list[Matrix]:
        return [
            self._product(rotation, twin) for twin in self._twins() for rotation in self._group()
        ]

    def _twins(self) -> Iterator[Matrix]:
        """Yield the identity, and the half turn about each diagonal of the cube."""
        yield ((3, 0, 0), (0, 3, 0), (0, 0, 3))
        for signs in ((1, 1, 1), (1, 1, -1), (1, -1, 1), (-1, 1, 1)):
            yield tuple(
                tuple(2 * a * b - 3 * (i == j) for j, b in enumerate(signs))
                for i, a in enumerate(signs)
            )


class _Middles(Lattice):
    """Cells whose vectors point from the middle of a cube, `period` - 1 half places from 0 on."""

    def _vectors(self, cells: Numbers) -> Numbers:
        return 2 * cells - self._corner

    def _cells(self, vectors: Numbers) -> Numbers:
        return (vectors + self._corner) // 2

    @property
    def _corner(self) -> int:
        # Of cubes of which every second one is alike, a corner is the middle of eight.
        return 2 * self.period - 1 if self.even else self.period - 1


def _array(cells: Collection[Cell]) -> Numbers:
    """Return cells as an array, a cell a row: of Python's integers if some are large."""
    large = any(not -LARGE < place < LARGE for cell in cells for place in cell)
    return np.array(list(cells), object if large else np.int64)


def _tuples(cells: Numbers) -> Cells:
    """Return cells that are given as an array, ascending."""
    return tuple(sorted(map(tuple, cells.tolist())))


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


def _near(distance: int) -> Cells:
    """Return the ways whose squares add up to that, of coordinates from -1 to 1."""
    ways = product((-1, 0, 1), repeat=3)
    return tuple(way for way in ways if sum(step * step for step in way) == distance)


def _times(factor: int, *matrices: Matrix) -> tuple[Matrix, ...]:
    return tuple(
        tuple(tuple(factor * number for number in row) for row in matrix) for matrix in matrices
    )


_CUBE_TURNS = (((1, 0, 0), (0, 0, 1), (0, -1, 0)), ((0, 1, 0), (-1, 0, 0), (0, 0, 1)))
_CUBE_MIRROR = ((-1, 0, 0), (0, 1, 0), (0, 0, 1))
SQUARES = Lattice(
    "squares",
    ("row", "col"),
    steps={0: tuple(_both_ways((0, 1), (1, 0)))},
    turns=(((0, 1), (-1, 0)),),
    mirror=((1, 0), (0, -1)),
)
TRIANGLES = _Triangles(
    "triangles",
    ("row", "col"),
    steps={0: ((0, 1), (1, 0), (0, -1)), 1: ((0, 1), (0, -1), (-1, 0))},
    even=(0, 1),
    turns=(((1, 3), (-1, 1)),),
    mirror=((2, 0), (0, -2)),
    unit=2,
)
HEXAGONS = Lattice(
    "hexagons",
    ("row", "col"),
    steps={0: tuple(_both_ways((0, 1), (1, 0), (1, -1)))},
    turns=(((1, 1), (-1, 0)),),
    mirror=((0, 1), (1, 0)),
)
CUBES = Lattice(
    "cubes",
    ("layer", "row", "col"),
    steps={0: tuple(_both_ways((0, 0, 1), (0, 1, 0), (1, 0, 0)))},
    turns=_CUBE_TURNS,
    mirror=_CUBE_MIRROR,
    two_sided=False,
)
PRISMS = _Prisms(
    "prisms",
    CUBES.axes,
    steps={
        kind: (*((0, *way) for way in ways), (-1, 0, 0), (1, 0, 0))
        for kind, ways in TRIANGLES.steps.items()
    },
    turns=(((2, 0, 0), (0, 1, 3), (0, -1, 1)), ((-2, 0, 0), (0, 2, 0), (0, 0, -2))),
    mirror=((-2, 0, 0), (0, 2, 0), (0, 0, 2)),
    unit=2,
    two_sided=False,
    even=(1, 2),
)
SPHERES = _Spheres(
    "spheres",
    CUBES.axes,
    steps={0: _near(2)},
    turns=_times(3, *_CUBE_TURNS),
    mirror=_times(3, _CUBE_MIRROR)[0],
    unit=3,
    two_sided=False,
    even=(0, 1, 2),
    plane="cubes",
)


def _rhombic_steps() -> dict[int, Cells]:
    """Return the ways between tetrahedra: places of which one coordinate is each of 0, 1 and 2,
    counted from the nearer side of the cube.
    """
    period = 5

    def there(cell: Cell) -> bool:
        return sorted(min(c % period, period - 1 - c % period) for c in cell) == [0, 1, 2]

    return {
        (layer * period + row) * period + col: tuple(
            way
            for way in chain(_near(1), _near(2))
            if there((layer + way[0], row + way[1], col + way[2]))
        )
        for layer, row, col in product(range(period), repeat=3)
        if there((layer, row, col))
    }


RHOMBICS = _Middles(
    "rhombics",
    CUBES.axes,
    steps=_rhombic_steps(),
    turns=_CUBE_TURNS,
    mirror=_CUBE_MIRROR,
    two_sided=False,
    period=5,
    plane="cubes",
)


def _tetrahedral_steps() -> dict[int, Cells]:
    """Return the ways between tetrahedra, in the middle of cubes, and eighths of octahedra: at
    those corners of a cube that are no corners of its tetrahedron.
    """
    period = 3

    def corner(cell: Cell) -> bool:
        within = [c % period for c in cell]
        odd = sum(c // period for c in cell) + sum(within) // 2
        return 1 not in within and odd % 2 == 1

    steps: dict[int, Cells] = {}
    for cube in ((0, 0, 0), (0, 0, period)):
        for within in product(range(period), repeat=3):
            cell = tuple(map(add, cube, within))
            kind = sum(c // period for c in cell) % 2
            for place in within:
                kind = kind * period + place
            if within == (1, 1, 1):
                ways = [w for w in _near(3) if corner(tuple(map(add, cell, w)))]
            elif corner(cell):
                inwards = tuple(1 - place for place in within)
                ways = [inwards, *(w for w in _near(1) if corner(tuple(map(add, cell, w))))]
            else:
                continue
            steps[kind] = tuple(ways)
    return steps


TETRAHEDRA = _Middles(
    "tetrahedra",
    CUBES.axes,
    steps=_tetrahedral_steps(),
    turns=_CUBE_TURNS,
    mirror=_CUBE_MIRROR,
    two_sided=False,
    period=3,
    even=(0, 1, 2),
    plane="cubes",
)
LATTICES = {
    lattice.name: lattice
    for lattice in (
        SQUARES,
        TRIANGLES,
        HEXAGONS,
        CUBES,
        PRISMS,
        SPHERES,
        RHOMBICS,
        TETRAHEDRA,
    )
}
