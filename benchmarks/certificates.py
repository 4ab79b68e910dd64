"""What a certificate costs: seconds to answer, to prove and to check, and the bytes of the proof.

    python -m benchmarks.certificates

Processor time of this machine, one thread, without the time of a child process that proves.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from minuet.models import Sudoku
from minuet.models.formats import read
from minuet.models.gallery import entry
from minuet.solvers import solutions
from minuet.solvers.contract import Deadline
from minuet.solvers.sat.prover import answers
from minuet.solvers.search.selection import Problem, selection_of
from minuet.solvers.second_opinion.proofs.checking import check_by_dratify, check_natively
from minuet.solvers.second_opinion.proofs.plain_clauses import clauses_of

DATA = Path(__file__).parents[1] / "tests/data"
INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SEVENTEEN = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
LIMIT = 300.0
FEW = 20_000  # steps that dratify is asked to check
T = TypeVar("T")


def instance(name: str) -> Problem:
    return read((DATA / f"instances/{name}.dlx").read_text("utf-8")).problems[0]


def large_sudoku() -> Problem:
    return read((DATA / "sudoku/gecode_16x16.txt").read_text("utf-8")).problems[0]


CASES: dict[str, Callable[[], Problem]] = {
    "sudoku of Inkala": lambda: Sudoku(INKALA),
    "sudoku of 17 givens": lambda: Sudoku(SEVENTEEN),
    "sudoku without a solution": lambda: Sudoku(INKALA[:1] + "12" + INKALA[3:5] + "9" + INKALA[6:]),
    "sudoku of 16x16": large_sudoku,
    "4x4 sudokus": lambda: instance("shidoku4"),
    "8 queens": lambda: entry("queens-8").load(),
    "pentominoes 3x20": lambda: entry("pentominoes-3x20").load(),
    "random triples of 54": lambda: instance("rand3_54"),
    "Langford's pairs of 10": lambda: instance("langford10"),
    "hitori of 8x8": lambda: instance("hitori8"),
}


def timed(work: Callable[[], T]) -> tuple[T, float]:
    began = time.process_time()
    return work(), time.process_time() - began


def row(name: str, problem: Problem) -> str:
    found, answered = timed(lambda: list(solutions(problem, time_limit=LIMIT)))
    known = [getattr(one, "options", one) for one in found]
    matrix, given, forbidden = selection_of(problem, (), Deadline())
    clauses, written = timed(lambda: clauses_of(matrix, given, forbidden, known, lambda: None))
    began = time.perf_counter()
    proved = next(answers(clauses, Deadline(LIMIT)))
    seconds = time.perf_counter() - began
    assert proved.model is None, f"{name}: another solution"
    _, native = timed(lambda: check_natively(clauses, proved.steps, lambda: None))
    python = "-"
    if len(proved.steps) <= FEW:
        _, took = timed(lambda: check_by_dratify(clauses, proved.steps, lambda: None))
        python = f"{took:.2f}"
    size = sum(map(len, proved.steps)) + len(proved.steps)
    cells = [name, f"{len(known)}", f"{answered:.2f}", f"{len(clauses)}", f"{written:.2f}"]
    cells += [f"{seconds:.2f}", f"{len(proved.steps)}", f"{size}", f"{native:.2f}", python]
    return "| " + " | ".join(cells) + " |"


if __name__ == "__main__":
    heads = ["", "solutions", "answered, s", "clauses", "written, s", "proved, s", "steps"]
    heads += ["bytes", "checked natively, s", "by dratify, s"]
    print(f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
    for case, made in CASES.items():
        print(row(case, made()), flush=True)
