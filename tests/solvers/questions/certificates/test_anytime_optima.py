"""Optima of the engines for costs are certified, whoever proved them, and two checkers accept.

Small instances of the families that are measured in benchmarks/anytime; a certificate's tree is one
of its own, made anew from exact prices: it says nothing of the search that found the answer.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from benchmarks.anytime.drawn import disguised, packing, partition, priced_sudoku
from benchmarks.anytime.instances import instances
from benchmarks.anytime.small import queens, quilt, ruler
from benchmarks.best import weighted_grid
from minuet.models import ExactCover, Puzzle, Unsupported
from minuet.solvers import Status, certify, solve
from minuet.solvers.questions.solution_sets.certificates.check_certificate import checked

from oracle.second_checker import built, needs_ocaml

pytestmark = needs_ocaml
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
TARGETS = ["target-t2", "target-sample2", "target-blank-target"]
SOLVERS = ["auto", "dlx", "blocks", "ascent", "neighborhoods", "cpsat", "mip"]


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("built"))


def look_at(puzzle: Puzzle | ExactCover, solver: str, checker: Path, folder: Path) -> None:
    """Solve, certify, and let both checkers read what was written."""
    try:
        result = solve(puzzle, solver, time_limit=20)
    except Unsupported:
        pytest.skip(f"{solver} does not answer it")
    if result.status is not Status.OPTIMAL:
        pytest.skip(f"{solver} did not prove it")
    certificate = certify(puzzle, result)
    assert certificate.nodes < MOST
    matrix, written = folder / "matrix.dlx", folder / "certificate"
    matrix.write_text(certificate.matrix_text, "utf-8")
    written.write_text("".join(f"{line}\n" for line in certificate.lines()), "ascii")
    assert checked((str(matrix), str(written)))[0] == 0
    done = subprocess.run([str(checker), str(matrix), str(written)], check=False, timeout=60)
    assert done.returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize("prover", SOLVERS)
@pytest.mark.parametrize("family", FAMILIES)
def test_what_is_proved_is_certified(
    family: str, prover: str, checker: Path, tmp_path: Path
) -> None:
    look_at(FAMILIES[family](), prover, checker, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", TARGETS)
def test_target_sudokus_are_certified(name: str, checker: Path, tmp_path: Path) -> None:
    look_at(instances()[name].make(), "auto", checker, tmp_path)


def test_rulers_have_weights_and_no_certificates() -> None:
    puzzle = ruler(5)
    with pytest.raises(Unsupported, match="weights"):
        certify(puzzle, solve(puzzle))
