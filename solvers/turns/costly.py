"""The shapes of matrices with costs, which decide who searches for the best solution, and when."""

from __future__ import annotations

from enum import Enum, auto

from ...models.matrix.exact_cover import ExactCover

__all__ = ["CostlyShape"]

MANY = 5000  # options
WIDE = 200  # items


class CostlyShape(Enum):
    """What decides on the plan for the best solution.

    FEW       few options
    MANY      many options
    WIDE      a set partition of many items and many options
    COVERING  items may be covered several times
    """

    FEW = auto()
    MANY = auto()
    WIDE = auto()
    COVERING = auto()

    @classmethod
    def of(cls, matrix: ExactCover) -> CostlyShape:
        """Return the shape of a matrix."""
        if int(matrix.high.max(initial=1)) > 1:
            return cls.COVERING
        if matrix.options <= MANY:
            return cls.FEW
        wide = WIDE <= len(matrix.items) == matrix.primary
        once = wide and bool((matrix.low == 1).all() and (matrix.high == 1).all())
        return cls.WIDE if once else cls.MANY
