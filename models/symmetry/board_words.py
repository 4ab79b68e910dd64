"""How a turn or a mirror of the cells is told on which pieces lie: "half a turn of the board".

A column holds the cells of each choice, as a packing's does. Each axis becomes an axis, forwards or
backwards; that is tried, for squares and cubes.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from typing import TYPE_CHECKING, Any

from ..budget import look, looking
from .item_map import Permutation

if TYPE_CHECKING:
    from ..puzzle import Puzzle

__all__ = ["board_move"]

Cell = tuple[int, ...]
Cells = tuple[Cell, ...]
Turn = tuple[tuple[int, ...], tuple[int, ...]]  # the axis that each becomes, and its direction

ON_SQUARES: dict[Turn, str] = {
    ((0, 1), (-1, 1)): "the board may be mirrored, first axis reversed",
    ((0, 1), (1, -1)): "the board may be mirrored, second axis reversed",
    ((0, 1), (-1, -1)): "the board may be turned by half a turn",
    ((1, 0), (1, 1)): "the board may be mirrored, axes exchanged",
    ((1, 0), (-1, -1)): "the board may be mirrored, axes exchanged and reversed",
    ((1, 0), (1, -1)): "the board may be turned by a quarter",
    ((1, 0), (-1, 1)): "the board may be turned by a quarter",
}


def board_move(puzzle: Puzzle, permutation: Permutation) -> str:
    """Tell which turn or mirror of its cells moves every choice of a puzzle; "" if none does."""
    pairs = _cells(puzzle, permutation)
    if not pairs:
        return ""
    board = sorted({cell for cells, _ in pairs for cell in cells})
    axes = len(board[0])
    for turn in _turns(axes):
        look()
        # Where each cell comes to, moved so that the board lies where it did; or None.
        moved = [tuple(way * cell[axis] for axis, way in zip(*turn, strict=True)) for cell in board]
        shift = [
            min(cell[k] for cell in board) - min(cell[k] for cell in moved)
            for k in range(len(board[0]))
        ]
        found = [tuple(k + by for k, by in zip(cell, shift, strict=True)) for cell in moved]
        image = dict(zip(board, found, strict=True)) if set(found) == set(board) else None
        if image is None:
            continue
        if all({image[cell] for cell in cells} == set(there) for cells, there in pairs):
            return ON_SQUARES.get(turn, "") or _by_axes(turn)
    return ""


def _by_axes(turn: Turn) -> str:
    names = "xyz" if len(turn[0]) <= 3 else "".join(chr(97 + k) for k in range(len(turn[0])))
    told = [
        f"{'-' if way < 0 else ''}{names[axis]}" for axis, way in zip(turn[0], turn[1], strict=True)
    ]
    before, behind = ", ".join(names[: len(told)]), ", ".join(told)
    return f"the board may be moved so that ({before}) becomes ({behind})"


def _cells(puzzle: Puzzle, permutation: Permutation) -> list[tuple[Cells, Cells]]:
    """Return the cells of each choice before and behind the move; none where these are not told."""
    pairs: list[tuple[Cells, Cells]] = []
    for table in puzzle.tables:
        places = (
            [k for k, value in enumerate(table.rows[0]) if _are_cells(value)] if len(table) else []
        )
        if len(places) != 1:
            return []
        (place,) = places
        for number, row in enumerate(looking(table.rows)):
            there = int(permutation[table.offset + number]) - table.offset
            if not 0 <= there < len(table) or not _are_cells(row[place]):
                return []
            pairs.append((row[place], table.rows[there][place]))
    if len({len(cell) for cells, _ in pairs for cell in cells}) != 1:
        return []
    return pairs


def _are_cells(value: Any) -> bool:
    return (
        isinstance(value, tuple | frozenset)
        and len(value) > 0
        and all(isinstance(cell, tuple) and all(type(k) is int for k in cell) for cell in value)
    )


def _turns(axes: int) -> Iterator[Turn]:
    if 0 < axes <= 3:
        yield from product(permutations(range(axes)), product((1, -1), repeat=axes))
