"""How many solutions of a set use each option."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, overload

from ....models.errors import ModelError
from ....models.puzzle import Puzzle
from ....models.tables.rows import Row
from ....models.tables.table import Choices

if TYPE_CHECKING:
    from ....models.picture.picture import Picture

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
        return [(found[number], count) for number, count in enumerate(counts)]

    def share(self, option: int) -> float:
        """Return the part of the solutions that use an option; 0 where there are none."""
        return self._counts[option] / self.total if self.total else 0.0

    def grids(self, table: Choices | str) -> list[Picture]:
        """Return the table's choices as grids in shades, one for each value that stands in cells.

        There are none where the choices have neither a row and a col nor cells. Raises ModelError
        as `rows` does.
        """
        from ....models.picture.painters.shaded_picture import shaded_pictures

        counts = [count for _, count in self.rows(table)]
        assert self._puzzle is not None  # `rows` looks
        return shaded_pictures(self._puzzle, self._puzzle.table(table), counts, self.total)

    def draw(self, table: Choices | str | None = None) -> str:
        """Return the grids of a table, or of all tables of the puzzle, as one SVG document.

        Raises ModelError where there are none.
        """
        from ....models.picture.sheet import drawn_together

        if self._puzzle is None:
            raise ModelError("a picture of the marginals of a bare matrix, which has no cells")
        tables = self._puzzle.tables if table is None else [table]
        grids = [grid for one in tables for grid in self.grids(one)]
        if not grids:
            raise ModelError("a picture of marginals, expected choices with a row and a col")
        return drawn_together(grids, [grid.title for grid in grids])

    def __repr__(self) -> str:
        return f"Marginals({len(self)} options, {self.total} solutions)"
