"""Pieces: sets of cells that may be turned and turned over, and the standard sets of pieces.

Orientations are sets of cells, so a symmetric piece gives each of them once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from string import ascii_lowercase, ascii_uppercase
from typing import TypeGuard

import numpy as np

from ..budget import spend
from ..errors import ModelError
from .board import read_cells
from .lattices import CUBES, HEXAGONS, SQUARES, TRIANGLES, Cell, Cells, Lattice, lattice_named

__all__ = [
    "FAMILIES",
    "PIECE_SETS",
    "Copies",
    "Piece",
    "PieceSet",
    "copies_of",
    "pentominoes",
    "polycubes",
    "polyforms",
    "polyhexes",
    "polyiamonds",
    "polyominoes",
    "soma_pieces",
]

Copies = int | tuple[int, int | None]


@dataclass(frozen=True)
class Piece:
    """A piece: its name and cells, and whether it may be turned and turned over.

    reflections  None: as is usual on the lattice, yes for flat pieces and no for solid ones
    lattice      where its cells lie, or the lattice's name
    copies       how many of it a packing takes: a number, or (least, most); most None: any number

    Raises ModelError for what is no cell of the lattice and for copies that cannot be.

    >>> Piece.from_text("L", "#./#./##", copies=2)
    Piece('L', 4 squares, copies=2)
    >>> len(Piece.from_text("L", "#./#./##", reflections=False).orientations())
    4
    """

    name: str
    cells: frozenset[Cell]
    rotations: bool = True
    reflections: bool | None = None
    lattice: Lattice = SQUARES
    copies: Copies = 1

    def __post_init__(self) -> None:
        lattice = lattice_named(self.lattice)
        object.__setattr__(self, "lattice", lattice)
        object.__setattr__(self, "cells", frozenset(self.cells))
        if self.reflections is None:
            object.__setattr__(self, "reflections", lattice.two_sided)
        lattice.require(self.cells, f"piece {self.name!r}")
        copies_of(self.name, self.copies)

    @classmethod
    def from_text(
        cls,
        name: str,
        text: str,
        *,
        rotations: bool = True,
        reflections: bool | None = None,
        lattice: Lattice | str = SQUARES,
        copies: Copies = 1,
    ) -> Piece:
        """Return the piece that `#` draws, as in `##/#.`; `/` or a new line ends a row.

        Other lattices are drawn as board.py says. Raises ModelError that names row and column.
        """
        lattice = lattice_named(lattice)
        cells = frozenset(read_cells(text, lattice))
        return cls(name, cells, rotations, reflections, lattice, copies)

    def __repr__(self) -> str:
        copies = "" if self.copies == 1 else f", copies={self.copies}"
        return f"Piece({self.name!r}, {len(self.cells)} {self.lattice.name}{copies})"

    def orientations(self) -> list[Cells]:
        """Return the distinct orientations, each moved to coordinates from 0.

        Raises ModelError for a piece without cells.
        """
        if not self.cells:
            raise ModelError(f"piece {self.name!r} has no cells")
        return self.lattice.orientations(
            self.cells, rotations=self.rotations, reflections=bool(self.reflections)
        )


def copies_of(name: str, copies: Copies) -> tuple[int, int | None]:
    """Return (least, most) of what `copies` says. Raises ModelError for what cannot be."""
    least, most = copies if isinstance(copies, tuple) and len(copies) == 2 else (copies, copies)
    if not _is_number(least) or not (most is None or _is_number(most)):
        raise ModelError(f"piece {name!r}: {copies!r} copies, expected a number or (least, most)")
    if not 0 <= least <= (least if most is None else most):
        raise ModelError(f"piece {name!r}: {copies!r} copies, expected 0 <= least <= most")
    return least, most


def _is_number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


# ---- Standard sets of pieces ---------------------------------------------------------------------
# The pieces of n cells are those of n - 1 cells with a neighbour added, one of each class of
# shapes that turning (and, for free pieces, mirroring) makes equal: the first of its orientations
# in order stands for it (S. W. Golomb, Polyominoes, 1965). `FAMILIES` and `PIECE_SETS` list what
# there is, by the name that texts call it, with the numbers that the literature counts: of
# packings, and of pieces in the On-Line Encyclopedia of Integer Sequences.
#
# Polyominoes of up to five cells have their usual letters. Other pieces are lettered A, B, C ...
# in the order of their shapes, and numbered where there are more than 52 of them. A one-sided
# piece that is the mirror image of another bears that one's name with a stroke: F and F'.


_NAMED = {
    1: {"O": "#"},
    2: {"I": "##"},
    3: {"I": "###", "L": "##/#."},
    4: {"I": "####", "L": "#./#./##", "O": "##/##", "S": ".##/##.", "T": "###/.#."},
    5: {
        "F": ".##/##./.#.",
        "I": "#####",
        "L": "#./#./#./##",
        "N": ".#/.#/##/#.",
        "P": "##/##/#.",
        "T": "###/.#./.#.",
        "U": "#.#/###",
        "V": "#../#../###",
        "W": "#../##./.##",
        "X": ".#./###/.#.",
        "Y": ".#/##/.#/.#",
        "Z": "##./.#./.##",
    },
}
_MIRRORED = {(4, "L"): "J", (4, "S"): "Z"}
_LETTERS = ascii_uppercase + ascii_lowercase


def polyforms(lattice: Lattice | str, cells: int, *, one_sided: bool = False) -> tuple[Piece, ...]:
    """Return the connected pieces of so many cells of the lattice.

    one_sided  pieces may not be turned over, and mirror images that differ are two pieces

    Raises ModelError for fewer than one cell. The numbers grow about fourfold a cell (sixfold for
    cubes): twelve squares are 63600 pieces.

    >>> "".join(piece.name for piece in polyforms("squares", 5))
    'FILNPTUVWXYZ'
    """
    lattice = lattice_named(lattice)
    if cells < 1:
        raise ModelError(f"pieces of {cells} cells, expected 1 or more")
    names: dict[Cells, str] = {}
    free = sorted(_shapes(lattice, cells, True), reverse=True)
    letters = _LETTERS if len(free) <= len(_LETTERS) else range(1, len(free) + 1)
    # The usual letters of polyominoes, by the orientation that comes first.
    usual_names = (
        {_least(SQUARES, _drawn(cells, name), True): name for name in _NAMED.get(cells, {})}
        if lattice is SQUARES
        else {}
    )
    for letter, shape in zip(map(str, letters), free, strict=False):
        name = usual_names.get(shape, letter)
        drawn = _least(lattice, _drawn(cells, name), False) if shape in usual_names else shape
        names[drawn if one_sided else shape] = name
        if one_sided:
            image = lattice.images(lattice.mirror, np.array(drawn, np.int64))
            assert image is not None  # every lattice is mirrored to itself
            other = _least(lattice, lattice.normal(map(tuple, image.tolist())), False)
            names.setdefault(other, _MIRRORED.get((cells, name), name + "'"))
    pieces = [
        Piece(name, frozenset(shape), reflections=not one_sided, lattice=lattice)
        for shape, name in names.items()
    ]
    return tuple(
        sorted(pieces, key=lambda piece: (len(piece.name), piece.name)) if usual_names else pieces
    )


@dataclass(frozen=True)
class Family:
    """All pieces of a lattice.

    name       what they are called
    free       how many there are of 1, 2, 3 ... cells, and the sequence's name; texts may ask for
               the pieces of as many cells as numbers stand here
    one_sided  how many there are if mirror images that differ are two pieces
    """

    name: str
    lattice: Lattice
    free: tuple[str, tuple[int, ...]]
    one_sided: tuple[str, tuple[int, ...]]

    @property
    def most_cells(self) -> int:
        """The largest pieces that texts may ask for; there are some hundreds of these."""
        return len(self.free[1])


FAMILIES: Mapping[Lattice, Family] = {
    family.lattice: family
    for family in (
        Family(
            "polyominoes",
            SQUARES,
            ("A000105", (1, 1, 2, 5, 12, 35, 108, 369)),
            ("A000988", (1, 1, 2, 7, 18, 60, 196, 704)),
        ),
        Family(
            "polyiamonds",
            TRIANGLES,
            ("A000577", (1, 1, 1, 3, 4, 12, 24)),
            ("A006534", (1, 1, 1, 4, 6, 19, 43)),
        ),
        Family(
            "polyhexes",
            HEXAGONS,
            ("A000228", (1, 1, 3, 7, 22, 82, 333)),
            ("A006535", (1, 1, 3, 10, 33, 147, 620)),
        ),
        Family(
            "polycubes",
            CUBES,
            ("A038119", (1, 1, 2, 7, 23, 112)),
            ("A000162", (1, 1, 2, 8, 29, 166)),
        ),
    )
}


def polyominoes(cells: int, *, one_sided: bool = False) -> tuple[Piece, ...]:
    """Return the polyominoes of so many squares, as `polyforms` does."""
    return polyforms(SQUARES, cells, one_sided=one_sided)


def pentominoes(*, one_sided: bool = False) -> tuple[Piece, ...]:
    """Return the twelve pentominoes F I L N P T U V W X Y Z, or the eighteen one-sided ones."""
    return polyforms(SQUARES, 5, one_sided=one_sided)


def polyiamonds(cells: int, *, one_sided: bool = False) -> tuple[Piece, ...]:
    """Return the polyiamonds of so many triangles, as `polyforms` does."""
    return polyforms(TRIANGLES, cells, one_sided=one_sided)


def polyhexes(cells: int, *, one_sided: bool = False) -> tuple[Piece, ...]:
    """Return the polyhexes of so many hexagons, as `polyforms` does."""
    return polyforms(HEXAGONS, cells, one_sided=one_sided)


def polycubes(cells: int, *, one_sided: bool = True) -> tuple[Piece, ...]:
    """Return the polycubes of so many cubes; solid pieces are one-sided by default."""
    return polyforms(CUBES, cells, one_sided=one_sided)


def soma_pieces() -> tuple[Piece, ...]:
    """Return Piet Hein's seven: the polycubes of up to four cubes that are no boxes.

    They bear their usual names: V L T Z lie flat, A and B are each other's mirror images, P is the
    corner with three arms. They fill the cube of side 3 in 240 ways that turning and mirroring keep
    apart.

    >>> "".join(piece.name for piece in soma_pieces())
    'ABLPTVZ'
    """
    solid = [piece for cells in (3, 4) for piece in polycubes(cells) if not _is_box(piece)]
    flat = {_flat_shape(4, name): name for name in "LTS"} | {_flat_shape(3, "L"): "V"}
    named, screws = {}, iter("AB")
    for piece in solid:
        shape = piece.orientations()[0]
        arms = max(sum(other in shape for other in CUBES.neighbours(cell)) for cell in shape)
        name = flat.get(_least(CUBES, shape, False), "P" if arms == 3 else "")
        named[{"S": "Z"}.get(name, name) or next(screws)] = piece.cells
    return tuple(Piece(name, named[name], lattice=CUBES) for name in sorted(named))


@dataclass(frozen=True)
class PieceSet:
    """A set of pieces that has a name.

    name      what texts call it, as in `pieces = "soma"`
    pieces    makes the pieces
    size      how many there are
    packings  by a board's shape and its sides, in how many ways they fill it; turned and mirrored
              packings are different ones
    source    who counted these
    doc       what it is, for the table of docs/toml.md
    """

    name: str
    pieces: Callable[[], tuple[Piece, ...]]
    size: int
    packings: Mapping[tuple[str, tuple[int, ...]], int]
    source: str
    doc: str


PIECE_SETS: Mapping[str, PieceSet] = {
    pieces.name: pieces
    for pieces in (
        PieceSet(
            "pentominoes",
            pentominoes,
            12,
            {
                ("rectangle", (3, 20)): 8,
                ("rectangle", (4, 15)): 1472,
                ("rectangle", (5, 12)): 4040,
                ("rectangle", (6, 10)): 9356,
            },
            "Haselgrove and Haselgrove, Eureka 23, 1960",
            "the pieces of five squares: F I L N P T U V W X Y Z",
        ),
        PieceSet(
            "soma",
            soma_pieces,
            7,
            {("box", (3, 3, 3)): 11520},
            "Conway and Guy, 1961",
            "Piet Hein's seven, the pieces of up to four cubes that are no boxes",
        ),
    )
}


def _flat_shape(cells: int, name: str) -> Cells:
    """Return a polyomino laid flat among cubes."""
    return _least(CUBES, tuple((0, *cell) for cell in _drawn(cells, name)), False)


def _is_box(piece: Piece) -> bool:
    size = 1
    for axis in zip(*piece.cells, strict=True):
        size *= max(axis) - min(axis) + 1
    return size == len(piece.cells)


@cache
def _shapes(lattice: Lattice, cells: int, free: bool) -> frozenset[Cells]:
    """Return the connected shapes, one of each class, in the orientation that comes first."""
    if cells == 1:
        return frozenset(_least(lattice, (cell,), free) for cell in lattice.of_each_kind)
    shapes = set()
    tried = set()
    for shape in _shapes(lattice, cells - 1, free):
        spend()
        for cell in shape:
            for other in lattice.neighbours(cell):
                if other not in shape and (grown := lattice.normal((*shape, other))) not in tried:
                    tried.add(grown)
                    shapes.add(_least(lattice, grown, free))
    return frozenset(shapes)


def _least(lattice: Lattice, shape: Cells, free: bool) -> Cells:
    return min(lattice.orientations(shape, reflections=free))


def _drawn(cells: int, name: str) -> Cells:
    return tuple(Piece.from_text(name, _NAMED[cells][name]).cells)
