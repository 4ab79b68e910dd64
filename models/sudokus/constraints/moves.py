"""Rules of the whole grid: on cells some steps apart, squares and boxes, and values of houses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import ClassVar

from ...errors import ModelError
from ..demands import Count, Demand, Different, OneOf, Pair, Walk
from ..grid_shape import BESIDE, Cell, GridShape, boxes_of, cells_of
from .constraint import Constraint, consecutive, third_of

__all__ = [
    "AntiKing",
    "AntiKnight",
    "AntiTaxicab",
    "DisjointGroups",
    "Doppelganger",
    "DutchFlatmates",
    "GlobalEntropy",
    "GlobalModulo",
    "NonConsecutive",
    "SameSets",
]

KNIGHT = ((1, -2), (1, 2), (2, -1), (2, 1))
TOUCHING = (*BESIDE, (1, -1), (1, 1))


class _Apart(Constraint):
    """Cells that are certain steps apart do not hold certain pairs of digits."""

    whole = True
    steps: ClassVar[Sequence[Cell]]

    def demands(self, grid: GridShape) -> Iterator[Demand]:
        for pair in grid.neighbours(self.steps):
            yield Pair(*pair, self.allows)

    @staticmethod
    def allows(v: int, w: int) -> bool:
        """Whether the two cells may hold v and w."""
        return v != w


@dataclass(frozen=True)
class AntiKnight(_Apart):
    """Cells a knight's move apart hold different digits.

    >>> AntiKnight().holds("1234 2143 3412 4321")
    True
    >>> AntiKnight().to_text()
    'AntiKnight'
    >>> AntiKnight().to_toml()
    'anti_knight = true\\n'
    """

    kind = "anti-knight"
    words = ("AntiKnight",)
    steps = KNIGHT


@dataclass(frozen=True)
class AntiKing(_Apart):
    """Cells that touch at a corner hold different digits.

    >>> AntiKing().holds("12345 34512 51234 23451 45123")
    True
    >>> AntiKing().to_text()
    'AntiKing'
    >>> AntiKing().to_toml()
    'anti_king = true\\n'
    """

    kind = "anti-king"
    words = ("AntiKing",)
    steps = TOUCHING


@dataclass(frozen=True)
class NonConsecutive(_Apart):
    """Neighbours along rows and columns do not differ by one.

    >>> NonConsecutive().holds("2413 2413 2413 2413")
    True
    >>> NonConsecutive().to_text()
    'AntiConsecutive'
    >>> NonConsecutive().to_toml()
    'non_consecutive = true\\n'
    """

    kind = "non-consecutive"
    words = ("AntiConsecutive",)
    steps = BESIDE

    @staticmethod
    def allows(v: int, w: int) -> bool:
        """Whether neighbours may hold v and w."""
        return not consecutive(v, w)


@dataclass(frozen=True)
class AntiTaxicab(Constraint):
    """Cells that hold one digit are not so many steps apart, along rows and columns, as it says.

    >>> AntiTaxicab().holds("1234 3412 2143 4321")
    False
    >>> AntiTaxicab().to_text()
    'AntiTaxicab'
    >>> AntiTaxicab().to_toml()
    'anti_taxicab = true\\n'
    """

    kind = "anti-taxicab"
    whole = True
    words = ("AntiTaxicab",)

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        for cell, other in combinations(sorted(grid.cells), 2):
            steps = abs(cell[0] - other[0]) + abs(cell[1] - other[1])
            if steps in grid.values and cell[0] != other[0] and cell[1] != other[1]:
                yield Pair(cell, other, _not_both(steps))


@cache
def _not_both(digit: int) -> Callable[[int, int], bool]:
    return lambda v, w: not v == w == digit


@dataclass(frozen=True)
class DisjointGroups(Constraint):
    """Cells at the same place of different boxes hold different digits.

    >>> DisjointGroups().holds("1234 3412 2143 4321")
    True
    >>> DisjointGroups().to_text()
    'DisjointSets'
    >>> DisjointGroups().to_toml()
    'disjoint_groups = true\\n'
    """

    kind = "disjoint groups"
    whole = True
    words = ("DisjointSets",)

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        boxes = [tuple(sorted(box)) for box in grid.boxes]
        if not boxes or any(map(_is_no_rectangle, boxes)):
            boxes = boxes_of(*grid.sides, max(grid.sides))[1]
        if not boxes:
            raise ModelError("a grid without boxes, expected some")
        for group in zip(*boxes, strict=True):
            yield Different(group)


def _is_no_rectangle(cells: Sequence[Cell]) -> bool:
    (top, left), (bottom, right) = cells[0], cells[-1]
    return len(cells) != (bottom - top + 1) * (right - left + 1)


class _OnSquares(Constraint):
    """Every 2x2 square holds a digit of each of three kinds."""

    whole = True

    def demands(self, grid: GridShape) -> Iterator[Demand]:
        third = third_of(grid)

        def step(seen: int, place: int, value: int) -> int:
            return seen | 1 << self.kind_of(value - grid.first, third)

        for r, c in sorted(grid.cells):
            square = ((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1))
            if grid.cells.issuperset(square):
                yield Walk(square, 0, step, lambda seen: seen == 0b111, kind=self.kind)

    @staticmethod
    def kind_of(place: int, third: int) -> int:
        """Return the kind, 0 to 2, of the value at a place among all."""
        return place // third


@dataclass(frozen=True)
class GlobalEntropy(_OnSquares):
    """Every 2x2 square holds a low, a middle and a high digit: a third of the digits each.

    >>> GlobalEntropy().holds("135246 246135 351462 462351 513624 624513")
    False
    >>> GlobalEntropy().to_text()
    'GlobalEntropy'
    >>> GlobalEntropy().to_toml()
    'global_entropy = true\\n'
    """

    kind = "global entropy"
    words = ("GlobalEntropy",)


@dataclass(frozen=True)
class GlobalModulo(_OnSquares):
    """Every 2x2 square holds digits of all three remainders by 3.

    >>> GlobalModulo().holds("135246 246135 351462 462351 513624 624513")
    False
    >>> GlobalModulo().to_text()
    'GlobalMod'
    >>> GlobalModulo().to_toml()
    'global_modulo = true\\n'
    """

    kind = "global modulo"
    words = ("GlobalMod",)

    @staticmethod
    def kind_of(place: int, third: int) -> int:
        """Return the kind, 0 to 2, of the value at a place among all."""
        return place % 3


@dataclass(frozen=True)
class DutchFlatmates(Constraint):
    """Every middle digit (5 of 9) has the least right above it or the greatest right below it.

    >>> DutchFlatmates().holds("1234 2143 3412 4321")
    False
    >>> DutchFlatmates().to_text()
    'DutchFlatmates'
    >>> DutchFlatmates().to_toml()
    'dutch_flatmates = true\\n'
    """

    kind = "dutch flatmates"
    whole = True
    words = ("DutchFlatmates",)

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        middle = grid.values[(grid.size - 1) // 2]

        def above(v: int, w: int) -> bool:
            return w != middle or v == grid.first

        def below(v: int, w: int) -> bool:
            return v != middle or w == grid.last

        def step(ok: bool, place: int, value: int) -> bool | None:
            if place == 0:
                return value == grid.first
            if place == 1:
                return ok or value != middle
            return True if ok or value == grid.last else None

        for r, c in sorted(grid.cells):
            upper, lower = (r - 1, c) in grid.cells, (r + 1, c) in grid.cells
            if upper and lower:
                line = ((r - 1, c), (r, c), (r + 1, c))
                yield Walk(line, False, step, lambda ok: ok, kind=self.kind)
            elif upper:
                yield Pair((r - 1, c), (r, c), above)
            elif lower:
                yield Pair((r, c), (r + 1, c), below)


# ---- Values that houses lack or share ------------------------------------------------------------


@dataclass(frozen=True)
class Doppelganger(Constraint):
    """Each row, column and box lacks one digit, no two of a kind the same, each has a 0.

    At a 0 the digits that its row, its column and its box lack differ. The values are 0 to the
    side. What they lack stands in cells outside the grid: `DGC1` for the first row, `DGR1` for the
    first column, `DGB1` for the first box.

    >>> Doppelganger().to_text()
    'Doppelganger'
    >>> Doppelganger().to_toml()
    'doppelganger = true\\n'
    """

    kind = "doppelganger"
    whole = True
    brings_cells = True
    words = ("Doppelganger",)

    def extra_cells(self, grid: GridShape) -> Sequence[Cell]:  # noqa: D102
        return [cell for cells in self._lacked(grid) for cell in cells]

    def _lacked(self, grid: GridShape) -> list[tuple[Cell, ...]]:
        """Return the cells of what rows, columns and boxes lack."""
        sizes = zip("CRB", (*grid.sides, len(grid.boxes)), strict=True)
        return [
            cells_of(" ".join(f"DG{kind}{k + 1}" for k in range(count))) if count else ()
            for kind, count in sizes
        ]

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        rows, cols = grid.sides
        if not (rows == cols == grid.last and grid.first == 0):
            fault = f"values {grid.first} to {grid.last} on a grid of {grid.spelled}"
            raise ModelError(f"{fault}, expected a square with values from 0 to its side")
        houses = (
            [tuple((r, c) for c in range(cols)) for r in range(rows)],
            [tuple((r, c) for r in range(rows)) for c in range(cols)],
            list(grid.boxes),
        )
        of_cell: dict[Cell, list[Cell]] = {}
        for of_kind, lacked in zip(houses, self._lacked(grid), strict=True):
            for house, cell in zip(of_kind, lacked, strict=True):
                yield OneOf(cell, range(1, grid.size))
                yield Different((*house, cell))
                for member in house:
                    of_cell.setdefault(member, []).append(cell)
            if lacked:
                yield Different(lacked)
        zero, ones = frozenset([0]), {v: frozenset([v]) for v in range(1, grid.size)}
        for cell, mine in of_cell.items():
            for member, other in combinations(mine, 2):
                for some in ones.values():
                    yield Count((cell, member, other), (zero, some, some), 0, 2)


@dataclass(frozen=True)
class SameSets(Constraint):
    """All rows, columns and regions of the greatest size hold the same values.

    >>> SameSets().to_text()
    'RegionSameValues'
    >>> SameSets().to_toml()
    'same_sets = true\\n'
    """

    kind = "same sets"
    whole = True
    words = ("RegionSameValues",)

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        rows, cols = grid.sides
        houses = [tuple((r, c) for c in range(cols)) for r in range(rows)]
        houses += [tuple((r, c) for r in range(rows)) for c in range(cols)]
        houses += grid.boxes
        largest = max(map(len, houses))
        first, *others = [house for house in houses if len(house) == largest]
        for other in others:
            mine, theirs = sorted(set(first) - set(other)), sorted(set(other) - set(first))
            weights = (1,) * len(mine) + (-1,) * len(theirs)
            for value in grid.values:
                held = (frozenset([value]),) * len(weights)
                yield Count((*mine, *theirs), held, 0, 0, weights)
