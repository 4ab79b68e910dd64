"""Full rank: the rows and columns, read as numbers from all four sides, are put in order.

Every digit begins four of the numbers, one a side, so a rank fixes the first digit, and how many of
the three others with that digit are lower. What they are is not known before the grid is filled:
for a side without a clue, the digits behind the first are copied into cells outside the
grid, one number a digit and a side, and compared there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import NamedTuple

from ...errors import ModelError, excerpt
from ...picture.picture import Shape
from ..demands import Count, Demand, Different, OneOf, Walk
from ..grid_shape import Cell, Cells, GridShape, cells_of
from . import text_fields as text
from .constraint import Constraint
from .outside import at_ends, beside, word_at_end

__all__ = ["FullRank"]

TIES = ("none", "only-unclued", "any")
SIDES = "LRTB"
_FIRST_FLAG = 50  # cells of a side: 100 for each digit, its copies, and from 50 on the flags
_DONE = -1

Line = tuple[Cell, ...]


class _Clue(NamedTuple):
    """A line on a side, and how many of the four with its first digit are lower."""

    line: Line
    lower: int


@dataclass(frozen=True)
class FullRank(Constraint):
    """All rows and columns, read as numbers from both ends, are ranked from 1: `ranks` of `lines`.

    The rank says how many numbers are lower. `ties` says which numbers may be equal: "any", "none",
    or "only-unclued", those without a rank given. In a constraint string stand a row or column, its
    rank from its beginning, and the one from its end, and `FullRankTies~any`.

    >>> grid = "2134 3412 1243 4321"
    >>> FullRank(["R1C1-R1C4", "R4C4-R4C1"], [5, 1]).holds(grid)
    True
    >>> FullRank(["R1C1-R1C4", "R4C4-R4C1"], [5, 1], ties="any").to_text(4)
    'FullRank~R1~5.FullRank~R4~~1.FullRankTies~any'
    """

    kind = "full rank"
    words = ("FullRank", "FullRankTies")
    whole = True
    joins = True
    brings_cells = True
    lines: Sequence[Cells] = ()
    ranks: Sequence[int] = ()
    ties: str = "only-unclued"

    def extra_cells(self, grid: GridShape) -> Sequence[Cell]:  # noqa: D102
        groups = (demand.cells for demand in self._demands_of(grid, copied=False))
        return list(dict.fromkeys(cell for cell in chain.from_iterable(groups) if cell[0] < 0))

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        return self._demands_of(grid, copied=True)

    def _demands_of(self, grid: GridShape, *, copied: bool) -> Iterator[Demand]:
        """Yield what it demands; if not `copied`, all but what ties copies to their lines."""
        if grid.sides != (grid.size, grid.size):
            raise ModelError(f"a grid of {grid.spelled}, expected a square of all values")
        if self.ties not in TIES:
            raise ModelError(f"ties {excerpt(repr(self.ties))}, expected one of {', '.join(TIES)}")
        clues, sides = self._clues(grid), _sides(grid)
        if self.ties == "none":
            # That no two numbers are equal: of two lines that differ somewhere in any case,
            # nothing. Two lines of one side do where they begin. A row and a column do where they
            # meet, unless it is one cell that they have at the same place; and read backwards two
            # lines say the same again.
            distinct = set()
            for line, further in combinations(chain.from_iterable(sides.values()), 2):
                pairs = [pair for pair in zip(line, further, strict=True) if pair[0] != pair[1]]
                distinct.add(frozenset(map(frozenset, pairs)))
            for kept in sorted(sorted(map(sorted, pairs)) for pairs in distinct):
                if not any(grid.differ(*pair) for pair in kept):
                    first, second = zip(*kept, strict=True)
                    yield _compared(first, second, "!")
        for number, value in enumerate(grid.values):
            yield from self._of_value(
                number, value, clues.get(number, {}), sides if copied else {}, grid
            )

    def _clues(self, grid: GridShape) -> dict[int, dict[str, _Clue]]:
        """Return the clues by the number of the first digit, and by side."""
        if len(self.lines) != len(self.ranks):
            fault = f"{len(self.lines)} lines and {len(self.ranks)} ranks"
            raise ModelError(f"{fault}, expected one rank each")
        sides, by_number = _sides(grid), dict[int, dict[str, _Clue]]()
        for cells, rank in zip(self.lines, self.ranks, strict=True):
            line = self.path(cells)
            side = next((name for name in SIDES if line in sides[name]), None)
            if side is None:
                raise ModelError("a line, expected a whole row or column")
            if not 1 <= rank <= 4 * grid.size:
                raise ModelError(f"a rank of {rank}, expected 1 to {4 * grid.size}")
            number, lower = divmod(rank - 1, 4)
            clue = _Clue(line, lower)
            if by_number.setdefault(number, {}).setdefault(side, clue) != clue:
                raise ModelError(f"rank {rank} beside another from the same side, expected one")
        return by_number

    def _of_value(
        self,
        number: int,
        value: int,
        clues: dict[str, _Clue],
        sides: dict[str, list[Line]],
        grid: GridShape,
    ) -> Iterator[Demand]:
        """Yield what is said of the four numbers that begin with a digit."""
        for clue in clues.values():
            yield OneOf(clue.line[0], (value,))
        for first, second in combinations(clues.values(), 2):
            low, high = sorted((first, second), key=lambda clue: clue.lower)
            relation = "<" if low.lower < high.lower else "="
            yield _compared(low.line[1:], high.line[1:], relation)
        if not clues:
            return
        copies = {
            side: _outside(side, 100 * (number + 1), grid.size - 1)
            for side in SIDES
            if side not in clues
        }
        for side, copy in copies.items():
            yield from _copied(copy, value, sides.get(side, ()), grid)
        for side, clue in clues.items():
            count = sum(other.lower < clue.lower for other in clues.values())
            yield from self._among(clue, side, number, clue.lower - count, copies, grid)

    def _among(
        self,
        clue: _Clue,
        side: str,
        number: int,
        lower: int,
        copies: dict[str, Line],
        grid: GridShape,
    ) -> Iterator[Demand]:
        """Yield that so many of the copies are lower than the clue's line."""
        no_less = "]" if self.ties == "any" else ">"
        if not 0 <= lower <= len(copies):
            yield OneOf(clue.line[0], ())
            return
        if lower in (0, len(copies)):
            for copy in copies.values():
                yield _compared(copy, clue.line[1:], "<" if lower else no_less)
            return
        flags = []
        for other, copy in copies.items():
            (flag,) = _outside(other, 100 * (number + 1) + _FIRST_FLAG + SIDES.index(side), 1)
            yield OneOf(flag, (grid.first, grid.first + 1))
            yield _compared(copy, clue.line[1:], no_less, flag=flag, first=grid.first)
            flags.append(flag)
        ones = (frozenset([grid.first + 1]),) * len(flags)
        yield Count(tuple(flags), ones, lower, lower)

    @classmethod
    def from_text(cls, word: str, given: text.Fields, grid: GridShape) -> Sequence[Constraint]:  # noqa: D102
        if word == "FullRankTies":
            ties = text.one_field(given, f"one of {', '.join(TIES)}")
            if ties not in TIES:
                raise ModelError(f"{excerpt(ties)}, expected one of {', '.join(TIES)}")
            return [cls(ties=ties)]
        pairs = at_ends(given, grid, "its rank", "FullRank~R3~12~6")
        return [cls((tuple(line),), (rank,)) for rank, line in pairs]

    def in_words(self, grid: GridShape) -> Iterator[str]:  # noqa: D102
        for line, rank in zip(self.lines, self.ranks, strict=True):
            yield word_at_end("FullRank", rank, self.path(line), grid)
        if self.ties != "only-unclued" or not self.lines:
            yield f"FullRankTies~{self.ties}"

    @classmethod
    def join(cls, parts: Sequence[Constraint]) -> Constraint | None:  # noqa: D102
        mine = [part for part in parts if isinstance(part, cls)]
        stated_ties = (part.ties for part in reversed(mine) if part.ties != "only-unclued")
        ties = next(stated_ties, "only-unclued")
        lines = tuple(line for part in mine for line in part.lines)
        ranks = tuple(rank for part in mine for rank in part.ranks)
        return cls(lines, ranks, ties, name=mine[0].name if len(mine) == 1 else None)

    def check(self, digits: dict[Cell, int], grid: GridShape) -> Iterator[str]:  # type: ignore[override]  # noqa: D102
        every = [line for lines in _sides(grid).values() for line in lines]
        cells = {cell for line in every for cell in line}
        if not cells <= digits.keys():
            yield "a blank cell in the grid, expected digits in all"
            return
        numbers = [[digits[cell] for cell in line] for line in every]
        for cells_, rank in zip(self.lines, self.ranks, strict=True):
            mine = [digits[cell] for cell in self.path(cells_)]
            own_rank = 1 + sum(other < mine for other in numbers)
            message = f"{''.join(map(str, mine))} has rank {own_rank}"
            if own_rank != rank:
                yield f"{message}, not {rank}"
            elif self.ties != "any" and numbers.count(mine) > 1:
                yield f"{message} together with another"
        if self.ties == "none" and len(set(map(tuple, numbers))) < len(numbers):
            yield "two numbers are equal"

    def shapes(self, grid: GridShape) -> Iterator[Shape]:  # noqa: D102
        for line, rank in zip(self.lines, self.ranks, strict=True):
            yield beside(self.path(line), f"#{rank}", self.title, grid)

    @property
    def note(self) -> str:  # noqa: D102
        ties = {"none": ", none equal", "any": ", some may be equal"}.get(self.ties, "")
        return f"{self.kind} of rows and columns{ties}"


