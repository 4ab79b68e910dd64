"""What colors say of the items that must be covered is nothing where no item is sure of a color."""

from __future__ import annotations

from minuet.models.formats import read
from minuet.solvers import count


def test_colors_that_no_item_is_sure_of_add_no_clause() -> None:
    (matrix,) = read("a b | c\na c:1\na\nb c:2\nb\n").problems
    assert count(matrix, "dlx").count == 3
    assert count(matrix, "sat").count == 3
