"""The peers from PyPI, each reading the same matrix in the form it likes best.

exact-cover (C) takes a Boolean matrix; it knows no secondary items, so each gets an option of its
own that covers only it, which changes no count. xcover (numba; Knuth's dancing cells) takes flat
arrays; preparing it solves a tiny problem, so that its compiler is left out. dlx is pure Python.
python-sat's CaDiCaL gets at-least-one clauses and pairwise at-most-one clauses, a blocking clause a
solution; ganak, an exact model counter, the same clauses; CP-SAT gets exactly-one and at-most-one
constraints and one worker. What they are given
(clauses, model, matrix) is made beforehand and not measured: only the peer's own work is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from minuet.models import ExactCover, Sudoku

from .instances import options_of
from .measure import Work

__all__ = [
    "PACKAGES",
    "all_solutions",
    "cpsat_best",
    "cpsat_first",
    "formula",
    "model_count",
    "sudokus_by_exact_cover",
]

PACKAGES = {
    "exact-cover": "exact_cover",
    "xcover": "xcover",
    "dlx (Python)": "dlx",
    "python-sat": "pysat",
    "CP-SAT": "ortools",
    "ganak": "pyganak",
}


def all_solutions(
    matrix: Callable[[str], ExactCover], name: str, expected: int, engines: list[str]
) -> list[Work]:
    """Return the works of finding all solutions by these peers."""
    makers = {
        "exact-cover": _exact_cover,
        "xcover": _xcover,
        "dlx (Python)": _dlx,
        "python-sat": _python_sat,
        "CP-SAT": _cpsat_all,
    }
    return [
        Work(engine, makers[engine], (matrix, name), expected, PACKAGES[engine])
        for engine in engines
    ]


def dense(matrix: ExactCover) -> np.ndarray:
    """Return the Boolean matrix, with an option more for each secondary item."""
    slack = len(matrix.items) - matrix.primary
    rows = np.zeros((matrix.options + slack, len(matrix.items)), bool)
    rows[np.repeat(np.arange(matrix.options), np.diff(matrix.starts)), matrix.members] = True
    rows[np.arange(matrix.options, len(rows)), np.arange(matrix.primary, len(matrix.items))] = True
    return rows


def sudokus_by_exact_cover(asked: list[str]) -> Callable[[], int]:
    """Prepare exact-cover; the answer is how many puzzles have a solution."""
    from exact_cover import get_exact_cover

    rows = dense(Sudoku().matrix)

    def ask() -> int:
        solved = 0
        for line in asked:
            kept = np.ones(len(rows), bool)
            for option in options_of(line):
                cell = option // 9
                kept[9 * cell : 9 * cell + 9] = False
                kept[option] = True
            solved += len(get_exact_cover(rows[kept])) == 81
        return solved

    return ask


def _exact_cover(matrix: Callable[[str], ExactCover], name: str) -> Callable[[], int]:
    from exact_cover import get_all_solutions

    rows = dense(matrix(name))
    return lambda: len(get_all_solutions(rows))


def _xcover(matrix: Callable[[str], ExactCover], name: str) -> Callable[[], int]:
    from xcover import algorithm_c

    def arrays(of: ExactCover) -> tuple[Any, ...]:
        flat = (np.array(part, np.uint32) for part in (of.members, of.starts, of.colors))
        return (*flat, len(of.items), len(of.items) - of.primary)

    tiny = ExactCover(primary=2, items=["a", "b"], starts=[0, 1, 2, 4], members=[0, 1, 0, 1])
    assert len(list(algorithm_c(*arrays(tiny)))) == 2
    whole = arrays(matrix(name))
    return lambda: len(list(algorithm_c(*whole)))


def _dlx(matrix: Callable[[str], ExactCover], name: str) -> Callable[[], int]:
    from dlx import DLX

    source = matrix(name)
    columns = [(k, int(k >= source.primary)) for k in range(len(source.items))]
    rows = [
        source.members[a:b].tolist()
        for a, b in zip(source.starts[:-1], source.starts[1:], strict=True)
    ]
    return lambda: len(list(DLX(columns, rows).solve()))


def groups(matrix: ExactCover) -> Iterator[tuple[bool, list[int]]]:
    """Yield (whether it is primary, its options) for every item; colors are not known here."""
    starts, options = matrix.item_lists()
    for item in range(len(matrix.items)):
        yield item < matrix.primary, options[starts[item] : starts[item + 1]].tolist()


def formula(matrix: ExactCover) -> Callable[[], Any]:
    """Return a maker of CaDiCaL 1.5.3 filled with the matrix; variable k + 1 is option k."""
    from pysat.solvers import Solver

    clauses = _clauses(matrix)
    return lambda: Solver(name="cadical153", bootstrap_with=clauses)


def model_count(matrix: Callable[[str], ExactCover], name: str) -> Callable[[], int]:
    """Prepare a count by ganak, which takes a formula once: filling it is measured, too."""
    from pyganak import Counter

    clauses = _clauses(matrix(name))

    def ask() -> int:
        counter = Counter()
        counter.add_clauses(clauses)
        return int(counter.count())

    return ask


def _clauses(matrix: ExactCover) -> list[list[int]]:
    clauses = []
    for primary, options in groups(matrix):
        if primary:
            clauses.append([k + 1 for k in options])
        for place, k in enumerate(options):
            clauses += [[-k - 1, -other - 1] for other in options[:place]]
    return clauses


def _python_sat(matrix: Callable[[str], ExactCover], name: str) -> Callable[[], int]:
    source = matrix(name)
    fresh = formula(source)

    def enumerate_all() -> int:
        found = 0
        with fresh() as solver:
            while solver.solve():
                chosen = [v for v in solver.get_model()[: source.options] if v > 0]
                solver.add_clause([-v for v in chosen])
                found += 1
        return found

    return enumerate_all


def _cpsat_model(matrix: ExactCover) -> tuple[Any, list[Any]]:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    taken = [model.new_bool_var("") for _ in range(matrix.options)]
    for primary, options in groups(matrix):
        literals = [taken[k] for k in options]
        _ = model.add_exactly_one(literals) if primary else model.add_at_most_one(literals)
    return model, taken


def _cpsat_solver() -> Any:
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return solver


def _cpsat_all(matrix: Callable[[str], ExactCover], name: str) -> Callable[[], int]:
    from ortools.sat.python import cp_model

    class Counter(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
        found = 0

        def on_solution_callback(self) -> None:
            self.found += 1

    model, _ = _cpsat_model(matrix(name))

    def enumerate_all() -> int:
        solver, counter = _cpsat_solver(), Counter()
        solver.parameters.enumerate_all_solutions = True
        solver.solve(model, counter)
        return counter.found

    return enumerate_all


def cpsat_first(matrix: Callable[[str], ExactCover], name: str) -> Callable[[], bool]:
    """Prepare to find one solution by CP-SAT; whether there is one."""
    model, _ = _cpsat_model(matrix(name))

    def first() -> bool:
        solver = _cpsat_solver()
        return bool(solver.status_name(solver.solve(model)) == "OPTIMAL")

    return first


def cpsat_best(matrix: ExactCover, given: list[int]) -> Callable[[], int | None]:
    """Prepare to find the least cost by CP-SAT; None if there is no solution."""
    model, taken = _cpsat_model(matrix)
    model.minimize(sum(int(c) * v for c, v in zip(matrix.costs, taken, strict=True)))
    for k in given:
        model.add(taken[k] == 1)

    def least() -> int | None:
        solver = _cpsat_solver()
        status = solver.status_name(solver.solve(model))
        if status not in ("OPTIMAL", "INFEASIBLE"):
            raise RuntimeError(f"CP-SAT says {status}")
        return round(solver.objective_value) if status == "OPTIMAL" else None

    return least
