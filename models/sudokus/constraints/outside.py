"""Clues outside the grid, each about a row or column as it is seen from there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, starmap

from ...errors import ModelError
from ...picture.picture import Shape, Text
from ..demands import Demand, Walk
from ..grid_shape import Cell, Cells, GridShape
from . import text_fields as text
from .cages import lunches, set_of, sets_of_sum
from .constraint import Constraint

__all__ = ["HiddenSkyscraper", "Sandwich", "Skyscraper", "XSum"]

OPEN, SHUT = -2, -1  # before the first crust of a sandwich, behind the second


@dataclass(frozen=True)
class Sandwich(Constraint):
    """The digits between the least and the greatest, on a row or column, add up to `sum`.

    >>> Sandwich(5, "R1C1-R1C4").holds("1234 .... .... ....")
    True
    >>> Sandwich(5, "R1C1-R1C4").to_text(4)
    'Sandwich~5~R1'
    """

    kind = "sandwich"
    words = ("Sandwich",)
    sum: int
    line: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        crusts = (grid.first, grid.last)

        def step(state: tuple[int, int], place: int, value: int) -> tuple[int, int] | None:
            seen, total = state  # the first crust, or OPEN, or SHUT behind the second
            if value in crusts:
                if seen in (value, SHUT) or (seen != OPEN and total != self.sum):
                    return None
                return (value, 0) if seen == OPEN else (SHUT, 0)
            if seen in crusts:
                return (seen, total + value) if total + value <= self.sum else None
            return state

        line, kind = self.path(self.line, 2), ("sandwich", self.sum)
        crusty = all(starmap(grid.differ, combinations(line, 2)))
        cases = lunches(grid.values, len(line), self.sum, (crusts,)) if crusty else ()
        name = f"sum {self.sum}"
        yield Walk(line, (OPEN, 0), step, lambda state: state[0] == SHUT, name, kind, cases=cases)

    @classmethod
    def from_text(cls, word: str, given: text.Fields, grid: GridShape) -> Sequence[Constraint]:  # noqa: D102
        if len(given) != 2:
            count = f"{len(given)} fields"
            raise ModelError(f"{count}, expected a sum and a line, as in Sandwich~12~R3")
        return [cls(text.number(given), text.side(given[1], grid))]

    def in_words(self, grid: GridShape) -> Iterator[str]:  # noqa: D102
        yield text.word("Sandwich", self.sum, text.spell_side(self.path(self.line), grid))

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        yield beside(self.path(self.line), str(self.sum), self.title, grid)


@dataclass(frozen=True)
class Skyscraper(Constraint):
    """As many digits as are `seen` are greater than all before them on the line; a 0 is not seen.

    In a constraint string stand a row or column, how many are seen from its beginning, and how many
    from its end; one of the two numbers may be left empty or out.

    >>> Skyscraper(2, "R1C1-R1C4").holds("2143 .... .... ....")
    True
    >>> Skyscraper(2, "R1C4-R1C1").to_text(4)
    'Skyscraper~R1~~2'
    """

    kind = "skyscraper"
    words = ("Skyscraper",)
    seen: int
    line: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        line = self.path(self.line)
        behind = range(len(line) - 1, -1, -1)

        def step(state: tuple[int, int], place: int, value: int) -> tuple[int, int] | None:
            highest, left = state
            if value > highest:
                highest, left = value, left - 1
            return (highest, left) if 0 <= left <= min(grid.last - highest, behind[place]) else None

        start, kind = (0, self.seen), ("skyscraper", self.seen)
        yield Walk(line, start, step, lambda state: state[1] == 0, "view", kind)

    @classmethod
    def from_text(cls, word: str, given: text.Fields, grid: GridShape) -> Sequence[Constraint]:  # noqa: D102
        pairs = at_ends(given, grid, "how many are seen", "Skyscraper~R3~3~6")
        if any(not count for count, _ in pairs):
            raise ModelError("0 seen, expected 1 or more")
        return [cls(count, line) for count, line in pairs]

    def in_words(self, grid: GridShape) -> Iterator[str]:  # noqa: D102
        yield word_at_end("Skyscraper", self.seen, self.path(self.line), grid)

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        yield beside(self.path(self.line), str(self.seen), self.title, grid)


@dataclass(frozen=True)
class HiddenSkyscraper(Constraint):
    """The first digit on the line that is less than one before it is `digit`.

    In a constraint string stand a row or column, the digit for its beginning, and the one for its
    end; one of the two may be left empty or out.

    >>> HiddenSkyscraper(1, "R1C1-R1C4").holds("3142 .... .... ....")
    True
    >>> HiddenSkyscraper(1, "R1C4-R1C1").to_text(4)
    'HiddenSkyscraper~R1~~1'
    """

    kind = "hidden skyscraper"
    words = ("HiddenSkyscraper",)
    digit: int
    line: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        def step(highest: int | str, place: int, value: int) -> int | str | None:
            if highest == "found" or (isinstance(highest, int) and value > highest):
                return "found" if highest == "found" else value
            return "found" if value == self.digit else None

        start, kind = grid.first - 1, (self.kind, self.digit)
        yield Walk(self.path(self.line), start, step, lambda state: state == "found", "view", kind)

    @classmethod
    def from_text(cls, word: str, given: text.Fields, grid: GridShape) -> Sequence[Constraint]:  # noqa: D102
        pairs = at_ends(given, grid, "the digit that is hidden", "HiddenSkyscraper~R3~3~6")
        return [cls(digit, line) for digit, line in pairs]

    def in_words(self, grid: GridShape) -> Iterator[str]:  # noqa: D102
        yield word_at_end("HiddenSkyscraper", self.digit, self.path(self.line), grid)

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        yield beside(self.path(self.line), str(self.digit), self.title, grid)

    @property
    def note(self) -> str:  # noqa: D102
        return self.kind


@dataclass(frozen=True)
class XSum(Constraint):
    """As many digits from the line's beginning as the first one says add up to `sum`.

    The first one counts as one of them. In a constraint string stand a row or column, the sum from
    its beginning, and the one from its end; one of the two numbers may be left empty or out.

    >>> XSum(6, "R1C1-R1C4").holds("3124 .... .... ....")
    True
    >>> XSum(6, "R1C4-R1C1").to_text(4)
    'XSum~R1~~6'
    """

    kind = "x-sum"
    words = ("XSum",)
    sum: int
    line: Cells

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        def step(state: tuple[int, int], place: int, value: int) -> tuple[int, int] | None:
            count, left = state if place else (value, self.sum)
            if not count:
                return count, left
            count, left = count - 1, left - value
            return (count, left) if (left == 0 if count == 0 else left >= 0) else None

        line, kind = self.path(self.line), ("x-sum", self.sum)
        apart = all(starmap(grid.differ, combinations(line, 2)))
        cases = _first_sums(grid.values, len(line), self.sum) if apart else ()
        name = f"sum {self.sum}"
        yield Walk(line, (0, 0), step, lambda state: state == (0, 0), name, kind, cases=cases)

    @classmethod
    def from_text(cls, word: str, given: text.Fields, grid: GridShape) -> Sequence[Constraint]:  # noqa: D102
        pairs = at_ends(given, grid, "the sum", "XSum~R3~15~6")
        return [cls(total, line) for total, line in pairs]

    def in_words(self, grid: GridShape) -> Iterator[str]:  # noqa: D102
        yield word_at_end("XSum", self.sum, self.path(self.line), grid)

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        yield beside(self.path(self.line), str(self.sum), self.title, grid)


@lru_cache(maxsize=256)
def _first_sums(values: range, length: int, total: int) -> tuple[tuple[int, ...], ...]:
    """Return the cases of an x-sum: the first digit, and those that are added to it."""
    every = set_of(values, values)
    cases = []
    for first in (value for value in values if value <= length):
        alone = set_of([first], values)
        further = max(first - 1, 0)
        for added in sets_of_sum(values, frozenset([first]), further, total - first):
            rest = every & ~(alone | added)
            cases.append((alone, *[added] * further, *[rest] * (length - 1 - further)))
    return tuple(cases)


def at_ends(
    given: text.Fields, grid: GridShape, marks: str, example: str
) -> list[tuple[int, Sequence[Cell]]]:
    """Return the numbers behind a row or column, each with the line as it is seen from there."""
    numbers = given[1:]
    if not given or len(numbers) > 2 or not any(numbers):
        expected = f"expected a line, and {marks} from its beginning, its end or both"
        raise ModelError(f"{expected}, as in {example}")
    line = text.side(given[0], grid)
    return [
        (text.number(numbers, place), way)
        for place, way in enumerate((line, line[::-1])[: len(numbers)])
        if numbers[place]
    ]


def word_at_end(name: str, number: int, line: tuple[Cell, ...], grid: GridShape) -> str:
    """Return the word of a clue at the beginning of a line, which may be a row's end."""
    if line > line[::-1]:
        return text.word(name, text.spell_side(line[::-1], grid), "", number)
    return text.word(name, text.spell_side(line, grid), number)


def beside(line: Sequence[Cell], clue: str, title: str, grid: GridShape) -> Text:
    """Return a clue before the first cell of a line, or in it if the place before is a cell too."""
    (row, col), (further, right) = line[0], line[min(1, len(line) - 1)]
    place = (2 * row - further, 2 * col - right)
    if place in grid.cells:
        return Text(line[0], clue, "clue", title=title)
    return Text(place, clue, "outside", title=title)
