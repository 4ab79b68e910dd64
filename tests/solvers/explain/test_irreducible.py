"""What is said to clash clashes, and nothing of it can be spared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ExactCover, Puzzle, Sudoku, WrongAnswer
from minuet.models.formats import read
from minuet.solvers import explain
from minuet.solvers.conformance import all_solutions

from late import Late
from oracle.clashes import clashing, fewer, least_clash, require_irreducible
from oracle.matrices import matrices
from oracle.small_puzzles import puzzles

pysat: Any = Late("pysat.solvers")


@contextmanager
def one_conflict() -> Iterator[list[int]]:
    """Let clause learning end at its first conflict; yield what it was allowed, turn by turn.

    So dancing links help at once, which otherwise help after some thousand conflicts.
    """
    allowed: list[int] = []
    honest = pysat.Solver.conf_budget

    def conf_budget(self: Any, budget: int = -1) -> None:
        allowed.append(budget)
        honest(self, min(budget, 1))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pysat.Solver, "conf_budget", conf_budget)
        yield allowed


@pytest.mark.parametrize("impatient", [False, True])
@given(matrix=matrices(max_options=6))
def test_the_items_clash_and_none_can_be_spared(matrix: ExactCover, impatient: bool) -> None:
    with one_conflict() if impatient else nullcontext():
        found = explain(matrix)
    if all_solutions(matrix):
        assert found.verdict == "FEASIBLE"
        assert found.witnesses[0] in all_solutions(matrix)
    else:
        assert found.verdict == "CLASH"
        require_irreducible(matrix, found)


@given(matrix=matrices(max_options=5))
def test_the_smallest_set_is_the_smallest(matrix: ExactCover) -> None:
    found = explain(matrix, smallest=True)
    if found.verdict == "CLASH":
        assert found.smallest
        require_irreducible(matrix, found)
        assert len(found) == least_clash(matrix)


@given(puzzle=puzzles(), choice=st.integers(0, 5))
def test_choices_are_forced_impossible_or_open_as_brute_force_has_it(
    puzzle: Puzzle, choice: int
) -> None:
    every = all_solutions(puzzle.matrix, puzzle.given_options, puzzle.forbidden_options)
    made = [options for options in every if choice in options]
    found = explain(puzzle, choice)
    if not every:
        assert found.verdict == "CLASH"
    elif len(made) == len(every):
        assert found.verdict == "FORCED"
    elif not made:
        assert found.verdict == "IMPOSSIBLE"
    else:
        assert found.verdict == "OPEN"
        with_it, without = found.witnesses
        assert with_it in made
        assert without in every
        assert choice not in without
        return
    require_irreducible(puzzle.matrix, found)
    assert set(found.givens) <= set(puzzle.given_options)
    assert set(found.forbidden) <= puzzle.forbidden_options


def test_unsolvable_sudokus_are_explained_by_irreducible_sets(data: Path) -> None:
    problems = read((data / "sudoku/no_solution_200.txt").read_bytes()).problems
    for sudoku in problems[:1]:
        assert isinstance(sudoku, Sudoku)
        found = explain(sudoku)
        assert (found.verdict, found.irreducible) == ("CLASH", True)
        assert found.confirmed
        assert not clashing(sudoku, fewer(found))
        told = str(found)
        rules = {rule.name: rule for rule in sudoku.rules}
        named = [rules[group.rule].demand(group.key) in told for group in found.groups]
        others = sum(map(int, re.findall(r" and (\d+) others?: ", told)))
        assert named.count(False) == others  # of a rule with many groups some are counted


def test_dancing_links_help_where_clause_learning_takes_long() -> None:
    six = langford(6)
    with one_conflict() as allowed:
        found = explain(six)
    assert max(allowed) > 0
    assert (found.verdict, found.irreducible, found.confirmed) == ("CLASH", True, True)
    assert not clashing(six, fewer(found))


def langford(n: int) -> Puzzle:
    """Two of each number up to n in a row, k places between the two k."""
    puzzle = Puzzle(f"langford {n}")
    pairs = puzzle.choices(
        "pair", k=range(1, n + 1), at=range(2 * n), where=lambda k, at: at + k + 1 < 2 * n
    )
    puzzle.exactly_one(pairs, by="k", name="number")
    puzzle.exactly_one(pairs, covering=lambda k, at: (at, at + k + 1), name="place")
    return puzzle


@pytest.mark.slow
def test_langford_10_fails_by_parity(data: Path) -> None:
    # The two of an even number stand on an odd and an even place, so the 5 even numbers take 5 of
    # the 10 odd places; odd numbers take two or none, and 5 places are left.
    (matrix,) = read((data / "instances/langford10.dlx").read_bytes()).problems
    found = explain(matrix)
    assert (found.verdict, found.irreducible) == ("CLASH", True)
    assert {str(item) for item in found.groups} == {
        *(f"d{number}" for number in range(2, 11, 2)),
        *(f"s{place}" for place in range(1, 20, 2)),
    }


def test_parts_that_do_not_clash_after_all_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A library that is wrong: of the parts that clash it names the first alone."""
    honest = pysat.Solver.get_core
    monkeypatch.setattr(pysat.Solver, "get_core", lambda self: honest(self)[:1])
    with pytest.raises(WrongAnswer, match="parts that are said to clash have a solution"):
        explain(langford(6))
