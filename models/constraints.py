"""The constraints of sudoku variants, in the words of those who set the puzzles.

A constraint is a small frozen dataclass: where it stands (`cells`), and what it demands of the
digits (`demands`, in the kinds of demands.py). `Sudoku(constraints=[...])` takes any number of
them, and a rule that is not here is a class of its own:

    @dataclass(frozen=True)
    class Modular(Constraint):                    # any three neighbours differ modulo 3
        kind = "modular line"
        line: Cells

        def demands(self, grid):
            line = self.path(self.line)
            for k in (1, 2):
                for a, b in zip(line, line[k:]):
                    yield Pair(a, b, lambda v, w: v % 3 != w % 3)

Cells are pairs (row, column) from 0, or names from 1: `"R1C1 R2C2"`, `"R1C1-R1C9"` (cells.py).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import combinations, pairwise
from typing import ClassVar

from .cells import Cell, Cells, cells_of, spell_cell
from .demands import Demand, Different, Digits, OneOf, Pair, Walk
from .errors import ModelError, excerpt
from .grid_shape import GridShape

__all__ = [
    "CONSTRAINTS",
    "AntiKing",
    "AntiKnight",
    "Arrow",
    "BetweenLine",
    "Cage",
    "Candidates",
    "Clone",
    "Constraint",
    "DoubleArrow",
    "Even",
    "Kropki",
    "Less",
    "NonConsecutive",
    "Odd",
    "Palindrome",
    "Renban",
    "Sandwich",
    "Skyscraper",
    "Thermometer",
    "Whispers",
    "XV",
    "constraint_of",
]

MOST_SETS = 5000  # a cage with more sets of digits is summed cell by cell
KNIGHT = ((1, -2), (1, 2), (2, -1), (2, 1))
KING = ((1, -1), (1, 1))
BESIDE = ((0, 1), (1, 0))


@dataclass(frozen=True)
class Constraint:
    """A constraint of a sudoku variant.

    name   what messages call it; None: its kind and its number among that kind
    kind   what one of its kind is called
    whole  whether it is a rule of the whole grid, which needs no number
    """

    kind: ClassVar[str] = "constraint"
    whole: ClassVar[bool] = False
    name: str | None = field(default=None, kw_only=True)

    @abstractmethod
    def demands(self, grid: GridShape) -> Iterator[Demand]:
        """Yield what the constraint demands. Raises ModelError, without its name, for mistakes."""

    def path(self, cells: Cells, least: int = 1, *, once: bool = True) -> tuple[Cell, ...]:
        """Return cells as pairs. Raises ModelError for fewer than `least`, or, `once`, repeats."""
        found = cells_of(cells)
        if len(found) < least:
            raise ModelError(f"{len(found)} cells, expected {least} or more")
        if once and len(set(found)) < len(found):
            twice = next(cell for cell in found if found.count(cell) > 1)
            raise ModelError(f"{spell_cell(twice)} twice, expected each cell once")
        return found


@dataclass(frozen=True)
class Cage(Constraint):
    """The digits of the cells add up to `sum`, and none stands twice unless `repeats`.

    sum  None: no sum is given. With `repeats` this is a little killer's diagonal, too.
    """

    kind = "cage"
    sum: int | None
    cells: Cells
    repeats: bool = False

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        cells = self.path(self.cells)
        if not self.repeats and len(cells) > grid.size:
            raise ModelError(f"{len(cells)} cells, expected at most {grid.size}")
        if self.sum is None:
            if not self.repeats and len(cells) > 1:
                yield Different(cells)
            return
        if type(self.sum) is not int:
            raise ModelError(f"a sum of {excerpt(repr(self.sum))}, expected an integer")
        if self.repeats or _sets_summing(grid.size, len(cells), self.sum) > MOST_SETS:
            yield _sum_walk(cells, self.sum, "sum")
            if not self.repeats:
                yield Different(cells)
            return
        sets = [s for s in combinations(grid.values, len(cells)) if sum(s) == self.sum]
        yield Digits(cells, tuple(sets), f"sum {self.sum}")


def _sets_summing(size: int, count: int, total: int) -> int:
    """Return how many sets of `count` values up to `size` add up to `total`."""
    ways = {(0, 0): 1}
    for value in range(1, size + 1):
        for (taken, so_far), number in list(ways.items()):
            if taken < count and so_far + value <= total:
                longer = (taken + 1, so_far + value)
                ways[longer] = ways.get(longer, 0) + number
    return ways.get((count, total), 0)


def _sum_walk(cells: tuple[Cell, ...], total: int, what: str) -> Walk:
    return Walk(
        cells,
        total,
        lambda left, place, value: left - value if value <= left else None,
        lambda left: left == 0,
        what,
    )


@dataclass(frozen=True)
class Arrow(Constraint):
    """The digits of the line add up to the number in the circle; they may repeat.

    circle  one cell, or a pill of several: a number of several digits, read in that order
    """

    kind = "arrow"
    circle: Cells
    line: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        circle = self.path(self.circle)
        cells = self.path((*circle, *self.path(self.line)))
        head = len(circle)

        def step(left: int, place: int, value: int) -> int | None:
            if place < head:
                return 10 * left + value
            return left - value if value <= left else None

        yield Walk(cells, 0, step, lambda left: left == 0)


@dataclass(frozen=True)
class DoubleArrow(Constraint):
    """The digits between the two ends of the line add up to the sum of the ends."""

    kind = "double arrow"
    line: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        first, *middle, last = self.path(self.line, 3)

        def step(left: int, place: int, value: int) -> int | None:
            if place < 2:
                return left + value
            return left - value if value <= left else None

        yield Walk((first, last, *middle), 0, step, lambda left: left == 0)


@dataclass(frozen=True)
class Thermometer(Constraint):
    """Digits increase from the bulb, the line's first cell; a `slow` one may stay level."""

    kind = "thermometer"
    line: Cells
    slow: bool = False

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        line = self.path(self.line, 2)
        rise, spare = (0, grid.size - 1) if self.slow else (1, grid.size - len(line))
        if spare < 0:
            raise ModelError(f"{len(line)} cells, expected at most {grid.size}")
        if not self.slow:
            for k, cell in enumerate(line):
                yield OneOf(cell, range(1 + k, 2 + k + spare))
        for (i, low), (j, high) in combinations(enumerate(line), 2):
            yield Pair(low, high, lambda v, w, apart=rise * (j - i): v + apart <= w)  # type: ignore[misc]


