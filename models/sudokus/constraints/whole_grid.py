"""Rules of the whole grid on cells that are certain steps apart: anti-knight and its like."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ..cells import Cell
from ..demands import Demand, Pair
from ..grid_shape import BESIDE, GridShape
from .constraint import Constraint, consecutive

__all__ = [
    "AntiKing",
    "AntiKnight",
    "NonConsecutive",
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
