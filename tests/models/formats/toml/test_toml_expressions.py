"""Expressions over columns: they compute as Python does, soon, and nothing in them is dropped."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models.formats.toml.expressions import ExpressionError, parse

from oracle.toml_texts import puzzle_of

COLUMNS = ("x", "y", "word", "cells")
KINDS = {"x": "int", "y": "int", "word": "str", "cells": "list"}


def value(text: str, *row: Any) -> Any:
    return parse(text, COLUMNS, KINDS).read(row)


OPERATORS = st.sampled_from(["==", "!=", "<", "<=", ">", ">="])
OPERANDS = st.recursive(
    st.sampled_from(["x", "y", "3", "-x", "x - y", "x % 3"]),
    lambda inner: st.builds("max({}, {})".format, inner, inner),
    max_leaves=4,
)
CHAINS = st.builds(
    lambda first, links: first + "".join(f" {op} {operand}" for op, operand in links),
    OPERANDS,
    st.lists(st.tuples(OPERATORS, OPERANDS), min_size=1, max_size=4),
)


@given(CHAINS, st.integers(-4, 4), st.integers(-4, 4))
def test_chains_of_comparisons_mean_what_python_means(text: str, x: int, y: int) -> None:
    assert value(text, x, y, "", ()) is eval(text, {"max": max}, {"x": x, "y": y})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x in (1, 2) == cells", True),
        ("x in cells == (1, 2)", None),
        ("1 < x in cells", False),
        ("0 < x in cells", True),
        ("x not in (1, 2) != cells", False),
        ("word in ('a', word) == ('a', 'b')", None),
        ("y > 0 and x // y == 1", False),
        ("0 < y < x // y", False),
    ],
)
def test_a_list_in_a_chain_is_compared_as_it_is(text: str, expected: bool | None) -> None:
    if expected is None:
        with pytest.raises(ExpressionError):
            value(text, 1, 0, "b", (1, 2))
    else:
        assert value(text, 1, 0, "b", (1, 2)) is expected


@pytest.mark.parametrize("form", ["x=={}==x", "x<{}<x", "0 in ({0},{0})", "not {}", "{}<x<9"])
def test_nested_comparisons_are_read_once(form: str) -> None:
    text = "x"
    while len(text) < 400:
        text = form.format(f"({text})")
    try:
        value(text, 1, 1, "", ())
    except ExpressionError as error:
        assert "too deep" in str(error) or "is no integer" in str(error)


def test_a_chain_of_26_levels_is_worked_out() -> None:
    text = "x"
    for _ in range(26):
        text = f"x==({text})==x"
    assert value(text, 1, 1, "", ()) is True
    assert value(text, 2, 1, "", ()) is False


@pytest.mark.parametrize(
    "text", ["x == 1 # or y == 1", "x == 1 # note\n and y == 1", "1or x", r"word == '\d'", "x is 1"]
)
def test_what_python_would_drop_or_warn_of_is_refused(text: str) -> None:
    with pytest.raises(ExpressionError, match="expected"):
        value(text, 1, 1, "", ())


def test_a_hash_in_a_string_is_no_comment() -> None:
    assert value("word == '#'", 1, 1, "#", ()) is True


@given(st.integers(-9, 9), st.integers(-9, 9))
def test_expressions_compute_as_python_does(x: int, y: int) -> None:
    text = "(x + y * 2 - -x) // 3 % 5 == abs(x) or not x < y <= 4 and max(x, y, 2) in (2, x)"
    puzzle = puzzle_of(f'[choices.a]\nx = [{x}]\ny = [{y}]\nwhere = "{text}"\n')
    expected = (x + y * 2 - -x) // 3 % 5 == abs(x) or (not x < y <= 4 and max(x, y, 2) in (2, x))
    assert len(puzzle.table("a")) == expected
