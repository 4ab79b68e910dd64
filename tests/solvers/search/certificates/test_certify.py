"""What certify says is what brute force says, and the checker confirms it from the texts alone."""

from __future__ import annotations

import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import (
    ExactCover,
    ModelError,
    Puzzle,
    Sudoku,
    TargetSudoku,
    Unreached,
    WrongAnswer,
)
from minuet.models.formats import read
from minuet.models.gallery import entry
from minuet.solvers import Result, Status, certify, count, solutions, solve

from oracle.drawn_certificates import drawn_matrices
from oracle.first_checker import PROGRAM, verdict
from oracle.matrices import matrices
from oracle.small_puzzles import puzzles
from oracle.subsets import solutions_of


def in_words(number: int) -> str:
    return {0: "INFEASIBLE", 1: "1 solution"}.get(number, f"{number} solutions")


@given(matrices())
def test_a_count_is_that_of_brute_force(matrix: ExactCover) -> None:
    certificate = certify(matrix)
    assert certificate.check() == in_words(len(list(solutions_of(matrix))))
    assert certificate.nodes == len(list(certificate.lines())) - 4


@given(matrices())
def test_an_optimum_is_that_of_brute_force(matrix: ExactCover) -> None:
    result = solve(matrix, "dlx")
    told = certify(matrix, result).check()
    known = list(solutions_of(matrix))
    if result.objective is None or not known:
        assert told == in_words(len(known))
    else:
        least = min(matrix.cost(options) for options in known)
        assert told == f"optimum {least}" or (told == "1 solution" and len(known) == 1)


@given(puzzles())
def test_givens_and_forbidden_choices_are_part_of_what_is_certified(puzzle: Puzzle) -> None:
    result = count(puzzle, "dlx")
    certificate = certify(puzzle, result)
    assert certificate.check() == in_words(result.count or 0)
    (again,) = read(certificate.matrix_text, form="dlx").problems
    assert count(again, "dlx").count == result.count


def test_further_options_may_be_given() -> None:
    queens = entry("queens-8").load()
    assert certify(queens, given=[0]).check() == "4 solutions"


@given(matrices(), st.randoms(use_true_random=False))
def test_the_digest_is_of_what_the_text_says_however_it_is_laid_out(
    matrix: ExactCover, random: object
) -> None:
    certificate = certify(matrix)
    lines = certificate.matrix_text.splitlines()
    again = "".join(["| a remark\n\n", *(f"{line}  \n\n" for line in lines[1:])])
    written = "".join(f"{line}\n" for line in certificate.lines())
    assert verdict(again, written) == (0, f"certified: {certificate.check()}")
    assert f"matrix {certificate.digest}\n" in written


def test_the_checker_runs_by_itself(tmp_path: Path) -> None:
    certificate = certify(entry("queens-8").load())
    (tmp_path / "queens.dlx").write_text(certificate.matrix_text, "utf-8")
    assert certificate.write(tmp_path / "queens.cert") == (tmp_path / "queens.cert").stat().st_size
    run = [sys.executable, "-I", "-S", "-W", "error", str(PROGRAM)]
    done = subprocess.run(
        [*run, "queens.dlx", "queens.cert"],
        cwd=tmp_path,
        capture_output=True,
        timeout=60,
        check=True,
    )
    assert (done.stdout, done.stderr) == (b"certified: 92 solutions\n", b"")


def test_the_checker_is_a_page_that_imports_the_standard_library_alone() -> None:
    text = PROGRAM.read_text("utf-8")
    assert len(text.splitlines()) <= 450
    imports = [line.split()[1] for line in text.splitlines() if line.startswith(("import", "from"))]
    assert set(imports) <= set(sys.stdlib_module_names)


def test_the_blank_target_sudoku_is_proved_to_have_no_better_answer_than_2906() -> None:
    puzzle = TargetSudoku()
    result = solve(puzzle, "dlx")
    assert result.objective == 2906
    assert certify(puzzle, result).check() == "optimum -2906"  # the matrix counts what is lost


def unsolvable(data: Path) -> list[str]:
    return (data / "sudoku/no_solution_200.txt").read_text("utf-8").split()


def test_sudokus_without_a_solution_are_certified_to_have_none(data: Path) -> None:
    for grid in unsolvable(data)[::20]:
        assert certify(Sudoku(grid)).check() == "INFEASIBLE"


@pytest.mark.slow
def test_every_sudoku_without_a_solution_is_certified_to_have_none(data: Path) -> None:
    grids = unsolvable(data)
    assert len(grids) == 200
    for grid in grids:
        assert certify(Sudoku(grid)).check() == "INFEASIBLE"


def test_what_does_not_hold_is_not_certified() -> None:
    queens = entry("queens-8").load()
    wrong = Result(Status.OPTIMAL, "dlx", "", count=91, complete=True)
    with pytest.raises(WrongAnswer, match=r"91 solutions are claimed, and .* has 92"):
        certify(queens, wrong)


def test_an_optimum_that_is_none_is_not_certified() -> None:
    refused = 0
    for matrix in islice(drawn_matrices(costs=True), 20):
        found = sorted(solutions(matrix, "dlx"), key=matrix.cost)
        for options in found[:1] + found[-1:]:
            told, cost = tuple(sorted(options)), matrix.cost(options)
            claimed = Result(Status.OPTIMAL, "dlx", "", options=told, objective=cost)
            if cost == matrix.cost(found[0]):
                assert certify(matrix, claimed).check() == f"optimum {cost}"
            else:
                with pytest.raises(WrongAnswer, match="claimed to be the least cost"):
                    certify(matrix, claimed)
                refused += 1
    assert refused >= 10


def test_what_is_left_open_is_not_certified() -> None:
    with pytest.raises(ModelError, match="leaves nothing open"):
        certify(entry("queens-8").load(), Result(Status.UNKNOWN, "dlx", ""))


def test_a_limit_is_told() -> None:
    with pytest.raises(Unreached, match="time limit"):
        certify(entry("queens-8").load(), time_limit=0)
