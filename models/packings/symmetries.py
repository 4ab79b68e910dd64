"""Symmetries of a packing, and its assemblies whose mirror image can be laid, too.

A symmetry of the lattice maps the board to itself if the board's image is the board, moved. It is
one of the packing if it takes each piece's placements to those of the piece, or to those of another
piece of which there are as many: so mirroring a board counts for pieces that may be turned over,
for solid ones that come in pairs, as two of the soma cube's do, and for any that fits nowhere.
Whether it maps the matrix to itself, items and all, is checked as for any symmetry.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Protocol

import networkx as nx
import numpy as np

from ..errors import ModelError
from ..puzzle import Puzzle
from ..symmetry.item_map import Permutation, item_map
from ..symmetry.symmetries import Part, Symmetries, require_no_hidden_rows, selection
from ..tables.table import Choices
from .board import lattice_of
from .lattices import Cell, Matrix, moved
from .placements import Coloring

__all__ = ["mirrored_part", "packing_symmetries"]

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
    symmetries = []
    for matrix in lattice.symmetries():
        image = lattice.image(matrix, cells)
        if lattice.normal(image) == shape:
            way = [a - b for a, b in zip(lattice.shift(image), origin, strict=True)]
            places = (moved([cell], way)[0] for cell in image)
            symmetries.append((matrix, dict(zip(cells, places, strict=True))))
    return symmetries


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
    permutations = {(same := np.arange(len(numbers), dtype=np.int32)).tobytes(): same}
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
            permutations[permutation.tobytes()] = permutation
    return Symmetries(matrix, list(permutations.values()), given, forbidden)


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
        images: dict[str, str] = {}
        for (fits, copies), names in self._alike.items():
            others = self._alike.get((frozenset(map(image.__getitem__, fits)), copies), [])
            if len(others) != len(names):
                return None
            images.update(zip(names, others, strict=True))
        return images


# ---- Assemblies with a mirror image --------------------------------------------------------------
# A solid piece cannot be mirrored; its mirror image may be another piece, or none. Where the
# numbers of copies are ranges, some assemblies do with pieces whose mirror images are at hand:
# these are the assemblies of a packing with narrower ranges. A piece without a mirror image is
# left out of it.


ANY = float("inf")


class Packed(Protocol):
    """What is asked of a packing."""

    board: nx.Graph
    copies: dict[str, Copies]
    coloring: Coloring | None
    place: Choices
    empty: Choices | None

    def with_copies(self, copies: Mapping[str, Copies]) -> Any:
        """Return the packing with other numbers of copies."""


def mirrored_part(packing: Packed, symmetries: Symmetries) -> Part | None:
    """Return the part of a packing's assemblies that have more symmetries; None if none has.

    symmetries  those of all its assemblies
    """
    copies = packing.copies
    if (
        symmetries.given
        or symmetries.forbidden
        or all(low == high for low, high in copies.values())
    ):
        return None
    # In which ways each piece can be laid; those that cannot be laid are left out.
    place = packing.place
    by_piece: dict[str, set[Any]] = {}
    for row in place.rows:
        by_piece.setdefault(row[0], set()).add(row[1:])
    fits = {name: frozenset(ways) for name, ways in by_piece.items()}
    for cells in board_maps(packing.board, packing.coloring):
        narrow = _narrowed(fits, cells, copies)
        if narrow is not None and narrow != copies:
            return _part(packing, narrow, symmetries)
    return None


def _narrowed(
    fits: Mapping[str, frozenset[Any]], cells: Mapping[Cell, Cell], copies: Mapping[str, Copies]
) -> dict[str, Copies] | None:
    """Return the copies that both an assembly and its image have; None if no assembly has one."""
    image = {on: moved_on(on, cells) for ways in fits.values() for on in ways}
    alike: dict[frozenset[Any], list[str]] = {}
    for name in sorted(fits, key=lambda name: _bounds(copies[name])):
        alike.setdefault(fits[name], []).append(name)
    narrow = dict(copies)
    for ways, names in alike.items():
        others = alike.get(frozenset(image[on] for on in ways), [])
        for place, name in enumerate(names):
            low, high = _bounds(copies[name])
            least, most = _bounds(copies[others[place]]) if place < len(others) else (0, 0)
            low, high = max(low, least), min(high, most)
            if low > high:
                return None
            narrow[name] = (int(low), None if high == ANY else int(high))
    return narrow


def _bounds(copies: Copies) -> tuple[float, float]:
    least, most = copies
    return least, ANY if most is None else most


def _part(packing: Packed, copies: Mapping[str, Copies], symmetries: Symmetries) -> Part | None:
    part = packing.with_copies(copies)
    own = {row: number for number, row in enumerate(_rows(part))}
    numbers = np.array([own.get(row, -1) for row in _rows(packing)], np.int32)
    there = np.flatnonzero(numbers >= 0)
    moves: dict[bytes, Any] = {}
    for permutation in symmetries.permutations:
        move = np.empty(len(own), np.int32)
        move[numbers[there]] = numbers[permutation[there]]
        if (move < 0).any():
            return None
        moves[move.tobytes()] = move
    every = part.symmetries()
    if len(every) != 2 * len(moves):
        return None
    return Part(part, Symmetries(part.matrix, list(moves.values())), every, numbers)


def _rows(packing: Packed) -> list[Any]:
    tables = [packing.place] if packing.empty is None else [packing.place, packing.empty]
    return [tuple(row) for table in tables for row in table.rows]
