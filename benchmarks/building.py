"""Building the matrix from the declarative layer, beside the same arrays written by hand in numpy.

By hand means: someone who knows the answer writes the arrays of the compressed sparse rows (starts,
members, colors, costs, bounds) with numpy alone, for this one matrix, without names, without
checks. A `sudoku` of 25x25 is described and compiled anew each time; the `pentominoes` on 6x10 are
laid from board and pieces, whose orientations both sides work out; the `table` has a million rows
and four rules, one of them a lambda of two columns. The packing of a million placements is only
built; its memory is that of the whole process.

Then what `solve(Sudoku(text))` takes beside the engine, in microseconds of processor time: the
whole call, less the same native search made, run and dropped alone. The first of a process, after
the import and including it, is not looped. The variants are those of the file of JSON lines (each
with an `input`) that MINUET_VARIANTS names, read and compiled, each new to the process but for the
9x9 grid itself; without the file, those of tests/data.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from minuet.models import Packing, Puzzle, Sudoku
from minuet.models.errors import MinuetError
from minuet.models.formats import read
from minuet.models.packings import Board, Piece
from minuet.solvers import solve
from minuet.solvers.contract.query import Query
from minuet.solvers.native.problem import problem_of

from .instances import DATA, SHAPES, lines, pentominoes
from .measure import Bench, Said, Work, geometric_mean
from .report import Section, Table, Target, in_words

__all__ = ["run"]

SIDE = 130
SMALL_SIDE = 20
VARIABLE = "MINUET_VARIANTS"
Arrays = tuple[np.ndarray, ...]


def sudoku(size: int) -> Callable[[], int]:
    """Prepare a blank sudoku; the answer is its number of options."""

    def build() -> int:
        Sudoku.forget_shapes()
        return Sudoku(size=size).matrix.options

    return build


def sudoku_by_hand(size: int) -> Callable[[], int]:
    """Prepare the same arrays by numpy alone."""
    box = int(size**0.5)

    def build() -> int:
        row, col, value = np.indices((size, size, size)).reshape(3, -1)
        items = [row * size + col, row * size + value, col * size + value]
        items.append((row // box * box + col // box) * size + value)
        return len(_arrays(items, [size * size] * 4)[0]) - 1

    return build


def table(size: int) -> Callable[[], int]:
    """Prepare a table of three columns, three rules by two of them and one by a lambda."""

    def build() -> int:
        puzzle = Puzzle()
        choice = puzzle.choices("choice", a=range(size), b=range(size), c=range(size))
        puzzle.exactly_one(choice, by=("a", "b"))
        puzzle.exactly_one(choice, by=("a", "c"))
        puzzle.exactly_one(choice, by=("b", "c"))
        puzzle.exactly_one(choice, by=lambda a, b: a + b)
        return puzzle.matrix.options

    return build


def table_by_hand(size: int) -> Callable[[], int]:
    """Prepare the same arrays by numpy alone."""

    def build() -> int:
        a, b, c = np.indices((size, size, size)).reshape(3, -1)
        items = [a * size + b, a * size + c, b * size + c, a + b]
        return len(_arrays(items, [size * size] * 3 + [2 * size - 1])[0]) - 1

    return build


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


def laid(rows: int, cols: int) -> Callable[[], int]:
    """Prepare the twelve pentominoes on a board; board and pieces are made beforehand."""
    board = Board.rectangle(rows, cols)
    pieces = [Piece.from_text(name, drawing) for name, drawing in SHAPES.items()]
    return lambda: Packing(board, pieces).matrix.options


def laid_by_hand(rows: int, cols: int) -> Callable[[], int]:
    """Prepare the same arrays by numpy, from the cells of the pieces."""
    pieces = [
        [(r, c) for r, line in enumerate(text.split("/")) for c, m in enumerate(line) if m == "#"]
        for text in SHAPES.values()
    ]

    def build() -> int:
        corners = np.arange(rows)[:, None] * cols + np.arange(cols)
        parts = []
        for number, cells in enumerate(pieces):
            for shape in dict.fromkeys(_turned(cells)):
                high, wide = (max(axis) + 1 for axis in zip(*shape, strict=True))
                if high <= rows and wide <= cols:
                    first = corners[: rows - high + 1, : cols - wide + 1].ravel()
                    steps = [r * cols + c for r, c in shape]
                    part = np.empty((len(first), 1 + len(shape)), np.int32)
                    part[:, 0] = number
                    part[:, 1:] = first[:, None] + np.array(steps) + len(pieces)
                    parts.append(part)
        members = np.concatenate(parts)
        options, width = members.shape
        starts = np.arange(0, options * width + 1, width, dtype=np.int32)
        once = np.ones(len(pieces) + rows * cols, np.int32)
        found = starts, members.ravel(), np.zeros(members.size, np.int32), np.zeros(options), once
        return len(found[0]) - 1

    return build


def _turned(cells: list[tuple[int, int]]) -> list[tuple[tuple[int, int], ...]]:
    """Return the eight images of a piece, moved to the corner."""
    images = []
    for _ in range(4):
        cells = [(c, -r) for r, c in cells]
        for image in (cells, [(r, -c) for r, c in cells]):
            top, left = (min(axis) for axis in zip(*image, strict=True))
            images.append(tuple(sorted((r - top, c - left) for r, c in image)))
    return images


def packing(side: int) -> Callable[[], int]:
    """Prepare the packing of a square board."""
    return lambda: pentominoes(side, side).matrix.options


def solving(first: bool) -> Callable[[], Said]:
    """Prepare `solve(Sudoku(text))`; the answer is how many are solved, with the seconds beside.

    first  only the first of the process; else a hundred more, each told apart
    """
    texts = [one for one in lines("magictour_1465.txt") if one][:110]

    def run() -> Said:
        if first:
            began = time.thread_time()
            solve(Sudoku(texts[0]))
            return Said(1, time.thread_time() - began)
        for text in texts[:9]:
            solve(Sudoku(text))
        spent = []
        for text in texts[9:]:
            whole, alone = [], []
            for _ in range(5):
                began = time.thread_time()
                result = solve(Sudoku(text))
                whole.append(time.thread_time() - began)
                assert result.options
                alone.append(_engine_alone(Sudoku(text)))
            spent.append(min(whole) - min(alone))
        return Said(len(spent), sorted(spent)[len(spent) // 2])

    return run


def _engine_alone(puzzle: Sudoku) -> float:
    """Return the seconds of the native search for one solution, from the arrays on."""
    from minuet.solvers.dlx.dlx import DancingLinks

    query = Query(puzzle.matrix, puzzle.given_options)
    solver: Any = DancingLinks()
    began = time.thread_time()
    engine = solver.engine(problem_of(query), lambda: None)
    engine.next_batch(1.0, 1)
    del engine
    return time.thread_time() - began


def variants(path: str) -> Callable[[], Said]:
    """Prepare reading and compiling variants; the answer is how many are read."""
    if path:
        texts = [json.loads(line)["input"] for line in Path(path).read_text().splitlines()]
    else:
        data = (DATA / "variants" / "constraints.txt").read_text()
        texts = [one for one in data.split("\n") if one.strip() and not one.startswith("#")]
    readable = [text for text in texts if _is_read(text)]

    def run() -> Said:
        Sudoku.forget_shapes()
        Sudoku().matrix  # noqa: B018
        seconds = []
        for text in readable:
            began = time.thread_time()
            problem = read(text).problems[0]
            getattr(problem, "matrix", problem)
            seconds.append(time.thread_time() - began)
        return Said(len(readable), geometric_mean(seconds))

    return run


def _is_read(text: str) -> bool:
    try:
        problem = read(text).problems[0]
        return isinstance(problem, Puzzle) and bool(problem.matrix.options)
    except MinuetError:
        return False


def run(bench: Bench) -> Section:
    """Measure building."""
    quick = bench.settings.quick
    side, rows = (SMALL_SIDE, 20) if quick else (SIDE, 100)
    works = {
        "blank 25x25 sudoku": (sudoku, sudoku_by_hand, (25,), 15625),
        "pentominoes on 6x10": (laid, laid_by_hand, (6, 10), 2056),
        f"table of {rows**3} rows": (table, table_by_hand, (rows,), rows**3),
    }
    rows_of, targets = [], []
    for name, (ours, by_hand, given, expected) in works.items():
        found = bench.measure(
            name,
            [
                Work("compile", ours, given, expected),
                Work("by hand", by_hand, given, expected, needs="numpy"),
            ],
        )
        one, other = found["compile"], found.get("by hand")
        times = one.seconds / other.seconds if one.seconds and other and other.seconds else None
        shown = "" if times is None else f"{times:.2f}x"
        rows_of.append([name, str(one.answer), in_words(one), in_words(other), shown])
        targets.append(Target(f"compile {name}: time by numpy's", 2, times, "x", below=True))
    name = f"pentominoes on {side}x{side}"
    pack = bench.measure(name, [Work("compile", packing, (side,), cap=60.0)], fresh=True)["compile"]
    rows_of.append([name, str(pack.answer), in_words(pack), f"{pack.memory / 1e6:.0f} MB", ""])
    targets += [
        Target("build a packing of a million options", 10, pack.seconds, "s", below=True),
        Target("the same: memory", 2, pack.memory / 1e9 or None, "GB", below=True),
    ]
    beside, more = _small(bench)
    tables = [Table(["matrix", "options", "time", "by hand, or memory", "ratio"], rows_of), beside]
    return Section("Building", __doc__ or "", tables, [*targets, *more])


def _small(bench: Bench) -> tuple[Table, list[Target]]:
    """Measure what single sudokus cost beside the search."""
    path = os.environ.get(VARIABLE, "")
    first = bench.measure("first sudoku", [Work("first", solving, (True,))], fresh=True, once=True)
    later = bench.measure("later sudokus", [Work("later", solving, (False,))], once=True)
    read_in = bench.measure("variants", [Work("variants", variants, (path,))], once=True)
    told = [first["first"], later["later"], read_in["variants"]]
    names = [
        "the first solve(Sudoku(text)) of a process, whole",
        "solve(Sudoku(text)) from the tenth on, beside the engine",
        f"{told[2].answer} variants read and compiled, geometric mean",
    ]
    rows = [
        [name, "" if one.extra is None else f"{one.extra * 1e6:.0f} µs"]
        for name, one in zip(names, told, strict=True)
    ]
    targets = [
        Target(names[1], 150, None if told[1].extra is None else told[1].extra * 1e6, "µs", True)
    ]
    if path and told[2].extra is not None:
        targets.append(Target(names[2], 3, told[2].extra * 1e3, "ms", below=True))
    return Table(["single sudokus", "processor time"], rows), targets
