"""Tents: each tree has a tent beside it, no two tents touch, and rows and columns count theirs.

A tent is chosen with its tree. Where trees and tents stand in a ring, the same tents may be given
to the trees in two ways, which are two answers.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from ....picture.painters.grid_picture import GridPicture, Look
from ....picture.painters.painter import Layers
from ....puzzle import Puzzle
from ....tables.rows import Rows
from .kind import UNKNOWN, Body, Kind, Number, Spelling, neighbours_of

__all__ = ["Tents"]


@dataclass(frozen=True)
class Tents(Kind):
    """The given counts of tents in columns and rows, and the trees."""

    names = ("tents",)
    title = "tents"
    counts: tuple[Number, ...]
    trees: tuple[bool, ...]

    @classmethod
    def read(cls, body: Body) -> Self:  # noqa: D102
        counts = body.numbers(body.columns + body.rows)
        return cls(body.rows, body.columns, tuple(counts), tuple(body.marked(body.cells)))

    def spell(self, spelling: Spelling) -> None:  # noqa: D102
        spelling.numbers(self.counts)
        spelling.marked(self.trees)

    def puzzle(self) -> Puzzle:  # noqa: D102
        puzzle, board = self.begun(), set(self.cells)
        trees = [cell for cell, tree in zip(self.cells, self.trees, strict=True) if tree]
        places = [
            (*tree, *cell)
            for tree in trees
            for cell in neighbours_of(tree)
            if cell in board and cell not in trees
        ]
        columns = ("tree_row", "tree_col", "row", "col")
        tent = puzzle.choices("tent", Rows(columns, places))
        puzzle.exactly_one(tent, by=("tree_row", "tree_col"), over=trees, name="tree")
        puzzle.at_most_one(
            tent,
            covering=lambda row, col: [(row - i, col - j) for i in (0, 1) for j in (0, 1)],
            name="apart",
        )
        across, down = self.counts[: self.columns], self.counts[self.columns :]
        if column_counts := _given_counts(across):
            puzzle.exactly(
                column_counts,
                tent,
                by=lambda col: col if col in column_counts else None,
                name="column",
            )
        if row_counts := _given_counts(down):
            puzzle.exactly(
                row_counts, tent, by=lambda row: row if row in row_counts else None, name="row"
            )
        tree = puzzle.choices("tree", Rows(("row", "col"), trees))
        puzzle.exactly_one(tree, by=("row", "col"), name="planted")
        look = Look(symbol="tent", top=_shown(across), left=_shown(down))
        puzzle.picture = Layers(
            [
                GridPicture(tent, mark="A", cells=self.cells, look=look),
                GridPicture(tree, mark="T", look=Look(symbol="tree", printed=True)),
            ]
        )
        return puzzle


def _given_counts(counts: Sequence[Number]) -> Mapping[Hashable, int]:
    """Return the given counts by line."""
    return {line: n for line, n in enumerate(counts) if n is not None and n != UNKNOWN}


def _shown(counts: Sequence[Number]) -> list[str]:
    return ["" if count in (None, UNKNOWN) else str(count) for count in counts]
