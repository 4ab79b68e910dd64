"""Measures of a solution set: costs, marginals, entropy, and random ranks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count
from math import log2
from typing import TYPE_CHECKING, Protocol, Self, overload

from ....models.errors import ModelError, Unsupported
from ....models.puzzle import Puzzle
from ....models.tables.rows import Row
from ....models.tables.table import Choices
from ...contract.batch import Options
from ...native.engine import quarter_of_memory
from .tree import NO_OPTION, PRODUCT, TRUE

if TYPE_CHECKING:
    from ....models.matrix.arrays import Int64Array
    from ....models.picture.picture import Picture
    from ..._native import CountedTree
    from .tree import FoldedTree

__all__ = ["Marginals", "SplitMix64", "cheapest", "entropy", "histogram", "ranks_drawn"]

Stack = tuple[int, "Stack"] | None  # nodes still to be gone through
Chosen = tuple[int, "Chosen"] | None


def cheapest(
    costs: Int64Array, tree: FoldedTree, counted: CountedTree, k: int
) -> Iterator[Options]:
    """Yield the k cheapest solutions in order of cost; fewer where there are no more.

    The ways down the tree are gone best first: what a way has cost, and the least that is below
    it, is the cost of its best solution, so the first ways that come to their end are the best.
    """
    if not counted.count:
        return
    least = counted.least(costs)
    ties = count()
    heap: list[tuple[int, int, Stack, Chosen]] = []
    heappush(heap, (int(least[tree.root]), next(ties), (tree.root, None), None))
    while heap and k > 0:
        cost, _, stack, chosen = heappop(heap)
        while stack is not None and tree.kind_or_item[stack[0]] in (TRUE, PRODUCT):
            node, stack = stack
            for _, part in reversed(list(tree.below(node))):
                stack = (part, stack)
        if stack is None:
            k -= 1
            yield tuple(sorted((*tree.given, *_unwound(chosen))))
            continue
        node, stack = stack
        for option, child in tree.below(node):
            own = 0 if option == NO_OPTION else int(costs[option])
            more = own + int(least[child]) - int(least[node])
            extended = chosen if option == NO_OPTION else (option, chosen)
            heappush(heap, (cost + more, next(ties), (child, stack), extended))


def _unwound(chosen: Chosen) -> Iterator[int]:
    while chosen is not None:
        option, chosen = chosen
        yield option


def histogram(costs: Int64Array, tree: FoldedTree, counted: CountedTree) -> dict[int, int]:
    """Return how many solutions have each cost, ascending."""
    try:
        values, counts = counted.histogram(costs, quarter_of_memory())
    except OverflowError as error:
        raise Unsupported(f"histogram: {error}") from None
    base = int(costs[list(tree.given)].sum())
    return {base + cost: count for cost, count in zip(values.tolist(), counts, strict=True)}


# ---- Marginals: how many solutions use each option -----------------------------------------------


class Marginals(Sequence[int]):
    """By option number how many solutions use it; exact integers.

    total  how many solutions there are
    """

    def __init__(self, counts: Sequence[int], total: int, puzzle: Puzzle | None = None) -> None:
        self._counts, self._puzzle, self.total = list(counts), puzzle, total

    def __len__(self) -> int:
        return len(self._counts)

    def __iter__(self) -> Iterator[int]:
        return iter(self._counts)

    @overload
    def __getitem__(self, option: int) -> int: ...
    @overload
    def __getitem__(self, option: slice) -> list[int]: ...
    def __getitem__(self, option: int | slice) -> int | list[int]:
        return self._counts[option]

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, Sequence) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def rows(self, table: Choices | str) -> list[tuple[Row, int]]:
        """Return the rows of a table of the puzzle, each with how many solutions choose it.

        Raises ModelError for a bare matrix and for a table that is not the puzzle's.
        """
        if self._puzzle is None:
            raise ModelError("rows of a bare matrix, which has options alone")
        choices = self._puzzle.table(table)
        counts = self._counts[choices.offset : choices.offset + len(choices)]
        return [(choices[number], count) for number, count in enumerate(counts)]

    def share(self, option: int) -> float:
        """Return the part of the solutions that use an option; 0 where there are none."""
        return self._counts[option] / self.total if self.total else 0.0

    def grids(self, table: Choices | str) -> list[Picture]:
        """Return the table's choices as grids in shades, one for each value that stands in cells.

        There are none where the choices have neither a row and a col nor cells. Raises ModelError
        as `rows` does.
        """
        from ....models.picture.painters.painting import shaded_pictures

        counts = [count for _, count in self.rows(table)]
        assert self._puzzle is not None  # `rows` looks
        return shaded_pictures(self._puzzle, self._puzzle.table(table), counts, self.total)

    def draw(self, table: Choices | str | None = None) -> str:
        """Return the grids of a table, or of all tables of the puzzle, as one SVG document.

        Raises ModelError where there are none.
        """
        from ....models.picture.svg import drawn_together

        if self._puzzle is None:
            raise ModelError("a picture of the marginals of a bare matrix, which has no cells")
        tables = self._puzzle.tables if table is None else [table]
        grids = [grid for choices in tables for grid in self.grids(choices)]
        if not grids:
            raise ModelError("a picture of marginals, expected choices with a row and a col")
        return drawn_together(grids, [grid.title for grid in grids])

    def __repr__(self) -> str:
        return f"Marginals({len(self)} options, {self.total} solutions)"


# ---- Entropy of a choice (Shannon 1948), in bits ----------------------------------------


class Solutions(Protocol):
    """What is asked of a solution set."""

    @property
    def count(self) -> int:
        """How many there are."""

    def marginals(self) -> Sequence[int]:
        """Return how many solutions use each option."""

    def given(self, *choices: int) -> Self:
        """Return those that make all choices."""

    def forbid(self, *choices: int) -> Self:
        """Return those that make none."""


def entropy(solutions: Solutions, options: Options) -> float:
    """Return the entropy of the part of `options` that a solution chooses; 0 for an empty set."""
    total = solutions.count
    shares = [Fraction(count, total) for count in _split(solutions, options)]
    return sum((float(-share) * log2(share) for share in shares), 0.0)


def _split(solutions: Solutions, options: Options) -> list[int]:
    """Return how many solutions choose each part of the options that occurs."""
    marginals = solutions.marginals()
    counts = [marginals[option] for option in options if marginals[option]]
    left = solutions.forbid(*options).count
    if sum(counts) + left == solutions.count:  # no two of them are chosen together
        return [*counts, left] if left else counts
    first, rest = options[0], options[1:]
    halves = solutions.given(first), solutions.forbid(first)
    return [count for half in halves if half.count for count in _split(half, rest)]


# ---- Random ranks, the same on every platform ----------------------------------------------------
#
# The random words are those of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom
# number generators", OOPSLA 2014): state = seed mod 2^64; each word adds 0x9e3779b97f4a7c15 to the
# state and mixes it. A number below n takes as many words as n - 1 has bits in 64s, the first the
# most significant, keeps the low bits, and is drawn anew while it is not below n. So every number
# is exactly as likely as every other.


MASK = (1 << 64) - 1


class SplitMix64:
    """The generator."""

    def __init__(self, seed: int) -> None:
        self._state = seed & MASK

    def word(self) -> int:
        """Return the next 64 random bits."""
        self._state = self._state + 0x9E3779B97F4A7C15 & MASK
        z = self._state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
        return z ^ z >> 31

    def below(self, end: int) -> int:
        """Return a number from 0 to `end` - 1, each equally likely."""
        bits = (end - 1).bit_length()
        while True:
            drawn = 0
            for _ in range(-(-bits // 64)):
                drawn = drawn << 64 | self.word()
            drawn &= (1 << bits) - 1
            if drawn < end:
                return drawn


def ranks_drawn(count: int, k: int, seed: int, *, replace: bool) -> Iterator[int]:
    """Yield k ranks below `count`; without `replace` no two alike, in random order.

    Without replacement they are the first k of a shuffle (Fisher and Yates) of all ranks, of which
    only those that have moved are kept.
    """
    generator = SplitMix64(seed)
    if replace:
        for _ in range(k):
            yield generator.below(count)
        return
    moved: dict[int, int] = {}
    for place in range(k):
        drawn = place + generator.below(count - place)
        yield moved.get(drawn, drawn)
        moved[drawn] = moved.pop(place, place)