@dataclass(frozen=True)
class Less(Constraint):
    """The first of the two cells holds less than the second."""

    kind = "inequality"
    cells: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        yield Pair(*_two(self.path(self.cells, 2)), lambda v, w: v < w)


def _two(cells: Sequence[Cell]) -> tuple[Cell, Cell]:
    if len(cells) != 2:
        raise ModelError(f"{len(cells)} cells, expected 2")
    return cells[0], cells[1]


@dataclass(frozen=True)
class Kropki(Constraint):
    """Dots between pairs of cells: white, digits that differ by one; black, one twice the other.

    all_shown  no other neighbours, along rows and columns, differ by one or are double
    """

    kind = "kropki"
    whole = True
    white: Sequence[Cells] = ()
    black: Sequence[Cells] = ()
    all_shown: bool = False

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        dots = [_two(self.path(pair, 2)) for pair in (*self.white, *self.black)]
        for number, (one, other) in enumerate(dots):
            yield Pair(one, other, _consecutive if number < len(self.white) else _double)
        if self.all_shown:
            shown = set(map(frozenset, dots))
            for pair in grid.neighbours(BESIDE):
                if frozenset(pair) not in shown:
                    yield Pair(*pair, lambda v, w: not _consecutive(v, w) and not _double(v, w))


