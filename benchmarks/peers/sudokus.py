"""Many sudokus of 9x9: `python sudokus.py WAY LIST` solves them all, and tells its timing.

minuet, by its text or by arrays: solve_many, arrays, arrays:2 (threads) and dlx prove that each has
one solution, engine:avx512 (avx2, portable) is the batch engine alone; contest is `minuet contest
acwing-166` as a whole command. The peers do what their users do: exact-cover gets the rows that the
givens leave, afresh for each, and finds one solution; python-sat's CaDiCaL keeps one formula, takes
the givens as assumptions, and proves uniqueness by a blocking clause behind a literal that switches
it on; python-sat-first finds a solution. tdoku and Schoku are programs, where MINUET_TDOKU and
MINUET_SCHOKU name them: the first is called as `PROGRAM FILE 2 REPETITIONS` and says `... us a
puzzle`, the second is Schoku's own command. They say how long they took.

LIST is a file, a line each, or one of the lists that tdoku's benchmarks name, in the folder that
MINUET_SUDOKUS names: 17, all 49,158 sudokus of 17 givens, or hardest, the 375 of June 2011.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from minuet.experiments import measure
from minuet.models import ExactCover, Sudoku
from minuet.solvers.contract import Progress, Query
from minuet.solvers.contract.batch import Batch
from minuet.solvers.native.solver import native_batch
from minuet.solvers.search.many import Givens
from minuet.solvers.search.verbs import solve_many

Run = Callable[[], int]
ONE = ord("1")  # a dot and a zero stand before it
FOLDER = "MINUET_SUDOKUS"
LISTS = {"17": "puzzles2_17_clue", "hardest": "puzzles6_forum_hardest_1106"}


def options_of(line: str) -> list[int]:
    """Return the options that the givens of a line choose, in the order of Sudoku's table."""
    return [9 * cell + mark - ONE for cell, mark in enumerate(line.encode()) if mark >= ONE]


def by_solve_many(lines: list[str], solver: str = "bitmask") -> Run:
    """Prepare results one by one; the answer is how many have one solution."""
    matrix = Sudoku().matrix

    def run() -> int:
        results = solve_many(matrix, map(options_of, lines), solver, unique=True)
        return sum(one.count == 1 for one in results)

    return run


def by_arrays(lines: list[str], threads: int = 1) -> Run:
    """Prepare arrays in and out."""
    matrix, givens = Sudoku().matrix, Batch.of(list(map(options_of, lines)))

    def run() -> int:
        blocks: Any = solve_many(matrix, givens, unique=True, arrays=True, threads=threads)
        return sum(int((block.counts == 1).sum()) for block in blocks)

    return run


def by_engine(lines: list[str], path: str) -> Run:
    """Prepare the batch engine alone, on a path of vector instructions; nothing is verified."""
    matrix, givens = Sudoku().matrix, Batch.of(list(map(options_of, lines)))
    batch = native_batch(Query(matrix), Progress(), path)
    if batch is None:
        raise LookupError(f"no path {path} on this machine")

    def run() -> int:
        blocks = batch.blocks(Givens(matrix, givens), 2)
        return sum(int((counts == 1).sum()) for counts, _ in blocks)

    return run


def by_contest(lines: list[str]) -> Run:
    """Prepare the whole command; the answer is how many lines it writes."""
    text = "".join(f"{line.replace('0', '.')}\n" for line in lines).encode() + b"end\n"
    command = [sys.executable, "-m", "minuet.app", "contest", "acwing-166"]

    def run() -> int:
        done = subprocess.run(command, input=text, capture_output=True, check=True)
        return done.stdout.count(b"\n")

    run()  # with its modules compiled, as an installed command has them
    return run


def by_exact_cover(lines: list[str]) -> Run:
    """Prepare exact-cover; the answer is how many have a solution."""
    from exact_cover import get_exact_cover

    matrix = Sudoku().matrix
    rows = np.zeros((matrix.options, len(matrix.items)), bool)
    rows[np.repeat(np.arange(matrix.options), np.diff(matrix.starts)), matrix.members] = True

    def run() -> int:
        solved = 0
        for line in lines:
            kept = np.ones(len(rows), bool)
            for option in options_of(line):
                cell = option // 9
                kept[9 * cell : 9 * cell + 9] = False
                kept[option] = True
            solved += len(get_exact_cover(rows[kept])) == 81
        return solved

    return run


