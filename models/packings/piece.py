"""Pieces: sets of cells that may be turned and, if wanted, turned over.

Orientations are sets of cells, so a symmetric piece gives each of them once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeGuard

from ..errors import ModelError
from .cell_text import read_cells
from .lattices import SQUARES, Cell, Cells, Lattice, lattice_named

__all__ = ["Copies", "Piece", "copies_of"]

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

        Other lattices are drawn as cell_text.py says. Raises ModelError that names row and column.
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
