"""What a clue demands of the regions that are to be found, in four kinds that the matrix can say.

Together    some cells are of one region
Run         a cell's digit says how many cells, itself among them, are of its region along arms that
            begin in it, up to the first of another region
Neighbours  a cell's digit says how many of some cells are of the region of the first of them
Seen        a cell's digit says how many different regions some cells are of

Regions have numbers here, but what they are called says nothing: a demand that holds does so for
any numbers. Whether digits and regions do what is demanded, each kind says itself (`holds`). A
`ShadeDemand` is on cells that are to be shaded in place of regions, and so is `Sight`.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import takewhile

from ..cells import Cell

__all__ = ["Neighbours", "RegionDemand", "Run", "Seen", "ShadeDemand", "Sight", "Together"]

Digits = Mapping[Cell, int]
Regions = Mapping[Cell, int]


@dataclass(frozen=True)
class Together:
    """All cells are of one region."""

    cells: tuple[Cell, ...]

    def holds(self, digits: Digits, regions: Regions) -> bool:
        """Whether they are."""
        return len({regions[cell] for cell in self.cells}) == 1


@dataclass(frozen=True)
class Run:
    """The digit of `cell`, and `beside` more, says how long the runs along the arms are together.

    arms  each begins in one and the same cell, which counts once
    """

    cell: Cell
    arms: tuple[tuple[Cell, ...], ...]
    beside: int = 0

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cell and those of the arms, each once."""
        return tuple(dict.fromkeys((self.cell, *(one for arm in self.arms for one in arm))))

    def holds(self, digits: Digits, regions: Regions) -> bool:
        """Whether it does."""
        mine = regions[self.arms[0][0]]
        runs = (takewhile(lambda one: regions[one] == mine, arm[1:]) for arm in self.arms)
        return digits[self.cell] + self.beside == 1 + sum(len(list(run)) for run in runs)


@dataclass(frozen=True)
class Neighbours:
    """The digit of `cell`, and `beside` more, counts the cells in the region of the first."""

    cell: Cell
    counted: tuple[Cell, ...]
    beside: int = 0

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cell and those that are counted, each once."""
        return tuple(dict.fromkeys((self.cell, *self.counted)))

    def holds(self, digits: Digits, regions: Regions) -> bool:
        """Whether it does."""
        mine = regions[self.counted[0]]
        alike = sum(regions[one] == mine for one in self.counted)
        return digits[self.cell] + self.beside == alike


@dataclass(frozen=True)
class Seen:
    """The digit of `cell` says how many different regions the others are of."""

    cell: Cell
    others: tuple[Cell, ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cell and the others, each once."""
        return tuple(dict.fromkeys((self.cell, *self.others)))

    def holds(self, digits: Digits, regions: Regions) -> bool:
        """Whether it does."""
        return digits[self.cell] == len({regions[one] for one in self.others})


RegionDemand = Together | Run | Neighbours | Seen


@dataclass(frozen=True)
class ShadeDemand:
    """How many of some cells are shaded.

    cells    the cells that are counted
    digit    the cell whose digit says how many; None: `count` does
    """

    cells: tuple[Cell, ...]
    digit: Cell | None = None
    count: int = 0

    @property
    def every_cell(self) -> tuple[Cell, ...]:
        """All cells that it is about, each once."""
        return tuple(dict.fromkeys((*self.cells, *([self.digit] if self.digit else []))))

    def holds(self, digits: Mapping[Cell, int], shaded: AbstractSet[Cell]) -> bool:
        """Whether digits and shading keep it."""
        wanted = self.count if self.digit is None else digits[self.digit]
        return wanted == sum(cell in shaded for cell in self.cells)


@dataclass(frozen=True)
class Sight:
    """The digit of a cell, which is not shaded, says how many such cells are seen from it.

    arms  the lines from the cell to the sides, itself first; it counts once
    """

    cell: Cell
    arms: tuple[tuple[Cell, ...], ...]

    @property
    def every_cell(self) -> tuple[Cell, ...]:
        """All cells that it is about, each once."""
        return tuple(dict.fromkeys((self.cell, *(one for arm in self.arms for one in arm))))

    def holds(self, digits: Mapping[Cell, int], shaded: AbstractSet[Cell]) -> bool:
        """Whether digits and shading keep it."""
        seen = (takewhile(lambda one: one not in shaded, arm[1:]) for arm in self.arms)
        counted = 1 + sum(len(list(cells)) for cells in seen)
        return self.cell not in shaded and digits[self.cell] == counted
