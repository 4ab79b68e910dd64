"""Describe symmetries in the puzzle's words: what may be swapped, reversed or exchanged.

First come the moves that a person would name (plain_moves.py), as long as they make something new;
then further generators of all symmetries, described as well as possible: as moves of columns'
values, as a turn or mirror of the cells that pieces lie on, or else choice by choice.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from itertools import permutations, product
from typing import TYPE_CHECKING, Any

import numpy as np

from ..budget import look, looking
from ..matrix.exact_cover import ExactCover
from ..spelling import plain, spell
from .item_map import Permutation, item_map
from .orbits import Chain
from .plain_moves import PlainMoves, moved, values_of

if TYPE_CHECKING:
    from ..puzzle import Puzzle
    from ..tables.rows import Row
    from ..tables.table import Choices

    Pair = tuple[tuple[str, ...], Row, Row | None]

__all__ = ["words"]

# ---- Turns and mirrors of cells ------------------------------------------------------------------
# A column holds the cells of each choice, as a packing's does. Each axis becomes an axis, forwards
# or backwards; that is tried, for squares and cubes.


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
    if not 0 < axes <= 3:
        return ""
    for turn in product(permutations(range(axes)), product((1, -1), repeat=axes)):
        look()
        # Where each cell comes to, moved so that the board lies where it did; or None.
        moved = [tuple(way * cell[axis] for axis, way in zip(*turn, strict=True)) for cell in board]
        shift = [
            min(cell[k] for cell in board) - min(cell[k] for cell in moved)
            for k in range(len(board[0]))
        ]
        shifted = [tuple(k + by for k, by in zip(cell, shift, strict=True)) for cell in moved]
        image = dict(zip(board, shifted, strict=True)) if set(shifted) == set(board) else None
        if image is None:
            continue
        if all({image[cell] for cell in cells} == set(there) for cells, there in pairs):
            return ON_SQUARES.get(turn, "") or _by_axes(turn)
    return ""


def _by_axes(turn: Turn) -> str:
    names = "xyz" if len(turn[0]) <= 3 else "".join(chr(97 + k) for k in range(len(turn[0])))
    axes = [
        f"{'-' if way < 0 else ''}{names[axis]}" for axis, way in zip(turn[0], turn[1], strict=True)
    ]
    before, behind = ", ".join(names[: len(axes)]), ", ".join(axes)
    return f"the board may be moved so that ({before}) becomes ({behind})"


def _cells(puzzle: Puzzle, permutation: Permutation) -> list[tuple[Cells, Cells]]:
    """Return the cells of each choice before and after the move; none if it has no cells."""
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


# ---- Moves of values in several columns ----------------------------------------------------------
# A triple of a Steiner system is a set: to swap the points 1 and 2 may take a triple to one in
# which its points stand in other columns. So columns with the same values are read as sets.


FEW = 4  # columns that are named


def set_move(puzzle: Puzzle, permutation: Permutation) -> str:
    """Tell how the values of all columns of a puzzle's one table move; "" where none do so."""
    if len(puzzle.tables) != 1 or not len(puzzle.tables[0].columns) >= 2:
        return ""
    table = puzzle.tables[0]
    sets = [frozenset(row) for row in table.rows]
    images: dict[Hashable, set[Hashable]] = {}
    for place, values in enumerate(looking(sets)):
        there = sets[int(permutation[place])]
        if len(there) != len(values):
            return ""
        for value in values:
            images[value] = images[value] & there if value in images else set(there)
    mapping = {value: next(iter(image)) for value, image in images.items() if len(image) == 1}
    if len(mapping) < len(images) or len(set(mapping.values())) < len(mapping):
        return ""
    for place, values in enumerate(sets):
        if {mapping[value] for value in values} != sets[int(permutation[place])]:
            return ""
    names = list(table.columns[:FEW])
    text = moved("values", mapping, list(mapping)).removesuffix(" swapped")
    of = (
        f"of {', '.join(names[:-1])} and {names[-1]}"
        if len(table.columns) <= FEW
        else "of all columns"
    )
    return f"{text} {of} may be swapped" if " moved " not in text else f"at once: {text}, {of}"


