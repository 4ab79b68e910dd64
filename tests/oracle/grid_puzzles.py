"""Grid puzzles whose counts are hard for an engine that only enumerates, made from a seed.

Hitori *by levels*: a cell is shaded or has a level, its distance from the corner in a tree of cells
that are not shaded; the tree is as deep as the levels, and no deeper. No two shaded cells touch, and
what is not shaded is different in each row and column. With fewer levels than the opposite corner
needs there is no solution, which is hard to see for who decides cell by cell.

Numbrix: a path through all cells, of which some steps are known.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from minuet.models import ExactCover, ExactCoverBuilder

__all__ = ["hitori", "numbrix"]

Cell = tuple[int, int]
SHADED = "shaded"


def hitori(size: int, seed: int, levels: int) -> ExactCover:
    """Return a hitori that has an answer, but for the levels."""
    values, cells = _hitori_grid(size, Random(seed)), _cells(size)
    builder = ExactCoverBuilder()
    builder.item("root")
    for cell in cells:
        builder.item(("cell", cell))
    for cell in cells:
        builder.secondary(("level", cell))
        for other in _neighbors(size, cell):
            if other > cell:
                builder.secondary(("pair", cell, other))
    for line in range(size):
        for value in range(size):
            builder.secondary(("row", line, value))
            builder.secondary(("col", line, value))
    for cell in cells:
        (row, col), beside = cell, _neighbors(size, cell)
        pairs = {("pair", *sorted((cell, other))): None for other in beside}
        builder.option({("cell", cell): None, ("level", cell): SHADED, **pairs})
        seen = {("cell", cell): None, ("row", row, values[cell]): None}
        seen[("col", col, values[cell])] = None
        if cell == (0, 0):
            builder.option({"root": None, ("level", cell): 0, **seen})
        if cell == (0, 1):
            builder.option({"root": None, ("level", cell): 0, ("level", (0, 0)): SHADED, **seen})
        for level in range(1, levels + 1):
            for other in beside:
                builder.option({("level", cell): level, ("level", other): level - 1, **seen})
    return builder.build()


def numbrix(size: int, seed: int, known: int) -> ExactCover:
    """Return the paths through all cells that have `known` of a random one's steps."""
    random, steps = Random(seed), size * size
    path = _random_path(size, random)
    given = {step: path[step] for step in random.sample(range(steps), known)}
    builder = ExactCoverBuilder()
    for step in range(steps):
        builder.item(("step", step))
    for cell in _cells(size):
        builder.item(("cell", cell))
    for step in range(steps):
        builder.secondary(("at", step))
    for step in range(steps):
        for cell in _cells(size):
            if not _may_be(given, step, cell):
                continue
            here = {("step", step): None, ("cell", cell): None, ("at", step): str(cell)}
            if step == steps - 1:
                builder.option(here)
                continue
            for other in _neighbors(size, cell):
                if _may_be(given, step + 1, other):
                    builder.option({**here, ("at", step + 1): str(other)})
    return builder.build()


def _cells(size: int) -> list[Cell]:
    return [(row, col) for row in range(size) for col in range(size)]


def _neighbors(size: int, cell: Cell) -> list[Cell]:
    around = [(cell[0] + r, cell[1] + c) for r, c in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    return [(row, col) for row, col in around if 0 <= row < size and 0 <= col < size]


def _hitori_grid(size: int, random: Random) -> Mapping[Cell, Any]:
    """Return a Latin square, a quarter of its cells shaded and hidden among their lines' values."""
    rows, cols, names = (random.sample(range(size), size) for _ in range(3))
    values = {(r, c): names[(rows[r] + cols[c]) % size] for r, c in _cells(size)}
    shaded: set[Cell] = set()
    for cell in random.sample(_cells(size), size * size):
        apart = not any(other in shaded for other in _neighbors(size, cell))
        if sum(cell) > 1 and len(shaded) < size * size // 4 and apart:
            shaded.add(cell)
    for row, col in sorted(shaded):
        if random.random() < 0.5:
            values[row, col] = values[row, random.choice([c for c in range(size) if c != col])]
        else:
            values[row, col] = values[random.choice([r for r in range(size) if r != row]), col]
    return values


def _may_be(given: Mapping[int, Cell], step: int, cell: Cell) -> bool:
    """Return whether the path may be there at that step, as far as each given alone tells."""
    return all(
        abs(cell[0] - row) + abs(cell[1] - col) <= abs(step - other)
        and ((row, col) == cell) == (step == other)
        for other, (row, col) in given.items()
    )


def _random_path(size: int, random: Random) -> list[Cell]:
    """Return a path through all cells: a snake, mixed by biting back into itself."""
    path = [(r, c if r % 2 == 0 else size - 1 - c) for r, c in _cells(size)]
    for _ in range(4000):
        if random.random() < 0.5:
            path.reverse()
        bite = path.index(random.choice(_neighbors(size, path[-1])))
        path[bite + 1 :] = path[:bite:-1]
    return path
