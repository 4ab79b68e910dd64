"""Building matrices: `python building.py WORK layer` or `by-hand` makes one, and times it.

By hand means: someone who knows the answer writes the arrays of the compressed sparse rows (starts,
members, colors, costs, bounds) with numpy alone, for this one matrix, without names, without
checks. The sudoku of 25x25 is described and compiled anew each time; the pentominoes on 6x10 are
laid from board and pieces, whose orientations both sides work out; the table has a million rows and
four rules, one of them a lambda of two columns; the packing has a million placements. `sudokus` is
a hundred calls of solve(Sudoku(text)), `variants` reads and compiles those of tests/data.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

from minuet.experiments import measure
from minuet.models import Packing, Puzzle, Sudoku
from minuet.models.formats import read
from minuet.models.packings import Board, Piece
from minuet.solvers import solve

DATA = Path(__file__).resolve().parents[2] / "tests" / "data"
Arrays = tuple[np.ndarray, ...]
SHAPES = {
    "F": ".##/##./.#.", "I": "#####", "L": "####/#...", "N": "###./..##", "P": "###/##.",
    "T": "###/.#./.#.", "U": "#.#/###", "V": "#../#../###", "W": "#../##./.##",
    "X": ".#./###/.#.", "Y": "####/.#..", "Z": "##./.#./.##",
}  # fmt: skip


def sudoku() -> int:
    """Compile a blank sudoku of 25x25; the answer is its number of options."""
    Sudoku.forget_shapes()
    return Sudoku(size=25).matrix.options


def sudoku_by_hand() -> int:
    """Make the same arrays."""
    row, col, value = np.indices((25, 25, 25)).reshape(3, -1)
    items = [row * 25 + col, row * 25 + value, col * 25 + value]
    items.append((row // 5 * 5 + col // 5) * 25 + value)
    return len(_arrays(items, [625] * 4)[0]) - 1


def table() -> int:
    """Compile a table of three columns, three rules by two of them and one by a lambda."""
    puzzle, values = Puzzle(), range(100)
    choice = puzzle.choices("choice", a=values, b=values, c=values)
    puzzle.exactly_one(choice, by=("a", "b"))
    puzzle.exactly_one(choice, by=("a", "c"))
    puzzle.exactly_one(choice, by=("b", "c"))
    puzzle.exactly_one(choice, by=lambda a, b: a + b)
    return puzzle.matrix.options


def table_by_hand() -> int:
    """Make the same arrays."""
    a, b, c = np.indices((100, 100, 100)).reshape(3, -1)
    items = [a * 100 + b, a * 100 + c, b * 100 + c, a + b]
    return len(_arrays(items, [10_000] * 3 + [199])[0]) - 1


def _arrays(items: list[np.ndarray], sizes: list[int]) -> Arrays:
    """Return the arrays of a matrix whose options have an item of each of several families."""
    options, width = len(items[0]), len(items)
    members = np.empty((options, width), np.int32)
    for place, (item, first) in enumerate(zip(items, np.cumsum([0, *sizes]), strict=False)):
        members[:, place] = item + first
    starts = np.arange(0, options * width + 1, width, dtype=np.int32)
    once = np.ones(sum(sizes), np.int32)
    colors, costs = np.zeros(options * width, np.int32), np.zeros(options, np.int64)
    return starts, members.ravel(), colors, costs, once, once


def laid(rows: int, cols: int) -> int:
    """Compile the twelve pentominoes on a board."""
    pieces = [Piece.from_text(name, drawing) for name, drawing in SHAPES.items()]
    return Packing(Board.rectangle(rows, cols), pieces).matrix.options


def laid_by_hand(rows: int = 6, cols: int = 10) -> int:
    """Make the same arrays, from the cells of the pieces."""
    corners = np.arange(rows)[:, None] * cols + np.arange(cols)
    parts = []
    for number, text in enumerate(SHAPES.values()):
        drawn = enumerate(text.split("/"))
        cells = [(r, c) for r, line in drawn for c, mark in enumerate(line) if mark == "#"]
        for shape in dict.fromkeys(_turned(cells)):
            high, wide = (max(axis) + 1 for axis in zip(*shape, strict=True))
            if high <= rows and wide <= cols:
                first = corners[: rows - high + 1, : cols - wide + 1].ravel()
                part = np.empty((len(first), 1 + len(shape)), np.int32)
                part[:, 0] = number
                part[:, 1:] = first[:, None] + np.array([r * cols + c for r, c in shape]) + 12
                parts.append(part)
    members = np.concatenate(parts)
    options, width = members.shape
    starts = np.arange(0, options * width + 1, width, dtype=np.int32)
    once = np.ones(12 + rows * cols, np.int32)
    found = starts, members.ravel(), np.zeros(members.size, np.int32), np.zeros(options), once
    return len(found[0]) - 1


def _turned(cells: list[tuple[int, int]]) -> list[tuple[tuple[int, int], ...]]:
    """Return the eight images of a piece, moved to the corner."""
    images = []
    for _ in range(4):
        cells = [(c, -r) for r, c in cells]
        for image in (cells, [(r, -c) for r, c in cells]):
            top, left = (min(axis) for axis in zip(*image, strict=True))
            images.append(tuple(sorted((r - top, c - left) for r, c in image)))
    return images


def sudokus() -> int:
    """Solve a hundred sudokus one by one."""
    lines = (DATA / "sudoku" / "magictour_1465.txt").read_text().split()[:100]
    return sum(solve(Sudoku(line)).options is not None for line in lines)


def variants() -> int:
    """Read and compile variants of sudoku, each new but for the 9x9 grid itself."""
    Sudoku.forget_shapes()
    Sudoku().matrix  # noqa: B018
    text = (DATA / "variants" / "constraints.txt").read_text()
    bodies = [block.partition("\n")[2] for block in f"\n{text}".split("\n# ")[1:]]
    problems = [read(body, form="constraints").problems[0] for body in bodies]
    return sum(problem.matrix.options > 0 for problem in problems if isinstance(problem, Puzzle))


WORKS: dict[str, Callable[[], int]] = {
    "sudoku layer": sudoku,
    "sudoku by-hand": sudoku_by_hand,
    "table layer": table,
    "table by-hand": table_by_hand,
    "pentominoes layer": lambda: laid(6, 10),
    "pentominoes by-hand": laid_by_hand,
    "packing layer": lambda: laid(130, 130),
    "sudokus layer": sudokus,
    "variants layer": variants,
}

if __name__ == "__main__":
    measure(WORKS[" ".join(sys.argv[1:])])