# ---- All moves of a puzzle -----------------------------------------------------------------------

SMALL = 2000  # options: of more, plain moves are not looked for
SHOWN = 3  # most pairs that are listed
MANY = 20  # values that change places; more are not listed


def words(
    puzzle: Puzzle | ExactCover,
    generators: Sequence[Permutation],
    given: Sequence[int] = (),
    forbidden: frozenset[int] = frozenset(),
) -> tuple[str, ...]:
    """Return what may be exchanged, a line each; one after the other these make all symmetries."""
    if isinstance(puzzle, ExactCover):
        return tuple(_of_items(puzzle, generator, forbidden) for generator in generators)
    lines: list[str] = []
    if not generators:
        return ()
    if puzzle.matrix.options > SMALL:
        return tuple(_of_choices(puzzle, generator, forbidden) for generator in generators)
    visible = puzzle.visible_options
    chain, group = Chain(visible), None
    if visible < puzzle.matrix.options:  # what a move does to hidden rows, BLISS alone knows
        group = Chain(visible)
        group.add([generator[:visible] for generator in generators])
    readable = _is_readable(puzzle)
    for line, moves in PlainMoves(puzzle, given, forbidden, group) if readable else ():
        new = [move for move in moves if move not in chain]
        if new:
            chain.add(new)
            lines.append(line)
    for generator in sorted(generators, key=_moving):
        if generator[:visible] not in chain:
            chain.add([generator[:visible]])
            lines.append(_of_choices(puzzle, generator, forbidden))
    return tuple(lines)


def _is_readable(puzzle: Puzzle) -> bool:
    """Whether values can be looked up: a list cannot."""
    try:
        return all(hash(row) is not None for table in puzzle.tables for row in table.rows)
    except TypeError:
        return False


def _moving(permutation: Permutation) -> int:
    return int((permutation != np.arange(len(permutation))).sum())


def _of_items(matrix: ExactCover, permutation: Permutation, forbidden: frozenset[int]) -> str:
    """Tell of a bare matrix which items change places, or which options where no item does."""
    image = item_map(matrix, permutation, "symmetry", forbidden)
    pairs = [(k, there) for k, there in enumerate(image.tolist()) if k != there]
    if pairs:
        return _pairs("item", [(plain(matrix.items[a]), plain(matrix.items[b])) for a, b in pairs])
    options = [(str(k + 1), str(there + 1)) for k, there in _moves(permutation)]
    return _pairs("option", options)


def _of_choices(puzzle: Puzzle, permutation: Permutation, forbidden: frozenset[int]) -> str:
    """Tell what a permutation does in the columns of the tables, or else to choices by name."""
    look()
    if _is_readable(puzzle):
        text = _on_board(puzzle, permutation) or _of_columns(puzzle, permutation)
        text = text or set_move(puzzle, permutation)
        if text:
            return text
    choices = permutation[: puzzle.visible_options]
    pairs = [(puzzle.describe(a), puzzle.describe(b)) for a, b in _moves(choices)]
    by_items = _of_items(puzzle.matrix, permutation, forbidden)
    return min(_pairs("", pairs), by_items, key=len)


def _on_board(puzzle: Puzzle, permutation: Permutation) -> str:
    """Tell how the board is turned, and what changes places with it; "" where it is not turned."""
    text = board_move(puzzle, permutation)
    if not text:
        return ""
    order, pairs = values_of(puzzle), _pairs_of(puzzle, permutation)
    others = []
    for column in order:
        image = _image(pairs, column, column)
        if image is not None and len(image) < MANY and any(a != b for a, b in image.items()):
            others.append(moved(column, image, order[column]))
    return ", with ".join([text, *others])


def _moves(permutation: Permutation) -> list[tuple[int, int]]:
    return [(k, there) for k, there in enumerate(permutation.tolist()) if k != there]