def _consecutive(v: int, w: int) -> bool:
    return abs(v - w) == 1


def _double(v: int, w: int) -> bool:
    return w in (2 * v, v / 2)


@dataclass(frozen=True)
class XV(Constraint):
    """Signs between pairs of cells: at an x they add up to 10, at a v to 5.

    all_shown  no other neighbours, along rows and columns, add up to 5 or 10
    """

    kind = "xv"
    whole = True
    x: Sequence[Cells] = ()
    v: Sequence[Cells] = ()
    all_shown: bool = False

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        signs = [_two(self.path(pair, 2)) for pair in (*self.x, *self.v)]
        for number, pair in enumerate(signs):
            total = 10 if number < len(self.x) else 5
            yield Pair(*pair, lambda v, w, total=total: v + w == total)  # type: ignore[misc]
        if self.all_shown:
            shown = set(map(frozenset, signs))
            for pair in grid.neighbours(BESIDE):
                if frozenset(pair) not in shown:
                    yield Pair(*pair, lambda v, w: v + w not in (5, 10))


@dataclass(frozen=True)
class Whispers(Constraint):
    """Neighbours on the line differ by `difference` or more: 5 in German whispers, 4 in Dutch."""

    kind = "whispers"
    line: Cells
    difference: int = 5

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        for one, other in pairwise(self.path(self.line, 2, once=False)):
            if one == other:
                raise ModelError(f"{spell_cell(one)} behind itself, expected another cell")
            yield Pair(one, other, lambda v, w: abs(v - w) >= self.difference)


@dataclass(frozen=True)
class Renban(Constraint):
    """The digits of the line are consecutive numbers, in any order, each once."""

    kind = "renban"
    line: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        line = self.path(self.line)
        if len(line) > grid.size:
            raise ModelError(f"{len(line)} cells, expected at most {grid.size}")
        runs = [tuple(range(k, k + len(line))) for k in range(1, grid.size - len(line) + 2)]
        yield Digits(line, tuple(runs), "run")