def _sides(grid: GridShape) -> dict[str, list[Line]]:
    """Return the lines as they are read from each side."""
    size = range(grid.size)
    rows = [tuple((r, c) for c in size) for r in size]
    cols = [tuple((r, c) for r in size) for c in size]
    back = {"R": [line[::-1] for line in rows], "B": [line[::-1] for line in cols]}
    return {"L": rows, "T": cols, **back}


def _outside(side: str, number: int, count: int) -> Line:
    """Return cells outside the grid, beside one of its sides."""
    return cells_of(" ".join(f"FR{side}{number + k}" for k in range(count)))


def _copied(copy: Line, value: int, lines: Sequence[Line], grid: GridShape) -> Iterator[Demand]:
    """Yield that cells hold what stands behind the value on the line that begins with it."""
    others = [digit for digit in grid.values if digit != value]
    sets = {digit: frozenset(other for other in grid.values if other != digit) for digit in others}
    for place, cell in enumerate(copy, 1):
        yield OneOf(cell, others)
        for line in lines:
            for digit in others:
                wrong = frozenset([value]), frozenset([digit]), sets[digit]
                yield Count((line[0], line[place], cell), wrong, 0, 2)
    yield Different(copy)


def _compared(
    line: Line, compared: Line, relation: str, flag: Cell | None = None, first: int = 0
) -> Walk:
    """Compare two lines, cell by cell: `<`, `>`, `]` (not less), `=` or `!` (not equal).

    flag  a cell that says, if it holds the value behind the `first`, that it is less instead
    """

    def step(state: tuple[str, int], place: int, value: int) -> tuple[str, int] | None:
        wanted, before = state
        if flag is not None and not place:
            return ("<", 0) if value > first else (relation, 0)
        if before == _DONE:
            return state
        if (place - (flag is not None)) % 2 == 0:
            return wanted, value + 1  # so that 0 is nothing read
        if value + 1 == before:
            return wanted, 0
        order = "<" if before - 1 < value else ">"
        return ("", _DONE) if wanted in ("!", order) or (wanted, order) == ("]", ">") else None

    def accepts(state: tuple[str, int]) -> bool:
        return state[1] == _DONE or state[0] in ("]", "=")

    cells = tuple(chain.from_iterable(zip(line, compared, strict=True)))
    kind = ("compared", relation, flag is not None, first)
    ahead = () if flag is None else (flag,)
    return Walk((*ahead, *cells), (relation, 0), step, accepts, "order", kind)
