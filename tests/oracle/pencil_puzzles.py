"""Brute force for the gallery's pencil puzzles that are published nowhere else.

As in gallery.py, each function takes what is given out of the entry's text and counts in plain
loops.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations, permutations, product

from .printed_grid import lines_of

__all__ = ["PENCIL"]

Cell = tuple[int, int]


def _neighbours(cell: Cell) -> list[Cell]:
    row, col = cell
    return [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]


def kakurasu(text: str) -> int:
    down, across = ([int(word) for word in words] for words in lines_of(text))
    size = len(across)
    every = [cols for n in range(size + 1) for cols in combinations(range(1, size + 1), n)]

    def filled(row: int, left: Sequence[int]) -> int:
        """Count the ways to fill this row and those below; `left` is what columns still need."""
        if row > size:
            return not any(left)
        found = 0
        for cols in every:
            if sum(cols) == across[row - 1]:
                rest = [need - row * (col in cols) for col, need in enumerate(left, 1)]
                found += min(rest) >= 0 and filled(row + 1, rest)
        return found

    return filled(1, down)


def aquarium(text: str) -> int:
    down, across, *grid = lines_of(text)
    size = len(grid)

    @cache
    def filled_with(cell: Cell) -> set[Cell]:
        """Return the cells to which water of a cell runs: along, down, and up as high again."""
        reached = [cell]
        for row, col in reached:
            reached += [
                (r, c)
                for r, c in _neighbours((row, col))
                if cell[0] <= r < size and 0 <= c < size and (r, c) not in reached
                if grid[r][c] == grid[row][col]
            ]
        return set(reached)

    def filled(rows: tuple[tuple[int, ...], ...], left: Sequence[int]) -> int:
        """Count the ways to fill the rows below these; `left` is what columns still need."""
        if min(left) < 0:
            return 0
        if len(rows) == size:
            full = {(row, col) for row, cols in enumerate(rows) for col in cols}
            return not any(left) and all(filled_with(cell) <= full for cell in full)
        return sum(
            filled((*rows, cols), [need - (col in cols) for col, need in enumerate(left)])
            for cols in combinations(range(size), int(across[len(rows)]))
        )

    return filled((), [int(word) for word in down])


def lits(text: str) -> int:
    grid = lines_of(text)
    size = len(grid)
    regions: dict[str, list[Cell]] = {}
    for row, col in product(range(size), repeat=2):
        regions.setdefault(grid[row][col], []).append((row, col))

    def shape(cells: Sequence[Cell]) -> str:
        """Return the name of a tetromino, or an empty string for what is none, or a square."""
        beside = sorted(sum(one in cells for one in _neighbours(cell)) for cell in cells)
        if beside == [1, 1, 1, 3]:
            return "T"
        longest = max(max(Counter(axis).values()) for axis in zip(*cells, strict=True))
        return "..SLI"[longest] if beside == [1, 1, 2, 2] else ""

    every = {
        name: [(shape(four), four) for four in combinations(cells, 4) if shape(four)]
        for name, cells in regions.items()
    }

    def laid(left: Sequence[str], black: Mapping[Cell, str]) -> int:
        if not left:
            return _is_one_piece(black) and not any(
                {(r, c), (r + 1, c), (r, c + 1), (r + 1, c + 1)} <= black.keys() for r, c in black
            )
        return sum(
            laid(left[1:], {**black, **dict.fromkeys(four, name)})
            for name, four in every[left[0]]
            if not any(black.get(beside) == name for cell in four for beside in _neighbours(cell))
        )

    return laid(list(regions), {})


def _is_one_piece(cells: Iterable[Cell]) -> bool:
    left = set(cells)
    found = [left.pop()]
    for cell in found:
        beside = left.intersection(_neighbours(cell))
        left -= beside
        found += beside
    return not left


def futoshiki(text: str) -> int:
    lines = lines_of(text)
    size = (len(lines) + 1) // 3
    right, below, grid = lines[:size], lines[size : 2 * size - 1], lines[2 * size - 1 :]
    sides = [
        (sign, (r, c), (r + down, c + 1 - down))
        for down, rows in ((0, right), (1, below))
        for r, row in enumerate(rows)
        for c, sign in enumerate(row)
    ]
    pairs = [(first, other) for sign, first, other in sides if sign in "<^"]
    pairs += [(other, first) for sign, first, other in sides if sign in ">v"]

    every = [
        [
            row
            for row in permutations(range(1, len(grid) + 1))
            if all(mark in ("-", str(value)) for mark, value in zip(given, row, strict=True))
        ]
        for given in grid
    ]

    def fits(rows: Sequence[Sequence[int]]) -> bool:
        known = {(r, c): value for r, row in enumerate(rows) for c, value in enumerate(row)}
        return all(len(set(column)) == len(column) for column in zip(*rows, strict=True)) and all(
            known[low] < known[high] for low, high in pairs if low in known and high in known
        )

    def filled(rows: tuple[Sequence[int], ...]) -> int:
        if len(rows) == len(grid):
            return 1
        return sum(filled((*rows, row)) for row in every[len(rows)] if fits((*rows, row)))

    return filled(())


def binairo(text: str) -> int:
    grid = lines_of(text)
    size = len(grid)

    @cache
    def may_begin(line: str) -> bool:
        full = max(line.count(mark) for mark in "12") > size // 2
        return not full and "111" not in line and "222" not in line

    lines = [line for line in map("".join, product("12", repeat=size)) if may_begin(line)]

    def filled(rows: tuple[str, ...]) -> int:
        columns = ["".join(column) for column in zip(*rows, strict=True)]
        if not all(map(may_begin, columns)):
            return 0
        if len(rows) == size:
            return len(set(columns)) == size
        given = grid[len(rows)]
        return sum(
            filled((*rows, line))
            for line in lines
            if line not in rows
            and all(mark in ("-", other) for mark, other in zip(given, line, strict=True))
        )

    return filled(())


def ripple_effect(text: str) -> int:
    lines = lines_of(text)
    size = len(lines) // 2
    given, grid = lines[:size], lines[size:]
    places = list(product(range(size), repeat=2))
    rooms = Counter(grid[row][col] for row, col in places)

    def filled(known: Mapping[Cell, int]) -> int:
        if len(known) == len(places):
            return 1
        row, col = places[len(known)]
        return sum(
            filled({**known, (row, col): value})
            for value in range(1, rooms[grid[row][col]] + 1)
            if given[row][col] in ("-", str(value))
            and not any(
                other == value
                and (
                    grid[r][c] == grid[row][col]
                    or (r == row and col - c <= value)
                    or (c == col and row - r <= value)
                )
                for (r, c), other in known.items()
            )
        )

    return filled({})


PENCIL: Mapping[str, Callable[[str], int]] = {
    "aquarium-6": aquarium,
    "binairo-6": binairo,
    "binairo-8": binairo,
    "futoshiki-5": futoshiki,
    "kakurasu-6": kakurasu,
    "lits-6": lits,
    "ripple-effect-6": ripple_effect,
}
