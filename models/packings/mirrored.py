"""The assemblies of a packing whose mirror image can be laid as well, where not all can.

A solid piece cannot be mirrored; its mirror image may be another piece, or none. Where the numbers
of copies are ranges, some assemblies do with pieces whose mirror images are at hand: these are the
assemblies of a packing with narrower ranges. A piece without a mirror image is left out of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import networkx as nx
import numpy as np

from ..symmetry.symmetries import Part, Symmetries
from ..tables.table import Choices
from .coloring import Coloring
from .lattices import Cell
from .symmetries import Copies, board_maps, moved_on

__all__ = ["mirrored_part"]

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
    found: dict[str, set[Any]] = {}
    for row in place.rows:
        found.setdefault(row[0], set()).add(row[1:])
    fits = {name: frozenset(ways) for name, ways in found.items()}
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