def _pairs(noun: str, pairs: Sequence[tuple[str, str]]) -> str:
    image = dict(pairs)
    texts: list[str] = []
    done: set[str] = set()
    for first, second in pairs:
        if first in done:
            continue
        done |= {first, second}
        swapped = image.get(second) == first
        texts.append(f"{first} and {second}" if swapped else f"{first} to {second}")
    nouns = f"{noun}s " if noun else ""
    many = f" and {len(texts) - SHOWN} more" if len(texts) > SHOWN else ""
    return f"{nouns}{', '.join(texts[:SHOWN])}{many} may change places"


def _of_columns(puzzle: Puzzle, permutation: Permutation) -> str:
    """Tell a move of which each column becomes a function of one column; "" for others."""
    order, pairs = values_of(puzzle), _pairs_of(puzzle, permutation)
    if any(there is None for _, _, there in pairs):
        return ""
    return _column_moves(pairs, order) or _where(
        [pair for pair in pairs if pair[1] != pair[2]], order
    )


def _pairs_of(puzzle: Puzzle, permutation: Permutation) -> list[Pair]:
    """Return each row of the tables, with the row that it becomes."""
    return [
        (table.columns, row, _row_of(table, permutation[table.offset + place]))
        for table in puzzle.tables
        for place, row in enumerate(looking(table.rows))
    ]


def _row_of(table: Choices, option: int) -> Row | None:
    """Return the row of an option; None if it is one of another table."""
    place = int(option) - table.offset
    return table.rows[place] if 0 <= place < len(table) else None


def _column_moves(pairs: Sequence[Pair], order: Mapping[str, Sequence[Hashable]]) -> str:
    texts: list[str] = []
    sources: dict[str, str] = {}
    for column in order:
        for source in sorted(order, key=lambda name: (name != column, name)):
            image = _image(pairs, column, source)
            if image is not None:
                sources[column] = source
                if sum(value != there for value, there in image.items()) > MANY:
                    return ""
                if any(value != there for value, there in image.items()):
                    texts.append(moved(column, image, order[source]))
                break
        else:
            return ""
    if len(set(sources.values())) < len(sources):
        return ""
    for target, other in sources.items():
        if sources[other] == target and list(order).index(target) < list(order).index(other):
            texts.insert(0, f"{target} and {other} exchanged")
        elif sources[other] != target:
            texts.insert(0, f"{other} becomes {target}")
    return _together(texts)


def _image(pairs: Sequence[Pair], column: str, source: str) -> dict[Hashable, Hashable] | None:
    """Return what each value of one column becomes in another; None where that depends on more."""
    image: dict[Hashable, Hashable] = {}
    for columns, row, there in looking(pairs):
        if column not in columns:
            continue
        if source not in columns or there is None:
            return None
        new = there[columns.index(column)]
        if image.setdefault(row[columns.index(source)], new) != new:
            return None
    return image


def _where(pairs: Sequence[Pair], order: Mapping[str, Sequence[Hashable]]) -> str:
    """Tell a move of the rows that have one value in some column, and only of these."""
    if not pairs or len({columns for columns, _, _ in pairs}) > 1:
        return ""
    columns = pairs[0][0]
    for place, column in enumerate(columns):
        values = {row[place] for _, row, _ in pairs} | {
            there[place] for _, _, there in pairs if there
        }
        if len(values) == 1:
            within = {name: order[name] for name in columns if name != column}
            text = _column_moves(pairs, within)
            if text:
                return f"{text}, where {column} is {spell(values.pop())}"
    return ""


def _together(moves: Sequence[str]) -> str:
    if len(moves) != 1:
        return f"at once: {', '.join(moves)}" if moves else ""
    begin, _, verb = moves[0].rpartition(" ")
    simple = verb in ("swapped", "reversed", "exchanged") and ", " not in moves[0]
    return f"{begin} may be {verb}" if simple else f"at once: {moves[0]}"
