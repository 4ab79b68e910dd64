"""The clauses that proofs are held against say what a matrix means: no more, and no less."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ExactCover, Sudoku
from minuet.solvers.contract.certificate import Uncertified
from minuet.solvers.contract.deadline import Deadline, Stopped
from minuet.solvers.fuzz.oracles.brute_force import is_solution
from minuet.solvers.second_opinion.proofs import plain_clauses
from minuet.solvers.second_opinion.proofs.plain_clauses import clauses_of, clauses_of_items

from drawing import few
from oracle.matrices import matrices
from oracle.problems import queens


def nothing() -> None:
    pass


def keeps(clauses: list[list[int]], chosen: tuple[int, ...]) -> bool:
    true = {option + 1 for option in chosen}
    return all(any((v in true) if v > 0 else (-v not in true) for v in one) for one in clauses)


def subsets(options: int) -> list[tuple[int, ...]]:
    return [some for size in range(options + 1) for some in combinations(range(options), size)]


@few(90)
@given(matrix=matrices(7, weights=True), data=st.data())
def test_they_are_kept_by_the_solutions_and_by_nothing_else(
    matrix: ExactCover, data: st.DataObject
) -> None:
    numbers = st.lists(st.integers(0, max(matrix.options - 1, 0)), max_size=2, unique=True)
    given_, forbidden = (data.draw(numbers) if matrix.options else [] for _ in range(2))
    every = subsets(matrix.options)
    solutions = [some for some in every if is_solution(matrix, some, given_, forbidden)]
    known = solutions[: data.draw(st.integers(0, 3))]
    clauses = clauses_of(matrix, given_, forbidden, known, nothing)
    assert [some for some in every if keeps(clauses, some)] == solutions[len(known) :]


@few(60)
@given(matrix=matrices(6, weights=True), data=st.data())
def test_each_follows_from_one_item_whatever_is_selected(
    matrix: ExactCover, data: st.DataObject
) -> None:
    numbers = st.lists(st.integers(0, max(matrix.options - 1, 0)), max_size=2, unique=True)
    given_, forbidden = (data.draw(numbers) if matrix.options else [] for _ in range(2))
    every = subsets(matrix.options)
    for item in range(len(matrix.items)):
        alone = clauses_of_items(matrix, [item], (), (), nothing)
        kept = [some for some in every if keeps(alone, some)]
        selected = clauses_of_items(matrix, [item], given_, forbidden, nothing)
        says = [one for one in selected if len(one) > 1]
        assert all(keeps(says, some) for some in kept)


def test_an_exact_cover_is_at_least_one_and_not_both() -> None:
    made = clauses_of_items(queens(2).matrix, [0], (), (), nothing)
    assert sorted(made) == [[-1, -2], [1, 2]]


def test_what_cannot_stand_beside_a_given_is_settled_at_once() -> None:
    empty, full = Sudoku(), Sudoku("1" + "." * 80)
    clauses = clauses_of(full.matrix, full.given_options, (), (), nothing)
    assert len(clauses) < len(clauses_of(empty.matrix, (), (), (), nothing)) - 500
    assert sum(len(one) == 2 and -1 in one for one in clauses) == 28


def test_too_many_are_refused_before_they_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain_clauses, "MOST", 1000)
    with pytest.raises(Uncertified, match="more than 1000 plain clauses"):
        clauses_of(Sudoku().matrix, (), (), (), nothing)
    huge = ExactCover(
        primary=1, items=["a"], starts=range(61), members=[0] * 60, low=[30], high=[30]
    )
    with pytest.raises(Uncertified, match="plain clauses"):
        clauses_of(huge, (), (), (), nothing)


def test_the_deadline_is_looked_at() -> None:
    with pytest.raises(Stopped):
        clauses_of(Sudoku().matrix, (), (), (), Deadline(0).check)


def test_nothing_of_a_solver_is_read() -> None:
    import ast
    from pathlib import Path

    tree = ast.parse(Path(plain_clauses.__file__).read_text("utf-8"))
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert modules <= {
        "__future__",
        "collections",
        "collections.abc",
        "itertools",
        "math",
        "models.matrix.exact_cover",
        "contract.batch",
        "contract.certificate",
    }
