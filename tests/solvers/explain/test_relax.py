"""The fewest statements to take away: as few as brute force finds, and the rest has a solution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ModelError, Puzzle, Sudoku, WrongAnswer
from minuet.models.formats import read
from minuet.solvers import explain
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Stopped
from minuet.solvers.explain.relax import HittingSet, hits_within

from late import Late
from oracle.clashes import restricted
from oracle.problems import queens

pysat: Any = Late("pysat.solvers")
rc2: Any = Late("pysat.examples.rc2")
DEAR = {"given": 0, "forbid": 1, "rule": 2}


@dataclass(frozen=True, eq=False)
class Said:
    """A statement: what kind it is, and the items or options that it makes."""

    kind: str
    numbers: tuple[int, ...]


def said_in(puzzle: Puzzle) -> list[Said]:
    """Each rule and each `forbid` is a statement, and each choice given, however often."""
    rules = [
        tuple(k for k, item in enumerate(puzzle.matrix.items) if item.rule == rule.name)
        for rule in puzzle.rules
    ]
    return [
        *(Said("rule", items) for items in rules),
        *(Said("forbid", tuple(one.options)) for one in puzzle.forbidden),
        *(Said("given", (option,)) for option in dict.fromkeys(puzzle.given_options)),
    ]


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


def has_solution(puzzle: Puzzle, kept: Sequence[Said]) -> bool:
    numbers = {kind: {n for one in kept if one.kind == kind for n in one.numbers} for kind in DEAR}
    matrix = restricted(puzzle.matrix, numbers["rule"])
    return bool(all_solutions(matrix, tuple(numbers["given"]), tuple(numbers["forbid"])))


def cheapest(puzzle: Puzzle, keep: set[str]) -> tuple[int, int] | None:
    """The least number of statements, and how dear the least dear set of so many is."""
    every = said_in(puzzle)
    soft = [one for one in every if one.kind not in keep]
    for size in range(len(soft) + 1):
        found = [
            sum(DEAR[one.kind] for one in gone)
            for gone in combinations(soft, size)
            if has_solution(puzzle, [one for one in every if one not in gone])
        ]
        if found:
            return size, min(found)
    return None


@given(puzzle=clashing_puzzles(), keep=st.sets(st.sampled_from(["given", "rule"]), max_size=1))
def test_no_smaller_set_will_do_as_brute_force_has_it(puzzle: Puzzle, keep: set[str]) -> None:
    found = explain(puzzle, relax=True, keep=keep)
    if found.verdict != "CLASH":
        assert found.relaxation is None
        return
    relaxed = found.relaxation
    assert relaxed is not None
    least = cheapest(puzzle, keep)
    if least is None:
        assert not relaxed and relaxed.options is None
        assert "clashes by itself" in str(relaxed)
        return
    assert relaxed and relaxed.least
    assert relaxed.evidence == "agreed"
    assert (len(relaxed), sum(DEAR[one.kind] for one in relaxed.statements)) == least
    assert relaxed.bound == len(relaxed)
    assert relaxed.total == len(said_in(puzzle))
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
    assert {str(one.kind) for one in kept.statements} == {"given"}
    assert len(kept) == kept.bound >= 2


def test_a_choice_is_made_possible_or_left_open() -> None:
    sudoku = Sudoku("12345678." + "." * 72)
    forced = explain(sudoku, ("digit", {"row": 0, "col": 8, "value": 9}), relax=True)
    assert forced.verdict == "FORCED" and forced.relaxation is not None
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
    """The solver of hitting sets is late when it is asked for the second time."""
    compute, asked = rc2.RC2.compute, 0

    def slow(self: Any, **more: Any) -> Any:
        nonlocal asked
        asked += 1
        if asked > 1:
            raise Stopped
        return compute(self, **more)

    monkeypatch.setattr(rc2.RC2, "compute", slow)
    found = explain(Sudoku("1..1" + "2..." + "...3" + "4..4"), relax=True)
    assert asked == 2
    relaxed = found.relaxation
    assert relaxed is not None and relaxed and not relaxed.least
    assert relaxed.evidence == "claimed"
    assert f"(smallest known so far, at least {relaxed.bound} must go)" in str(found)


def test_a_set_that_does_not_help_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A library that is wrong: its solutions have one choice too many."""
    model = pysat.Solver.get_model
    monkeypatch.setattr(pysat.Solver, "get_model", lambda self: [1, *(model(self) or ())])
    with pytest.raises(WrongAnswer, match=r"^solver sat: "):
        explain(Sudoku("7.......7" + "." * 72), relax=True)


class Run:
    """A search that nobody stops."""

    def check(self) -> None:
        """Go on."""

    @contextmanager
    def stoppable(self, interrupt: object) -> Iterator[None]:
        yield


@given(
    sets=st.lists(st.sets(st.integers(1, 6), min_size=1), max_size=6),
    weights=st.lists(st.integers(1, 9), min_size=6, max_size=6),
)
def test_hitting_sets_are_the_cheapest(sets: list[set[int]], weights: list[int]) -> None:
    every = [set(some) for size in range(7) for some in combinations(range(1, 7), size)]
    hitting = [some for some in every if all(some & one for one in sets)]

    def cost(some: set[int]) -> int:
        return sum(weights[k - 1] for k in some)

    with HittingSet(6, Run(), weights) as solver:  # type: ignore[arg-type]
        for one in sets:
            solver.hit(sorted(one))
            solver.least()  # it is told of more after it was asked
        found = set(solver.least())
    assert found in hitting
    assert cost(found) == min(map(cost, hitting))
    fewest = min(map(len, hitting))
    assert fewest == 0 or hits_within(sets, fewest - 1, lambda: None) is None
    few = hits_within(sets, fewest, lambda: None)
    assert few is not None and len(few) <= fewest and all(few & one for one in sets)
