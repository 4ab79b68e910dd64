"""The fewest statements to take away: as few as brute force finds, and the rest has a solution."""

from __future__ import annotations

import sys
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ModelError, Puzzle, Sudoku, WrongAnswer
from minuet.models.formats import read
from minuet.solvers import Deadline, Stopped, Verdict, explain
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract.evidence import Level
from minuet.solvers.explain.hitting import HittingSet, hits_within
from minuet.solvers.explain.parts import Kind
from minuet.solvers.explain.relaxation import Relaxation
from minuet.solvers.explain.statements import Statement, StatementKind, statements
from minuet.solvers.process.interrupt import streamed

from oracle.clashes import restricted
from oracle.problems import queens

DEAR = {StatementKind.GIVEN: 0, StatementKind.FORBID: 1, StatementKind.RULE: 2}


@st.composite
def clashing_puzzles(draw: st.DrawFn) -> Puzzle:
    """A small table under tight rules, with givens and forbidden rows that mostly clash."""
    puzzle = Puzzle("small")
    table = puzzle.choices("pick", row=range(3), col=range(3))
    puzzle.exactly_one(table, by="row")
    puzzle.at_most_one(table, by="col")
    if draw(st.booleans()):
        puzzle.exactly_one(table, by=lambda row, col: (row + col) % 3, name="diagonal")
    cells = st.tuples(st.integers(0, 2), st.integers(0, 2))
    for row, col in draw(st.lists(cells, min_size=1, max_size=4)):
        puzzle.given(table, row=row, col=col)
    for row in draw(st.lists(st.integers(0, 2), max_size=2)):
        low = draw(st.integers(0, 2))
        puzzle.forbid(table, row=row, where=lambda col, low=low: col >= low)
    return puzzle


def has_solution(puzzle: Puzzle, kept: list[Statement]) -> bool:
    parts = {part for one in kept for part in one.parts}
    numbers = {kind: [part.number for part in parts if part.kind is kind] for kind in Kind}
    matrix = restricted(puzzle.matrix, set(numbers[Kind.ITEM]))
    return bool(all_solutions(matrix, numbers[Kind.GIVEN], numbers[Kind.FORBIDDEN]))


def without(every: list[Statement], gone: tuple[Statement, ...]) -> list[Statement]:
    """All but these; two that say the same are two."""
    out = set(map(id, gone))
    return [one for one in every if id(one) not in out]


def cheapest(puzzle: Puzzle, keep: set[StatementKind]) -> tuple[int, int] | None:
    """The least number of statements, and how dear the least dear set of so many is."""
    every = statements(puzzle, puzzle.given_options, puzzle.forbidden_options)
    soft = [one for one in every if one.kind not in keep]
    for size in range(len(soft) + 1):
        found = [
            sum(DEAR[one.kind] for one in gone)
            for gone in combinations(soft, size)
            if has_solution(puzzle, without(every, gone))
        ]
        if found:
            return size, min(found)
    return None


@given(puzzle=clashing_puzzles(), keep=st.sets(st.sampled_from(["given", "rule"]), max_size=1))
def test_no_smaller_set_will_do_as_brute_force_has_it(puzzle: Puzzle, keep: set[str]) -> None:
    found = explain(puzzle, relax=True, keep=keep)
    if found.verdict is not Verdict.CLASH:
        assert found.relaxation is None
        return
    relaxed = found.relaxation
    assert relaxed is not None
    least = cheapest(puzzle, {StatementKind(kind) for kind in keep})
    if least is None:
        assert not relaxed and relaxed.options is None
        assert "clashes by itself" in str(relaxed)
        return
    assert relaxed and relaxed.least
    assert relaxed.evidence is Level.AGREED
    assert (len(relaxed), sum(DEAR[one.kind] for one in relaxed.statements)) == least
    assert relaxed.bound == len(relaxed)
    every = statements(puzzle, puzzle.given_options, puzzle.forbidden_options)
    assert relaxed.total == len(every)
    assert relaxed.options is not None


def test_the_wrong_given_of_a_grid_is_named() -> None:
    # A grid with one solution, in which one given was mistyped: 5 for 9 in the last cell.
    grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..75"
    found = explain(Sudoku(grid), relax=True)
    assert found.relaxation is not None and found.relaxation.least
    assert [one.text for one in found.relaxation.statements] in (["R9C9=5"], ["R8C9=5"])
    text = str(found)
    assert "take away 1 of 34 statements (no fewer do, as SAT and dancing links agree):" in text
    assert "\n  given R" in text and " at test_relax.py:" in text


