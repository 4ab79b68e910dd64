"""The cells of a cave that are not shaded, and how far one sees from some: the table `sight`.

The cave is connected, and each wall is joined to a side of the grid. So no 2x2 is shaded
crosswise: a way in the cave between two of its corners would shut one of the walls in.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ...tables.rows import Rows
from ...tables.table import Choices
from ..cells import Cell, spell_cell
from ..constraints.region_demands import Sight
from ..grid_shape import GridShape

if TYPE_CHECKING:
    from ...puzzle import Puzzle

__all__ = ["add_cave", "add_sights"]


def add_cave(puzzle: Puzzle, shade: Choices, grid: GridShape) -> None:
    """Let what is not shaded be one cave."""
    rows, cols = grid.sides
    rim = [(r, c) for r, c in sorted(grid.cells) if r in (0, rows - 1) or c in (0, cols - 1)]
    puzzle.connected(
        shade,
        by=lambda row, col, shaded: None if shaded else (row, col),
        name="connected cave",
    )
    puzzle.reachable(
        shade,
        rim,
        by=lambda row, col, shaded: (row, col) if shaded else None,
        name="walls to a side",
    )


def add_sights(
    puzzle: Puzzle, shade: Choices, digit: Choices, grid: GridShape, sights: Mapping[str, Sight]
) -> None:
    """Let each digit be one more than what is seen along all arms. The sights have names."""
    if not sights:
        return
    rows, told = [], []
    for name, one in sights.items():
        for arm in one.arms:
            for far in range(len(arm)):
                rows.append((name, arm[min(1, len(arm) - 1)], far))
                told.append({cell: k > far for k, cell in enumerate(arm[: far + 2])})
    sight = puzzle.choices("sight", Rows(("rule", "towards", "far"), rows))
    towards = puzzle.exactly_one(sight, by=("rule", "towards"), name="sight")
    puzzle.say(towards, lambda key: f"{key[0]} needs a sight towards {spell_cell(key[1])}")
    said = {(name, to, far): walls for (name, to, far), walls in zip(rows, told, strict=True)}
    puzzle.agree(
        {
            shade: lambda row, col, shaded: {(row, col): shaded},
            sight: lambda rule, towards, far: said[rule, towards, far],
        },
        name="walls in sight",
    )
    wanted: dict[Cell, list[str]] = {}
    for name, one in sights.items():
        wanted.setdefault(one.cell, []).append(name)
    puzzle.exactly(
        1,
        [digit, sight],
        covering={
            digit: lambda row, col, value: dict.fromkeys(wanted.get((row, col), ()), value),
            sight: lambda rule, far: {rule: -far},
        },
        name="cells seen",
    )
