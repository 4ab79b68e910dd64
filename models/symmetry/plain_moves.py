"""Find symmetries with a simple name: exchanged values or columns, turns and mirrors of a grid.

BLISS finds a few permutations that make all others, and most of these say "swap rows 1 and 2, and
values 3 and 5 as well". What a person would name is tried here: of a column which values may be put
in any order, whether blocks of these may be, whether all values may be reversed or moved on in a
circle, and whether two columns may be exchanged. Each is a symmetry or it is not.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, pairwise
from typing import Any

import numpy as np

from ..budget import look
from ..errors import ModelError
from ..puzzle import Puzzle
from ..spelling import spell
from .item_map import ItemMaps, Permutation
from .orbits import Chain
from .symmetries import Symmetries

__all__ = ["PlainMoves", "grid_symmetries", "moved", "named", "plural", "values_of"]

# ---- Words of moves ------------------------------------------------------------------------------


MOST = 12  # values that are named
CYCLES = 4  # that are listed individually


def plural(column: str) -> str:
    """Return what several values of a column are called."""
    if column.endswith("y") and column[-2:-1] not in "aeiou":
        return column[:-1] + "ies"
    return column if len(column) < 3 or column.endswith("s") else column + "s"


def named(column: str, values: Sequence[Hashable]) -> str:
    """Return some values of a column, as in "rows 1, 2 and 3"."""
    shown = [spell(value) for value in values[:MOST]]
    if len(values) > MOST:
        return f"{plural(column)} {', '.join(shown)} ... ({len(values)})"
    return f"{plural(column)} {', '.join(shown[:-1])} and {shown[-1]}"


def moved(column: str, image: Mapping[Hashable, Hashable], order: Sequence[Hashable]) -> str:
    """Return what a map of a column's values does, as in "rows 1 and 2 swapped".

    order  all values that the column has, in their order
    """
    if [image.get(value, value) for value in order] == list(reversed(order)) and len(order) > 2:
        return f"{plural(column)} reversed"
    # The values that are moved, each with those that it comes to; open chains, too.
    left = {value: there for value, there in image.items() if value != there}
    cycles = []
    while left:
        value = next(iter(left))
        cycle = []
        while value in left:
            cycle.append(value)
            value = left.pop(value)
        if value != cycle[0]:
            cycle.append(value)
        cycles.append(cycle)
    texts = []
    for cycle in cycles[:CYCLES]:
        if len(cycle) == 2:
            texts.append(f"{named(column, cycle)} swapped")
        else:
            shown = [spell(value) for value in cycle[:MOST]]
            shown.append(spell(cycle[0]) if len(cycle) <= MOST else "...")
            texts.append(f"{plural(column)} moved {' -> '.join(shown)}")
    if len(cycles) > CYCLES:
        texts.append(f"{len(cycles) - CYCLES} more such")
    return ", ".join(texts)


# ---- Moves of values and columns -----------------------------------------------------------------

MOST_TRIALS = 400  # of one column
MOST_VALUES = 60

NamedMove = tuple[str, list[Permutation]]


class PlainMoves:
    """The moves of a puzzle that are tried; iterate over those that are symmetries.

    Yields for each move its description and its permutations of the choices.

    group  the symmetries, of a puzzle with hidden rows: the matrix says nothing of choices alone
    """

    def __init__(
        self,
        puzzle: Puzzle,
        given: Sequence[int],
        forbidden: frozenset[int],
        group: Chain | None = None,
    ) -> None:
        self._puzzle, self._matrix, self._group = puzzle, puzzle.matrix, group
        self._given, self._forbidden = set(given), forbidden
        self._numbers = {
            table.name: {row: table.offset + place for place, row in enumerate(table.rows)}
            for table in puzzle.tables
        }

    @cached_property
    def _maps(self) -> ItemMaps:
        return ItemMaps(self._matrix, self._forbidden)

    def __iter__(self) -> Iterator[NamedMove]:
        columns = values_of(self._puzzle)
        for column, values in columns.items():
            if 1 < len(values) <= MOST_VALUES:
                yield from self._of_column(column, values)
        for first, second in combinations(columns, 2):
            if 0 < len(columns[first]) == len(columns[second]) <= MOST_VALUES:
                text = f"{first} and {second} may be exchanged"
                if set(columns[first]) != set(columns[second]):
                    text += (
                        f", {spell(columns[first][0])} for {spell(columns[second][0])} and so on"
                    )
                yield from self._if_symmetry(text, self._exchanged(first, second, columns))

    def _of_column(self, column: str, values: list[Hashable]) -> Iterator[NamedMove]:
        blocks, moves = self._free(column, values)
        for block in blocks:
            if len(block) > 1:
                way = "swapped" if len(block) == 2 else "put in any order"
                yield f"{named(column, block)} may be {way}", moves[block[0]]
        if len(blocks) == 1:
            return
        equal = [block for block in blocks if len(block) == len(blocks[0])]
        if len(equal) == len(blocks) and len(blocks[0]) > 1:
            for first, second in pairwise(blocks):
                swap = dict(zip((*first, *second), (*second, *first), strict=True))
                text = f"{named(column, first)} and {named(column, second)} may be swapped"
                yield from self._if_symmetry(text, self._moved(column, swap))
        back = dict(zip(values, reversed(values), strict=True))
        whole = plural(column)
        yield from self._if_symmetry(f"{whole} may be reversed", self._moved(column, back))
        if len(values) > 2:
            on = dict(zip(values, (*values[1:], values[0]), strict=True))
            text = f"{whole} may be moved on by one, the last to the first"
            yield from self._if_symmetry(text, self._moved(column, on))

    def _free(
        self, column: str, values: list[Hashable]
    ) -> tuple[list[list[Hashable]], dict[Hashable, list[Permutation]]]:
        """Return the values in blocks in which they may be put in any order, and their swaps."""
        blocks: list[list[Hashable]] = []
        moves: dict[Hashable, list[Permutation]] = {}
        trials = 0
        for value in values:
            for block in blocks:
                trials += 1
                swap = {value: block[0], block[0]: value}
                move = None if trials > MOST_TRIALS else self._moved(column, swap)
                if move is not None:
                    block.append(value)
                    moves[block[0]].append(move)
                    break
            else:
                blocks.append([value])
                moves[value] = []
        return blocks, moves

    def _if_symmetry(self, text: str, move: Permutation | None) -> Iterator[NamedMove]:
        if move is not None:
            yield text, [move]

    def _moved(self, column: str, image: Mapping[Hashable, Hashable]) -> Permutation | None:
        """Return what moving a column's values does to the options; None if it is no symmetry."""

        def move(row: Any, columns: Sequence[str]) -> tuple[Any, ...]:
            return tuple(
                image.get(value, value) if name == column else value
                for name, value in zip(columns, row, strict=True)
            )

        return self._of_rows(move, {column})

    def _exchanged(
        self, first: str, second: str, columns: Mapping[str, list[Hashable]]
    ) -> Permutation | None:
        """Return what exchanging two columns does, the values of each in their order."""
        names = {first: second, second: first}
        values = {
            name: dict(zip(columns[source], columns[name], strict=True))
            for name, source in names.items()
        }

        def move(row: Any, columns: Sequence[str]) -> tuple[Any, ...]:
            return tuple(
                values[name][row[columns.index(names[name])]] if name in names else value
                for name, value in zip(columns, row, strict=True)
            )

        return self._of_rows(move, {first, second})

    def _of_rows(
        self, move: Callable[[Any, Sequence[str]], tuple[Any, ...]], read: set[str]
    ) -> Permutation | None:
        look()
        permutation = np.arange(self._puzzle.visible_options, dtype=np.int32)
        for table in self._puzzle.tables:
            if not read & set(table.columns):
                continue
            if not read <= set(table.columns):
                return None
            numbers = self._numbers[table.name]
            for row, number in numbers.items():
                there = numbers.get(move(row, table.columns))
                if there is None:
                    return None
                permutation[number] = there
        return permutation if self._is_symmetry(permutation) else None

    def _is_symmetry(self, permutation: Permutation) -> bool:
        moved = permutation.tolist()
        if {moved[k] for k in self._forbidden} != set(self._forbidden):
            return False
        permutation[list(self._forbidden)] = list(self._forbidden)
        if {moved[k] for k in self._given} != self._given:
            return False
        costs = self._matrix.costs[: len(permutation)]
        if not np.array_equal(costs[permutation], costs):
            return False
        if np.array_equal(np.sort(permutation), permutation):
            return False  # nothing moves, or two rows become one
        if len(np.unique(permutation)) < len(permutation):
            return False
        if self._group is not None:
            return permutation in self._group
        try:
            self._maps.of(permutation, "move")
        except ModelError:
            return False
        return True


