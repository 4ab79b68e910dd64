"""What a cross-check compares: all solutions, or branches of the search tree with a known share.

scope_of (scoping.py) finds it out. Each branch is asked of each solver, and each solver comes as
far as it can: so what was compared in the end is told by `Scope.compared`, in numbers and words.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from ....models.telling.spelling import numeral
from .branch import Branch

__all__ = ["Branch", "Scope"]


@dataclass(frozen=True)
class Scope:
    """What is compared.

    branches   disjoint, in the order in which they are to be asked
    share      the part that they are, 0 to 1: of all solutions where `total` is known, else of the
               search tree, estimated; None: not known
    spread     the relative standard error of the share; 0 where it is no estimate
    total      how many solutions there are in all, as far as that is known
    counted    who counted them
    whole      whether the branches together are everything
    by_digest  whether a branch holds more solutions than are kept: sets are then compared by their
               digests, branch by branch
    text       the same in words
    """

    branches: tuple[Branch, ...] = (Branch(),)
    share: float | None = 1.0
    spread: float = 0.0
    total: int | None = None
    counted: str = ""
    whole: bool = True
    by_digest: bool = False
    text: str = "all solutions"

    @classmethod
    def of(
        cls,
        branches: Iterable[Branch],
        limit: int,
        total: int | None = None,
        counted: str = "",
        *,
        whole: bool = False,
    ) -> Scope:
        """Return the scope of some branches, with its share and its words.

        limit  how many solutions of a branch are kept; more are compared by digest
        """
        parts = tuple(branches)
        by_digest = any((branch.solutions or 0) > limit for branch in parts)
        share, spread = (1.0, 0.0) if whole else _share(parts)
        text = _words(parts, share, total, whole=whole)
        return cls(parts, share, spread, total, counted, whole, by_digest, text)

    @property
    def solutions(self) -> int | None:
        """How many solutions are to be compared; None: not known."""
        numbers = [branch.solutions for branch in self.branches]
        return None if None in numbers else sum(number or 0 for number in numbers)

    def compared(self, places: Iterable[int]) -> Scope:
        """Return the scope of those branches alone, by their places in `branches`.

        What was compared in the end, that is: where it is all of them, the scope itself.
        """
        kept = sorted(set(places))
        if kept == list(range(len(self.branches))):
            return self
        parts = tuple(self.branches[place] for place in kept)
        if not parts:
            return Scope((), 0.0, 0.0, self.total, self.counted, whole=False, text="nothing")
        share, spread = _share(parts)
        text = _words(parts, share, self.total, whole=False)
        return Scope(parts, share, spread, self.total, self.counted, False, self.by_digest, text)


def _share(branches: Iterable[Branch]) -> tuple[float | None, float]:
    """Return what part of the whole the branches are together, and its relative standard error."""
    parts = [(branch.share, branch.spread) for branch in branches]
    known = [(share, spread) for share, spread in parts if share is not None]
    if len(known) < len(parts):
        return None, 0.0
    share = min(math.fsum(one for one, _ in known), 1.0)
    if not share:
        return share, 0.0
    # The whole's estimate is one for all of them, so their errors do not cancel out.
    return share, math.fsum(one * spread for one, spread in known) / share


def _words(
    branches: tuple[Branch, ...], share: float | None, total: int | None, *, whole: bool
) -> str:
    if whole:
        return "all solutions" if total is None else f"all {numeral(total, grouped=True)} solutions"
    name = "1 branch" if len(branches) == 1 else f"{len(branches)} branches"
    if share is None:
        return f"{name}, an unknown part of the search tree"
    if total is not None:
        return f"{name}, {_percent(share)} of all solutions (of {numeral(total, grouped=True)})"
    return f"{name}, {_percent(share)} of the search tree (estimated)"


def _percent(share: float) -> str:
    if share >= 0.001:
        return f"{100 * share:.1f} %"
    return f"some {share:.0e}" if share else "next to nothing"
