"""Explanations: what is said to clash clashes, and nothing of it can be spared."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import Answer, ExactCover, ModelError, Puzzle, Sudoku, Unavailable, WrongAnswer
from minuet.models.formats import read
from minuet.solvers import Status, solve
from minuet.solvers.explain import part_clauses
from minuet.solvers.explain.explain import explain, option_of
from minuet.solvers.explain.explanation import ExplainInterrupted, Explanation, Verdict
from minuet.solvers.explain.part_links import search_parts
from minuet.solvers.fuzz.oracles.brute_force import all_solutions
from minuet.solvers.process.interrupt import Stopped

from oracle.matrices import matrices
from oracle.problems import queens
from oracle.small_puzzles import puzzles

Selection = tuple[list[int], list[int]]


def restricted(matrix: ExactCover, items: set[int]) -> ExactCover:
    """The matrix in which the other items may be covered any number of times."""
    kept = sorted(items)
    rows = [[(i, c) for i, c in matrix.option(k) if i in items] for k in range(matrix.options)]
    starts = [0]
    for row in rows:
        starts.append(starts[-1] + len(row))
    return ExactCover(
        primary=sum(item < matrix.primary for item in kept),
        items=kept,
        starts=starts,
        members=[kept.index(item) for row in rows for item, _ in row],
        colors=[color for row in rows for _, color in row],
        low=[matrix.low[item] for item in kept],
        high=[matrix.high[item] for item in kept],
        color_names=matrix.color_names,
    )


def selection(found: Explanation) -> Selection:
    """The givens and the forbidden options, the supposition about the choice among them."""
    chosen, out = list(found.givens), list(found.forbidden)
    if found.choice is not None and found.verdict is Verdict.FORCED:
        out.append(found.choice)
    if found.choice is not None and found.verdict is Verdict.IMPOSSIBLE:
        chosen.append(found.choice)
    return chosen, out


def clashes(matrix: ExactCover, items: set[int], chosen: list[int], out: list[int]) -> bool:
    return not all_solutions(restricted(matrix, items), chosen, out)


def fewer(found: Explanation) -> list[Explanation]:
    """The explanation without each of its parts in turn."""
    left = []
    for name in ("items", "givens", "forbidden"):
        parts = getattr(found, name)
        left += [
            Explanation(**{**vars(found), name: parts[:k] + parts[k + 1 :]})
            for k in range(len(parts))
        ]
    return left


def require_irreducible(matrix: ExactCover, found: Explanation) -> None:
    assert found.irreducible
    assert found.confirmed
    assert clashes(matrix, set(found.items), *selection(found))
    for less in fewer(found):
        assert not clashes(matrix, set(less.items), *selection(less))


def least_clash(matrix: ExactCover) -> int:
    """The size of the smallest set of items that clashes, by trying all."""
    every = range(1 << len(matrix.items))
    sets = ({item for item in range(len(matrix.items)) if bits >> item & 1} for bits in every)
    return min(len(items) for items in sets if clashes(matrix, items, [], []))


@pytest.mark.parametrize("conflicts", [1, 3000])
@given(matrix=matrices(max_options=6))
def test_the_items_clash_and_none_can_be_spared(matrix: ExactCover, conflicts: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(part_clauses, "CONFLICTS", conflicts)  # 1: dancing links help at once
        found = explain(matrix)
    if all_solutions(matrix):
        assert found.verdict is Verdict.FEASIBLE
        assert found.witnesses[0] in all_solutions(matrix)
    else:
        assert found.verdict is Verdict.CLASH
        require_irreducible(matrix, found)


@given(matrix=matrices(max_options=5))
def test_the_smallest_set_is_the_smallest(matrix: ExactCover) -> None:
    found = explain(matrix, smallest=True)
    if found.verdict is Verdict.CLASH:
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
        assert found.verdict is Verdict.CLASH
    elif len(made) == len(every):
        assert found.verdict is Verdict.FORCED
    elif not made:
        assert found.verdict is Verdict.IMPOSSIBLE
    else:
        assert found.verdict is Verdict.OPEN
        with_it, without = found.witnesses
        assert with_it in made
        assert without in every
        assert choice not in without
        return
    require_irreducible(puzzle.matrix, found)
    assert set(found.givens) <= set(puzzle.given_options)
    assert set(found.forbidden) <= puzzle.forbidden_options


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


def test_a_choice_that_is_given_and_forbidden_clashes_with_itself() -> None:
    puzzle = queens(6)
    table = puzzle.table("queen")
    puzzle.given(table, row=0, col=1)
    puzzle.forbid(table, row=0, col=1)
    found = explain(puzzle)
    assert (found.givens, found.forbidden, found.items) == ((1,), (1,), ())
    assert found.confirmed


def test_a_forced_choice_is_derived_step_by_step() -> None:
    sudoku = Sudoku("12345678." + "." * 72)
    found = explain(sudoku, ("digit", {"row": 0, "col": 8, "value": 9}))
    assert found.verdict is Verdict.FORCED
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


def test_a_choice_may_be_a_row_of_its_table() -> None:
    sudoku = Sudoku("12345678." + "." * 72)
    row = sudoku.digit.rows[8 * 9 + 8]
    assert explain(sudoku, row).verdict is Verdict.FORCED
    with pytest.raises(ModelError, match="expected a row of a table, or a table and a mapping"):
        explain(sudoku, ("digit", (0, 8, 9)))  # type: ignore[arg-type]


def test_what_only_trying_shows_supposes_the_choice() -> None:
    six = queens(6)
    found = explain(six, 0)
    assert found.verdict is Verdict.IMPOSSIBLE
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
        assert (found.verdict, found.choice) == (Verdict.CLASH, choice)
        assert "suppose" not in str(found) and str(found) == whole
    given = queens(4).copy()
    given.given(given.table("queen"), row=0, col=0)
    assert str(explain(given, 0)) == str(explain(given, 3)) == str(explain(given))


def test_unsolvable_sudokus_are_explained_by_irreducible_sets(data: Path) -> None:
    problems = read((data / "sudoku/no_solution_200.txt").read_bytes()).problems
    for sudoku in problems[:6]:
        assert isinstance(sudoku, Sudoku)
        found = explain(sudoku)
        assert (found.verdict, found.irreducible) == (Verdict.CLASH, True)
        assert found.confirmed
        assert not clashing(sudoku, fewer(found))
        told = str(found)
        assert told.count("\n") >= len(found.items)


def clashing(puzzle: Puzzle, sets: list[Explanation]) -> list[Explanation]:
    """Which of the sets have no solution, by a solver that the explanation did not ask."""
    return [
        found
        for found in sets
        if solve(restricted(puzzle.matrix, set(found.items)), "cpsat", given=found.givens).status
        is Status.INFEASIBLE
    ]


def test_dancing_links_help_where_clause_learning_takes_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    def search(*arguments: Any) -> Any:
        asked.append(arguments)
        return search_parts(*arguments)

    monkeypatch.setattr(part_clauses, "CONFLICTS", 1)
    monkeypatch.setattr(part_clauses, "search_parts", search)
    six = langford(6)
    found = explain(six)
    assert asked
    assert (found.verdict, found.irreducible, found.confirmed) == (Verdict.CLASH, True, True)
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
    assert (found.verdict, found.irreducible) == (Verdict.CLASH, True)
    assert {str(item) for item in found.groups} == {
        *(f"d{number}" for number in range(2, 11, 2)),
        *(f"s{place}" for place in range(1, 20, 2)),
    }


def test_solvable_puzzles_have_nothing_that_clashes() -> None:
    puzzle = queens(6)
    found = explain(puzzle)
    assert (found.verdict, len(found), bool(found)) == (Verdict.FEASIBLE, 0, True)
    assert str(found) == "nothing clashes: there is a solution"
    (answer,) = found.answers
    assert isinstance(answer, Answer)
    assert puzzle.check(answer)


def test_givens_of_the_question_are_parts_too() -> None:
    found = explain(queens(6).matrix, given=[0, 1])
    assert (found.givens, len(found.items)) == ((0, 1), 1)
    assert "given option 1 (" in str(found)


def test_items_of_a_bare_matrix_are_named() -> None:
    (matrix,) = read("a b c | x\na x:red\nb x:blue\nc x\na c\nb x:red").problems
    assert explain(matrix).verdict is Verdict.FEASIBLE
    (matrix,) = read("a b c 2:3|d | x\na x:red\nb x:blue\nc x d\nd\nd a").problems
    assert str(explain(matrix)).splitlines() == [
        "no solution: 3 items clash",
        "  item b needs exactly one: only option 2 (b x:blue) is left",
        "  item c needs exactly one: only option 3 (c x d) is left",
        "  item x allows at most one, or several of one color: "
        "option 2 (b x:blue) and option 3 (c x d)",
    ]
    assert str(explain(matrix, 3, given=[4])).startswith("no solution")


def test_a_time_limit_that_has_passed_leaves_it_unknown() -> None:
    found = explain(queens(6), time_limit=0)
    assert found.verdict is Verdict.UNKNOWN
    assert str(found) == "unknown: the time was over first"


def test_what_was_found_before_a_limit_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*arguments: object) -> None:
        raise Stopped

    sudoku = Sudoku("12345678." + "........9" + "." * 63)
    module = sys.modules["minuet.solvers.explain.explain"]
    monkeypatch.setattr(module, "several", stop)
    found = explain(sudoku)
    assert (found.verdict, found.irreducible) == (Verdict.CLASH, False)
    assert clashing(sudoku, [found])
    assert str(found).splitlines()[0].endswith("(perhaps fewer would do)")


def test_what_was_found_before_an_interrupt_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*arguments: object) -> None:
        raise KeyboardInterrupt

    module = sys.modules["minuet.solvers.explain.explain"]
    monkeypatch.setattr(module, "_confirmed", interrupt)
    with pytest.raises(ExplainInterrupted) as caught:
        explain(Sudoku("7.......7" + "." * 72))
    assert len(caught.value.explanation) == 3


def test_parts_that_do_not_clash_after_all_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules["minuet.solvers.explain.explain"]
    monkeypatch.setattr(module, "plain_clash", lambda parts: parts.all[:1])
    with pytest.raises(WrongAnswer, match="parts that are said to clash have a solution"):
        explain(Sudoku("7.......7" + "." * 72))


def test_no_python_sat_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    assert explain(queens(6)).verdict is Verdict.FEASIBLE
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
    assert option_of(puzzle, made) == option_of(puzzle, 8) == 8
    assert option_of(puzzle, (puzzle.table("queen"), {"row": 1, "col": 2})) == 8
    with pytest.raises(ModelError, match="no tables"):
        option_of(puzzle.matrix, ("queen", {"row": 1}))