def values_of(puzzle: Puzzle) -> dict[str, list[Hashable]]:
    """Return the values of each column, in order where they have one."""
    by_column: dict[str, dict[Hashable, None]] = {}
    for table in puzzle.tables:
        for place, column in enumerate(table.columns):
            values = by_column.setdefault(column, {})
            for row in table.rows:
                values[row[place]] = None
    return {column: _ordered(values) for column, values in by_column.items()}


def _ordered(values: Mapping[Hashable, None]) -> list[Hashable]:
    try:
        return sorted(values)  # type: ignore[type-var]
    except TypeError:
        return list(values)


# ---- Turns and mirrors of a grid -----------------------------------------------------------------
# A puzzle of one's own says nothing about symmetries. But where its choices have a row and a
# column, the seven ways to turn and mirror the grid can be tried: each is a symmetry or it is not,
# and that is checked on the matrix (symmetries.py). What else may be exchanged, as colors or
# digits, is not looked for.


log = logging.getLogger("minuet")

AXES = (("row", "col"), ("y", "x"))
Place = tuple[Any, Any]
Move = Callable[[Place], Place]


def grid_symmetries(puzzle: Puzzle) -> Symmetries | None:
    """Return the turns and mirrors that map the puzzle to itself; None if none does.

    Lines that have no order, such as 1 and "a", are no grid.

    The tables with columns `row` and `col`, or `y` and `x`, are moved together; others stay.
    """
    for axes in AXES:
        tables = [table for table in puzzle.tables if set(axes) <= set(table.columns)]
        if not tables:
            continue
        try:
            rows, cols = (
                sorted({row[table.columns.index(axis)] for table in tables for row in table.rows})
                for axis in axes
            )
        except TypeError:
            return None
        moves, names = [], []
        for name, move in _moves(rows, cols):
            moved = _on_columns(axes, move)
            try:
                Symmetries.of(puzzle, dict.fromkeys(tables, moved))
            except ModelError:
                continue
            moves.append(dict.fromkeys(tables, moved))
            names.append(name)
        if not moves:
            return None
        log.info("symmetries of the grid: %s", ", ".join(names))
        return Symmetries.of(puzzle, *moves)
    return None


def _moves(rows: Sequence[Any], cols: Sequence[Any]) -> Iterator[tuple[str, Move]]:
    """Yield the ways to turn and mirror a grid with these rows and columns, with their names."""
    up = dict(zip(rows, reversed(rows), strict=True))
    left = dict(zip(cols, reversed(cols), strict=True))
    yield "upside down", lambda at: (up[at[0]], at[1])
    yield "left and right exchanged", lambda at: (at[0], left[at[1]])
    yield "half a turn", lambda at: (up[at[0]], left[at[1]])
    if rows == cols:
        yield "rows and columns exchanged", lambda at: (at[1], at[0])
        yield "a quarter turn", lambda at: (at[1], up[at[0]])
        yield "three quarters of a turn", lambda at: (up[at[1]], at[0])
        yield "mirrored along the rising diagonal", lambda at: (up[at[1]], up[at[0]])


def _on_columns(axes: tuple[str, str], move: Move) -> Callable[..., dict[str, Any]]:
    """Return the move as a map of rows: a function of the two columns."""
    if axes == ("row", "col"):
        return lambda row, col: dict(zip(axes, move((row, col)), strict=True))
    return lambda y, x: dict(zip(axes, move((y, x)), strict=True))
