"""Optima of the engines for costs are certified, whoever proved them, and two checkers accept.

Small instances of the families of benchmarks/drawn.py; a certificate's tree is one
of its own, made anew from exact prices: it says nothing of the search that found the answer.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

import pytest

from benchmarks.drawn import (
    DATA,
    disguised,
    packing,
    partition,
    priced_sudoku,
    queens,
    quilt,
    ruler,
    weighted_grid,
)
from minuet.models import ExactCover, Puzzle, Unsupported
from minuet.models.formats import read
from minuet.solvers import Status, certify, solve

from oracle.first_checker import verdict
from oracle.second_checker import checked_by, needs_ocaml

MOST = 1_000_000  # nodes
FAMILIES: dict[str, Callable[[], Puzzle | ExactCover]] = {
    "grid of 4x4": partial(weighted_grid, 4, 2, 2, 1),
    "grid of 6x6": partial(weighted_grid, 6, 2, 3, 2),
    "priced sudoku": partial(priced_sudoku, 0, 12),
    "set partition, costs by size": partial(partition, 20, 200, 1),
    "set partition, any costs": partial(partition, 20, 200, 2, by_size=False),
    "set partition in disguise": lambda: disguised(partition(15, 100, 1), 1),
    "packing with values": partial(packing, 4, 1),
    "fewest squares": partial(quilt, 8),
    "fewest queens": partial(queens, 7),
}
TARGETS = {
    "target-t2": DATA / "target/t2.in",
    "target-sample2": DATA / "target/sample2.in",
    "target-blank": DATA.parents[1] / "benchmarks/grids/blank-target.in",
}
SOLVERS = ["auto", "dlx", "optimize", "optimize:climbing", "cpsat", "mip"]


INSTANCES = [
    *((family, prover) for family in FAMILIES for prover in SOLVERS),
    *((target, "auto") for target in TARGETS),
]


@cache
def certificate_of(name: str, solver: str) -> tuple[str, str]:
    """Return the matrix of an instance, and a certificate of the optimum that a solver proves."""
    if name in TARGETS:
        (puzzle,) = read(TARGETS[name].read_bytes(), form="target-sudoku").problems
    else:
        puzzle = FAMILIES[name]()
    try:
        result = solve(puzzle, solver, time_limit=20)
    except Unsupported:
        pytest.skip(f"{solver} does not answer it")
    if result.status is not Status.OPTIMAL:
        pytest.skip(f"{solver} did not prove it")
    certificate = certify(puzzle, result)
    assert certificate.nodes < MOST
    return certificate.matrix_text, "".join(f"{line}\n" for line in certificate.lines())


@pytest.mark.slow
@pytest.mark.parametrize(("name", "prover"), INSTANCES)
def test_what_is_proved_is_certified(name: str, prover: str) -> None:
    assert verdict(*certificate_of(name, prover))[0] == 0


@needs_ocaml
@pytest.mark.slow
@pytest.mark.parametrize(("name", "prover"), INSTANCES)
def test_the_second_checker_certifies_it(name: str, prover: str) -> None:
    matrix, certificate = certificate_of(name, prover)
    verdicts = checked_by([(matrix.encode(), certificate.encode())])
    assert verdicts == [verdict(matrix, certificate)]


def test_rulers_have_weights() -> None:
    puzzle = ruler(5)
    assert certify(puzzle, solve(puzzle)).check() == "optimum 11"
