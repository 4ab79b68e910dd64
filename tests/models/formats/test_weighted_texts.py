"""Weights in texts of matrices: written and read back, and what a format cannot hold is named."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from minuet.models import ExactCover, InputError, ModelError, Puzzle
from minuet.models.formats import read, write

from oracle.matrices import matrices

HOLD_WEIGHTS = ["dlx", "json-cover", "graphml", "node-link"]
ALL = [*HOLD_WEIGHTS, "knuth", "matrix"]
PURSE = """\
| coins and a debt
5:6|sum -3:0|debt | beside
sum
sum*2 beside:red debt*-3
sum*2
sum*5 beside |7
"""


def dlx(text: str) -> ExactCover:
    (matrix,) = read(text, form="dlx").problems
    assert isinstance(matrix, ExactCover)
    return matrix


def test_a_star_tells_a_weight() -> None:
    matrix = dlx(PURSE)
    assert matrix.weights.tolist() == [1, 2, 1, -3, 2, 5, 1]
    assert (matrix.low.tolist(), matrix.high.tolist()) == ([5, -3, 0], [6, 0, 1])
    assert matrix.colors.tolist() == [0, 0, 1, 0, 0, 0, 0]
    assert write(matrix).split("\n", 1)[1] == PURSE.split("\n", 1)[1]


def told(matrix: ExactCover) -> list[tuple[object, ...]]:
    """What the matrix says, colors by name, so that colors numbered anew are the same."""
    names = [None, *matrix.color_names]
    return [
        (matrix.primary, list(matrix.items), matrix.low.tolist(), matrix.high.tolist()),
        (matrix.starts.tolist(), matrix.members.tolist(), matrix.weights.tolist()),
        ([names[color] for color in matrix.colors.tolist()], matrix.costs.tolist()),
    ]


@pytest.mark.parametrize("form", HOLD_WEIGHTS)
@given(matrix=matrices(weights=True))
def test_a_weighted_matrix_comes_back_from_its_text(form: str, matrix: ExactCover) -> None:
    filled = matrix.part(options=np.diff(matrix.starts) > 0)  # dlx gives the empty ones an item
    (again,) = read(write(filled, form), form=form).problems
    assert isinstance(again, ExactCover)
    assert told(again) == told(filled)


def test_the_largest_weights_and_bounds_come_back() -> None:
    most = (1 << 31) - 1
    matrix = ExactCover(
        primary=2,
        items=["a", "b"],
        starts=[0, 2, 3],
        members=[0, 1, 0],
        weights=[most, -most, 2],
        low=[-(1 << 62), -most],
        high=[1 << 62, -most],
    )
    for form in HOLD_WEIGHTS:
        assert read(write(matrix, form), form=form).problems[0] == matrix


def test_bounds_past_32_bits_without_weights_are_written_as_what_they_mean() -> None:
    wide = ExactCover(primary=1, items=["a"], starts=[0, 1], members=[0], low=[0], high=[1 << 40])
    for form in HOLD_WEIGHTS[:2]:
        (again,) = read(write(wide, form), form=form).problems
        assert isinstance(again, ExactCover)
        assert again.high.tolist() == [(1 << 31) - 1]


def test_a_name_with_a_star_is_a_name_first() -> None:
    matrix = dlx("a a*3\na*3\na\n")
    assert not matrix.has_weights
    assert matrix.members.tolist() == [1, 0]
    starred = dlx("a a*3\na*3 a*4\na\n".replace("a*4", "a"))
    assert write(starred).splitlines()[1:] == ["a a*3", "a*3 a", "a"]


def test_a_name_that_reads_as_a_weight_is_written_otherwise_where_there_are_weights() -> None:
    matrix = dlx("3|b 2|a*2\na*2 b*3\n")
    assert matrix.option_weights(0) == [1, 3]
    again = dlx(write(matrix))
    assert list(again.items) == ["b", "a_2"]
    assert again.option_weights(0) == [1, 3]


@pytest.mark.parametrize("form", ["knuth", "matrix"])
def test_a_format_without_weights_says_so(form: str) -> None:
    matrix = dlx("1|a\na*2\na\n")
    with pytest.raises(ModelError, match=f"^{form}: .* has weights, expected that each option"):
        write(matrix, form)
    if form == "knuth":
        with pytest.raises(InputError, match=r"2:1: unknown item 'a\*2'"):
            read("a\na*2\n", form="knuth")


@pytest.mark.parametrize("form", ALL)
def test_a_text_of_items_refuses_what_no_item_says(form: str) -> None:
    whole = dlx("a b\na\nb\na b\n")
    puzzle = Puzzle()
    edge = puzzle.choices("edge", rows=[{"a": 0, "b": 1}])
    puzzle.acyclic(edge, by=("a", "b"), name="ring")
    puzzle.require(lambda answer: True, over=edge, name="few")
    (rule,), (statement,) = puzzle.matrix.graph_rules, puzzle.matrix.statements
    toml = r" \(of a puzzle, toml holds it\)"
    for conditions, told_of, held in (
        ({"graph_rules": [rule]}, "the graph rule ring", toml),
        ({"graph_rules": [rule, rule]}, "the graph rule ring and 1 more", toml),
        ({"statements": [statement]}, "the statement few", ""),
    ):
        wanted = f"has {told_of}, expected items alone{held}$"
        with pytest.raises(ModelError, match=wanted) as caught:
            write(whole.replaced(**conditions), form)
        assert "\n" not in str(caught.value)
