"""Symmetries in the puzzle's words: what may be swapped, reversed or exchanged.

First come the moves that a person would name (plain_moves.py), as long as they make something new;
then what it takes besides to make all symmetries, told as well as it can be: as moves of columns'
values, as a turn or mirror of the cells that pieces lie on, or else choice by choice.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..budget import look, looking
from ..matrix.exact_cover import ExactCover
from ..telling.spelling import plain, spell
from .board_words import board_move
from .chain import Chain
from .column_words import moved
from .item_map import Permutation, item_map
from .plain_moves import PlainMoves, values_of
from .set_words import set_move

if TYPE_CHECKING:
    from ..puzzle import Puzzle
    from ..tables.rows import Row
    from ..tables.table import Choices

    Pair = tuple[tuple[str, ...], Row, Row | None]

__all__ = ["words"]

SMALL = 2000  # options: of more, plain moves are not looked for
SHOWN = 3  # pairs that are told
MANY = 20  # values that change places: of more nobody wants to read


def words(
    puzzle: Puzzle | ExactCover,
    generators: Sequence[Permutation],
    given: Sequence[int] = (),
    forbidden: frozenset[int] = frozenset(),
) -> tuple[str, ...]:
    """Return what may be exchanged, a line each; one after the other these make all symmetries."""
    if isinstance(puzzle, ExactCover):
        return tuple(_of_items(puzzle, one, forbidden) for one in generators)
    told: list[str] = []
    if not generators:
        return ()
    if puzzle.matrix.options > SMALL:
        return tuple(_of_choices(puzzle, one, forbidden) for one in generators)
    visible = puzzle.visible_options
    chain, group = Chain(visible), None
    if visible < puzzle.matrix.options:  # what a move does to hidden rows, BLISS alone knows
        group = Chain(visible)
        group.add([one[:visible] for one in generators])
    readable = _is_readable(puzzle)
    for line, moves in PlainMoves(puzzle, given, forbidden, group) if readable else ():
        new = [move for move in moves if move not in chain]
        if new:
            chain.add(new)
            told.append(line)
    for one in sorted(generators, key=_moving):
        if one[:visible] not in chain:
            chain.add([one[:visible]])
            told.append(_of_choices(puzzle, one, forbidden))
    return tuple(told)


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
        told = _on_board(puzzle, permutation) or _of_columns(puzzle, permutation)
        told = told or set_move(puzzle, permutation)
        if told:
            return told
    choices = permutation[: puzzle.visible_options]
    pairs = [(puzzle.describe(a), puzzle.describe(b)) for a, b in _moves(choices)]
    by_items = _of_items(puzzle.matrix, permutation, forbidden)
    return min(_pairs("", pairs), by_items, key=len)


def _on_board(puzzle: Puzzle, permutation: Permutation) -> str:
    """Tell how the board is turned, and what changes places with it; "" where it is not turned."""
    told = board_move(puzzle, permutation)
    if not told:
        return ""
    order, pairs = values_of(puzzle), _pairs_of(puzzle, permutation)
    others = []
    for column in order:
        image = _image(pairs, column, column)
        if image is not None and len(image) < MANY and any(a != b for a, b in image.items()):
            others.append(moved(column, image, order[column]))
    return ", with ".join([told, *others])


def _moves(permutation: Permutation) -> list[tuple[int, int]]:
    return [(k, there) for k, there in enumerate(permutation.tolist()) if k != there]


def _pairs(what: str, pairs: Sequence[tuple[str, str]]) -> str:
    image = dict(pairs)
    told: list[str] = []
    done: set[str] = set()
    for one, other in pairs:
        if one in done:
            continue
        done |= {one, other}
        swapped = image.get(other) == one
        told.append(f"{one} and {other}" if swapped else f"{one} to {other}")
    noun = f"{what}s " if what else ""
    many = f" and {len(told) - SHOWN} more" if len(told) > SHOWN else ""
    return f"{noun}{', '.join(told[:SHOWN])}{many} may change places"


def _of_columns(puzzle: Puzzle, permutation: Permutation) -> str:
    """Tell a move of which each column becomes a function of one column; "" for others."""
    order, pairs = values_of(puzzle), _pairs_of(puzzle, permutation)
    if any(there is None for _, _, there in pairs):
        return ""
    return _told(pairs, order) or _where([one for one in pairs if one[1] != one[2]], order)


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


def _told(pairs: Sequence[Pair], order: Mapping[str, Sequence[Hashable]]) -> str:
    told: list[str] = []
    sources: dict[str, str] = {}
    for column in order:
        for source in sorted(order, key=lambda one: (one != column, one)):
            image = _image(pairs, column, source)
            if image is not None:
                sources[column] = source
                if sum(value != there for value, there in image.items()) > MANY:
                    return ""
                if any(value != there for value, there in image.items()):
                    told.append(moved(column, image, order[source]))
                break
        else:
            return ""
    if len(set(sources.values())) < len(sources):
        return ""
    for one, other in sources.items():
        if sources[other] == one and list(order).index(one) < list(order).index(other):
            told.insert(0, f"{one} and {other} exchanged")
        elif sources[other] != one:
            told.insert(0, f"{other} becomes {one}")
    return _together(told)


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
            told = _told(pairs, within)
            if told:
                return f"{told}, where {column} is {spell(values.pop())}"
    return ""


def _together(told: Sequence[str]) -> str:
    if len(told) != 1:
        return f"at once: {', '.join(told)}" if told else ""
    begin, _, verb = told[0].rpartition(" ")
    simple = verb in ("swapped", "reversed", "exchanged") and ", " not in told[0]
    return f"{begin} may be {verb}" if simple else f"at once: {told[0]}"
