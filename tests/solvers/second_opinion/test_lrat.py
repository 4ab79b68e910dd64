"""Refutations in LRAT, by a checker that was written from the definition of the format."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ExactCover, SolverError, Sudoku
from minuet.solvers import sat_proof, solve
from minuet.solvers.conformance import all_solutions

from drawing import few
from oracle.lrat_checker import Refusal, check_lrat
from oracle.matrices import matrices
from oracle.problems import HARD, pigeons, queens


def dimacs(proof: Any) -> str:
    return "".join(f"{line}\n" for line in proof.dimacs())


@pytest.fixture(scope="module")
def small() -> Any:
    return sat_proof(pigeons(4))


def test_a_proof_is_saved_in_the_format_of_its_ending(tmp_path: Path, small: Any) -> None:
    small.save(tmp_path / "a.cnf", tmp_path / "a.lrat")
    cnf, lrat = ((tmp_path / name).read_text() for name in ("a.cnf", "a.lrat"))
    assert (cnf, lrat) == (dimacs(small), small.lrat())
    assert check_lrat(cnf, lrat) == 37
    small.save(tmp_path / "b.cnf", tmp_path / "b.proof")
    assert (tmp_path / "b.proof").read_text().splitlines() == small.steps


def test_proofs_of_both_solvers_hold() -> None:
    sudoku = Sudoku(HARD)
    answer = solve(sudoku).answer
    assert answer is not None
    for proof, solver in (
        (sat_proof(sudoku, [answer]), "sat:glucose4"),
        (sat_proof(pigeons(7)), "sat:cadical195"),
    ):
        assert proof.solver == solver
        derived = check_lrat(dimacs(proof), proof.lrat())
        assert derived < len(proof.steps)  # what the empty clause does not rest on is left out


@few(60)
@given(matrix=matrices(8, weights=True))
def test_all_solutions_are_proved(matrix: ExactCover) -> None:
    proof = sat_proof(matrix, sorted(all_solutions(matrix)))
    check_lrat(dimacs(proof), proof.lrat())


def test_a_proof_of_other_clauses_is_refused() -> None:
    matrix = queens(4).matrix
    solutions = sorted(all_solutions(matrix))
    lrat = sat_proof(matrix, solutions).lrat()
    for k in range(1, len(solutions) + 1):
        proof = sat_proof(matrix, solutions)
        del proof.clauses[-k]  # now they can be kept
        with pytest.raises(Refusal):
            check_lrat(dimacs(proof), lrat)


def hints_of(line: str) -> range:
    """Return where the hints of an added clause stand among the words of its line."""
    words = line.split()
    return range(0) if words[1] == "d" else range(words.index("0") + 1, len(words) - 1)


def test_each_hint_is_needed(small: Any) -> None:
    cnf, lines = dimacs(small), small.lrat().splitlines()
    for number, line in enumerate(lines):
        for place in hints_of(line):
            words = line.split()
            del words[place]
            with pytest.raises(Refusal):
                check_lrat(cnf, altered(lines, number, " ".join(words)))


def altered(lines: list[str], number: int, line: str) -> str:
    changed = [*lines[:number], line, *lines[number + 1 :]]
    return "".join(f"{one}\n" for one in changed)


@few(60)
@given(data=st.data())
def test_an_altered_literal_or_name_is_refused(data: st.DataObject, small: Any) -> None:
    lines = small.lrat().splitlines()
    number = data.draw(st.integers(0, len(lines) - 1))
    words = lines[number].split()
    place = data.draw(st.integers(1, len(words) - 2))
    words[place] = "999" if words[1] == "d" or place in hints_of(lines[number]) else "21"
    with pytest.raises(Refusal):
        check_lrat(dimacs(small), altered(lines, number, " ".join(words)))


CUT: dict[str, Callable[[list[str]], list[str]]] = {
    "nothing is left": lambda lines: [],
    "the empty clause is left out": lambda lines: lines[:-1],
    "it is read backwards": lambda lines: lines[::-1],
    "the first line is left out": lambda lines: lines[1:],
    "a line comes twice": lambda lines: [lines[0], *lines],
}


@pytest.mark.parametrize("kind", CUT)
def test_a_cut_proof_is_refused(kind: str, small: Any) -> None:
    lines = CUT[kind](small.lrat().splitlines())
    with pytest.raises(Refusal):
        check_lrat(dimacs(small), "".join(f"{line}\n" for line in lines))


def test_a_clause_is_deleted_after_its_last_use(small: Any) -> None:
    lines = [line.split() for line in small.lrat().splitlines()]
    used = {word for words in lines for word in words[words.index("0") + 1 : -1]}
    used |= {words[0] for words in lines if words[1] != "d"}
    deleted = [word for words in lines if words[1] == "d" for word in words[2:-1]]
    left = set(lines[-1][2:-1]) | {lines[-1][0]}
    assert len(deleted) == len(set(deleted))
    assert set(deleted) == used - left


clauses_of_few = st.lists(
    st.lists(st.integers(-4, 4).filter(bool), max_size=3), min_size=4, max_size=16
)


@few(300)
@given(clauses=clauses_of_few, steps=clauses_of_few, deleted=clauses_of_few)
def test_what_is_written_holds_whatever_the_steps(
    small: Any, clauses: list[list[int]], steps: list[list[int]], deleted: list[list[int]]
) -> None:
    """Any clauses and steps, deletions among them: what is refused is not written."""
    text = [" ".join(map(str, (*step, 0))) for step in [*steps, []]]
    for place, clause in enumerate(deleted):
        text.insert(2 * place, " ".join(["d", *map(str, clause), "0"]))
    proof = replace(small, clauses=clauses, steps=text)
    try:
        lrat = proof.lrat()
    except SolverError:
        return
    check_lrat(dimacs(proof), lrat)


@pytest.mark.parametrize(
    ("clauses", "steps"),
    [
        ([[1, 2]], ["1 0", "0"]),
        ([[1, 2], [3, -2]], ["3 0", "d 3 -2 0", "-3 0", "0"]),
    ],
)
def test_a_resolution_asymmetric_tautology_is_not_written(
    small: Any, clauses: list[list[int]], steps: list[str]
) -> None:
    with pytest.raises(SolverError, match="step 1 of the proof does not follow"):
        replace(small, clauses=clauses, steps=steps).lrat()


@pytest.mark.parametrize(
    ("clauses", "lrat"),
    [
        ([[1], [-1]], "3 0 1 2 0\n"),
        ([[1], []], "3 0 2 0\n"),
        ([[1, 1], [2, -2], [-1]], "4 0 1 3 0\n"),
        ([[1], [-1, 2], [-2, -1]], "4 2 0 1 2 0\n4 d 2 0\n5 0 4 1 3 0\n"),
    ],
)
def test_what_units_refute_takes_no_steps(small: Any, clauses: list[list[int]], lrat: str) -> None:
    proof = replace(small, clauses=clauses, steps=[])
    assert proof.lrat() == lrat
    check_lrat(dimacs(proof), lrat)
