"""What each constraint of a sudoku says, written again from the table of docs/sudoku.md.

A rule looks at the fields of a constraint, whose cells are pairs, and at a filled grid with its
board. Nothing of the classes' own demands is used.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any, NamedTuple

import minuet.models.sudokus.constraints as kinds

__all__ = ["RULES", "Board", "Cell", "Grid", "Rule"]

Cell = tuple[int, int]
Grid = Mapping[Cell, int]
DIRECTIONS = ((1, 2), (2, 1), (1, -2), (2, -1))


class Board(NamedTuple):
    """The sides of a square grid and of its boxes."""

    size: int
    tall: int
    wide: int

    @property
    def cells(self) -> list[Cell]:
        return [(r, c) for r in range(self.size) for c in range(self.size)]

    def box(self, cell: Cell) -> Cell:
        return cell[0] // self.tall, cell[1] // self.wide

    def beside(self) -> list[tuple[Cell, Cell]]:
        inside = set(self.cells)
        pairs = [((r, c), (r + d, c + 1 - d)) for r, c in self.cells for d in (0, 1)]
        return [pair for pair in pairs if pair[1] in inside]

    def squares(self) -> list[list[Cell]]:
        steps = range(self.size - 1)
        return [[(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)] for r in steps for c in steps]

    def lines(self) -> list[list[Cell]]:
        """Return rows and columns, from both ends."""
        side = range(self.size)
        found = [[(k, j) for j in side] for k in side] + [[(j, k) for j in side] for k in side]
        return [way for line in found for way in (line, line[::-1])]


Rule = Callable[[Any, Grid, Board], bool]


def on(grid: Grid, line: Sequence[Cell]) -> list[int]:
    return [grid[cell] for cell in line]


def different(values: Sequence[int]) -> bool:
    return len(set(values)) == len(values)


def summed(c: Any, g: Grid, b: Board) -> bool:
    values = on(g, c.cells)
    weights = c.weights or [1] * len(values)
    total = sum(weight * value for weight, value in zip(weights, values, strict=True))
    return (c.repeats or different(values)) and c.sum in (None, total)


def rellik(c: Any, g: Grid, b: Board) -> bool:
    values = on(g, c.cells)
    some = [part for k in range(1, len(values) + 1) for part in combinations(values, k)]
    return different(values) and all(sum(part) != c.sum for part in some)


def equality(c: Any, g: Grid, b: Board) -> bool:
    values = on(g, c.cells)
    low = [v for v in values if 2 * v < b.size + 1]
    high = [v for v in values if 2 * v > b.size + 1]
    odd = [v for v in values if v % 2]
    return different(values) and 2 * len(odd) == len(values) == 2 * len(low) == 2 * len(high)


def between_extremes(values: Sequence[int]) -> int:
    first, last = sorted((values.index(min(values)), values.index(max(values))))
    return sum(values[first + 1 : last])


def arrow(c: Any, g: Grid, b: Board) -> bool:
    number = int("".join(map(str, on(g, c.circle))))
    return number == sum(on(g, c.line))


def zipper(c: Any, g: Grid, b: Board) -> bool:
    values = on(g, c.line)
    half = len(values) // 2
    sums = {values[k] + values[-1 - k] for k in range(half)}
    return sums == {values[half]} if len(values) % 2 else len(sums) == 1


def between(c: Any, g: Grid, b: Board) -> bool:
    first, *inner, last = on(g, c.line)
    return all(min(first, last) < v < max(first, last) for v in inner)


def lockout(c: Any, g: Grid, b: Board) -> bool:
    first, *inner, last = on(g, c.line)
    kept = all(v < min(first, last) or v > max(first, last) for v in inner)
    return kept and abs(first - last) >= c.difference


def renban(c: Any, g: Grid, b: Board) -> bool:
    values = on(g, c.line)
    return different(values) and max(values) - min(values) == len(values) - 1


def splits(values: Sequence[int], total: int) -> bool:
    """Whether stretches of `total` each, one behind the other, are all of the values."""
    if not values:
        return True
    return any(
        sum(values[:k]) == total and splits(values[k:], total) for k in range(1, len(values) + 1)
    )


def sum_line(c: Any, g: Grid, b: Board) -> bool:
    values = on(g, c.line)
    starts = range(len(values)) if c.loop else range(1)
    return any(splits(values[k:] + values[:k], c.sum) for k in starts)


def region_sums(c: Any, g: Grid, b: Board) -> bool:
    stretches = [[c.line[0]]]
    for cell in c.line[1:]:
        if b.box(cell) == b.box(stretches[-1][-1]):
            stretches[-1].append(cell)
        else:
            stretches.append([cell])
    return len({sum(on(g, part)) for part in stretches}) == 1


def windows(values: Sequence[int], width: int) -> list[Sequence[int]]:
    return [values[k : k + width] for k in range(len(values) - width + 1)]


def third(value: int, b: Board) -> int:
    return (value - 1) // (b.size // 3)


def entropic(c: Any, g: Grid, b: Board) -> bool:
    thirds = [third(v, b) for v in on(g, c.line)]
    return all(different(part) for part in windows(thirds, min(3, len(thirds))))


def paired(c: Any, g: Grid, b: Board) -> bool:
    values = on(g, c.line)
    wanted = {tuple(pair) for pair in c.pairs}
    return set(combinations(values, 2) if c.every else pairwise(values)) <= wanted


def beyond(b: Board, shown: Sequence[Sequence[Cell]]) -> list[tuple[Cell, Cell]]:
    """Return the neighbours that are not among the pairs that are shown."""
    known = {frozenset(pair) for pair in shown}
    return [pair for pair in b.beside() if frozenset(pair) not in known]


def doubles(v: int, w: int, by: int = 2) -> bool:
    return by * v == w or by * w == v


def kropki(c: Any, g: Grid, b: Board) -> bool:
    white = all(abs(g[one] - g[other]) == 1 for one, other in c.white)
    black = all(doubles(g[one], g[other]) for one, other in c.black)
    rest = beyond(b, [*c.white, *c.black]) if c.all_shown else []
    return (white and black) and not any(
        abs(g[one] - g[other]) == 1 or doubles(g[one], g[other]) for one, other in rest
    )


def signs(c: Any, g: Grid, b: Board) -> bool:
    shown = all(
        g[one] + g[other] == total for pairs, total in ((c.x, 10), (c.v, 5)) for one, other in pairs
    )
    rest = beyond(b, [*c.x, *c.v]) if c.all_shown else []
    return shown and all(g[one] + g[other] not in (5, 10) for one, other in rest)


def no_dots(c: Any, g: Grid, b: Board) -> bool:
    return not any(
        abs(g[one] - g[other]) in c.differences
        or any(doubles(g[one], g[other], by) for by in c.ratios)
        for one, other in beyond(b, c.dots)
    )


def contains(c: Any, g: Grid, b: Board) -> bool:
    values, wanted = on(g, c.cells), list(c.values)
    exactly = getattr(c, "exactly", False)
    return all(
        values.count(v) == wanted.count(v) if exactly else values.count(v) >= wanted.count(v)
        for v in wanted
    )


def look_and_say(c: Any, g: Grid, b: Board) -> bool:
    values = on(g, c.cells)
    said = zip(c.clue[::2], c.clue[1::2], strict=True)
    return all(values.count(digit) == times for times, digit in said)


def indexing(c: Any, g: Grid, b: Board) -> bool:
    if c.rows:
        return all(g[g[row, col] - 1, col] == row + 1 for row, col in c.cells)
    return all(g[row, g[row, col] - 1] == col + 1 for row, col in c.cells)


def box_indexing(c: Any, g: Grid, b: Board) -> bool:
    boxes = [sorted(one for one in b.cells if b.box(one) == b.box(cell)) for cell in c.cells]
    pairs = zip(c.cells, boxes, strict=True)
    return all(g[box[g[cell] - 1]] == box.index(cell) + 1 for cell, box in pairs)


def value_indexing(c: Any, g: Grid, b: Board) -> bool:
    first, place, *behind = on(g, c.line)
    return place <= len(behind) and behind[place - 1] == first


def skyline(values: Sequence[int]) -> list[bool]:
    return [all(v > w for w in values[:k]) for k, v in enumerate(values)]


def hidden(c: Any, g: Grid, b: Board) -> bool:
    values = on(g, c.line)
    return [v for v, seen in zip(values, skyline(values), strict=True) if not seen][:1] == [c.digit]


def full_rank(c: Any, g: Grid, b: Board) -> bool:
    every = [on(g, line) for line in b.lines()]
    mine = [on(g, line) for line in c.lines]
    ranked = [1 + sum(other < one for other in every) for one in mine] == list(c.ranks)
    if c.ties == "any":
        return ranked
    alone = every if c.ties == "none" else mine
    return ranked and all(every.count(one) == 1 for one in alone)


def apart(g: Grid, steps: Sequence[Cell]) -> bool:
    return all(g[r, c] != g.get((r + down, c + right)) for r, c in g for down, right in steps)


def taxicab(c: Any, g: Grid, b: Board) -> bool:
    return not any(
        g[one] == g[other] == abs(one[0] - other[0]) + abs(one[1] - other[1])
        for one, other in combinations(g, 2)
    )


def disjoint(c: Any, g: Grid, b: Board) -> bool:
    places: dict[Cell, list[int]] = {}
    for (row, col), value in g.items():
        places.setdefault((row % b.tall, col % b.wide), []).append(value)
    return all(map(different, places.values()))


def flatmates(c: Any, g: Grid, b: Board) -> bool:
    middle = (b.size + 1) // 2
    return all(
        g.get((row - 1, col)) == 1 or g.get((row + 1, col)) == b.size
        for (row, col), value in g.items()
        if value == middle
    )


def connected_values(c: Any, g: Grid, b: Board) -> bool:
    left = {cell for cell in c.cells or b.cells if g[cell] in c.values}
    size, due = len(left), [left.pop()] if left else []
    while due:
        row, col = due.pop()
        near = left & {(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)}
        left -= near
        due += near
    return not left and size == (c.count or size) and size > 0


RULES: Mapping[type, Rule] = {
    kinds.Cage: summed,
    kinds.RellikCage: rellik,
    kinds.EqualityCage: equality,
    kinds.Lunchbox: lambda c, g, b: (
        different(on(g, c.cells)) and between_extremes(on(g, c.cells)) == c.sum
    ),
    kinds.Arrow: arrow,
    kinds.DoubleArrow: lambda c, g, b: (
        sum(on(g, c.line[1:-1])) == g[c.line[0]] + g[c.line[-1]]
    ),
    kinds.Thermometer: lambda c, g, b: all(
        v < w or (c.slow and v == w) for v, w in pairwise(on(g, c.line))
    ),
    kinds.Whispers: lambda c, g, b: all(
        abs(v - w) >= c.difference for v, w in pairwise(on(g, c.line))
    ),
    kinds.Renban: renban,
    kinds.Palindrome: lambda c, g, b: on(g, c.line) == on(g, c.line)[::-1],
    kinds.BetweenLine: between,
    kinds.ZipperLine: zipper,
    kinds.LockoutLine: lockout,
    kinds.ModularLine: lambda c, g, b: all(
        different([v % c.modulus for v in part]) for part in windows(on(g, c.line), c.modulus)
    ),
    kinds.EntropicLine: entropic,
    kinds.SumLine: sum_line,
    kinds.RegionSumLine: region_sums,
    kinds.EqualSums: lambda c, g, b: len({sum(on(g, cells)) for cells in c.groups}) == 1,
    kinds.Pairing: paired,
    kinds.LinePattern: lambda c, g, b: bool(
        re.fullmatch(c.pattern, "".join(map(str, on(g, c.line))))
    ),
    # The only machine that is drawn: any 1s each before a 2, and perhaps one 1 more.
    kinds.LineMachine: lambda c, g, b: bool(
        re.fullmatch("(12|2)*1?", "".join(map(str, on(g, c.line))))
    ),
    kinds.Less: lambda c, g, b: g[c.cells[0]] < g[c.cells[1]],
    kinds.Kropki: kropki,
    kinds.XV: signs,
    kinds.Difference: lambda c, g, b: abs(g[c.cells[0]] - g[c.cells[1]]) == c.value,
    kinds.Ratio: lambda c, g, b: doubles(g[c.cells[0]], g[c.cells[1]], c.value),
    kinds.DotsShown: no_dots,
    kinds.Candidates: lambda c, g, b: set(on(g, c.cells)) <= set(c.values),
    kinds.Odd: lambda c, g, b: all(v % 2 == 1 for v in on(g, c.cells)),
    kinds.Even: lambda c, g, b: all(v % 2 == 0 for v in on(g, c.cells)),
    kinds.Clone: lambda c, g, b: on(g, c.cells) == on(g, c.copy),
    kinds.Quadruple: contains,
    kinds.Contains: contains,
    kinds.LookAndSay: look_and_say,
    kinds.CountDistinct: lambda c, g, b: g[c.cell[0]] == len(set(on(g, c.cells))),
    kinds.CountingCircles: lambda c, g, b: all(
        on(g, c.cells).count(v) == v for v in on(g, c.cells)
    ),
    kinds.ConnectedValues: connected_values,
    kinds.SameDigits: lambda c, g, b: (
        len({tuple(sorted(on(g, cells))) for cells in c.groups}) == 1
    ),
    kinds.BoxIndexing: box_indexing,
    kinds.Indexing: indexing,
    kinds.NumberedRoom: lambda c, g, b: g[c.line[g[c.line[0]] - 1]] == c.digit,
    kinds.ValueIndexing: value_indexing,
    kinds.Sandwich: lambda c, g, b: between_extremes(on(g, c.line)) == c.sum,
    kinds.Skyscraper: lambda c, g, b: sum(skyline(on(g, c.line))) == c.seen,
    kinds.HiddenSkyscraper: hidden,
    kinds.XSum: lambda c, g, b: sum(on(g, c.line)[: g[c.line[0]]]) == c.sum,
    kinds.FullRank: full_rank,
    kinds.AntiKnight: lambda c, g, b: apart(g, DIRECTIONS),
    kinds.AntiKing: lambda c, g, b: apart(g, ((1, 1), (1, -1))),
    kinds.NonConsecutive: lambda c, g, b: all(abs(g[p] - g[q]) != 1 for p, q in b.beside()),
    kinds.AntiTaxicab: taxicab,
    kinds.DisjointGroups: disjoint,
    kinds.GlobalEntropy: lambda c, g, b: all(
        {third(v, b) for v in on(g, square)} == {0, 1, 2} for square in b.squares()
    ),
    kinds.GlobalModulo: lambda c, g, b: all(
        {v % 3 for v in on(g, square)} == {0, 1, 2} for square in b.squares()
    ),
    kinds.DutchFlatmates: flatmates,
    kinds.SameSets: lambda c, g, b: True,  # houses of as many cells as there are values
}  # fmt: skip
