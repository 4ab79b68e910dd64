"""Rules of shaded cells, yin-yang and caves: the table `shade`, and what clues demand of it.

Of a yin-yang all that is shaded is connected, so is the rest, and no 2x2 is all alike. Nor are its
corners shaded crosswise: a way between two of them would part the two others. That follows, and is
said since solvers see it at once. The same follows for a cave.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ..errors import ModelError
from ..rules.keys import KeptKeys
from ..tables.rows import Rows
from ..tables.table import Choices
from .chaos_regions import demands_by_name
from .constraints import Constraint
from .demands import ShadeDemand, Sight
from .grid_shape import Cell, GridShape, spell_cell, spell_cells

if TYPE_CHECKING:
    from ..puzzle import Puzzle

__all__ = ["add_shading", "broken_shading"]

# ---- Caves ---------------------------------------------------------------------------------------
# The cave is connected, and each wall is joined to a side of the grid. So no 2x2 is shaded
# crosswise: a way in the cave between two of its corners would shut one of the walls in.


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
    rows, shades = [], []
    for name, demand in sights.items():
        for arm in demand.arms:
            for far in range(len(arm)):
                rows.append((name, arm[min(1, len(arm) - 1)], far))
                shades.append({cell: k > far for k, cell in enumerate(arm[: far + 2])})
    sight = puzzle.choices("sight", Rows(("rule", "towards", "far"), rows))
    towards = puzzle.exactly_one(sight, by=("rule", "towards"), name="sight")
    puzzle.say(towards, lambda key: f"{key[0]} needs a sight towards {spell_cell(key[1])}")
    by_row = {(name, to, far): walls for (name, to, far), walls in zip(rows, shades, strict=True)}
    puzzle.agree(
        {
            shade: lambda row, col, shaded: {(row, col): shaded},
            sight: lambda rule, towards, far: by_row[rule, towards, far],
        },
        name="walls in sight",
    )
    wanted: dict[Cell, list[str]] = {}
    for name, demand in sights.items():
        wanted.setdefault(demand.cell, []).append(name)
    puzzle.exactly(
        1,
        [digit, sight],
        covering={
            digit: lambda row, col, value: dict.fromkeys(wanted.get((row, col), ()), value),
            sight: lambda rule, far: {rule: -far},
        },
        name="cells seen",
    )


Numbers = npt.NDArray[np.int64]


def add_shading(
    puzzle: Puzzle, digit: Choices, grid: GridShape, constraints: Sequence[Constraint]
) -> None:
    """Add the shading, and what clues demand of it. Raises ModelError that names the clue."""
    whole = [
        constraint.kind
        for constraint in constraints
        if constraint.finds_shading and constraint.whole
    ]
    if any(constraint.finds_cave for constraint in constraints) and "yin yang" in whole:
        raise ModelError("yin yang beside a cave, expected one kind of shading")
    demands = _demands(constraints, grid)
    rows, cols = grid.sides
    if len(grid.cells) != rows * cols:
        raise ModelError("shading to be found on overlapping grids, expected one rectangle")
    kinds = (False, True)
    shade = puzzle.choices("shade", row=range(rows), col=range(cols), shaded=kinds)
    puzzle.say(
        shade,
        lambda row, col, shaded: f"{spell_cell((row, col))} {'shaded' if shaded else 'not shaded'}",
    )
    cell = puzzle.exactly_one(shade, by=("row", "col"), name="shade of cell")
    puzzle.say(cell, lambda key: f"{spell_cell(key)} needs to be shaded or not")
    cave = any(constraint.finds_cave for constraint in constraints)
    if cave:
        add_cave(puzzle, shade, grid)
    else:
        puzzle.connected(shade, by=("row", "col"), regions="shaded", name="connected shade")
    squares = [(r, c) for r in range(rows - 1) for c in range(cols - 1)]
    if squares:
        mixed = not cave
        names = [spell_cell(square) for square in squares]
        corners = np.array(
            [[r * cols + c + at for at in (0, 1, cols, cols + 1)] for r, c in squares]
        )
        owner, code = (2 * corners + 1).ravel(), np.arange(len(squares)).repeat(4)
        cross = np.tile([1, -1, -1, 1], len(squares))
        order = np.argsort(owner, kind="stable")
        own, codes = owner[order], code[order]
        if mixed:
            alike = KeptKeys(names, own, codes, len(shade))
            rule = puzzle.between(1, 3, shade, covering=alike, name="2x2")
            text = "needs cells that are shaded and that are not"
            puzzle.say(rule, lambda key: f"the 2x2 from {key} {text}")
        crosswise = KeptKeys(names, own, codes, len(shade), cross[order])
        puzzle.between(-1, 1, shade, covering=crosswise, name="2x2 crosswise")
    sights = {name: demand for name, demand in demands.items() if isinstance(demand, Sight)}
    add_sights(puzzle, shade, digit, grid, sights)
    for name, demand in demands.items():
        if isinstance(demand, ShadeDemand):
            _add_count(puzzle, shade, digit, grid, name, demand)


def broken_shading(
    constraints: Sequence[Constraint],
    digits: Mapping[Cell, int],
    shaded: AbstractSet[Cell],
    grid: GridShape,
) -> Iterator[str]:
    """Say which clues digits and shading break: asked of the clues, not of the rules of them."""
    for name, demand in _demands(constraints, grid).items():
        if not demand.holds(digits, shaded):
            yield f"{name}: not so of {spell_cells(demand.every_cell)}"


def _demands(constraints: Sequence[Constraint], grid: GridShape) -> dict[str, ShadeDemand | Sight]:
    """Return what clues demand of the shading, by their names."""
    return demands_by_name(
        constraints,
        grid,
        lambda constraint: constraint.shade_demands(grid),
        lambda demand: demand.every_cell,
    )


def _add_count(
    puzzle: Puzzle,
    shade: Choices,
    digit: Choices,
    grid: GridShape,
    name: str,
    demand: ShadeDemand,
) -> None:
    """Let the shaded cells be as many as the digit, or the clue, says."""
    cols = grid.sides[1]
    owner = np.array(sorted(2 * (r * cols + c) + 1 for r, c in demand.cells), np.int64)
    tables, covering = [shade], {shade: _keys(name, owner, np.ones(len(owner), np.int64), shade)}
    count = demand.count
    if demand.digit is not None:
        count = 0
        start = grid.every_cell.index(demand.digit) * grid.size
        values = np.array(grid.values, np.int64)
        own = start + np.arange(grid.size)
        tables.append(digit)
        covering[digit] = _keys(name, own[values != 0], -values[values != 0], digit)
    puzzle.exactly(count, tables, covering=covering, name=name)


def _keys(name: str, owner: Numbers, weight: Numbers, table: Choices) -> KeptKeys:
    return KeptKeys([name], owner, np.zeros(len(owner), np.int64), len(table), weight)