def formula(matrix: ExactCover) -> Callable[[], Any]:
    """Return a maker of CaDiCaL 1.5.3 filled with the matrix; variable k + 1 is option k."""
    from pysat.solvers import Solver

    starts, options = matrix.item_lists()
    clauses = []
    for item in range(len(matrix.items)):
        users = options[starts[item] : starts[item + 1]].tolist()
        clauses.append([k + 1 for k in users])
        clauses += [
            [-k - 1, -other - 1] for place, k in enumerate(users) for other in users[:place]
        ]
    return lambda: Solver(name="cadical153", bootstrap_with=clauses)


def by_python_sat(lines: list[str]) -> Run:
    """Prepare CaDiCaL; the answer is how many have one solution."""
    matrix = Sudoku().matrix
    fresh = formula(matrix)

    def run() -> int:
        unique = 0
        with fresh() as solver:
            for place, line in enumerate(lines):
                switch = matrix.options + 1 + place
                given = [option + 1 for option in options_of(line)]
                if not solver.solve(assumptions=given):
                    continue
                chosen = [v for v in solver.get_model()[: matrix.options] if v > 0]
                solver.add_clause([-switch, *(-v for v in chosen)])
                unique += not solver.solve(assumptions=[*given, switch])
                solver.add_clause([-switch])
        return unique

    return run


def by_python_sat_first(lines: list[str]) -> Run:
    """Prepare CaDiCaL, one formula for all; the answer is how many have a solution."""
    solver = formula(Sudoku().matrix)()
    asked = [[option + 1 for option in options_of(line)] for line in lines]
    return lambda: sum(solver.solve(assumptions=given) for given in asked)


def named_by(variable: str) -> str:
    """Return what a variable of the environment names. Raises LookupError if nothing."""
    if not os.environ.get(variable):
        raise LookupError(f"{variable} names nothing")
    return os.environ[variable]


def lines_of(named: str) -> list[str]:
    """Return the sudokus of a list, without remarks and empty lines."""
    file = Path(named_by(FOLDER)) / LISTS[named] if named in LISTS else Path(named)
    lines = file.read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def tell_tdoku(lines: list[str], file: Path) -> None:
    """Have tdoku solve the file, and tell what it says of its processor time."""
    words = [named_by("MINUET_TDOKU"), str(file), "2", "3"]
    said = subprocess.run(words, capture_output=True, check=True, text=True).stdout
    each = re.search(r"([\d.]+) us a puzzle", said)
    if each is None:
        raise ValueError(f"MINUET_TDOKU: expected '... us a puzzle', not {said!r}")
    seconds = float(each[1]) * 1e-6 * len(lines)
    print(json.dumps({"seconds": seconds, "processor_seconds": seconds}))


def tell_schoku(lines: list[str], file: Path) -> None:
    """Have Schoku look for several solutions of each by one thread, and tell what it says."""
    with tempfile.NamedTemporaryFile() as out:
        words = [named_by("MINUET_SCHOKU"), "-rM", "-t1", "-x", str(file), out.name]
        said = subprocess.run(words, capture_output=True, check=True, text=True).stdout
    took = re.search(r"([\d.]+)ms .*solving time", said)
    solved = re.search(r"(\d+) .*puzzles solved\n", said)
    if took is None or solved is None:
        raise ValueError(f"MINUET_SCHOKU: expected its solving time, not {said!r}")
    seconds = float(took[1]) / 1000
    found = {"seconds": seconds, "processor_seconds": seconds, "count": int(solved[1])}
    print(json.dumps(found))


WAYS: dict[str, Callable[[list[str]], Run]] = {
    "solve_many": by_solve_many,
    "dlx": partial(by_solve_many, solver="dlx"),
    "arrays": by_arrays,
    "arrays:2": partial(by_arrays, threads=2),
    **{f"engine:{path}": partial(by_engine, path=path) for path in ("avx512", "avx2", "portable")},
    "contest": by_contest,
    "exact-cover": by_exact_cover,
    "python-sat": by_python_sat,
    "python-sat-first": by_python_sat_first,
}
PROGRAMS = {"tdoku": tell_tdoku, "schoku": tell_schoku}


def main(way: str, named: str) -> None:
    """Solve the sudokus of a list; what is not installed is told as unsupported."""
    try:
        lines = lines_of(named)
        if way in PROGRAMS:
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder) / "sudokus.txt"
                file.write_text("\n".join([*lines, ""]))
                PROGRAMS[way](lines, file)
        else:
            measure(WAYS[way](lines))
    except (ImportError, LookupError) as error:
        print(json.dumps({"outcome": "unsupported", "message": f"{way}: {error.args[0]}"}))


if __name__ == "__main__":
    main(*sys.argv[1:])
