"""Sudokus with random weights of 0 to 99, the best total proved: `dlx` against SCIP (`mip`).

On blank grids and on grids of few givens; the times are after the import of OR-Tools and without
the compiling of the matrix.
"""

from __future__ import annotations

from collections.abc import Callable

from minuet.models import TargetSudoku
from minuet.solvers import solve

from .instances import weighted_sudoku
from .measure import Bench, Measurement, Work
from .report import Section, Table, Target, in_words, mean_ratio

__all__ = ["run"]

SMALL = [[1, 2, 3, 4], [0] * 4, [0] * 4, [0] * 4]
GRIDS = [(seed, clues) for clues in (0, 12) for seed in (1, 2, 3)]
ENGINES = ("dlx", "mip")


def optimum(engine: str, seed: int, clues: int) -> Callable[[], int | None]:
    """Prepare a proof of the optimum; -1: infeasible; None: not proved."""
    puzzle = weighted_sudoku(seed, clues)
    _ = puzzle.matrix
    solve(TargetSudoku(SMALL, weights=SMALL), engine)  # imports OR-Tools

    def ask() -> int | None:
        result = solve(puzzle, engine)
        value = result.objective if result.options is not None else -1
        return value if result.complete else None

    return ask


def run(bench: Bench) -> Section:
    """Measure sudokus with weights."""
    found = {}
    for seed, clues in GRIDS[:1] if bench.settings.quick else GRIDS:
        what = "blank" if not clues else f"{clues} givens"
        found[f"{what}, seed {seed}"] = _measured(bench, seed, clues)
    lines = [[name, *(in_words(one[each]) for each in ENGINES)] for name, one in found.items()]
    mean = mean_ratio(found, "dlx", ["mip"])
    return Section(
        "Random weights",
        __doc__ or "",
        [Table(["random weights", *ENGINES], lines)],
        [Target("random weights: dlx by mip, geometric mean", 5, mean)],
    )


def _measured(bench: Bench, seed: int, clues: int) -> dict[str, Measurement]:
    name = f"weighted {seed} {clues}"
    found = bench.measure(name, [Work(one, optimum, (one, seed, clues)) for one in ENGINES])
    if found["dlx"].answer != found["mip"].answer and not found["mip"].capped:
        answers = {engine: one.answer for engine, one in found.items()}
        bench.wrong.append(f"{name}: the optima differ: {answers}")
    return found
