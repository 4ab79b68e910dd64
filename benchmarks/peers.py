"""The peers from PyPI where they are no runs of the suite: beside streams, and on many sudokus.

exact-cover and xcover tell all solutions as peer_solvers.py has them; preparing one solves a tiny
problem, so that xcover's compiler is left out. Of sudokus exact-cover gets the Boolean matrix, and
python-sat's CaDiCaL at-least-one clauses and pairwise at-most-one clauses: these are made
beforehand and not measured.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from minuet.models import ExactCover, Sudoku
from minuet.solvers.contract import Progress, Query

from .instances import options_of
from .measure import Work
from .peer_solvers import ExactCoverC, Xcover

__all__ = [
    "PACKAGES",
    "all_solutions",
    "formula",
    "sudokus_by_exact_cover",
]

PACKAGES = {
    "exact-cover": "exact_cover",
    "xcover": "xcover",
    "python-sat": "pysat",
}
PEERS = {"exact-cover": ExactCoverC, "xcover": Xcover}


def all_solutions(
    matrix: Callable[[str], ExactCover], name: str, expected: int, engines: list[str]
) -> list[Work]:
    """Return the works of finding all solutions by these peers."""
    return [Work(one, _stream, (one, matrix, name), expected, PACKAGES[one]) for one in engines]


def _stream(peer: str, matrix: Callable[[str], ExactCover], name: str) -> Callable[[], int]:
    solver, whole = PEERS[peer](), matrix(name)

    def ask(about: ExactCover = whole) -> int:
        return sum(map(len, solver.solutions(Query(about), Progress())))

    tiny = ExactCover(primary=2, items=["a", "b"], starts=[0, 1, 2, 4], members=[0, 1, 0, 1])
    assert ask(tiny) == 2  # xcover is compiled by now
    return ask


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


def _clauses(matrix: ExactCover) -> list[list[int]]:
    clauses = []
    for primary, options in groups(matrix):
        if primary:
            clauses.append([k + 1 for k in options])
        for place, k in enumerate(options):
            clauses += [[-k - 1, -other - 1] for other in options[:place]]
    return clauses
