"""Some fifty thousand sudokus, from the text to the answers, in microseconds a puzzle.

The 49,151 sudokus of 17 givens (G. Royle's list, a line each) where the environment variable
MINUET_SUDOKUS_17 names their file; else those of the hard 9x9 list, thirty times over. `minuet
contest acwing-166` is measured as a whole command, its start, reading and writing included;
python-sat's CaDiCaL solves alone, one formula for all and the givens as assumptions, up to the
first solution. `solve_many` with `unique=True` and exact-cover read the puzzles' text and solve.
The peers get 1,000 of them, evenly spread.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from minuet.models import Sudoku
from minuet.solvers.contract import Progress, Query
from minuet.solvers.contract.batch import Batch
from minuet.solvers.native.batches import native_batch
from minuet.solvers.search.many import Givens
from minuet.solvers.search.verbs import solve_many

from .instances import lines, options_of
from .measure import Bench, Measurement, Said, Work
from .peers import PACKAGES, formula, sudokus_by_exact_cover
from .report import Section, Table, Target

__all__ = ["add_batches"]

VARIABLE = "MINUET_SUDOKUS_17"
HARD, OVER = "magictour_1465.txt", 30
SAMPLE = 1000  # for the peers
RUNS = 3


@cache
def every_puzzle() -> list[str]:
    """Return all puzzles, a line each."""
    path = os.environ.get(VARIABLE)
    if not path:
        return [line for line in lines(HARD) if line] * OVER
    return Path(path).read_text().replace("0", ".").split()


def puzzles(number: int) -> list[str]:
    """Return so many of them, evenly spread."""
    known = every_puzzle()
    return [known[k * len(known) // number] for k in range(number)]


def givens_of(number: int) -> Batch:
    """Return the givens of so many puzzles as arrays."""
    return Batch.of([options_of(line) for line in puzzles(number)])


def by_contest(number: int) -> Callable[[], int]:
    """Prepare the whole command; the answer is how many lines it writes."""
    file = tempfile.TemporaryFile()  # noqa: SIM115  it lives as long as the child
    # With its modules compiled, as an installed command has them.
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": tempfile.mkdtemp()}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    file.write("".join(f"{line}\n" for line in puzzles(number)).encode() + b"end\n")

    def ask() -> int:
        file.seek(0)
        command = [sys.executable, "-m", "minuet.app", "contest", "acwing-166"]
        done = subprocess.run(command, stdin=file, capture_output=True, check=True, env=environment)
        return done.stdout.count(b"\n")

    ask()
    return ask


def by_assumptions(number: int) -> Callable[[], int]:
    """Prepare CaDiCaL with one formula; the answer is how many puzzles have a solution."""
    solver = formula(Sudoku().matrix)()
    asked = [[option + 1 for option in options_of(line)] for line in puzzles(number)]
    return lambda: sum(solver.solve(assumptions=given) for given in asked)


def iterator(number: int) -> Callable[[], int]:
    """Prepare results one by one; the answer is how many puzzles have one solution."""
    matrix, asked = Sudoku().matrix, puzzles(number)

    def ask() -> int:
        givens = map(options_of, asked)
        return sum(result.count == 1 for result in solve_many(matrix, givens, unique=True))

    return ask


def from_arrays(number: int) -> Callable[[], int]:
    """Prepare results one by one of givens that are arrays; the answer is as before."""
    matrix, givens = Sudoku().matrix, givens_of(number)
    return lambda: sum(result.count == 1 for result in solve_many(matrix, givens, unique=True))


def arrays(number: int) -> Callable[[], int]:
    """Prepare arrays in and out; the answer is as before."""
    matrix, givens = Sudoku().matrix, givens_of(number)
    return lambda: _ones(solve_many(matrix, givens, unique=True, arrays=True))


def engine(number: int) -> Callable[[], int]:
    """Prepare the engine alone, nothing verified; the answer is as before."""
    matrix, givens = Sudoku().matrix, givens_of(number)
    batch = native_batch(Query(matrix), Progress())
    assert batch is not None

    def ask() -> int:
        blocks = batch.blocks(Givens(matrix, givens), 2)
        return sum(int((counts == 1).sum()) for counts, _ in blocks)

    return ask


def by_threads(number: int) -> Callable[[], Said]:
    """Prepare arrays by one thread and by two; the best seconds by the clock are told."""
    matrix, givens = Sudoku().matrix, givens_of(number)

    def ask() -> Said:
        best, unique = [float("inf")] * 2, set()
        for _ in range(RUNS):
            for place, threads in enumerate((1, 2)):
                began = time.perf_counter()
                unique.add(
                    _ones(solve_many(matrix, givens, unique=True, threads=threads, arrays=True))
                )
                best[place] = min(best[place], time.perf_counter() - began)
        return Said(unique.pop() if len(unique) == 1 else sorted(unique), best)

    return ask


def _ones(blocks: Any) -> int:
    return sum(int((block.counts == 1).sum()) for block in blocks)


def add_batches(bench: Bench, section: Section) -> None:
    """Measure batches, and add them to the section."""
    number = 300 if bench.settings.quick else len(every_puzzle())
    few = min(number, SAMPLE)
    found = bench.measure(
        "batches of sudokus",
        [
            Work("minuet contest", by_contest, (number,), number),
            Work("solve_many", iterator, (number,), number),
            Work("solve_many, givens as arrays", from_arrays, (number,), number),
            Work("solve_many, arrays in and out", arrays, (number,), number),
            Work("the engine alone", engine, (number,), number),
            Work(
                "exact-cover", sudokus_by_exact_cover, (puzzles(few),), few, PACKAGES["exact-cover"]
            ),
            Work(
                "python-sat, solving alone",
                by_assumptions,
                (few,),
                few,
                PACKAGES["python-sat"],
            ),
        ],
        fresh=True,
    )
    each = {
        name: 1e6 * one.seconds / (few if one.peer else number)
        for name, one in found.items()
        if one.seconds
    }
    table = [[name, f"{micro:.1f}"] for name, micro in each.items()]
    section.tables.append(Table([f"{number} sudokus", "µs a puzzle"], table))
    section.targets += [
        _quicker(
            "minuet contest acwing-166", each, "minuet contest", "python-sat, solving alone", 15
        ),
        _quicker("solve_many, uniqueness proved", each, "solve_many", "exact-cover", 60),
        Target(
            "solve_many, arrays in and out: by the engine alone",
            1.3,
            _by(each, "solve_many, arrays in and out", "the engine alone"),
            below=True,
        ),
    ]
    work = Work("two threads", by_threads, (number,), number, cap=60)
    _add_threads(section, bench.measure("batches by threads", [work])["two threads"])


def _quicker(text: str, each: dict[str, float], mine: str, peer: str, wanted: float) -> Target:
    return Target(f"{text}: by {peer}", wanted, _by(each, peer, mine))


def _by(each: dict[str, float], one: str, other: str) -> float | None:
    return each[one] / each[other] if one in each and other in each else None


def _add_threads(section: Section, one: Measurement) -> None:
    if not one.extra or one.problem:
        return
    gain = one.extra[0] / one.extra[1]
    cells = [f"{seconds:.3g} s" for seconds in one.extra]
    section.tables.append(
        Table(
            ["by the clock", "one thread", "two threads", "gain"],
            [["arrays in and out", *cells, f"{gain:.2f}x"]],
        )
    )
    section.targets.append(Target("a batch of sudokus by two threads: by one", 1.85, gain))
