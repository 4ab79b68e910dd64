"""How many solutions of a set use each option."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from ....models.errors import ModelError
from ....models.puzzle import Puzzle
from ....models.tables.rows import Row
from ....models.tables.table import Choices

__all__ = ["Marginals"]


class Marginals(Sequence[int]):
    """By option number how many solutions use it; exact integers.

    total  how many solutions there are
    """

    def __init__(self, counts: Sequence[int], total: int, puzzle: Puzzle | None = None) -> None:
        self._counts, self._puzzle, self.total = list(counts), puzzle, total

    def __len__(self) -> int:
        return len(self._counts)

    def __iter__(self) -> Iterator[int]:
        return iter(self._counts)

    @overload
    def __getitem__(self, option: int) -> int: ...
    @overload
    def __getitem__(self, option: slice) -> list[int]: ...
    def __getitem__(self, option: int | slice) -> int | list[int]:
        return self._counts[option]

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, Sequence) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def rows(self, table: Choices | str) -> list[tuple[Row, int]]:
        """Return the rows of a table of the puzzle, each with how many solutions choose it.

        Raises ModelError for a bare matrix and for a table that is not the puzzle's.
        """
        if self._puzzle is None:
            raise ModelError("rows of a bare matrix, which has options alone")
        found = self._puzzle.table(table)
        counts = self._counts[found.offset : found.offset + len(found)]
        return [(found.row(number), count) for number, count in enumerate(counts)]

    def share(self, option: int) -> float:
        """Return the part of the solutions that use an option; 0 where there are none."""
        return self._counts[option] / self.total if self.total else 0.0

    def __repr__(self) -> str:
        return f"Marginals({len(self)} options, {self.total} solutions)"
