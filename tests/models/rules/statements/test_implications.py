"""What follows from what: every set of choices of small tables is looked at."""

from __future__ import annotations

import pickle
from itertools import chain, combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import Choices, ModelError, Puzzle
from minuet.solvers import count

from drawing import few
from oracle.subsets import solutions_of

Rows = frozenset[int]
Told = tuple[str, object, object] | Rows


def subsets(size: int) -> list[tuple[int, ...]]:
    return list(chain.from_iterable(combinations(range(size), k) for k in range(size + 1)))


def two_tables() -> tuple[Puzzle, Choices, Choices]:
    puzzle = Puzzle("statements")
    return puzzle, puzzle.choices("a", k=range(3)), puzzle.choices("b", k=range(2))


def wider(inner: st.SearchStrategy[Told]) -> st.SearchStrategy[Told]:
    return st.tuples(st.sampled_from(["and", "or", "not"]), inner, inner)


TOLD = st.recursive(st.frozensets(st.integers(0, 4), max_size=3), wider, max_leaves=4)


def said(told: Told, a: Choices, b: Choices) -> Any:
    """Return what is told of option numbers as selections; those of both tables are joined."""
    if isinstance(told, frozenset):
        return a.where(lambda k: k in told) | b.where(lambda k: k + 3 in told)
    sign, one, other = told
    left, right = said(one, a, b), said(other, a, b)  # type: ignore[arg-type]
    return ~left if sign == "not" else left & right if sign == "and" else left | right


def holds(told: Told, chosen: set[int]) -> bool:
    if isinstance(told, frozenset):
        return not told.isdisjoint(chosen)
    sign, one, other = told
    left, right = holds(one, chosen), holds(other, chosen)  # type: ignore[arg-type]
    return not left if sign == "not" else (left and right) if sign == "and" else (left or right)


@given(st.sampled_from(["implies", "equivalent", "not_both", "any_of"]), TOLD, TOLD)
@few(80)
def test_statements_mean_what_they_say(kind: str, one: Told, other: Told) -> None:
    puzzle, a, b = two_tables()
    getattr(puzzle, kind)(said(one, a, b), said(other, a, b))
    meaning = {
        "implies": lambda x, y: not x or y,
        "equivalent": lambda x, y: x == y,
        "not_both": lambda x, y: not (x and y),
        "any_of": lambda x, y: x or y,
    }[kind]
    right = {some for some in subsets(5) if meaning(holds(one, set(some)), holds(other, set(some)))}
    assert solutions_of(puzzle.matrix) == right
    again = pickle.loads(pickle.dumps(puzzle))
    assert again.matrix == puzzle.matrix
    for some in subsets(5):
        assert bool(puzzle.check(puzzle.read(some))) == (some in right)
        assert bool(again.check(again.read(some))) == (some in right)


@pytest.mark.parametrize("engine", ["dlx", "bitmask", "sat", "cpsat"])
def test_what_excludes_or_is_at_least_one_needs_no_weights(engine: str) -> None:
    puzzle, a, b = two_tables()
    puzzle.not_both(a.where(k=0), b.where(k=1))
    puzzle.any_of(a.where(lambda k: k > 0), b.where(k=0))
    puzzle.any_of(~a.where(k=0), ~a.where(k=1), ~b.where(k=0))
    assert not puzzle.matrix.has_weights
    expected = sum(
        not ({0, 4} <= set(some)) and bool({1, 2, 3} & set(some)) and not {0, 1, 3} <= set(some)
        for some in subsets(5)
    )
    assert count(puzzle, engine).count == expected


def test_a_statement_is_told_in_words() -> None:
    puzzle, a, b = two_tables()
    rule = puzzle.implies(a.where(k=0) & ~a.where(k=2), b.where(lambda k: k > 0), name="law")
    assert rule.text == "if a(k=0) and not a(k=2), then b(where=...)"
    assert str(puzzle.check(puzzle.read([0]))) == f"law: {rule.text}: it is not so"
    assert "rule law: if a(k=0) and" in puzzle.describe()
    puzzle.say(rule, lambda key: "lamp 0 needs light")
    assert str(puzzle.check(puzzle.read([0]))) == "lamp 0 needs light: it is not so"
    assert list(puzzle.clashes()) == []


def test_givens_that_exclude_each_other_clash() -> None:
    puzzle, a, b = two_tables()
    puzzle.not_both(a.where(k=0), b.where(k=1), name="apart")
    puzzle.given(a, k=0)
    assert not puzzle.clashes()
    puzzle.given(b, k=1)
    assert [str(group) for group in puzzle.clashes()] == ["apart 1"]


def test_what_is_no_selection_is_refused() -> None:
    puzzle, a, b = two_tables()
    other = Puzzle("other").choices("c", k=range(2))
    for wrong, told in (
        (lambda: puzzle.implies(a.where(k=0), True), r"True.*expected a selection as table.where"),
        (lambda: puzzle.implies(a.where(k=0), other.where(k=0)), "is not of puzzle"),
        (lambda: puzzle.any_of(), "no selection, expected some"),
        (lambda: a.where(k=7), r"a\(k=7\): no choice has k=7"),
        (lambda: a.where(j=7), "no column 'j'"),
        (lambda: a.where(k=0) and b.where(k=0), "neither true nor false; expected &"),
        (lambda: a.where(k=0) & 3, "'3', expected a selection"),
    ):
        with pytest.raises(ModelError, match=told):
            wrong()  # type: ignore[no-untyped-call]
    many = [puzzle.choices(name, k=range(500)).where(lambda k: k >= 0) for name in ("c", "d")]
    with pytest.raises(ModelError, match="a statement of over 200000 choices, expected a simpler"):
        puzzle.any_of(*(~one for one in many))
    assert not puzzle.rules


def test_twins_speak_of_their_own_tables() -> None:
    puzzle, a, b = two_tables()
    rule = puzzle.implies(a.where(k=0), b.where(k=0))
    twins = {a: a.twin(), b: b.twin()}
    assert rule.twin(twins).tables == (twins[a], twins[b])


@pytest.mark.parametrize("values", [[0, 1, 2], [[0], [1], [2]]], ids=["hashed", "compared"])
def test_a_selection_has_the_rows_that_fit_each_column(values: list[Any]) -> None:
    rows = [{"k": k, "value": value} for k in range(4) for value in values]
    choices = Puzzle("columns").choices("c", rows)

    def found(**columns: Any) -> list[int]:
        return list(choices.where(**columns).rows)

    fit = [row for row, told in enumerate(rows) if told["value"] == values[1]]
    assert found(value=values[1]) == fit
    for k in range(4):
        assert found(k=k) == [3 * k, 3 * k + 1, 3 * k + 2]
        assert found(k=k, value=values[1]) == found(value=values[1], k=k) == [3 * k + 1]
        assert found(value=lambda value: value != values[1], k=k) == [3 * k, 3 * k + 2]
    assert not Puzzle("empty").choices("c", rows=[]).where(k=0).rows
    with pytest.raises(ModelError, match="no choice has k=7"):
        choices.where(value=lambda value: True, k=7)
