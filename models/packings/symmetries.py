"""Symmetries of a packing, and its assemblies whose mirror image can be laid, too.

A symmetry of the lattice maps the board to itself if the board's image is the board, moved. It is
one of the packing if it takes each piece's placements to those of the piece, or to those of another
piece of which there are as many: so mirroring a board counts for pieces that may be turned over,
for solid ones that come in pairs, as two of the soma cube's do, and for any that fits nowhere.
Whether it maps the matrix to itself, items and all, is checked as for any symmetry.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Protocol

import networkx as nx
import numpy as np
import numpy.typing as npt

from ..errors import ModelError
from ..puzzle import Puzzle
from ..symmetry.item_map import ItemMaps, Permutation
from ..symmetry.symmetries import Part, Symmetries, require_no_hidden_rows, selection
from ..tables.table import Choices
from .board import lattice_of
from .lattices import Cell, Matrix, moved
from .placements import Coloring

__all__ = ["mirrored_part", "packing_symmetries"]

Copies = tuple[int, int | None]
On = tuple[Any, ...]  # what a row says behind the piece: its cells, and perhaps their colors
Numbers = npt.NDArray[np.intp]


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
    ways = _Ways((row[1:] for row in place.rows), board)
    laid = _Laid([row[0] for row in place.rows], ways, copies)
    empty = {row[0]: table.offset + k for table in others for k, row in enumerate(table.rows)}
    permutations = {(same := np.arange(matrix.options, dtype=np.int32)).tobytes(): same}
    maps = ItemMaps(matrix)
    for cells in board_maps(board, coloring):
        rows = laid.moved(cells)
        if rows is None or any(cells[cell] not in empty for cell in empty):
            continue
        left_empty = (empty[cells[cell]] for cell in empty)
        permutation = np.concatenate([rows, np.fromiter(left_empty, np.int32, len(empty))])
        if _maps_to_itself(puzzle, maps, permutation):
            permutations[permutation.tobytes()] = permutation
    return Symmetries(matrix, list(permutations.values()), given, forbidden)


def _maps_to_itself(puzzle: Puzzle, maps: ItemMaps, permutation: Permutation) -> bool:
    _, given, forbidden = selection(puzzle)
    if any(set(permutation[list(s)].tolist()) != set(s) for s in (given, forbidden)):
        return False
    try:
        maps.of(permutation, "packing")
    except ModelError:
        return False
    return True


class _Ways:
    """The ways in which pieces can be laid, as arrays of cells, and perhaps of colors on these.

    The image of a way is looked up by a sum, of a random number for each of its cells, and then
    compared.

    of_row  the number of each placement's way
    """

    def __init__(self, laid: Iterable[On], board: nx.Graph) -> None:
        numbers: dict[On, int] = {}
        self.of_row = np.array([numbers.setdefault(on, len(numbers)) for on in laid], np.intp)
        self._cells = {cell: number for number, cell in enumerate(board)}
        self._tints = 1 + max((max(on[1]) for on in numbers if len(on) > 1), default=0)
        spots = [self._spots(on) for on in numbers]
        sizes = np.fromiter(map(len, spots), np.intp, len(spots))
        self._sizes, self._starts = sizes, np.cumsum(sizes) - sizes
        self._owner = np.repeat(np.arange(len(spots)), sizes)
        many = len(self._cells) * self._tints or 1
        self._first = self._owner * many
        self._spot = self._sorted(np.fromiter(chain.from_iterable(spots), np.intp, sizes.sum()))
        self._random = np.random.default_rng(1).integers(1 << 63, size=many, dtype=np.uint64)
        sums = self._sums(self._spot)
        self._order = np.argsort(sums)
        self._known = sums[self._order]

    def _spots(self, on: On) -> list[int]:
        """Return a number for each cell of a way in its color."""
        tints = on[1] if len(on) > 1 else (0,) * len(on[0])
        return [
            self._cells[cell] * self._tints + tint for cell, tint in zip(on[0], tints, strict=True)
        ]

    def _sorted(self, spot: Numbers) -> Numbers:
        return np.sort(self._first + spot) - self._first

    def _sums(self, spot: Numbers) -> npt.NDArray[np.uint64]:
        if not len(self._starts):
            return np.zeros(0, np.uint64)
        return np.add.reduceat(self._random[spot], self._starts)

    def images(self, cells: Mapping[Cell, Cell]) -> Numbers:
        """Return the way that each is turned into; -1 for one that is turned into none."""
        if not len(self._known):
            return self.of_row
        turned = np.array([self._cells[cells[cell]] for cell in self._cells], np.intp)
        cell, tint = np.divmod(self._spot, self._tints)
        spot = turned[cell] * self._tints + tint
        sums = self._sums(spot)
        place = np.minimum(np.searchsorted(self._known, sums), len(self._known) - 1)
        image = self._order[place]
        there = (self._known[place] == sums) & (self._sizes[image] == self._sizes)
        offset = np.arange(len(spot)) - self._starts[self._owner]
        place = np.where(there[self._owner], self._starts[image][self._owner] + offset, 0)
        alike = self._spot[place] == self._sorted(spot)
        there &= np.logical_and.reduceat(alike, self._starts)
        return np.where(there, image, -1)


class _Laid:
    """Pieces by where they can be laid: which piece a symmetry of the board turns a piece into.

    A piece that fits nowhere is turned into itself, whatever its shape.
    """

    def __init__(self, pieces: Sequence[str], ways: _Ways, copies: Mapping[str, Copies]) -> None:
        self._ways = ways
        names = {name: number for number, name in enumerate(dict.fromkeys(pieces))}
        self._piece = np.array([names[piece] for piece in pieces], np.intp)
        self._many = len(ways.of_row) or 1
        rows = self._piece * self._many + ways.of_row
        self._order = np.argsort(rows)
        self._rows = rows[self._order]
        self._fits = [np.unique(ways.of_row[self._piece == number]) for number in names.values()]
        self._copies = [copies[name] for name in names]
        self._alike: dict[tuple[bytes, Copies], list[int]] = {}
        for number, fits in enumerate(self._fits):
            key = fits.tobytes(), self._copies[number]
            self._alike.setdefault(key, []).append(number)

    def moved(self, cells: Mapping[Cell, Cell]) -> Permutation | None:
        """Return the placement that each is turned into; None if a piece is turned into none.

        Pieces alike are turned into pieces alike in their order, so that maps compose to maps.
        """
        ways = self._ways.images(cells)
        if (ways < 0).any():
            return None
        images = np.zeros(len(self._fits), np.intp)
        for (_, copies), alike in self._alike.items():
            turned = np.sort(ways[self._fits[alike[0]]]).tobytes()
            others = self._alike.get((turned, copies), [])
            if len(others) != len(alike):
                return None
            images[alike] = others
        rows = images[self._piece] * self._many + ways[self._ways.of_row]
        return self._order[np.searchsorted(self._rows, rows)].astype(np.int32)


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
    ways = _Ways((row[1:] for row in packing.place.rows), packing.board)
    pieces = np.array([row[0] for row in packing.place.rows], object)
    fits = {name: np.unique(ways.of_row[pieces == name]) for name in dict.fromkeys(pieces)}
    for cells in board_maps(packing.board, packing.coloring):
        narrow = _narrowed(fits, ways.images(cells), copies)
        if narrow is not None and narrow != copies:
            return _part(packing, narrow, symmetries)
    return None


def _narrowed(
    fits: Mapping[str, Numbers], image: Numbers, copies: Mapping[str, Copies]
) -> dict[str, Copies] | None:
    """Return the copies that both an assembly and its image have; None if no assembly has one."""
    alike: dict[bytes, list[str]] = {}
    for name in sorted(fits, key=lambda name: _bounds(copies[name])):
        alike.setdefault(fits[name].tobytes(), []).append(name)
    narrow = dict(copies)
    for names in alike.values():
        others = alike.get(np.sort(image[fits[names[0]]]).tobytes(), [])
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
