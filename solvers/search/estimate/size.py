"""How large a tree is, told from random ways down.

A random way down, which takes each of the d children of a node with the same probability, comes to
a leaf with the probability of the product of 1/d over the nodes above. So the product of d, over
many ways the mean, is an unbiased estimate of the number of leaves (Knuth, "Estimating the
efficiency of backtrack programs", Mathematics of Computation 29, 1975); and so are the means of
other sums along the way. They are kept as logarithms, for some are beyond all floats.

Most often such an estimate is too small: few ways hold most of the mean. The spread that is told is
the relative standard error of the mean.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from ...contract.deadline import Stopped
from .tree import Node, SearchTree

__all__ = ["Size", "measure", "size_of"]

DIGITS = 3  # that are told of a number
LONG = 15  # a number of more digits is told by its power of ten


@dataclass(frozen=True)
class Size:
    """An estimate of a number that is not negative.

    log     its natural logarithm; -inf: it is 0
    spread  its relative standard error; inf: nothing is known of it
    """

    log: float
    spread: float

    def share_of(self, whole: Size) -> tuple[float, float]:
        """Return what part of the whole this is, 0 to 1, and the relative standard error."""
        share = math.exp(min(self.log - whole.log, 0.0))
        return share, math.hypot(self.spread, whole.spread)

    def over(self, rate: float, spread: float) -> Size:
        """Return the number divided by a rate, which has a spread of its own."""
        return Size(self.log - math.log(rate), math.hypot(self.spread, spread))

    @property
    def log10(self) -> float:
        """Its logarithm to the base 10; -inf: it is 0."""
        return self.log / math.log(10)

    def __float__(self) -> float:
        """Return the number; inf where it is beyond all floats."""
        return math.exp(self.log) if self.log < 709 else math.inf

    def __str__(self) -> str:
        if self.log == -math.inf:
            return "0"
        power = math.floor(self.log10)
        places = DIGITS - 1 - power
        if power < LONG:
            return f"{round(float(self), places):,.{max(places, 0)}f}"
        mantissa = f"{10 ** (self.log10 - power):.{DIGITS - 1}f}"
        return f"1.00e+{power + 1}" if mantissa.startswith("10") else f"{mantissa}e+{power}"


def measure(tree: SearchTree, node: Node, ways: int, rng: Random) -> list[float]:
    """Go down so often, less often at the deadline; return the logarithms of the products."""
    found: list[float] = []
    try:
        for _ in range(ways):
            found.append(math.fsum(math.log(width) for _, width in tree.descent(node, rng)))
            if not node.choices:
                break
    except Stopped:
        pass
    return found


def size_of(products: Sequence[float]) -> Size:
    """Return the size that the logarithms of products tell, at least one of them.

    -inf is the logarithm of a product that is 0.
    """
    most = max(products)
    if most == -math.inf:
        return Size(-math.inf, math.inf)
    scaled = [math.exp(one - most) for one in products]
    mean = math.fsum(scaled) / len(scaled)
    if len(scaled) == 1:
        return Size(most, 0.0 if most == 0 else math.inf)
    variance = math.fsum((one - mean) ** 2 for one in scaled) / (len(scaled) - 1)
    return Size(most + math.log(mean), math.sqrt(variance / len(scaled)) / mean)
