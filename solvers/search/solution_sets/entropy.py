"""What it tells to know which of some choices a random solution makes (Shannon 1948), in bits."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import log2
from typing import Protocol, Self

from ...contract.batch import Options

__all__ = ["entropy"]


class Solutions(Protocol):
    """What is asked of a solution set."""

    @property
    def count(self) -> int:
        """How many there are."""

    def marginals(self) -> Sequence[int]:
        """Return how many solutions use each option."""

    def given(self, *choices: int) -> Self:
        """Return those that make all choices."""

    def forbid(self, *choices: int) -> Self:
        """Return those that make none."""


def entropy(solutions: Solutions, options: Options) -> float:
    """Return the entropy of the part of `options` that a solution chooses; 0 for an empty set."""
    total = solutions.count
    shares = [Fraction(count, total) for count in _split(solutions, options)]
    return sum((float(-share) * log2(share) for share in shares), 0.0)


def _split(solutions: Solutions, options: Options) -> list[int]:
    """Return how many solutions choose each part of the options that occurs."""
    marginals = solutions.marginals()
    counts = [marginals[option] for option in options if marginals[option]]
    left = solutions.forbid(*options).count
    if sum(counts) + left == solutions.count:  # no two of them are chosen together
        return [*counts, left] if left else counts
    first, rest = options[0], options[1:]
    halves = solutions.given(first), solutions.forbid(first)
    return [count for half in halves if half.count for count in _split(half, rest)]
