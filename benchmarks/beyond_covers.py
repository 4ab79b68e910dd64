"""Counts of what is no exact cover: all magic squares, closed knight's tours, loops on a grid.

The magic squares of order 4 are counted with their turns and reflections (7040 = 8 x 880, Frenicle
1693), by `auto` and by CP-SAT: sixteen different integers that add up to 34 in each line, all
solutions enumerated by one worker, its model being built beforehand. The knight's tours on 6x6 are
without direction (OEIS A001230, halved twice), the loops those along the lines of n x n cells (OEIS
A140517); `auto` alone counts them.
"""

from __future__ import annotations

from collections.abc import Callable

from minuet.models import Puzzle
from minuet.models.gallery import entry
from minuet.solvers import count

from .measure import Bench, Work
from .pencil_puzzles import loop_along
from .report import Section, Target, engine_table, ratio

__all__ = ["run"]

MAGIC = "magic squares 4x4"
SQUARES = {3: 8, 4: 7040}
LOOPS = {3: 213, 4: 9349, 5: 1_222_363, 6: 487_150_371}
TOURS = "knight's tours 6x6"
PATIENCE = 30.0  # seconds of processor time for CP-SAT, which takes longer


def magic(size: int) -> Puzzle:
    """Return all magic squares: each number once, and all lines add up to the same."""
    total = size * (size * size + 1) // 2
    made = Puzzle("magic squares")
    number = made.choices(
        "number", row=range(size), col=range(size), value=range(1, size * size + 1)
    )
    made.exactly_one(number, by=("row", "col"))
    made.exactly_one(number, by="value")
    diagonals = {
        "falling": lambda row, col: 0 if row == col else None,
        "rising": lambda row, col: 0 if row + col == size - 1 else None,
    }
    for name, by in {"row": "row", "col": "col", **diagonals}.items():
        made.between(total, total, number, by=by, weight="value", name=name)
    return made


def loops(size: int) -> Puzzle:
    """Return all loops along the lines of a grid of cells."""
    made = Puzzle("loops")
    loop_along(made, size, size)
    return made


def counted(make: Callable[[int], Puzzle], size: int) -> Callable[[], int | None]:
    """Prepare a count by `auto`."""
    matrix = make(size).matrix
    return lambda: count(matrix).count


def tours(size: int) -> Puzzle:
    """Return the closed knight's tours of the gallery."""
    loaded: Puzzle = entry(f"knights-tour-{size}").load()
    return loaded


def magic_by_cpsat(size: int) -> Callable[[], int]:
    """Prepare CP-SAT's enumeration."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    total = size * (size * size + 1) // 2
    cells = [[model.new_int_var(1, size * size, "") for _ in range(size)] for _ in range(size)]
    model.add_all_different(one for row in cells for one in row)
    places = range(size)
    lines = [*cells, *map(list, zip(*cells, strict=True))]
    lines += [[cells[k][k] for k in places], [cells[k][size - 1 - k] for k in places]]
    for line in lines:
        model.add(sum(line) == total)

    class Counting(cp_model.CpSolverSolutionCallback):
        found = 0

        def on_solution_callback(self) -> None:
            self.found += 1

    def enumerate_all() -> int:
        solver, counting = cp_model.CpSolver(), Counting()
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = True
        solver.solve(model, counting)
        return int(counting.found)

    return enumerate_all


def run(bench: Bench) -> Section:
    """Measure the counts."""
    quick = bench.settings.quick
    size = 3 if quick else 4
    mine = Work("auto", counted, (magic, size), SQUARES[size])
    peer = Work("CP-SAT", magic_by_cpsat, (size,), SQUARES[size], "ortools", PATIENCE)
    found = {MAGIC: bench.measure(MAGIC, [mine, peer], once=True)}
    works = {} if quick else {TOURS: Work("auto", counted, (tours, 6), 9862, cap=60)}
    for side in (3,) if quick else LOOPS:
        works[f"loops on {side}x{side} cells"] = Work(
            "auto", counted, (loops, side), LOOPS[side], cap=60
        )
    found |= {name: bench.measure(name, [work], once=True) for name, work in works.items()}
    targets = [Target(f"{MAGIC}, all counted: auto by CP-SAT", 10, ratio(found[MAGIC], "auto"))]
    for name in (TOURS, "loops on 6x6 cells"):
        seconds = found[name]["auto"].seconds if name in found else None
        targets.append(Target(f"count of {name} by auto", 60, seconds, " s", below=True))
    return Section("Sums and loops", __doc__ or "", [engine_table(found, "count")], targets)