@dataclass(frozen=True)
class Palindrome(Constraint):
    """The line reads the same from both ends."""

    kind = "palindrome"
    line: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        line = self.path(self.line, 2)
        for one, other in list(zip(line, reversed(line), strict=True))[: len(line) // 2]:
            yield Pair(one, other, int.__eq__)


@dataclass(frozen=True)
class Clone(Constraint):
    """The cells hold the same digits as the `copy`, one by one in their order."""

    kind = "clone"
    cells: Cells
    copy: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        cells, copy = self.path(self.cells), self.path(self.copy)
        if len(cells) != len(copy):
            raise ModelError(f"{len(cells)} cells and a copy of {len(copy)}, expected as many")
        for one, other in zip(cells, copy, strict=True):
            if one != other:
                yield Pair(one, other, int.__eq__)


@dataclass(frozen=True)
class BetweenLine(Constraint):
    """The digits of the line are strictly between those of its two ends."""

    kind = "between line"
    line: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        first, *middle, last = self.path(self.line, 3)

        def step(ends: tuple[int, ...], place: int, value: int) -> tuple[int, ...] | None:
            if place < 2:
                return tuple(sorted((*ends, value)))
            return ends if ends[0] < value < ends[1] else None

        yield Walk((first, last, *middle), (), step, lambda ends: True)


@dataclass(frozen=True)
class Candidates(Constraint):
    """Each of the cells holds one of the values."""

    kind = "candidates"
    cells: Cells
    values: Sequence[int]

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        for value in self.values:
            if value not in grid.values:
                raise ModelError(f"{value!r}, expected 1 to {grid.size}")
        for cell in self.path(self.cells):
            yield OneOf(cell, tuple(sorted(set(self.values))))


@dataclass(frozen=True)
class Odd(Constraint):
    """Each of the cells holds an odd digit."""

    kind = "odd"
    cells: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        for cell in self.path(self.cells):
            yield OneOf(cell, grid.values[0::2])


@dataclass(frozen=True)
class Even(Constraint):
    """Each of the cells holds an even digit."""

    kind = "even"
    cells: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        for cell in self.path(self.cells):
            yield OneOf(cell, grid.values[1::2])


@dataclass(frozen=True)
class Sandwich(Constraint):
    """The digits between the 1 and the greatest digit, on a row or column, add up to `sum`."""

    kind = "sandwich"
    sum: int
    line: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        crusts = (1, grid.size)

        def step(state: tuple[int, int], place: int, value: int) -> tuple[int, int] | None:
            seen, total = state  # the first crust, or 0, or -1 behind the second
            if value in crusts:
                if seen in (value, -1) or (seen and total != self.sum):
                    return None
                return (-1, 0) if seen else (value, 0)
            if seen > 0:
                return (seen, total + value) if total + value <= self.sum else None
            return state

        line = self.path(self.line, 2)
        yield Walk(line, (0, 0), step, lambda state: state[0] == -1, f"sum {self.sum}")


@dataclass(frozen=True)
class Skyscraper(Constraint):
    """Along the line stand `seen` digits that are greater than all before them."""

    kind = "skyscraper"
    seen: int
    line: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        def step(state: tuple[int, int], place: int, value: int) -> tuple[int, int] | None:
            highest, left = state
            if value <= highest:
                return state
            return (value, left - 1) if left else None

        yield Walk(self.path(self.line), (0, self.seen), step, lambda state: state[1] == 0, "view")


class _Apart(Constraint):
    """Cells that are certain steps apart do not hold certain pairs of digits."""

    whole = True
    steps: ClassVar[Sequence[Cell]]

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        for pair in grid.neighbours(self.steps):
            yield Pair(*pair, self.allows)

    @staticmethod
    def allows(v: int, w: int) -> bool:
        """Whether the two cells may hold v and w."""
        return v != w


@dataclass(frozen=True)
class AntiKnight(_Apart):
    """Cells a knight's move apart hold different digits."""

    kind = "anti-knight"
    steps = KNIGHT


@dataclass(frozen=True)
class AntiKing(_Apart):
    """Cells that touch at a corner hold different digits."""

    kind = "anti-king"
    steps = KING + BESIDE


@dataclass(frozen=True)
class NonConsecutive(_Apart):
    """Neighbours along rows and columns do not differ by one."""

    kind = "non-consecutive"
    steps = BESIDE

    @staticmethod
    def allows(v: int, w: int) -> bool:
        """Whether neighbours may hold v and w."""
        return not _consecutive(v, w)


CONSTRAINTS: Mapping[str, type[Constraint]] = {
    kind.kind.replace(" ", "-"): kind
    for kind in (
        AntiKing, AntiKnight, Arrow, BetweenLine, Cage, Candidates, Clone, DoubleArrow, Even, Kropki,
        Less, NonConsecutive, Odd, Palindrome, Renban, Sandwich, Skyscraper, Thermometer, Whispers, XV,
    )
}  # fmt: skip


def constraint_of(kind: str, given: Mapping[str, object]) -> Constraint:
    """Return the constraint of that kind (a name of CONSTRAINTS) with those fields.

    Raises ModelError for an unknown kind, an unknown field, or one that is missing.
    """
    found = CONSTRAINTS.get(kind)
    if found is None:
        names = ", ".join(CONSTRAINTS)
        raise ModelError(f"constraint {excerpt(kind)}, expected one of {names}")
    known = [part.name for part in fields(found)]
    alien = [name for name in given if name not in known]
    if alien:
        raise ModelError(f"{kind} with {excerpt(alien[0])}, expected one of {', '.join(known)}")
    try:
        return found(**given)  # type: ignore[arg-type]
    except TypeError:
        wanted = ", ".join(name for name in known if name != "name")
        raise ModelError(f"{kind} with {', '.join(given) or 'nothing'}, expected {wanted}") from None
