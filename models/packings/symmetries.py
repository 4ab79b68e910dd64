"""Symmetries of a packing, and its assemblies whose mirror image can be laid, too.

A symmetry of the lattice maps the board to itself if the board's image is the board, moved. It is
one of the packing if it takes each piece's placements to those of the piece, or to those of another
piece of which there are as many: so mirroring a board counts for pieces that may be turned over,
for solid ones that come in pairs, as two of the soma cube's do, and for any that fits nowhere.
Whether it maps the matrix to itself, items and all, is checked as for any symmetry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol

import networkx as nx
import numpy as np
import numpy.typing as npt

from ..budget import look
from ..errors import ModelError
from ..matrix.brief import spread
from ..puzzle import Puzzle
from ..symmetry.item_map import ItemMaps, Permutation
from ..symmetry.symmetries import Part, Symmetries, require_no_hidden_rows, selection
from ..tables.table import Choices
from .board import lattice_of
from .placements import Coloring, Laid

__all__ = ["Ways", "mirrored_part", "packing_symmetries"]

Copies = tuple[int, int | None]
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
    images = lattice.turned(lattice.symmetries(), cells)
    images = images[(images < spans).all(axis=(1, 2))]
    # A cell's number in the box of the board; where this number is found, the cell is.
    places, image_places = (
        np.ravel_multi_index(tuple(np.moveaxis(cells, -1, 0)), spans) for cells in (own, images)
    )
    order = np.argsort(places)
    found = np.searchsorted(places[order], image_places)
    maps = order[np.minimum(found, len(order) - 1)]
    return list(maps[(places[maps] == image_places).all(axis=1)])


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
    ways    those in which the pieces are laid, a placement a row
    """
    if len(puzzle.tables) > len(tables):
        raise ModelError(
            f"{len(puzzle.tables)} tables of choices, expected the placements alone; "
            "Symmetries.of(...) takes maps of all of them"
        )
    instead = 'which a turn of the board does not move; expected symmetries="auto"'
    require_no_hidden_rows(puzzle, "symmetries of a packing", instead)
    matrix, given, forbidden = selection(puzzle)
    _, *others = tables
    empty = {
        ways.cells[row[0]]: table.offset + k for table in others for k, row in enumerate(table.rows)
    }
    maps = ItemMaps(matrix)
    laid = _Laid(ways, copies)

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
    return Symmetries(matrix, list(permutations.values()), given, forbidden, group.generators)


class _Group:
    """Maps of the board that are symmetries, and what they do to the options.

    What two of them do one after the other is known, and so is what no other one does; so few are
    tried.

    members     by the map's bytes: (the map, what it does), the identity first
    generators  what some of them do, from which all others come
    """

    def __init__(self, cells: Numbers, same: Permutation) -> None:
        self.members = {cells.tobytes(): (cells, same)}
        self._refused: set[bytes] = set()
        self._maps: list[Numbers] = []
        self.generators: list[Permutation] = []

    def try_map(self, cells: Numbers, moved: Callable[[Numbers], Permutation | None]) -> None:
        """Add a map, and all that it makes with the others, if it is a symmetry."""
        if cells.tobytes() in self.members or cells.tobytes() in self._refused:
            return
        look()
        permutation = moved(cells)
        if permutation is None:
            self._refused |= {cells[other].tobytes() for other, _ in self.members.values()}
            return
        self._maps.append(cells)
        self.generators.append(permutation)
        queue = list(self.members.values())
        for cells, permutation in queue:
            for map_on, move_on in zip(self._maps, self.generators, strict=True):
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
    """The ways in which pieces can be laid: cells, and perhaps colors on these, whatever the piece.

    A way, and the image of one, is found by a sum, of a random number for each of its cells. Ways
    of one sum are compared cell by cell; whether the images make a symmetry is checked on the
    matrix, where a wrong one would show.

    pieces      the piece of each placement, by its number among all
    names       the pieces' names
    of_row      the number of each placement's way
    cells       the number of each cell
    board_maps  the maps of the board to itself that keep its colors, all but the identity
    """

    def __init__(self, laid: Laid, board: nx.Graph, coloring: Coloring | None) -> None:
        self.pieces, self.names = laid.pieces, laid.names
        self.cells = {cell: number for number, cell in enumerate(board)}
        self.board_maps = list(board_maps(board, coloring))
        colors = laid.colors
        self._tints = 1 + int(colors.max(initial=0))
        spots = laid.cells * self._tints + colors
        many = len(self.cells) * self._tints or 1
        self._random = np.random.default_rng(1).integers(1 << 63, size=many, dtype=np.uint64)
        starts = np.cumsum(laid.sizes) - laid.sizes
        sums = _sums(self._random[spots], starts)
        self._known, first, self.of_row = np.unique(sums, return_index=True, return_inverse=True)
        # The entry of its way's first placement that stands for each entry.
        twin = np.arange(len(spots)) + np.repeat(starts[first][self.of_row] - starts, laid.sizes)
        self._sizes = laid.sizes[first]
        if (self._sizes[self.of_row] != laid.sizes).any() or (spots[twin] != spots).any():
            raise AssertionError("two ways to lay a piece have one sum of random numbers")
        self._spot = spots[spread(starts[first], starts[first] + self._sizes)]
        self._starts = np.cumsum(self._sizes) - self._sizes

    def images(self, cells: Numbers) -> Numbers:
        """Return the way that each is turned into; -1 for one that is turned into none."""
        if not len(self._known):
            return self.of_row
        turned = self._random.reshape(len(cells), self._tints)[cells].ravel()
        sums = _sums(turned[self._spot], self._starts)
        image = np.minimum(np.searchsorted(self._known, sums), len(self._known) - 1)
        there = (self._known[image] == sums) & (self._sizes[image] == self._sizes)
        return np.where(there, image, -1)


def _sums(numbers: npt.NDArray[np.uint64], starts: Numbers) -> npt.NDArray[np.uint64]:
    """Return the sums of parts, of which none is empty."""
    if not len(starts):
        return np.zeros(0, np.uint64)
    return np.add.reduceat(numbers, starts)


class _Laid:
    """Pieces by where they can be laid: which piece a symmetry of the board turns a piece into.

    A piece that fits nowhere is turned into itself, whatever its shape.
    """

    def __init__(self, ways: Ways, copies: Mapping[str, Copies]) -> None:
        self._ways = ways
        fitting, self._piece = np.unique(ways.pieces, return_inverse=True)
        self._many = len(ways.of_row) or 1
        rows = self._piece * self._many + ways.of_row
        self._order = np.argsort(rows)
        self._rows = rows[self._order]
        self._fits = _fits(ways)
        self._alike: dict[tuple[bytes, Copies], list[int]] = {}
        for number, (piece, fits) in enumerate(zip(fitting.tolist(), self._fits, strict=True)):
            key = fits.tobytes(), copies[ways.names[piece]]
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
    there = [ways.names[piece] for piece in np.unique(ways.pieces).tolist()]
    fits = dict(zip(there, _fits(ways), strict=True))
    for cells in ways.board_maps:
        narrow = _narrowed(fits, ways.images(cells), copies)
        if narrow is not None and narrow != copies:
            return _part(packing, narrow, symmetries)
    return None


def _fits(ways: Ways) -> list[Numbers]:
    """Return the ways in which each piece can be laid, of those that can be laid at all."""
    order = np.lexsort((ways.of_row, ways.pieces))
    own, pieces = ways.of_row[order], ways.pieces[order]
    return np.split(own, np.flatnonzero(np.diff(pieces)) + 1) if len(own) else []


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
