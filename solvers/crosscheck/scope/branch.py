"""A part of the search tree, as every solver can be asked about it: options given and forbidden."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...contract.batch import Options

__all__ = ["Branch", "overlap"]


@dataclass(frozen=True)
class Branch:
    """A part of the search tree: the solutions that hold `given` and nothing of `forbidden`.

    solutions  how many there are, as the engine says that probed it; None: not known
    share      its part of the whole, 0 to 1: of all solutions where their number is known, else of
               the search tree, estimated; None: not known
    spread     the relative standard error of the share; 0 where it is no estimate
    """

    given: Options = ()
    forbidden: frozenset[int] = frozenset()
    solutions: int | None = None
    share: float | None = 1.0
    spread: float = 0.0

    def holds(self, options: Options) -> bool:
        """Whether a solution lies in the branch."""
        chosen = set(options)
        return chosen.issuperset(self.given) and self.forbidden.isdisjoint(chosen)


def overlap(one: Branch, others: Sequence[Branch]) -> bool:
    """Whether a branch of one tree lies in another, or another in it."""
    return any(
        (set(one.given) >= set(other.given) and one.forbidden >= other.forbidden)
        or (set(one.given) <= set(other.given) and one.forbidden <= other.forbidden)
        for other in others
    )
