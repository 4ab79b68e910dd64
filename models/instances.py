"""Puzzles that differ in their givens alone, and so share one matrix: a file of sudokus, say."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TypeVar

from .puzzle import Puzzle

__all__ = ["Instances"]

P = TypeVar("P", bound=Puzzle, covariant=True)


class Instances(Sequence[P]):
    """A sequence of copies of one puzzle, each with givens of its own.

    Whoever solves them all may do so on the one matrix: each is a set of `given_options` on it.
    """

    @property
    @abstractmethod
    def blank(self) -> P:
        """The puzzle without givens that all are copies of."""
