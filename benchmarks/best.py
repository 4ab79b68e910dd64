"""The best answer where the linear relaxation is loose, proved: block prices against SCIP (`mip`).

Blank grids with a random weight of 0 to 99 for each digit in each cell, maximised; the times are
after the import of OR-Tools and without the compiling of the matrix. SCIP is asked of the first
few.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from statistics import median

from minuet.models import Puzzle
from minuet.solvers import solve

from .measure import Bench, Measurement, Work
from .report import Section, Table, Target, in_words, mean_ratio

__all__ = ["run", "weighted_grid"]

SEEDS = range(20)
BOTH = 5  # seeds of which SCIP is asked, too
LONG = 120.0  # seconds that it has for each
BLOCKS = "optimize:blocks"
ENGINES = (BLOCKS, "mip")


def weighted_grid(size: int, high: int, wide: int, seed: int) -> Puzzle:
    """Return a blank sudoku with boxes of that size, and random weights in the table's order."""
    rng = random.Random(seed)
    puzzle = Puzzle(f"{size}x{size}, seed {seed}")
    digit = puzzle.choices("digit", row=range(size), col=range(size), value=range(size))
    for by in (("row", "col"), ("row", "value"), ("col", "value")):
        puzzle.exactly_one(digit, by=by)
    puzzle.exactly_one(digit, by=lambda row, col, value: (row // high, col // wide, value))
    weights = [rng.randint(0, 99) for _ in range(size**3)]
    puzzle.maximize(digit, lambda row, col, value: weights[(row * size + col) * size + value])
    return puzzle


def optimum(engine: str, size: int, high: int, wide: int, seed: int) -> Callable[[], int | None]:
    """Prepare a proof of the optimum; None: not proved."""
    puzzle = weighted_grid(size, high, wide, seed)
    _ = puzzle.matrix
    solve(weighted_grid(4, 2, 2, 0), engine)  # imports OR-Tools

    def ask() -> int | None:
        result = solve(puzzle, engine)
        return result.objective if result.complete else None

    return ask


def run(bench: Bench) -> Section:
    """Measure grids with weights."""
    seeds = SEEDS[:2] if bench.settings.quick else SEEDS
    found = {f"9x9, seed {seed}": _measured(bench, seed) for seed in seeds}
    lines = [
        [name, *(in_words(one[each]) if each in one else "" for each in ENGINES)]
        for name, one in found.items()
    ]
    both = {name: one for name, one in found.items() if "mip" in one}
    mean = mean_ratio(both, BLOCKS, ["mip"])
    mine = [min(one[BLOCKS].times, default=LONG) for one in found.values()]
    return Section(
        "The best answer",
        __doc__ or "",
        [Table(["random weights in all cells", *ENGINES], lines)],
        [
            Target("9x9 grids: blocks by mip, geometric mean", 20, mean),
            Target("9x9 grids: blocks, the median", 0.3, median(mine), " s", below=True),
            Target("9x9 grids: blocks, the longest", 2, max(mine), " s", below=True),
        ],
    )


def _measured(bench: Bench, seed: int) -> dict[str, Measurement]:
    name = f"grid 9x9 {seed}"
    engines = ENGINES if seed < BOTH else ENGINES[:1]
    works = [Work(one, optimum, (one, 9, 3, 3, seed), cap=LONG) for one in engines]
    found = bench.measure(name, works)
    if len(found) > 1 and found[BLOCKS].answer != found["mip"].answer and not found["mip"].capped:
        answers = {engine: one.answer for engine, one in found.items()}
        bench.wrong.append(f"{name}: the optima differ: {answers}")
    return found
