"""Statements beside exactly-one groups: what the matrix says is what the statements say.

Every set of choices of small puzzles is looked at, in plain Python that knows no clauses.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from itertools import chain, combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import Choices, Puzzle
from minuet.solvers import count, solve

from drawing import few
from oracle.subsets import solutions_of

# A 2x3 grid in whose rows, and perhaps in whose columns, there is exactly one choice; three choices
# of which exactly one is made; and two that are free.
GRID = [(r, c) for r in range(2) for c in range(3)]
SIZES = {"grid": 6, "three": 3, "free": 2}
SPANS = {"grid": range(6), "three": range(6, 9), "free": range(9, 11)}
ALL = range(11)
GROUPS = {
    "row": [{0, 1, 2}, {3, 4, 5}],
    "col": [{0, 3}, {1, 4}, {2, 5}],
    "three": [{6, 7, 8}],
}

Told = frozenset[int] | tuple[str, Any, Any]
Meaning = Callable[[set[int]], bool]
KINDS: dict[str, Callable[[bool, bool], bool]] = {
    "implies": lambda x, y: not x or y,
    "equivalent": lambda x, y: x == y,
    "not_both": lambda x, y: not (x and y),
    "any_of": lambda x, y: x or y,
}


def wider(inner: st.SearchStrategy[Told]) -> st.SearchStrategy[Told]:
    return st.tuples(st.sampled_from(["and", "or", "not"]), inner, inner)


TOLD = st.recursive(st.frozensets(st.sampled_from(ALL), max_size=3), wider, max_leaves=3)
STATEMENTS = st.lists(st.tuples(st.sampled_from(list(KINDS)), TOLD, TOLD), min_size=1, max_size=3)
EXACT = st.sets(st.sampled_from(list(GROUPS)), min_size=1)


def tables_of(puzzle: Puzzle) -> dict[str, Choices]:
    return {
        "grid": puzzle.choices("grid", row=range(2), col=range(3)),
        "three": puzzle.choices("three", k=range(3)),
        "free": puzzle.choices("free", k=range(2)),
    }


def described(exact: set[str]) -> tuple[Puzzle, dict[str, Choices]]:
    """Return the puzzle with these exactly-one rules."""
    puzzle = Puzzle("statements")
    tables = tables_of(puzzle)
    puzzle.at_most(2, tables["free"])  # which reads the table, and demands nothing
    for by in ("row", "col"):
        if by in exact:
            puzzle.exactly_one(tables["grid"], by=by)
    if "three" in exact:
        puzzle.exactly_one(tables["three"], by=lambda k: 0)
    return puzzle, tables


def said(told: Told, tables: dict[str, Choices]) -> Any:
    """Return what is told of option numbers as selections."""
    if isinstance(told, frozenset):
        g, t, f = tables["grid"], tables["three"], tables["free"]
        return (
            g.where(lambda row, col: 3 * row + col in told)
            | t.where(lambda k: 6 + k in told)
            | f.where(lambda k: 9 + k in told)
        )
    sign, one, other = told
    left, right = said(one, tables), said(other, tables)
    return ~left if sign == "not" else left & right if sign == "and" else left | right


def holds(told: Told, chosen: set[int]) -> bool:
    if isinstance(told, frozenset):
        return not told.isdisjoint(chosen)
    sign, one, other = told
    left, right = holds(one, chosen), holds(other, chosen)
    return not left if sign == "not" else (left and right) if sign == "and" else (left or right)


def subsets(exact: set[str]) -> list[tuple[int, ...]]:
    """Return the sets of choices that the exactly-one rules allow."""
    groups = [group for name in exact for group in GROUPS[name]]
    every = chain.from_iterable(combinations(ALL, size) for size in range(len(ALL) + 1))
    return [some for some in every if all(len(group & set(some)) == 1 for group in groups)]


@given(EXACT, STATEMENTS)
@few(80)
def test_the_matrix_says_what_the_statements_say(
    exact: set[str], statements: list[tuple[str, Told, Told]]
) -> None:
    puzzle, tables = described(exact)
    for kind, one, other in statements:
        getattr(puzzle, kind)(said(one, tables), said(other, tables))
    right = {
        some
        for some in subsets(exact)
        if all(
            KINDS[kind](holds(one, set(some)), holds(other, set(some)))
            for kind, one, other in statements
        )
    }
    assert solutions_of(puzzle.matrix) == right
    assert solutions_of(puzzle.with_rules_apart().matrix) == right
    again = pickle.loads(pickle.dumps(puzzle))
    assert again.matrix == puzzle.matrix
    several = puzzle.matrix.has_weights or bool((puzzle.matrix.high > 1).any())
    memo = [] if several else ["memo"]
    for solver in ["propagate", "bitmask", *memo, "cpsat", "sat"]:
        assert count(puzzle, solver).count == len(right), solver


@given(EXACT, STATEMENTS)
@few(30)
def test_a_statement_that_may_be_broken_costs_where_it_is(
    exact: set[str], statements: list[tuple[str, Told, Told]]
) -> None:
    puzzle, tables = described(exact)
    for weight, (kind, one, other) in enumerate(statements, 1):
        stated = getattr(puzzle, kind)(said(one, tables), said(other, tables))
        puzzle.prefer(stated, weight)
    cost = {
        some: sum(
            weight
            for weight, (kind, one, other) in enumerate(statements, 1)
            if not KINDS[kind](holds(one, set(some)), holds(other, set(some)))
        )
        for some in subsets(exact)
    }
    for matrix in (puzzle.matrix, puzzle.with_rules_apart().matrix):
        found = [
            (
                tuple(option for option in options if option in ALL),
                matrix.costs[list(options)].sum(),
            )
            for options in solutions_of(matrix)
        ]
        assert len(found) == len(cost)
        assert dict(found) == cost
    if cost:
        assert solve(puzzle, "propagate").objective == min(cost.values())


@given(EXACT, STATEMENTS, TOLD)
@few(30)
def test_a_statement_may_depend_on_a_choice(
    exact: set[str], statements: list[tuple[str, Told, Told]], condition: Told
) -> None:
    puzzle, tables = described(exact)
    for kind, one, other in statements:
        stated = getattr(puzzle, kind)(said(one, tables), said(other, tables))
        puzzle.if_chosen(said(condition, tables), stated)
    right = {
        some
        for some in subsets(exact)
        if not holds(condition, set(some))
        or all(
            KINDS[kind](holds(one, set(some)), holds(other, set(some)))
            for kind, one, other in statements
        )
    }
    assert solutions_of(puzzle.matrix) == right


@given(
    EXACT,
    st.sampled_from(["row", "col", "k", "free", "all"]),
    st.integers(0, 3),
    st.sampled_from([0, 1, None]),
    st.frozensets(st.integers(0, 2), max_size=2),
)
@few(80)
def test_a_count_may_depend_on_a_choice(
    exact: set[str], by: str, low: int, more: int | None, condition: frozenset[int]
) -> None:
    puzzle, tables = described(exact)
    groups = {
        "row": [{0, 1, 2}, {3, 4, 5}],
        "col": [{0, 3}, {1, 4}, {2, 5}],
        "k": [{6, 7}],
        "free": [{9}, {10}],
        "all": [set(range(6))],
    }[by]
    table = tables[{"k": "three", "free": "free"}.get(by, "grid")]
    key = {
        "k": lambda k: "k" if k < 2 else None,
        "free": lambda k: k,
        "all": lambda row, col: "all",
    }.get(by, by)
    high = None if more is None else low + more
    rule = puzzle.between(low, high, table, by=key)
    puzzle.unread_remarks()  # the grid, where nothing reads it
    puzzle.if_chosen(tables["three"].where(lambda k: k in condition), rule)

    def holds(some: set[int]) -> bool:
        counts = [len(some & group) for group in groups]
        return all(low <= n and (high is None or n <= high) for n in counts)

    right = {
        some
        for some in subsets(exact)
        if not any(6 + k in some for k in condition) or holds(set(some))
    }
    assert solutions_of(puzzle.matrix) == right
    assert solutions_of(puzzle.with_rules_apart().matrix) == right


def test_a_count_of_few_that_depends_on_a_choice_needs_no_weights() -> None:
    puzzle, tables = described({"three"})
    rows = puzzle.exactly_one(tables["grid"], by="row")
    puzzle.if_chosen(tables["three"].where(k=0), rows)
    assert puzzle.matrix.has_weights  # what is asked for is in no group
    puzzle, tables = described({"row", "three"})
    puzzle.if_chosen(tables["three"].where(k=0), puzzle.exactly_one(tables["grid"], by="col"))
    puzzle.if_chosen(tables["three"].where(k=1), puzzle.at_most_one(tables["free"], by=lambda: 0))
    assert not puzzle.matrix.has_weights
    assert count(puzzle, "propagate").count == 0 + 9 * 3 + 9 * 4


def test_each_rule_of_a_matrix_apart_means_what_it_says() -> None:
    puzzle, tables = described({"row", "three"})
    puzzle.implies(tables["grid"].where(row=0, col=0), tables["three"].where(k=0), name="stated")
    assert not puzzle.matrix.has_weights
    apart = puzzle.with_rules_apart().matrix
    (item,) = [k for k, group in enumerate(apart.items) if group.rule == "stated"]
    wanted = np.arange(len(apart.items)) == item
    alone = apart.part(options=np.ones(apart.options, bool), items=wanted, costs=None)
    every = chain.from_iterable(combinations(ALL, size) for size in range(len(ALL) + 1))
    assert solutions_of(alone) == {some for some in every if 0 not in some or 6 in some}
    plain, _ = described({"row"})
    assert plain.with_rules_apart() is plain


@pytest.mark.parametrize(
    ("first", "second", "primary"),
    [
        ({0}, {6}, False),  # at most one of 0, 7 and 8
        ({0}, {6, 7}, False),  # at most one of 0 and 8
        ({0, 6}, {3}, True),  # at most two of 0, 6, 4 and 5
        ({0}, {3, 6}, True),  # at most two of 0, 4, 5, 7 and 8
        ({0}, {1}, True),  # 0 is not chosen
    ],
)
def test_a_clause_is_an_item_without_weights(
    first: set[int], second: set[int], primary: bool
) -> None:
    puzzle, tables = described({"row", "three"})
    puzzle.implies(
        _both(said(frozenset({one}), tables) for one in first), said(frozenset(second), tables)
    )
    matrix = puzzle.matrix
    assert not matrix.has_weights
    number = [k for k, group in enumerate(matrix.items) if group.rule == "implies"]
    assert [k < matrix.primary for k in number] == [primary]


def _both(parts: Any) -> Any:
    first, *others = parts
    for one in others:
        first = first & one
    return first


def test_a_choice_without_a_group_needs_weights() -> None:
    puzzle, tables = described({"row", "three"})
    puzzle.implies(tables["grid"].where(row=0, col=0), tables["free"].where(k=0))
    assert puzzle.matrix.has_weights
    assert count(puzzle, "propagate").count == 2 * 9 * 4 + 1 * 9 * 2


def test_hidden_rows_of_other_rules_count_in_a_group() -> None:
    puzzle = Puzzle("hidden")
    cell = puzzle.choices("cell", place=range(3), value=range(1, 3))
    puzzle.regular("0* 1 2 0*", cell, along="place", value="value", empty=0)
    puzzle.any_of(~cell.where(place=0, value=1), cell.where(place=2), name="stated")
    assert not puzzle.matrix.has_weights
    assert count(puzzle, "propagate").count == 1  # 0 1 2; not 1 2 0


def test_a_thousand_statements_have_small_items() -> None:
    puzzle = Puzzle("many")
    cell = puzzle.choices("cell", place=range(1000), value=range(4))
    puzzle.exactly_one(cell, by="place")
    for k in range(999):
        puzzle.implies(cell.where(place=k, value=0), cell.where(place=k + 1, value=1))
    assert not puzzle.matrix.has_weights
    assert len(puzzle.matrix.members) == 4000 + 999 * 4
