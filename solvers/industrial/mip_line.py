"""A line of an integer program: a weighted sum of variables between two bounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Self

from ..encoding.sums import Either

__all__ = ["Line"]


@dataclass(frozen=True)
class Line:
    """low <= the sum of the variables in plus, less those in minus <= high.

    weights  by which those in plus are multiplied; empty: by 1
    """

    low: int
    plus: Sequence[int]
    minus: Sequence[int]
    high: int
    weights: Sequence[int] = ()

    @classmethod
    def of_clause(cls, clause: Either) -> Self:
        """Return the line of a clause."""
        return cls(1 - len(clause.no), clause.yes, clause.no, len(clause.yes))

    def terms(self) -> Iterator[tuple[int, int]]:
        """Yield each variable and what it is multiplied by."""
        yield from zip(self.plus, self.weights or repeat(1), strict=False)
        yield from ((variable, -1) for variable in self.minus)

    def holds(self, values: Sequence[int]) -> bool:
        """Whether the line is kept, the variables having these values."""
        total = sum(values[variable] * weight for variable, weight in self.terms())
        return self.low <= total <= self.high
