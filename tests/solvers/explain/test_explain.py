"""The question that an explanation answers: of which choice, with which givens, in what time."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from minuet.models import Answer, ModelError, Sudoku, Unavailable
from minuet.solvers import Interrupted, explain, sat_proof
from minuet.solvers.contract import Stopped

from late import Late
from oracle.clashes import clashing
from oracle.problems import queens

pysat: Any = Late("pysat.solvers")


def test_a_choice_that_is_given_and_forbidden_clashes_with_itself() -> None:
    puzzle = queens(6)
    table = puzzle.table("queen")
    puzzle.given(table, row=0, col=1)
    puzzle.forbid(table, row=0, col=1)
    found = explain(puzzle)
    assert (found.givens, found.forbidden, found.items) == ((1,), (1,), ())
    assert found.confirmed


def test_a_choice_may_be_a_row_of_its_table() -> None:
    sudoku = Sudoku("12345678." + "." * 72)
    row = sudoku.digit.rows[8 * 9 + 8]
    assert explain(sudoku, row).verdict == "FORCED"
    with pytest.raises(ModelError, match="expected a row of a table, or a table and a mapping"):
        explain(sudoku, ("digit", (0, 8, 9)))  # type: ignore[arg-type]


def test_solvable_puzzles_have_nothing_that_clashes() -> None:
    puzzle = queens(6)
    found = explain(puzzle)
    assert (found.verdict, len(found), bool(found)) == ("FEASIBLE", 0, True)
    assert str(found) == "nothing clashes: there is a solution"
    (answer,) = found.answers
    assert isinstance(answer, Answer)
    assert puzzle.check(answer)


def test_givens_of_the_question_are_parts_too() -> None:
    found = explain(queens(6).matrix, given=[0, 1])
    assert (found.givens, len(found.items)) == ((0, 1), 1)
    assert "given option 1 (" in str(found)


def test_what_the_search_forbids_is_a_part_and_a_statement() -> None:
    puzzle = queens(6)
    row = [puzzle.describe(option) for option in range(6)]
    found = explain(puzzle, forbidden=range(6), relax=True)
    assert (found.verdict, found.forbidden, found.givens) == ("CLASH", (*range(6),), ())
    assert [one.text for one in found.statements if one.kind == "forbid"] == row
    assert found.relaxation is not None and len(found.relaxation) == 1
    kept = explain(puzzle, forbidden=range(6), relax=True, keep=("forbid",)).relaxation
    assert kept is not None and {one.kind for one in kept.statements} == {"rule"}
    of_matrix = explain(puzzle.matrix, forbidden=range(6))
    assert of_matrix.forbidden == (*range(6),)
    assert {one.kind for one in of_matrix.statements} == {"forbid", "item"}
    assert sat_proof(puzzle, forbidden=range(6)).size > 0
    with pytest.raises(ModelError, match="forbidden: option number 36, expected 0 to 35"):
        explain(puzzle, forbidden=[36])


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"timeout": 1}, "explain: no setting 'timeout'; did you mean time_limit?"),
        ({"smalest": True}, "explain: no setting 'smalest'; did you mean smallest?"),
        ({"threads": 2}, "explain: no setting 'threads', expected it with solve and"),
        ({"solver": "dlx"}, "explain: no setting 'solver', expected it with solve and"),
    ],
)
def test_an_unknown_keyword_names_the_nearest(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(ModelError) as caught:
        explain(queens(4), **wrong)
    assert said.rstrip("?") in str(caught.value)
    with pytest.raises(ModelError, match="sat_proof: no setting 'knwon'; did you mean known"):
        sat_proof(queens(3), knwon=[])  # type: ignore[call-arg]


def test_a_time_limit_that_has_passed_leaves_it_unknown() -> None:
    found = explain(queens(6), time_limit=0)
    assert found.verdict == "UNKNOWN"
    assert str(found) == "unknown: the time was over first"


def test_what_was_found_before_a_limit_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clause learner is late when it is asked whether fewer parts clash."""
    honest, asked = pysat.Solver.solve_limited, 0

    def solve_limited(self: Any, *arguments: Any, **more: Any) -> Any:
        nonlocal asked
        asked += 1
        if asked > 1:
            raise Stopped
        return honest(self, *arguments, **more)

    monkeypatch.setattr(pysat.Solver, "solve_limited", solve_limited)
    sudoku = Sudoku("12345678." + "........9" + "." * 63)
    found = explain(sudoku)
    assert asked == 2
    assert (found.verdict, found.irreducible) == ("CLASH", False)
    assert clashing(sudoku, [found])
    assert str(found).splitlines()[0].endswith("(perhaps fewer would do)")


@pytest.mark.skipif(os.name != "posix", reason="the checker is a script for the shell")
def test_what_was_found_before_an_interrupt_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Ctrl-C comes while the proved checker looks at what was found."""
    checker = tmp_path / "minuet-check-certificate"
    checker.write_text("#!/bin/sh\nkill -INT $PPID\nexec /bin/sleep 600\n", "utf-8")
    checker.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    with pytest.raises(Interrupted) as caught:
        explain(Sudoku("7.......7" + "." * 72), evidence="proved")
    assert len(caught.value.result) == 3


def test_no_python_sat_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    assert explain(queens(6)).verdict == "FEASIBLE"
    with pytest.raises(Unavailable, match="python-sat cannot be imported"):
        explain(queens(3))


@pytest.mark.parametrize(
    ("choice", "complaint"),
    [
        (99, "option number 99, expected 0 to 35"),
        (("queen", {"row": 9, "col": 0}), r"choice queen\(row=9, col=0\): no such choice"),
        (("queen", {"row": 1}), "6 choices match, expected one"),
        (("king", {"row": 1}), "no table 'king'"),
    ],
)
def test_choices_that_are_not_in_the_puzzle_are_refused(choice: object, complaint: str) -> None:
    with pytest.raises(ModelError, match=complaint):
        explain(queens(6), choice)  # type: ignore[arg-type]


def test_a_choice_is_named_by_number_given_or_values() -> None:
    puzzle = queens(6)
    made = puzzle.given(puzzle.table("queen"), row=1, col=2)
    named = ("queen", {"row": 1, "col": 2}), (puzzle.table("queen"), {"row": 1, "col": 2})
    assert [explain(puzzle, choice).choice for choice in (made, 8, *named)] == [8] * 4
    with pytest.raises(ModelError, match="no tables"):
        explain(puzzle.matrix, ("queen", {"row": 1}))
