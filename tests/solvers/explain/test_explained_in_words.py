"""What an explanation says: which givens and groups, in what order, and of which choice."""

from __future__ import annotations

from minuet.models import Puzzle, Sudoku
from minuet.models.formats import read
from minuet.solvers import Status, explain, solve

from oracle.problems import queens


def test_two_givens_in_one_group_are_named_with_it() -> None:
    found = explain(Sudoku("7.......7" + "." * 72))
    assert (len(found.givens), len(found.items)) == (2, 1)
    assert str(found) == (
        "no solution: 2 givens and 1 group clash\n"
        "  row 1 needs exactly one 7: given R1C1=7 and given R1C9=7"
    )


def test_a_group_that_no_choice_fills_is_named_alone() -> None:
    puzzle = Puzzle()
    table = puzzle.choices("place", cell=range(3))
    puzzle.exactly_one(table, by="cell", over=range(4), name="cell")
    found = explain(puzzle)
    assert (len(found), found.smallest) == (1, True)
    assert str(found) == (
        "no solution: 1 group cannot be met\n  cell 3 needs exactly one: there is no choice for it"
    )


def test_what_forbidden_choices_leave_is_told() -> None:
    puzzle = queens(4)
    table = puzzle.table("queen")
    puzzle.forbid(table, row=0, where=lambda col: col != 0)
    puzzle.given(table, row=2, col=2)
    found = explain(puzzle)
    assert (len(found.forbidden), len(found.givens), len(found.items)) == (3, 1, 2)
    assert str(found).splitlines()[-1].endswith("given queen(row=2, col=2)")


def test_a_forced_choice_is_derived_step_by_step() -> None:
    sudoku = Sudoku("12345678." + "." * 72)
    found = explain(sudoku, ("digit", {"row": 0, "col": 8, "value": 9}))
    assert found.verdict == "FORCED"
    assert len(found.givens) == 8
    heading, *story = str(found).splitlines()
    assert heading == ("R1C9=9 is forced: 8 givens and 9 groups leave no other way")
    assert len(story) == 9
    assert all(
        line.startswith("  row 1 needs exactly one ") and ": given R1C" in line
        for line in story[:8]
    )
    assert story[8].endswith(": only R1C9=9 is left")


def test_a_given_is_forced_because_it_is_given() -> None:
    sudoku = Sudoku("1" + "." * 80)
    told = str(explain(sudoku, sudoku.givens[0]))
    assert told == "R1C1=1 is forced: 1 given leaves no other way\n  R1C1=1 is given"


def test_what_only_trying_shows_supposes_the_choice() -> None:
    six = queens(6)
    found = explain(six, 0)
    assert found.verdict == "IMPOSSIBLE"
    _, supposed, *_, last = str(found).splitlines()
    assert supposed == "  suppose that queen(row=0, col=0) is chosen; then"
    assert last == "  no way to choose meets all of these at once"
    assert solve(six, "dlx", given=[0]).status is Status.INFEASIBLE


def test_a_choice_that_is_not_looked_at_is_not_argued_from() -> None:
    pigeons = Puzzle("three pigeons, two holes")
    place = pigeons.choices("place", pigeon=range(3), hole=range(2))
    pigeons.exactly_one(place, by="pigeon")
    pigeons.at_most_one(place, by="hole")
    whole = str(explain(pigeons))
    assert whole.endswith("no way to choose meets all of these at once")
    for choice in range(6):
        found = explain(pigeons, choice)
        assert (found.verdict, found.choice) == ("CLASH", choice)
        assert "suppose" not in str(found) and str(found) == whole
    given = queens(4).copy()
    given.given(given.table("queen"), row=0, col=0)
    assert str(explain(given, 0)) == str(explain(given, 3)) == str(explain(given))


def test_items_of_a_bare_matrix_are_named() -> None:
    (matrix,) = read("a b c | x\na x:red\nb x:blue\nc x\na c\nb x:red").problems
    assert explain(matrix).verdict == "FEASIBLE"
    (matrix,) = read("a b c 2:3|d | x\na x:red\nb x:blue\nc x d\nd\nd a").problems
    assert str(explain(matrix)).splitlines() == [
        "no solution: 3 items clash",
        "  item b needs exactly one: only option 2 (b x:blue) is left",
        "  item c needs exactly one: only option 3 (c x d) is left",
        "  item x allows at most one, or several of one color: "
        "option 2 (b x:blue) and option 3 (c x d)",
    ]
    assert str(explain(matrix, 3, given=[4])).startswith("no solution")
