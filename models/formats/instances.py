"""The puzzles of a file, read at once and each made only when it is asked for.

A file of a million lines is a million short drafts, and never a million puzzles. Where they differ
in their givens alone, they are instances of one puzzle and share its matrix.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeVar, overload

from ..puzzle import Puzzle
from ..rules.rulebook import described_at

__all__ = ["Instances", "LazyPuzzles"]

P = TypeVar("P", bound=Puzzle)
Draft = TypeVar("Draft")


class LazyPuzzles(Sequence[P], Generic[P, Draft]):
    """A sequence of puzzles over their drafts; each is made anew whenever it is asked for."""

    def __init__(self, drafts: Sequence[Draft]) -> None:
        self._drafts = drafts

    @abstractmethod
    def _made(self, draft: Draft) -> P:
        """Return the puzzle of a draft."""

    def __len__(self) -> int:
        return len(self._drafts)

    def _origin(self, place: int) -> str | None:
        """Return `file:line` of the puzzle at that place; None where it is not known."""
        return None

    @overload
    def __getitem__(self, place: int) -> P: ...
    @overload
    def __getitem__(self, place: slice) -> list[P]: ...
    def __getitem__(self, place: int | slice) -> P | list[P]:
        if isinstance(place, slice):
            return [self[number] for number in range(len(self))[place]]
        draft = self._drafts[place]
        with described_at(self._origin(range(len(self))[place])):
            return self._made(draft)


class Instances(LazyPuzzles[P, Draft]):
    """Copies of one puzzle, each with givens of its own.

    Whoever solves them all may do so on the one matrix: each is a set of `given_options` on it.
    """

    @property
    @abstractmethod
    def blank(self) -> P:
        """The puzzle without givens that all are copies of."""
