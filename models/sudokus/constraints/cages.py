"""Cages: cells whose digits add up, killer sudokus and little killers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, combinations
from typing import Literal

from ...errors import ModelError
from ...picture.picture import Cage as Frame
from ...picture.picture import Line, Shape, Text
from ..demands import Demand, Different, Digits, OneOf, Parts, Total, Walk
from ..grid_shape import Cell, Cells, GridShape, spell_cell
from . import text_fields as text
from .constraint import Constraint

__all__ = ["Cage", "EqualityCage", "Lunchbox", "RellikCage", "in_parts", "summed"]

# ---- Sums of cells with weights ------------------------------------------------------------------
# An automaton detects early which digits fit, but it has a step for each sum that can be reached;
# where these are too many the sum is said as it is, and solvers look at its bounds.
#
# A house that holds every value has a known sum. So a long sum that takes most cells of some
# houses is said of those that it does not take, which are fewer.
#
# Cells of one house that count alike are a part, whose values are a set; where the automaton
# accepts many words, the sum is said of the parts (sudokus/sums_of_parts.py).


MOST_STEPS = 20_000  # of an automaton that adds up


def summed(
    weights: Mapping[Cell, int], total: int, grid: GridShape, noun: str, most: int = MOST_STEPS
) -> Demand:
    """Return that the values of some cells, each times its weight, add up to `total`.

    most  an automaton of more steps is none, but an item

    Raises ModelError for a cell outside the grid.
    """
    grid.require(weights)
    if 2 * len(weights) > grid.size:
        fewer, left = _shortened(dict(weights), total, grid)
        weights, total = (fewer, left) if fewer else (weights, total)
    cells = tuple(weights)
    counted = tuple(weights.values())
    ends = [sorted((weight * grid.first, weight * grid.last)) for weight in counted]
    # The least and the greatest that the cells from a place on add up to.
    least = [*accumulate((low for low, _ in reversed(ends)), initial=0)][::-1]
    greatest = [*accumulate((high for _, high in reversed(ends)), initial=0)][::-1]
    # The number of sums to distinguish, at all places together.
    count = 0
    for low, high in zip(least, greatest, strict=True):
        # What is left here: what the cells behind can hold, and those before can have taken.
        lowest = max(low, total - (greatest[0] - high))
        highest = min(high, total - (least[0] - low))
        count += max(highest - lowest + 1, 0)
    if count * grid.size > most:
        return Total(cells, counted, total, noun, in_parts(weights, total, grid))

    def step(left: int, place: int, value: int) -> int | None:
        behind = left - counted[place] * value
        return behind if least[place + 1] <= behind <= greatest[place + 1] else None

    kind, parts = ("sum", total, counted), in_parts(weights, total, grid)
    return Walk(cells, total, step, lambda left: left == 0, noun, kind, parts=parts)


def in_parts(weights: Mapping[Cell, int], total: int, grid: GridShape) -> Parts | None:
    """Return the sum as one of parts, the largest first; None if no two cells are a part.

    The first and the last part, of which no step needs to be made, are those of most cells.
    """
    alike: dict[tuple[int, int], list[Cell]] = {}  # by the house and the weight
    for cell, weight in weights.items():
        for house in grid.houses_of(cell):
            alike.setdefault((house, weight), []).append(cell)
    parts: list[tuple[int, tuple[Cell, ...]]] = []
    left = set(weights)
    while alike:
        house, weight = max(alike, key=lambda key: len(left.intersection(alike[key])))
        cells = tuple(cell for cell in alike.pop((house, weight)) if cell in left)
        if len(cells) < 2:
            break
        parts.append((weight, cells))
        left -= set(cells)
    if not parts:
        return None
    parts += [(weight, (cell,)) for cell, weight in weights.items() if cell in left]
    if len(parts) > 2:
        parts.append(parts.pop(1))
    return Parts(tuple(parts), total)


def _shortened(
    weights: dict[Cell, int], total: int, grid: GridShape
) -> tuple[dict[Cell, int], int]:
    """Return the sum of fewer cells that says the same where houses hold all values."""
    houses = [house for house in grid.houses if len(house) == grid.size]
    while True:
        best: tuple[int, int, tuple[Cell, ...]] = (0, 0, ())
        for house in houses:
            counts = Counter(weights.get(cell, 0) for cell in house)
            blank = counts.pop(0, 0)
            for weight, count in counts.most_common(1):
                best = max(best, (count - blank, weight, house))
        gained, weight, house = best
        if gained <= 0:
            return {cell: number for cell, number in weights.items() if number}, total
        for cell in house:
            weights[cell] = weights.get(cell, 0) - weight
        total -= weight * sum(grid.values)


OPEN, SHUT = -2, -1  # before the first crust of a lunchbox, behind the second
GUESSED = 7  # cells of a lunchbox whose crusts are guessed, for few can be
MOST_SETS = 5000  # a cage with more sets of digits is summed cell by cell


@dataclass(frozen=True)
class Cage(Constraint):
    """The digits add up to `sum` (`None`: any) and differ, unless it `repeats`, as a little killer.

    `weights` say for each cell how often it counts, less than 0 too. In a constraint string a sum
    of 0, or an empty one, is none, and a cell that is named twice counts twice; `Sum` is a cage
    that repeats, with weights as in `Sum~0_=_1_1_-10~R1C1~R1C2~R1C3`, and `LittleKiller` one from a
    cell of the rim along its diagonal.

    >>> Cage(7, "R1C1 R1C2").holds("34.. .... .... ....")
    True
    >>> Cage(7, "R1C1 R1C2").to_text()
    'Cage~7~R1C1~R1C2'
    """

    kind = "cage"
    words = ("Cage", "Sum")
    small_words = ("AllDifferent", "LittleKiller")
    sum: int | None
    cells: Cells
    repeats: bool = False
    weights: Sequence[int] = ()

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        weights = self._weights()
        cells = tuple(weights)
        if not self.repeats and len(cells) > grid.size:
            raise ModelError(f"{len(cells)} cells, expected at most {grid.size}")
        plain = not self.repeats and set(weights.values()) == {1} and self.sum is not None
        sets = _sets_summing(grid.values, len(cells), self.sum) if plain else None
        if sets is not None:
            yield Digits(cells, sets, f"sum {self.sum}")
            return
        if self.sum is not None:
            yield summed(weights, self.sum, grid, "sum")
        if not self.repeats and len(cells) > 1:
            yield Different(cells)

    def _weights(self) -> dict[Cell, int]:
        """Return how often each cell counts."""
        cells = self.path(self.cells)
        weights = self.weights or (1,) * len(cells)
        if len(weights) != len(cells):
            raise ModelError(f"{len(weights)} weights for {len(cells)} cells, expected one each")
        return dict(zip(cells, weights, strict=True))

    @classmethod
    def from_text(cls, word: str, given: text.Fields, grid: GridShape) -> Sequence[Constraint]:  # noqa: D102
        if word == "AllDifferent":
            return [cls(None, text.cells(given))]
        if word == "LittleKiller":
            if len(given) != 2:
                raise ModelError("expected a sum and a cell, as in LittleKiller~22~R1C3")
            (start,) = text.cells(given[1:])[:1]
            return [cls(text.number(given), _diagonal_from(start, grid), repeats=True)]
        if word == "Sum":
            total, weights = text.sum_and_weights(given)
            cells, counts = _added_up(text.cells(given[1:]), weights)
            return [cls(total, cells, repeats=True, weights=counts)]
        total = text.number(given) if any(given[:1]) else 0
        cells, counts = _added_up(text.cells(given[1:]), ())
        return [cls(total or None, cells, weights=counts)]

    def in_words(self, grid: GridShape) -> Iterator[str]:  # noqa: D102
        weights = self._weights()
        total = "_".join(map(str, (self.sum or 0, "=", *self.weights)))
        if self.repeats:
            yield text.word("Sum", total if self.weights else self.sum or 0, tuple(weights))
        else:
            cells = [cell for cell, times in weights.items() for _ in range(times)]
            yield text.word("Cage", self.sum or 0, cells)

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        label, cells = "" if self.sum is None else str(self.sum), tuple(self._weights())
        if self.weights:
            label += f" ({', '.join(map(str, self.weights))})"
        if self.repeats and label and _is_diagonal(cells, grid):
            (row, col), (down, right) = cells[0], _step(cells)
            place = row - down, col - right
            tip = tuple(
                (a + 0.28 * b, a + 0.47 * b) for a, b in zip(place, (down, right), strict=True)
            )
            yield Text(place, label, "outside", title=self.title)
            yield Line(tuple(zip(*tip, strict=True)), "pointer", title=self.title)
        else:
            role: Literal["cage", "sum"] = "sum" if self.repeats else "cage"
            yield Frame(tuple(sorted(cells)), label, role, title=self.title)


def _added_up(
    cells: tuple[Cell, ...], weights: tuple[int, ...]
) -> tuple[tuple[Cell, ...], tuple[int, ...]]:
    """Return cells, each once, and how often they count; no weights where each counts once."""
    if weights and len(weights) != len(cells):
        raise ModelError(f"{len(weights)} weights for {len(cells)} cells, expected one each")
    by_cell = dict.fromkeys(cells, 0)
    for cell, weight in zip(cells, weights or (1,) * len(cells), strict=True):
        by_cell[cell] += weight
    counts = tuple(by_cell.values())
    return tuple(by_cell), counts if any(count != 1 for count in counts) else ()


def _diagonal_from(start: Cell, grid: GridShape) -> tuple[Cell, ...]:
    """Return the diagonal that a cell of the rim begins.

    Down to the right from the left side, to the left from the top, up to the left from the right
    side, to the right from the bottom.
    """
    (row, col), (rows, cols) = start, grid.sides
    sides = (
        (col == 0 and row < rows - 1, (1, 1)),
        (row == 0 and col > 0, (1, -1)),
        (col == cols - 1 and row < rows - 1, (-1, -1)),
        (row == rows - 1, (-1, 1)),
    )
    step = next((way for there, way in sides if there), None)
    cells = [start]
    while step and (cell := (cells[-1][0] + step[0], cells[-1][1] + step[1])) in grid.cells:
        cells.append(cell)
    if len(cells) < 2:
        raise ModelError(f"{spell_cell(start)} begins no diagonal, expected a cell of the rim")
    return tuple(cells)


def _step(cells: tuple[Cell, ...]) -> Cell:
    return cells[1][0] - cells[0][0], cells[1][1] - cells[0][1]


def _is_diagonal(cells: tuple[Cell, ...], grid: GridShape) -> bool:
    """Whether the cells are a whole diagonal, from one side of the grid to another."""
    if len(cells) < 2:
        return False
    (row, col), (down, right) = cells[0], _step(cells)
    line = [(row + k * down, col + k * right) for k in range(-1, len(cells) + 1)]
    whole = line[0] not in grid.cells and line[-1] not in grid.cells
    return abs(down) == abs(right) == 1 and list(cells) == line[1:-1] and whole


@lru_cache(maxsize=128)
def _sets_summing(values: range, count: int, total: int) -> tuple[tuple[int, ...], ...] | None:
    """Return the sets of `count` values that add up to `total`; None if too many.

    Any sum between those of the least and of the greatest values can be reached, so no set that is
    begun here leads to nothing.
    """
    sets: list[tuple[int, ...]] = []
    begun: list[tuple[tuple[int, ...], int]] = [((), total)]
    first, last = values[0], values[-1]
    while begun:
        held, left = begun.pop()
        more = count - len(held)
        if not more:
            if not left:
                sets.append(held)
            if len(sets) > MOST_SETS:
                return None
            continue
        further = more - 1
        for value in range(last - further, held[-1] if held else first - 1, -1):
            rest = left - value
            least = further * (2 * value + 1 + further) // 2
            if least <= rest <= further * (2 * last + 1 - further) // 2:
                begun.append(((*held, value), rest))
    return tuple(sets)


@dataclass(frozen=True)
class RellikCage(Constraint):
    """The digits differ, and none of them, nor any two or more of them, add up to `sum`.

    >>> RellikCage(5, "R1C1-R1C3").holds("124. .... .... ....")
    False
    >>> RellikCage(5, "R1C1-R1C3").to_text()
    'RellikCage~5~R1C1~R1C2~R1C3'
    """

    kind = "rellik cage"
    words = ("RellikCage",)
    sum: int
    cells: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        cells, whole = self.path(self.cells), (2 << self.sum) - 1
        if self.sum < 1:
            raise ModelError(f"a sum of {self.sum}, expected 1 or more")

        def step(sums: int, place: int, value: int) -> int | None:
            behind = (sums | sums << value) & whole
            return None if behind >> self.sum else behind

        yield Walk(cells, 1, step, lambda sums: True, f"no {self.sum}", (self.kind, self.sum))
        if len(cells) > 1:
            yield Different(cells)

    @classmethod
    def from_text(cls, word: str, given: text.Fields, grid: GridShape) -> Sequence[Constraint]:  # noqa: D102
        return [cls(text.number(given), text.cells(given[1:]))]

    def in_words(self, grid: GridShape) -> Iterator[str]:  # noqa: D102
        yield text.word("RellikCage", self.sum, self.path(self.cells))

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        yield Frame(tuple(sorted(self.path(self.cells))), f"≠{self.sum}", title=self.title)


@dataclass(frozen=True)
class EqualityCage(Constraint):
    """The digits differ; as many are odd as even, and as many low as high: none is the middle one.

    >>> EqualityCage("R1C1 R1C2").holds("14.. .... .... ....")
    True
    >>> EqualityCage("R1C1 R1C2").to_text()
    'EqualityCage~R1C1~R1C2'
    """

    kind = "equality cage"
    words = ("EqualityCage",)
    cells: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        cells, half = self.path(self.cells), grid.size // 2
        low, high = grid.values[:half], grid.values[grid.size - half :]

        def step(state: tuple[int, int], place: int, value: int) -> tuple[int, int]:
            return state[0] + (1 if value % 2 else -1), state[1] + (1 if value in low else -1)

        for cell in cells:
            yield OneOf(cell, [*low, *high])
        yield Walk(cells, (0, 0), step, lambda state: state == (0, 0), "balance", (self.kind,))
        if len(cells) > 1:
            yield Different(cells)

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        yield Frame(tuple(sorted(self.path(self.cells))), "=", title=self.title)


MOST_CASES = 1000  # of a line


def set_of(some: Iterable[int], values: range) -> int:
    """Return values of a grid as a set, in which bit k stands for the k-th value."""
    return sum(1 << (value - values[0]) for value in some)


@lru_cache(maxsize=1024)
def sets_of_sum(values: range, without: frozenset[int], count: int, total: int) -> tuple[int, ...]:
    """Return the sets of so many different values that add up to `total`, `without` some."""
    held = [value for value in values if value not in without]
    return tuple(set_of(some, values) for some in combinations(held, count) if sum(some) == total)


@lru_cache(maxsize=256)
def lunches(
    values: range, length: int, total: int, ends: tuple[tuple[int, int], ...]
) -> tuple[tuple[int, ...], ...]:
    """Return the cases of different digits of which those between the crusts add up to `total`.

    ends  the pairs of values, the lesser first, that may be least and greatest

    There are none where they would be more than MOST_CASES.
    """
    cases = []
    for low, high in ends:
        others = frozenset(values).difference(range(low + 1, high))
        crusts = set_of([low], values), set_of([high], values)
        every = set_of(range(low + 1, high), values)
        for count in range(min(length - 1, high - low)):
            around = length - 2 - count
            for inner in sets_of_sum(values, others, count, total):
                outer = every & ~inner
                if outer.bit_count() < around:
                    continue
                cases += [
                    (*[outer] * before, left, *[inner] * count, right, *[outer] * (around - before))
                    for before in range(around + 1)
                    for left, right in (crusts, crusts[::-1])
                ]
        if len(cases) > MOST_CASES:
            return ()
    return tuple(cases)


@dataclass(frozen=True)
class Lunchbox(Constraint):
    """The digits differ, and those between the least and the greatest of them add up to `sum`.

    The order of the cells decides what is between.

    >>> Lunchbox(5, "R1C1-R1C4").holds("1234 .... .... ....")
    True
    >>> Lunchbox(5, "R1C1-R1C4").to_text()
    'Lunchbox~5~R1C1~R1C2~R1C3~R1C4'
    """

    kind = "lunchbox"
    words = ("Lunchbox",)
    sum: int
    cells: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        cells = self.path(self.cells)
        guessed = GUESSED <= len(cells) <= grid.size
        walk = self._guessed(cells, grid) if guessed else self._in_order(cells)
        ends = tuple(combinations(grid.values, 2))
        yield replace(walk, cases=lunches(grid.values, len(cells), self.sum, ends))
        if len(cells) > 1:
            yield Different(cells)

    def _in_order(self, cells: tuple[Cell, ...]) -> Walk:
        """Return an automaton that keeps the least and the greatest digit so far."""
        most = self.sum + 1

        # Least and greatest, which of them came later, the sums between them and behind both; a
        # sum that is too great stays so, unless a new least or greatest makes it another one.
        def step(state: _Crusts | tuple[()], place: int, value: int) -> _Crusts | None:
            if not state:
                return value, value, 0, 0, 0
            low, high, later, between, behind = state
            if value in (low, high):
                return None
            if low < value < high:
                return low, high, later, between, min(behind + value, most)
            before = (low, high)[value < low]
            if low != high and later != before:
                behind = min(between + later + behind, most)
            return min(low, value), max(high, value), value, behind, 0

        accepts = self._accepts
        return Walk(cells, (), step, accepts, f"sum {self.sum}", (self.kind, self.sum))

    def _accepts(self, state: _Crusts) -> bool:
        return state[3] == self.sum

    def _guessed(self, cells: tuple[Cell, ...], grid: GridShape) -> Walk:
        """Return an automaton that knows the least and the greatest digit from the beginning."""
        apart, total = len(cells) - 1, self.sum
        ends = [(low, high) for low, high in combinations(grid.values, 2) if high - low >= apart]

        def step(state: _Guess, place: int, value: int) -> _Guess | None:
            low, high, first, between = state  # the crust that came first, or OPEN, or SHUT
            if not low <= value <= high or value == first:
                return None
            if value in (low, high):
                if first == SHUT or (first != OPEN and between != total):
                    return None
                return (low, high, value, 0) if first == OPEN else (low, high, SHUT, 0)
            if first in (OPEN, SHUT):
                return state
            return (low, high, first, between + value) if between + value <= total else None

        starts = tuple((low, high, OPEN, 0) for low, high in ends)
        kind, name = (self.kind, total, "guessed"), f"sum {total}"
        return Walk(cells, (), step, lambda state: state[2] == SHUT, name, kind, starts)

    @classmethod
    def from_text(cls, word: str, given: text.Fields, grid: GridShape) -> Sequence[Constraint]:  # noqa: D102
        return [cls(text.number(given), text.cells(given[1:]))]

    def in_words(self, grid: GridShape) -> Iterator[str]:  # noqa: D102
        yield text.word("Lunchbox", self.sum, self.path(self.cells))

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        line = self.path(self.cells)
        yield Frame(tuple(sorted(line)), f"<{self.sum}>", title=self.title)


_Crusts = tuple[int, int, int, int, int]
_Guess = tuple[int, int, int, int]
