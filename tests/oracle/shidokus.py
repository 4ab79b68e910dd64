"""All sudokus of 4x4, and constraints with what they say, written from their own words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import combinations, pairwise, permutations, product

from minuet.models import Sudoku
from minuet.models.sudokus.constraints import (
    XV,
    AntiKing,
    AntiKnight,
    AntiTaxicab,
    Arrow,
    BetweenLine,
    BoxIndexing,
    Cage,
    Candidates,
    Clone,
    ConnectedValues,
    Constraint,
    Contains,
    CountDistinct,
    CountingCircles,
    Difference,
    DisjointGroups,
    DotsShown,
    DoubleArrow,
    DutchFlatmates,
    Either,
    EqualityCage,
    EqualSums,
    Even,
    FullRank,
    HiddenSkyscraper,
    Indexing,
    Kropki,
    Less,
    LineMachine,
    LinePattern,
    LockoutLine,
    LookAndSay,
    Lunchbox,
    ModularLine,
    NonConsecutive,
    NumberedRoom,
    Odd,
    Pairing,
    Palindrome,
    Quadruple,
    Ratio,
    RegionSumLine,
    RellikCage,
    Renban,
    SameDigits,
    SameSets,
    Sandwich,
    Skyscraper,
    SumLine,
    Thermometer,
    ValueIndexing,
    Whispers,
    XSum,
    ZipperLine,
)

Cell = tuple[int, int]
Grid = dict[Cell, int]


def cells_of(text: str) -> list[Cell]:
    """Return cells by their names; a range such as R1C1-R1C4 is straight or diagonal."""
    found: list[Cell] = []
    for part in text.split():
        ends = [(int(r) - 1, int(c) - 1) for r, c in re.findall(r"R(\d+)C(\d+)", part)]
        (row, col), (bottom, end) = ends[0], ends[-1]
        length = max(abs(bottom - row), abs(end - col)) or 1
        down, right = (bottom - row) // length, (end - col) // length
        steps = range(length + 1) if len(ends) > 1 else range(1)
        found += [(row + k * down, col + k * right) for k in steps]
    return found


def spell_cells(cells: Iterable[Cell]) -> str:
    return " ".join(f"R{row + 1}C{col + 1}" for row, col in cells)


def shidokus() -> list[Grid]:
    """All 4x4 sudokus, by trying every two bands, each of two rows that fit."""
    bands = [
        (upper, lower)
        for upper, lower in product(permutations(range(1, 5)), repeat=2)
        if all(len({*upper[c : c + 2], *lower[c : c + 2]}) == 4 for c in (0, 2))
    ]
    return [
        {(r, c): rows[r][c] for r in range(4) for c in range(4)}
        for rows in (above + below for above, below in product(bands, repeat=2))
        if all(len(set(column)) == 4 for column in zip(*rows, strict=True))
    ]


def connected(cells: set[Cell]) -> bool:
    """Whether each cell is reached from any other, side by side; of some cells, one at least."""
    area = {min(cells)} if cells else set()
    while more := {
        (r, c) for r, c in cells - area if {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} & area
    }:
        area |= more
    return bool(cells) and area == cells


ALL = shidokus()
BESIDE = [((r, c), (r + d, c + 1 - d)) for r in range(4) for c in range(4) for d in (0, 1)
          if r + d < 4 and c + 1 - d < 4]  # fmt: skip
DIAGONALS = [[(k, k) for k in range(4)], [(k, 3 - k) for k in range(4)]]
SHOWN = [{(0, 0), (0, 1)}, {(1, 1), (2, 1)}]


def on(line: str) -> Callable[[Grid], list[int]]:
    cells = cells_of(line)
    return lambda grid: [grid[cell] for cell in cells]


def differ_at(grid: Grid, down: int, right: int) -> bool:
    return all(
        grid[r, c] != grid[r + down, c + right] for r, c in grid if (r + down, c + right) in grid
    )


def sandwiched(values: list[int]) -> int:
    low, high = sorted((values.index(1), values.index(4)))
    return sum(values[low + 1 : high])


def between_ends(values: list[int]) -> int:
    low, high = sorted((values.index(min(values)), values.index(max(values))))
    return sum(values[low + 1 : high])


def falls_into(values: list[int], total: int) -> bool:
    """Whether stretches of the values, one behind the other, add up to so much each."""
    ends = {0}
    for start in range(len(values)):
        if start in ends:
            sums = ((end, sum(values[start:end])) for end in range(start + 1, len(values) + 1))
            ends |= {end for end, found in sums if found == total}
    return len(values) in ends


def rises(values: list[int], least: int = 1) -> bool:
    return all(w - v >= least for v, w in pairwise(values))


def numbers_of(grid: Grid) -> list[tuple[int, ...]]:
    """Return the rows and columns as they are read from both ends."""
    lines = [[(k, j) for j in range(4)] for k in range(4)]
    lines += [[(j, k) for j in range(4)] for k in range(4)]
    return [tuple(grid[c] for c in way) for line in lines for way in (line, line[::-1])]


def ranks(grid: Grid, lines: list[str]) -> list[int]:
    every = numbers_of(grid)
    mine = [tuple(grid[c] for c in cells_of(line)) for line in lines]
    return [1 + sum(other < one for other in every) for one in mine]


def alone(grid: Grid, lines: list[str]) -> bool:
    every = numbers_of(grid)
    return all(every.count(tuple(grid[c] for c in cells_of(line))) == 1 for line in lines)


RANKED, TIED = ["R1C1-R1C4", "R4C2-R1C2"], ["R1C1-R1C4", "R1C1-R4C1", "R3C4-R3C1"]
CORNER, SNAKE, DIAGONAL = "R1C1 R1C2 R2C1", "R1C1 R1C2 R2C2 R2C3 R3C3 R3C4", "R1C1-R4C4"
AREA = "R1C1 R1C2 R1C3 R2C1 R2C2 R2C3 R4C4"
CIRCLES = "R1C1 R2C3 R3C2 R3C3 R4C4"
FIRST, ROW, COLUMN = on("R1C1-R1C4"), on("R2C1-R2C4"), on("R1C3-R4C3")
Case = tuple[Constraint, Callable[[Grid], bool]]
CASES: dict[str, Case] = {
    "cage": (Cage(7, CORNER), lambda g: sum(on(CORNER)(g)) == 7),
    "cage across boxes": (
        Cage(8, "R1C2 R2C2 R2C3"),
        lambda g: sum(v := on("R1C2 R2C2 R2C3")(g)) == 8 and len(set(v)) == 3,
    ),
    "cage without a sum": (
        Cage(None, "R1C2 R2C3 R3C4"), lambda g: len(set(on("R1C2 R2C3 R3C4")(g))) == 3,
    ),
    "cage of all values": (
        Cage(10, "R1C2 R2C2 R2C3 R3C3"), lambda g: len(set(on("R1C2 R2C2 R2C3 R3C3")(g))) == 4,
    ),
    "impossible cage": (Cage(99, CORNER), lambda g: False),
    "little killer": (
        Cage(9, DIAGONAL, repeats=True), lambda g: sum(on(DIAGONAL)(g)) == 9,
    ),
    "cage with weights": (
        Cage(10, "R1C1 R2C2 R3C3", weights=[1, 2, 1]),
        lambda g: len(set(v := on("R1C1 R2C2 R3C3")(g))) == 3 and v[0] + 2 * v[1] + v[2] == 10,
    ),
    "sum with weights below 0": (
        Cage(-3, "R1C1 R2C2 R3C3 R3C4", repeats=True, weights=[1, 2, -3, -1]),
        lambda g: g[0, 0] + 2 * g[1, 1] - 3 * g[2, 2] - g[2, 3] == -3,
    ),
    "sum of a long snake": (
        Cage(25, SNAKE + " R4C4 R4C3 R4C2 R4C1", repeats=True),
        lambda g: sum(on(SNAKE + " R4C4 R4C3 R4C2 R4C1")(g)) == 25,
    ),
    "full rank": (
        FullRank(RANKED, [6, 11]),
        lambda g: ranks(g, RANKED) == [6, 11] and alone(g, RANKED),
    ),
    "full rank of the least": (
        FullRank(RANKED[:1], [1]), lambda g: ranks(g, RANKED[:1]) == [1] and alone(g, RANKED[:1]),
    ),
    "full rank of three with one digit": (
        FullRank(TIED, [5, 6, 8]), lambda g: ranks(g, TIED) == [5, 6, 8] and alone(g, TIED),
    ),
    "full rank with ties": (
        FullRank(RANKED, [6, 10], ties="any"), lambda g: ranks(g, RANKED) == [6, 10],
    ),
    "full rank of equal numbers": (
        FullRank(TIED, [9, 9, 11], ties="any"), lambda g: ranks(g, TIED) == [9, 9, 11],
    ),
    "full rank without ties": (
        FullRank(["R1C4-R1C1"], [7], ties="none"),
        lambda g: ranks(g, ["R1C4-R1C1"]) == [7] and len(set(numbers_of(g))) == 16,
    ),
    "no ties": (FullRank(ties="none"), lambda g: len(set(numbers_of(g))) == 16),
    "same sets": (SameSets(), lambda g: True),
    "arrow": (
        Arrow("R1C1", "R2C2 R3C3"), lambda g: g[0, 0] == g[1, 1] + g[2, 2],
    ),
    "pill": (
        Arrow("R1C1 R1C2", SNAKE[10:]), lambda g: 10 * g[0, 0] + g[0, 1] == sum(on(SNAKE[10:])(g)),
    ),
    "double arrow": (
        DoubleArrow(DIAGONAL), lambda g: g[0, 0] + g[3, 3] == g[1, 1] + g[2, 2],
    ),
    "thermometer": (Thermometer("R1C1 R1C2 R2C3"), lambda g: rises(on("R1C1 R1C2 R2C3")(g))),
    "full thermometer": (
        Thermometer("R1C2 R2C2 R2C3 R3C3"), lambda g: rises(on("R1C2 R2C2 R2C3 R3C3")(g)),
    ),
    "slow thermometer": (Thermometer(DIAGONAL, slow=True), lambda g: rises(on(DIAGONAL)(g), 0)),
    "inequality": (Less("R1C1 R1C2"), lambda g: g[0, 0] < g[0, 1]),
    "white dot": (Kropki(white=["R1C2 R1C3"]), lambda g: abs(g[0, 1] - g[0, 2]) == 1),
    "black dot": (
        Kropki(black=["R1C2 R1C3"]), lambda g: sorted(on("R1C2 R1C3")(g)) in ([1, 2], [2, 4]),
    ),
    "all dots": (
        Kropki(white=["R1C1 R1C2"], black=["R3C2 R2C2"], all_shown=True),
        lambda g: abs(g[0, 0] - g[0, 1]) == 1
        and (g[1, 1] == 2 * g[2, 1] or g[2, 1] == 2 * g[1, 1])
        and all(
            abs(g[a] - g[b]) > 1 and 2 * g[a] != g[b] and 2 * g[b] != g[a]
            for a, b in BESIDE
            if {a, b} not in SHOWN
        ),
    ),
    "no dots": (
        Kropki(all_shown=True),
        lambda g: all(abs(g[a] - g[b]) > 1 and {g[a], g[b]} != {2, 4} for a, b in BESIDE),
    ),
    "difference": (Difference("R1C2 R2C2", 2), lambda g: abs(g[0, 1] - g[1, 1]) == 2),
    "ratio": (
        Ratio("R1C2 R4C3", 3), lambda g: {g[0, 1], g[3, 2]} == {1, 3},
    ),
    "dots shown": (
        DotsShown(differences=[3], ratios=[3], dots=["R1C1 R1C2", "R3C2 R2C2"]),
        lambda g: all(
            abs(g[a] - g[b]) != 3 and 3 * g[a] != g[b] and 3 * g[b] != g[a]
            for a, b in BESIDE
            if {a, b} not in SHOWN
        ),
    ),
    "v": (XV(v=["R1C1 R1C2", "R3C3 R4C3"]), lambda g: g[0, 0] + g[0, 1] == 5 == g[2, 2] + g[3, 2]),
    "x": (XV(x=["R1C1 R1C2"]), lambda g: False),
    "all signs": (
        XV(v=["R1C1 R1C2"], all_shown=True),
        lambda g: all((g[a] + g[b] == 5) == ({a, b} == {(0, 0), (0, 1)}) for a, b in BESIDE),
    ),
    "whispers": (
        Whispers("R1C2 R1C3 R2C4", difference=2),
        lambda g: abs(g[0, 1] - g[0, 2]) >= 2 and abs(g[0, 2] - g[1, 3]) >= 2,
    ),
    "german whispers": (Whispers("R1C2 R1C3"), lambda g: False),
    "renban": (
        Renban("R1C2 R2C2 R2C3"),
        lambda g: sorted(on("R1C2 R2C2 R2C3")(g)) in ([1, 2, 3], [2, 3, 4]),
    ),
    "palindrome": (
        Palindrome("R2C1 R1C2 R2C3 R1C4"), lambda g: g[1, 0] == g[0, 3] and g[0, 1] == g[1, 2],
    ),
    "clone": (Clone("R1C1 R1C2", "R3C3 R3C4"), lambda g: (g[0, 0], g[0, 1]) == (g[2, 2], g[2, 3])),
    "between": (
        BetweenLine("R1C1 R2C2 R3C3 R3C4"),
        lambda g: all(
            min(g[0, 0], g[2, 3]) < v < max(g[0, 0], g[2, 3]) for v in (g[1, 1], g[2, 2])
        ),
    ),
    "zipper": (
        ZipperLine("R1C1 R2C2 R1C3 R2C4 R3C4"),
        lambda g: g[0, 0] + g[2, 3] == g[0, 2] == g[1, 1] + g[1, 3],
    ),
    "short zipper": (ZipperLine("R1C1 R2C2 R3C3"), lambda g: g[0, 0] + g[2, 2] == g[1, 1]),
    "zipper without a middle": (
        ZipperLine(SNAKE),
        lambda g: g[0, 0] + g[2, 3] == g[0, 1] + g[2, 2] == g[1, 1] + g[1, 2],
    ),
    "candidates": (Candidates("R1C1 R2C3", [1, 3, 4]), lambda g: 2 not in (g[0, 0], g[1, 2])),
    "odd": (Odd("R1C1 R2C4"), lambda g: g[0, 0] % 2 == 1 == g[1, 3] % 2),
    "even": (Even("R1C1 R2C4"), lambda g: g[0, 0] % 2 == 0 == g[1, 3] % 2),
    "sandwich": (Sandwich(3, "R2C1-R2C4"), lambda g: sandwiched(ROW(g)) == 3),
    "empty sandwich": (Sandwich(0, "R2C1-R2C4"), lambda g: sandwiched(ROW(g)) == 0),
    "skyscraper": (
        Skyscraper(2, "R1C3-R4C3"),
        lambda g: sum(v > max(COLUMN(g)[:k], default=0) for k, v in enumerate(COLUMN(g))) == 2,
    ),
    "x-sum": (
        XSum(6, "R1C3-R4C3"), lambda g: sum(COLUMN(g)[: COLUMN(g)[0]]) == 6,
    ),
    "x-sum of one": (XSum(1, "R2C1-R2C4"), lambda g: g[1, 0] == 1),
    "impossible x-sum": (XSum(11, "R2C1-R2C4"), lambda g: False),
    "quadruple": (
        Quadruple("R2C2 R2C3 R3C2 R3C3", [4, 1]),
        lambda g: {1, 4} <= {g[1, 1], g[1, 2], g[2, 1], g[2, 2]},
    ),
    "quadruple of twice the same": (
        Quadruple("R2C2 R2C3 R3C2 R3C3", [3, 3, 2]),
        lambda g: (v := [g[1, 1], g[1, 2], g[2, 1], g[2, 2]]).count(3) >= 2 and 2 in v,
    ),
    "all different": (
        Cage(None, "R1C1 R2C3 R4C2"), lambda g: len(set(on("R1C1 R2C3 R4C2")(g))) == 3,
    ),
    "rellik cage": (
        RellikCage(5, "R1C2 R2C2 R2C3"),
        lambda g: len(set(v := on("R1C2 R2C2 R2C3")(g))) == 3
        and not any(sum(some) == 5 for k in (1, 2, 3) for some in combinations(v, k)),
    ),
    "equality cage": (
        EqualityCage("R1C2 R2C3 R2C2 R4C4"),
        lambda g: sorted(on("R1C2 R2C3 R2C2 R4C4")(g)) == [1, 2, 3, 4],
    ),
    "small equality cage": (
        EqualityCage("R1C2 R2C3"),
        lambda g: sum(v := on("R1C2 R2C3")(g)) % 2 == 1 and (min(v) <= 2 < max(v)),
    ),
    "lunchbox": (
        Lunchbox(3, "R1C2 R2C2 R2C3 R3C4"),
        lambda g: len(set(v := on("R1C2 R2C2 R2C3 R3C4")(g))) == 4 and between_ends(v) == 3,
    ),
    "short lunchbox": (
        Lunchbox(2, "R1C2 R2C3 R3C2"),
        lambda g: len(set(v := on("R1C2 R2C3 R3C2")(g))) == 3 and between_ends(v) == 2,
    ),
    "lockout": (
        LockoutLine("R1C1 R2C2 R3C3 R3C4", difference=2),
        lambda g: abs(g[0, 0] - g[2, 3]) >= 2
        and all(
            not min(g[0, 0], g[2, 3]) <= v <= max(g[0, 0], g[2, 3]) for v in (g[1, 1], g[2, 2])
        ),
    ),
    "modular line": (
        ModularLine(SNAKE[:19], modulus=2),
        lambda g: all((v + w) % 2 for v, w in pairwise(on(SNAKE[:19])(g))),
    ),
    "sum line": (
        SumLine(5, SNAKE), lambda g: falls_into(on(SNAKE)(g), 5),
    ),
    "sum loop": (
        SumLine(5, "R1C1 R1C2 R2C3 R3C2 R3C1", loop=True),
        lambda g: any(
            falls_into((v := on("R1C1 R1C2 R2C3 R3C2 R3C1")(g))[k:] + v[:k], 5) for k in range(5)
        ),
    ),
    "region sum line": (
        RegionSumLine("R2C1 R2C2 R2C3 R3C3 R3C4"),
        lambda g: g[1, 0] + g[1, 1] == g[1, 2] == g[2, 2] + g[2, 3],
    ),
    "equal sums": (
        EqualSums(["R1C1 R2C2", "R2C2 R3C3 R1C3", "R4C1 R3C4"]),
        lambda g: g[0, 0] + g[1, 1] == g[1, 1] + g[2, 2] + g[0, 2] == g[3, 0] + g[2, 3],
    ),
    "pairing": (
        Pairing("R1C1 R2C2 R2C3", [(1, 2), (2, 3), (4, 4)]),
        lambda g: {(g[0, 0], g[1, 1]), (g[1, 1], g[1, 2])} <= {(1, 2), (2, 3), (4, 4)},
    ),
    "pairing of all": (
        Pairing("R1C1 R2C3 R3C4", [(1, 2), (2, 1), (2, 3), (3, 2), (1, 3)], every=True),
        lambda g: set(combinations(on("R1C1 R2C3 R3C4")(g), 2))
        <= {(1, 2), (2, 1), (2, 3), (3, 2), (1, 3)},
    ),
    "line pattern": (
        LinePattern("(1[^4]|[2-4]{2})+.?", "R1C1-R1C4"),
        lambda g: bool(re.fullmatch("(1[^4]|[2-4]{2})+.?", "".join(map(str, FIRST(g))))),
    ),
    "line machine": (
        LineMachine("QH9A", "R1C1 R1C2 R2C4 R3C4"),
        lambda g: bool(re.fullmatch("(12|2)*1?", "".join(map(str, on("R1C1 R1C2 R2C4 R3C4")(g))))),
    ),
    "contains": (
        Contains("R1C1 R2C3 R3C2", [1, 1, 4]),
        lambda g: (v := on("R1C1 R2C3 R3C2")(g)).count(1) >= 2 and 4 in v,
    ),
    "contains exactly": (
        Contains("R1C1 R2C3 R3C2", [1, 2], exactly=True),
        lambda g: (v := on("R1C1 R2C3 R3C2")(g)).count(1) == 1 == v.count(2),
    ),
    "look-and-say": (
        LookAndSay([2, 1, 0, 3], "R1C1 R2C3 R3C2"),
        lambda g: (v := on("R1C1 R2C3 R3C2")(g)).count(1) == 2 and 3 not in v,
    ),
    "count distinct": (
        CountDistinct("R1C1", "R2C3 R3C2 R4C4"),
        lambda g: g[0, 0] == len({g[1, 2], g[2, 1], g[3, 3]}),
    ),
    "counting circles": (
        CountingCircles(CIRCLES),
        lambda g: all(on(CIRCLES)(g).count(k) == k for k in on(CIRCLES)(g)),
    ),
    "connected values": (
        ConnectedValues([1, 3, 4]),
        lambda g: connected({cell for cell, value in g.items() if value != 2}),
    ),
    "connected values of some cells": (
        ConnectedValues([1, 2], AREA, count=3),
        lambda g: len(some := {cell for cell in cells_of(AREA) if g[cell] < 3}) == 3
        and connected(some),
    ),
    "same digits": (
        SameDigits(["R1C1 R2C3 R2C2", "R3C1 R4C3 R2C2", "R4C1 R3C4 R1C2"]),
        lambda g: sorted(on("R1C1 R2C3 R2C2")(g))
        == sorted(on("R3C1 R4C3 R2C2")(g))
        == sorted(on("R4C1 R3C4 R1C2")(g)),
    ),
    "indexing": (
        Indexing("R1C2 R3C1"),
        lambda g: g[0, g[0, 1] - 1] == 2 and g[2, g[2, 0] - 1] == 1,
    ),
    "indexing in boxes": (
        BoxIndexing("R1C2 R3C3"),
        lambda g: on("R1C1 R1C2 R2C1 R2C2")(g)[g[0, 1] - 1] == 2
        and on("R3C3 R3C4 R4C3 R4C4")(g)[g[2, 2] - 1] == 1,
    ),
    "indexing of rows": (
        Indexing("R2C2 R3C1", rows=True),
        lambda g: g[g[1, 1] - 1, 1] == 2 and g[g[2, 0] - 1, 0] == 3,
    ),
    "numbered room": (NumberedRoom(3, "R2C1-R2C4"), lambda g: ROW(g)[ROW(g)[0] - 1] == 3),
    "numbered room of one": (NumberedRoom(1, "R2C1-R2C4"), lambda g: ROW(g)[ROW(g)[0] - 1] == 1),
    "value indexing": (
        ValueIndexing("R1C1 R1C2 R2C2 R3C3 R3C4"),
        lambda g: g[0, 1] <= 3 and [g[1, 1], g[2, 2], g[2, 3]][g[0, 1] - 1] == g[0, 0],
    ),
    "hidden skyscraper": (
        HiddenSkyscraper(2, "R1C3-R4C3"),
        lambda g: next((v for k, v in enumerate(COLUMN(g)) if v < max(COLUMN(g)[:k + 1])), 0) == 2,
    ),
    "anti-taxicab": (
        AntiTaxicab(),
        lambda g: not any(
            g[a] == g[b] == abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in combinations(g, 2)
        ),
    ),
    "disjoint groups": (
        DisjointGroups(),
        lambda g: all(
            len({g[r + down, c + right] for down in (0, 2) for right in (0, 2)}) == 4
            for r in (0, 1)
            for c in (0, 1)
        ),
    ),
    "dutch flatmates": (
        DutchFlatmates(),
        lambda g: all(
            g.get((r - 1, c)) == 1 or g.get((r + 1, c)) == 4 for (r, c), v in g.items() if v == 2
        ),
    ),
    "either": (
        Either(["~R1C1_3", "Cage~3~R2C2~R3C3.Odd~R4C4", "Thermo~R4C1~R3C2~R2C3"]),
        lambda g: g[0, 0] == 3
        or ({g[1, 1], g[2, 2]} == {1, 2} and g[3, 3] % 2 == 1)
        or g[3, 0] < g[2, 1] < g[1, 2],
    ),
    "either of renbans": (
        Either(["Renban~R1C1~R2C3~R3C2", "Cage~0~R1C1~R2C3~R4C4.Skyscraper~R1~3"]),
        lambda g: sorted(on("R1C1 R2C3 R3C2")(g)) in ([1, 2, 3], [2, 3, 4])
        or (
            len(set(on("R1C1 R2C3 R4C4")(g))) == 3
            and sum(v > max(FIRST(g)[:k], default=0) for k, v in enumerate(FIRST(g))) == 3
        ),
    ),
    "anti-knight": (
        AntiKnight(), lambda g: all(differ_at(g, *s) for s in ((1, 2), (2, 1), (1, -2), (2, -1))),
    ),
    "anti-king": (AntiKing(), lambda g: differ_at(g, 1, 1) and differ_at(g, 1, -1)),
    "non-consecutive": (
        NonConsecutive(), lambda g: all(abs(g[a] - g[b]) > 1 for a, b in BESIDE),
    ),
}  # fmt: skip


def as_grid(puzzle: Sudoku, answer: object) -> tuple[tuple[Cell, int], ...]:
    rows = puzzle.grid(answer)  # type: ignore[arg-type]
    return tuple(((r, c), rows[r][c]) for r in range(4) for c in range(4))


def expected_grids(holds: Callable[[Grid], bool]) -> set[tuple[tuple[Cell, int], ...]]:
    return {tuple(grid.items()) for grid in ALL if holds(grid)}
