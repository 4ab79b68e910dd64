"""The symmetries of a packing: those of its board that its pieces follow.

A symmetry of the lattice maps the board to itself if the board's image is the board, moved. It is
one of the packing if it takes each piece's placements to those of the piece, or to those of another
piece of which there are as many: so mirroring a board counts for pieces that may be turned over,
for solid ones that come in pairs, as two of the soma cube's do, and for any that fits nowhere.
Whether it maps the matrix to itself, items and all, is checked as for any symmetry.
"""

from __future__ import annotations

from collections.abc import Mapping

import networkx as nx
import numpy as np

from ..errors import ModelError
from ..puzzle import Puzzle
from ..symmetry.symmetries import Permutation, Symmetries, item_map, selection
from ..tables.table import Choices
from .board import lattice_of
from .lattices import Cell, Cells, Matrix, moved

__all__ = ["board_symmetries", "packing_symmetries"]

Copies = tuple[int, int | None]


def board_symmetries(board: nx.Graph) -> list[tuple[Matrix, dict[Cell, Cell]]]:
    """Return the lattice's symmetries that map the board to itself, the identity first.

    Each with the cell that every cell is mapped to. The edges of the board play no part.

    >>> from minuet.models import Board
    >>> [len(board_symmetries(Board.rectangle(rows, 3))) for rows in (2, 3)]
    [4, 8]
    """
    if not board:
        return []
    lattice, cells = lattice_of(board), list(board)
    shape, origin = lattice.normal(cells), lattice.shift(cells)
    found = []
    for matrix in lattice.symmetries():
        image = lattice.image(matrix, cells)
        if lattice.normal(image) == shape:
            way = [a - b for a, b in zip(lattice.shift(image), origin, strict=True)]
            places = (moved([cell], way)[0] for cell in image)
            found.append((matrix, dict(zip(cells, places, strict=True))))
    return found


def packing_symmetries(
    puzzle: Puzzle,
    place: Choices,
    board: nx.Graph,
    copies: Mapping[str, Copies],
) -> Symmetries:
    """Return the symmetries of a packing; see `Packing.symmetries`."""
    if len(puzzle.tables) > 1:
        raise ModelError(
            f"{len(puzzle.tables)} tables of choices, expected the placements alone; "
            "Symmetries.of(...) takes maps of all of them"
        )
    matrix, given, forbidden = selection(puzzle)
    numbers = {row: number for number, row in enumerate(place.rows)}
    found = {(same := np.arange(len(numbers), dtype=np.int32)).tobytes(): same}
    laid = _Laid(place, copies)
    for _, cells in board_symmetries(board)[1:]:
        image = {on: tuple(sorted([cells[c] for c in on])) for on in {on for _, on in numbers}}
        names = laid.images(image)
        if names is None:
            continue
        rows = ((names[name], image[on]) for name, on in place.rows)
        permutation = np.fromiter((numbers.get(row, -1) for row in rows), np.int32, len(numbers))
        if _maps_to_itself(puzzle, permutation):
            found[permutation.tobytes()] = permutation
    return Symmetries(matrix, list(found.values()), given, forbidden)


def _maps_to_itself(puzzle: Puzzle, permutation: Permutation) -> bool:
    matrix, given, forbidden = selection(puzzle)
    if (permutation < 0).any():
        return False
    if any(set(permutation[list(s)].tolist()) != set(s) for s in (given, forbidden)):
        return False
    try:
        item_map(matrix, permutation, "packing")
    except ModelError:
        return False
    return True


class _Laid:
    """Pieces by where they can be laid: which piece a symmetry of the board turns a piece into.

    A piece that fits nowhere is turned into itself, whatever its shape.
    """

    def __init__(self, place: Choices, copies: Mapping[str, Copies]) -> None:
        fits: dict[str, set[Cells]] = {}
        for name, on in place.rows:
            fits.setdefault(name, set()).add(on)
        self._alike: dict[tuple[frozenset[Cells], Copies], list[str]] = {}
        for name, cells in fits.items():
            self._alike.setdefault((frozenset(cells), copies[name]), []).append(name)

    def images(self, image: Mapping[Cells, Cells]) -> dict[str, str] | None:
        """Return the piece that each is turned into; None if one is turned into none.

        image  the cells that the cells of every placement are turned into

        Pieces alike are turned into pieces alike in their order, so that maps compose to maps.
        """
        found: dict[str, str] = {}
        for (fits, copies), names in self._alike.items():
            others = self._alike.get((frozenset(map(image.__getitem__, fits)), copies), [])
            if len(others) != len(names):
                return None
            found.update(zip(names, others, strict=True))
        return found
