"""How large a tree is, told from random ways down.

A random way down, which takes each of the d children of a node with the same probability, comes to
a leaf with the probability of the product of 1/d over the nodes above. So the product of d, over
many ways the mean, is an unbiased estimate of the number of leaves (Knuth, "Estimating the
efficiency of backtrack programs", Mathematics of Computation 29, 1975). The share of a branch is
its leaves, dead ends and solutions, over those of the whole tree: so the shares of all leaves add
up to 1, and a branch below thick nodes counts as what it is, not as its weight at random.

The estimate of the whole is one number for all branches, and most often too small: few ways hold
most of the mean. The spread that is told is the relative standard error of the quotient.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from ...contract.deadline import Stopped
from .tree import Node, SearchTree

__all__ = ["Size", "measure", "size_of"]


@dataclass(frozen=True)
class Size:
    """An estimate of the number of leaves.

    log     its natural logarithm, for some numbers of leaves are beyond all floats
    spread  its relative standard error
    """

    log: float
    spread: float

    def share_of(self, whole: Size) -> tuple[float, float]:
        """Return what part of the whole this is, 0 to 1, and the relative standard error."""
        share = math.exp(min(self.log - whole.log, 0.0))
        return share, math.hypot(self.spread, whole.spread)


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
    """Return the size that the logarithms of products tell, at least one of them."""
    most = max(products)
    scaled = [math.exp(one - most) for one in products]
    mean = math.fsum(scaled) / len(scaled)
    if len(scaled) == 1:
        return Size(most, 0.0 if most == 0 else math.inf)
    variance = math.fsum((one - mean) ** 2 for one in scaled) / (len(scaled) - 1)
    return Size(most + math.log(mean), math.sqrt(variance / len(scaled)) / mean)
