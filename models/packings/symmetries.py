"""Symmetries of a packing, and its assemblies whose mirror image can be laid, too.

A symmetry of the lattice maps the board to itself if the board's image is the board, moved. It is
one of the packing if it takes each piece's placements to those of the piece, or to those of another
piece of which there are as many: so mirroring a board counts for pieces that may be turned over,
for solid ones that come in pairs, as two of the soma cube's do, and for any that fits nowhere.
Whether it maps the matrix to itself, items and all, is checked as for any symmetry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Protocol

import networkx as nx
import numpy as np
import numpy.typing as npt

from ..budget import look
from ..errors import ModelError
from ..puzzle import Puzzle
from ..symmetry.item_map import ItemMaps, Permutation
from ..symmetry.symmetries import Part, Symmetries, require_no_hidden_rows, selection
from ..tables.table import Choices
from .board import lattice_of
from .placements import Coloring

__all__ = ["Ways", "mirrored_part", "packing_symmetries"]

Copies = tuple[int, int | None]
On = tuple[Any, ...]  # what a row says behind the piece: its cells, and perhaps their colors
Numbers = npt.NDArray[np.intp]


def board_symmetries(board: nx.Graph) -> list[Numbers]:
    """Return the maps of the board to itself by the lattice's symmetries, the identity first.

    Each is the number of the cell that each cell is mapped to, in the order of the board. The edges
    of the board play no part.

    >>> from minuet.models.packings import Board
    >>> [len(board_symmetries(Board.rectangle(rows, 3))) for rows in (2, 3)]
    [4, 8]
    """
    if not board:
        return []
    lattice = lattice_of(board)
    cells = np.array(list(board), np.int64)
    own = lattice.at_origin(cells)
    spans = own.max(axis=0) + 1
    order = np.lexsort(own.T)
    maps = []
    for matrix in lattice.symmetries():
        image = lattice.images(matrix, cells)
        if image is None:
            continue
        image = lattice.at_origin(image)
        if (image.max(axis=0) >= spans).any():
            continue
        turned = np.lexsort(image.T)
        if np.array_equal(own[order], image[turned]):
            cell_map = np.empty(len(cells), np.intp)
            cell_map[turned] = order
            maps.append(cell_map)
    return maps


def board_maps(board: nx.Graph, coloring: Coloring | None) -> Iterator[Numbers]:
    """Yield the maps of a board to itself that keep its colors, all but the identity."""
    tints = np.zeros(len(board), int) if coloring is None else np.array(coloring.tints(board))
    for cells in board_symmetries(board)[1:]:
        if np.array_equal(tints[cells], tints):
            yield cells


def packing_symmetries(
    puzzle: Puzzle,
    tables: Sequence[Choices],
    copies: Mapping[str, Copies],
    ways: Ways,
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
    laid = _Laid([row[0] for row in place.rows], ways, copies)
    empty = {
        ways.cells[row[0]]: table.offset + k for table in others for k, row in enumerate(table.rows)
    }
    maps = ItemMaps(matrix)

    def moved(cells: Numbers) -> Permutation | None:
        """Return what a map of the board does to the options; None if it is no symmetry."""
        rows = laid.moved(cells)
        left_empty = [empty.get(int(cells[cell])) for cell in empty]
        if rows is None or None in left_empty:
            return None
        permutation = np.concatenate([rows, np.array(left_empty, np.int32)])
        return permutation if _maps_to_itself(puzzle, maps, permutation) else None

    same = np.arange(matrix.options, dtype=np.int32)
    group = _Group(np.arange(len(ways.cells), dtype=np.intp), same)
    for cells in ways.board_maps:
        group.try_map(cells, moved)
    permutations = {move.tobytes(): move for _, move in group.members.values()}
    return Symmetries(matrix, list(permutations.values()), given, forbidden)


class _Group:
    """Maps of the board that are symmetries, and what they do to the options.

    What two of them do one after the other is known, and so is what no other one does; so few are
    tried.

    members  by the map's bytes: (the map, what it does), the identity first
    """

    def __init__(self, cells: Numbers, same: Permutation) -> None:
        self.members = {cells.tobytes(): (cells, same)}
        self._refused: set[bytes] = set()
        self._generators: list[tuple[Numbers, Permutation]] = []

    def try_map(self, cells: Numbers, moved: Callable[[Numbers], Permutation | None]) -> None:
        """Add a map, and all that it makes with the others, if it is a symmetry."""
        if cells.tobytes() in self.members or cells.tobytes() in self._refused:
            return
        look()
        permutation = moved(cells)
        if permutation is None:
            self._refused |= {cells[other].tobytes() for other, _ in self.members.values()}
            return
        self._generators.append((cells, permutation))
        queue = list(self.members.values())
        for cells, permutation in queue:
            for map_on, move_on in self._generators:
                further = map_on[cells]
                if further.tobytes() not in self.members:
                    self.members[further.tobytes()] = further, move_on[permutation]
                    queue.append(self.members[further.tobytes()])


def _maps_to_itself(puzzle: Puzzle, maps: ItemMaps, permutation: Permutation) -> bool:
    _, given, forbidden = selection(puzzle)
    if any(set(permutation[list(s)].tolist()) != set(s) for s in (given, forbidden)):
        return False
    try:
        maps.of(permutation, "packing")
    except ModelError:
        return False
    return True


class Ways:
    """The ways in which pieces can be laid, as arrays of cells, and perhaps of colors on these.

    The image of a way is looked up by a sum, of a random number for each of its cells. Whether the
    images make a symmetry is checked on the matrix, where a wrong one would show.

    of_row      the number of each placement's way
    cells       the number of each cell
    board_maps  the maps of the board to itself that keep its colors, all but the identity
    """

    def __init__(self, laid: Iterable[On], board: nx.Graph, coloring: Coloring | None) -> None:
        numbers: dict[On, int] = {}
        self.of_row = np.array([numbers.setdefault(on, len(numbers)) for on in laid], np.intp)
        self.cells = {cell: number for number, cell in enumerate(board)}
        self.board_maps = list(board_maps(board, coloring))
        self._tints = 1 + max((max(on[1]) for on in numbers if len(on) > 1), default=0)
        spots = [self._spots(on) for on in numbers]
        sizes = np.fromiter(map(len, spots), np.intp, len(spots))
        self._sizes, self._starts = sizes, np.cumsum(sizes) - sizes
        many = len(self.cells) * self._tints or 1
        self._spot = np.fromiter(chain.from_iterable(spots), np.intp, sizes.sum())
        self._random = np.random.default_rng(1).integers(1 << 63, size=many, dtype=np.uint64)
        sums = self._sums(self._random)
        self._order = np.argsort(sums)
        self._known = sums[self._order]

    def _spots(self, on: On) -> list[int]:
        """Return a number for each cell of a way in its color."""
        tints = on[1] if len(on) > 1 else (0,) * len(on[0])
        return [
            self.cells[cell] * self._tints + tint for cell, tint in zip(on[0], tints, strict=True)
        ]

    def _sums(self, numbers: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
        """Return the sum of each way, of one number for each cell in each color."""
        if not len(self._starts):
            return np.zeros(0, np.uint64)
        return np.add.reduceat(numbers[self._spot], self._starts)

    def images(self, cells: Numbers) -> Numbers:
        """Return the way that each is turned into; -1 for one that is turned into none."""
        if not len(self._known):
            return self.of_row
        turned = self._random.reshape(len(cells), self._tints)[cells].ravel()
        sums = self._sums(turned)
        place = np.minimum(np.searchsorted(self._known, sums), len(self._known) - 1)
        image = self._order[place]
        there = (self._known[place] == sums) & (self._sizes[image] == self._sizes)
        return np.where(there, image, -1)


class _Laid:
    """Pieces by where they can be laid: which piece a symmetry of the board turns a piece into.

    A piece that fits nowhere is turned into itself, whatever its shape.
    """

    def __init__(self, pieces: Sequence[str], ways: Ways, copies: Mapping[str, Copies]) -> None:
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

    def moved(self, cells: Numbers) -> Permutation | None:
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
        places = np.searchsorted(self._rows, rows)
        if not np.array_equal(np.sort(rows), self._rows):
            return None
        return self._order[places].astype(np.int32)


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


def mirrored_part(packing: Packed, symmetries: Symmetries, ways: Ways) -> Part | None:
    """Return the part of a packing's assemblies that have more symmetries; None if none has.

    symmetries  those of all its assemblies
    ways        those in which its pieces can be laid
    """
    copies = packing.copies
    if (
        symmetries.given
        or symmetries.forbidden
        or all(low == high for low, high in copies.values())
    ):
        return None
    # In which ways each piece can be laid; those that cannot be laid are left out.
    pieces = np.array([row[0] for row in packing.place.rows], object)
    fits = {name: np.unique(ways.of_row[pieces == name]) for name in dict.fromkeys(pieces)}
    for cells in ways.board_maps:
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
