"""Clauses of colors: what an item whose options give a color says of it, and where none does."""

from __future__ import annotations

import pytest

from minuet.models import ExactCover
from minuet.models.formats import read
from minuet.solvers import count


@pytest.mark.parametrize("engine", ["sat", "cpsat"])
@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("a | x\na x:red\na x\n", 2),  # an option of the item gives no color
        ("a | x\na x:red\na\n", 2),
        ("a b | x\na x:red\na x:blue\nb x:red\nb x:blue\n", 2),
        ("a b | x\na x:red\na x:blue\nb x:red\nb\n", 3),
    ],
)
def test_colors_are_counted_right_whoever_gives_them(engine: str, text: str, number: int) -> None:
    (matrix,) = read(text, form="dlx").problems
    assert isinstance(matrix, ExactCover)
    assert count(matrix, engine).count == number
