"""The puzzles of a file, read at once and each made only when it is asked for.

A file of a million lines is a million short drafts, and never a million puzzles.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeVar, overload

from ...sudokus.sudoku import Sudoku

__all__ = ["LazyPuzzles"]

Draft = TypeVar("Draft")


class LazyPuzzles(Sequence[Sudoku], Generic[Draft]):
    """A sequence of puzzles over their drafts."""

    def __init__(self, drafts: Sequence[Draft]) -> None:
        self._drafts = drafts

    @abstractmethod
    def _made(self, draft: Draft) -> Sudoku:
        """Return the puzzle of a draft."""

    def __len__(self) -> int:
        return len(self._drafts)

    @overload
    def __getitem__(self, place: int) -> Sudoku: ...
    @overload
    def __getitem__(self, place: slice) -> list[Sudoku]: ...
    def __getitem__(self, place: int | slice) -> Sudoku | list[Sudoku]:
        if isinstance(place, slice):
            return [self._made(draft) for draft in self._drafts[place]]
        return self._made(self._drafts[place])
