"""The symmetries of a packing: those of its board that its pieces follow.

A symmetry of the lattice maps the board to itself if the board's image is the board, moved. It is
one of the packing if it takes each piece's placements to those of the piece, or to those of another
piece of which there are as many: so mirroring a board counts for pieces that may be turned over,
for solid ones that come in pairs, as two of the soma cube's do, and for any that fits nowhere.
Whether it maps the matrix to itself, items and all, is checked as for any symmetry.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

import networkx as nx
import numpy as np

from ..errors import ModelError
from ..puzzle import Puzzle
from ..symmetry.item_map import Permutation, item_map
from ..symmetry.symmetries import Symmetries, require_no_hidden_rows, selection
from ..tables.table import Choices
from .board import lattice_of
from .coloring import Coloring
from .lattices import Cell, Matrix, moved

__all__ = ["Copies", "board_maps", "board_symmetries", "moved_on", "packing_symmetries"]

Copies = tuple[int, int | None]
On = tuple[Any, ...]  # what a row says behind the piece: its cells, and perhaps their colors


def board_symmetries(board: nx.Graph) -> list[tuple[Matrix, dict[Cell, Cell]]]:
    """Return the lattice's symmetries that map the board to itself, the identity first.

    Each with the cell that every cell is mapped to. The edges of the board play no part.

    >>> from minuet.models.packings import Board
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


def board_maps(board: nx.Graph, coloring: Coloring | None) -> Iterator[dict[Cell, Cell]]:
    """Yield the maps of a board to itself that keep its colors, all but the identity."""
    for _, cells in board_symmetries(board)[1:]:
        if coloring is None or coloring.tints(cells) == coloring.tints(cells.values()):
            yield cells


def packing_symmetries(
    puzzle: Puzzle,
    tables: Sequence[Choices],
    board: nx.Graph,
    copies: Mapping[str, Copies],
    coloring: Coloring | None = None,
) -> Symmetries:
    """Return the symmetries of a packing; see `Packing.symmetries`.

    tables  the placements, and perhaps the cells that stay empty
    """
    if len(puzzle.tables) > len(tables):
        raise ModelError(
            f"{len(puzzle.tables)} tables of choices, expected the placements alone; "
            "Symmetries.of(...) takes maps of all of them"
        )
    instead = 'which a turn of the board does not move; expected symmetries="auto"'
    require_no_hidden_rows(puzzle, "symmetries of a packing", instead)
    matrix, given, forbidden = selection(puzzle)
    place, *others = tables
    numbers = {row: number for number, row in enumerate(place.rows)}
    numbers |= {row: table.offset + k for table in others for k, row in enumerate(table.rows)}
    found = {(same := np.arange(len(numbers), dtype=np.int32)).tobytes(): same}
    laid = _Laid(place, copies)
    distinct = {row[1:] for row in place.rows}
    for cells in board_maps(board, coloring):
        image = {on: moved_on(on, cells) for on in distinct}
        names = laid.images(image)
        if names is None:
            continue
        rows = ((names[row[0]], *image[row[1:]]) for row in place.rows)
        empty = ((cells[cell],) for table in others for (cell,) in table.rows)
        moved_rows = (numbers.get(row, -1) for row in chain(rows, empty))
        permutation = np.fromiter(moved_rows, np.int32, len(numbers))
        if _maps_to_itself(puzzle, permutation):
            found[permutation.tobytes()] = permutation
    return Symmetries(matrix, list(found.values()), given, forbidden)


def moved_on(on: On, cells: Mapping[Cell, Cell]) -> On:
    """Return where a symmetry of the board takes a placement: its cells, and perhaps its colors."""
    if len(on) == 1:
        return (tuple(sorted([cells[cell] for cell in on[0]])),)
    pairs = sorted((cells[cell], tint) for cell, tint in zip(*on, strict=True))
    return tuple(cell for cell, _ in pairs), tuple(tint for _, tint in pairs)


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
        fits: dict[str, set[On]] = {}
        for row in place.rows:
            fits.setdefault(row[0], set()).add(row[1:])
        self._alike: dict[tuple[frozenset[On], Copies], list[str]] = {}
        for name, cells in fits.items():
            self._alike.setdefault((frozenset(cells), copies[name]), []).append(name)

    def images(self, image: Mapping[On, On]) -> dict[str, str] | None:
        """Return the piece that each is turned into; None if one is turned into none.

        image  the cells, and colors, that those of every placement are turned into

        Pieces alike are turned into pieces alike in their order, so that maps compose to maps.
        """
        found: dict[str, str] = {}
        for (fits, copies), names in self._alike.items():
            others = self._alike.get((frozenset(map(image.__getitem__, fits)), copies), [])
            if len(others) != len(names):
                return None
            found.update(zip(names, others, strict=True))
        return found