def test_several_mistakes_are_all_named() -> None:
    sudoku = Sudoku("1..1" + "2..." + "...3" + "4..4")
    kept = explain(sudoku, relax=True, keep="rule").relaxation
    assert kept is not None and kept.least
    assert {one.kind for one in kept.statements} == {StatementKind.GIVEN}
    assert len(kept) == kept.bound >= 2


def test_a_choice_is_made_possible_or_left_open() -> None:
    sudoku = Sudoku("12345678." + "." * 72)
    forced = explain(sudoku, ("digit", {"row": 0, "col": 8, "value": 9}), relax=True)
    assert forced.verdict is Verdict.FORCED and forced.relaxation is not None
    assert len(forced.relaxation) == 1
    assert "to leave the choice open, take away 1 of" in str(forced)
    assert forced.relaxation.options is not None and 8 * 9 + 8 not in forced.relaxation.options
    ruled = explain(sudoku, ("digit", {"row": 0, "col": 8, "value": 8}), relax=True)
    assert "to make the choice possible, take away 1 of" in str(ruled)
    assert ruled.relaxation is not None and ruled.relaxation.options is not None
    assert 8 * 9 + 7 in ruled.relaxation.options


def test_a_choice_given_twice_is_one_statement_and_one_forbidden_twice_two() -> None:
    puzzle = queens(4)
    for _ in range(2):
        puzzle.given("queen", row=0, col=0)  # in no solution
    relaxed = explain(puzzle, relax=True).relaxation
    assert relaxed is not None and [len(relaxed), relaxed.least] == [1, True]
    twice = queens(4)
    twice.given("queen", row=0, col=1)
    for _ in range(2):
        twice.forbid("queen", row=0, col=1)
    kept = explain(twice, relax=True, keep=("given", "rule")).relaxation
    assert kept is not None and len(kept) == 2


def test_items_of_a_matrix_are_statements() -> None:
    (matrix,) = read("a b c\na b\nb c\n").problems
    relaxed = explain(matrix, relax=True).relaxation
    assert relaxed is not None and [one.text for one in relaxed.statements] in (["a"], ["c"], ["b"])
    assert str(relaxed).splitlines()[1].strip().startswith("item ")


def test_unknown_kinds_are_refused() -> None:
    with pytest.raises(ModelError, match="no kind 'rules', expected given, forbid, rule, item"):
        explain(queens(3), relax=True, keep=("rules",))


def test_a_limit_keeps_the_smallest_known_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    least = HittingSet.least
    asked: list[int] = []

    def slow(self: HittingSet) -> list[int]:
        asked.append(1)
        if len(asked) > 1:
            raise Stopped
        return least(self)

    monkeypatch.setattr(HittingSet, "least", slow)
    found = explain(Sudoku("1..1" + "2..." + "...3" + "4..4"), relax=True)
    relaxed = found.relaxation
    assert relaxed is not None and relaxed and not relaxed.least
    assert relaxed.evidence is Level.CLAIMED
    assert f"(smallest known so far, at least {relaxed.bound} must go)" in str(found)


def test_a_set_that_does_not_help_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules["minuet.solvers.explain.relax"]
    grown = module.Relaxer._without

    def lying(self: Any, out: Any, solver: Any) -> Relaxation:
        found: Relaxation = grown(self, (), solver)
        return found

    monkeypatch.setattr(module.Relaxer, "_without", lying)
    with pytest.raises(WrongAnswer):
        explain(Sudoku("7.......7" + "." * 72), relax=True)


@given(
    sets=st.lists(st.sets(st.integers(1, 6), min_size=1), max_size=6),
    weights=st.lists(st.integers(1, 9), min_size=6, max_size=6),
)
def test_hitting_sets_are_the_cheapest(sets: list[set[int]], weights: list[int]) -> None:
    every = [set(some) for size in range(7) for some in combinations(range(1, 7), size)]
    hitting = [some for some in every if all(some & one for one in sets)]

    def cost(some: set[int]) -> int:
        return sum(weights[k - 1] for k in some)

    def work(run: Any) -> set[int]:
        with HittingSet(6, run, weights) as found:
            for one in sets:
                found.hit(sorted(one))
                found.least()  # it is told of more after it was asked
            return set(found.least())

    stream = streamed(work, Deadline())
    try:
        next(stream)
    except StopIteration as end:
        assert end.value in hitting
        assert cost(end.value) == min(map(cost, hitting))
    fewest = min(map(len, hitting))
    assert fewest == 0 or hits_within(sets, fewest - 1, lambda: None) is None
    few = hits_within(sets, fewest, lambda: None)
    assert few is not None and len(few) <= fewest and all(few & one for one in sets)
