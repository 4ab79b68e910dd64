"""Classes of options that look alike."""

from __future__ import annotations

from itertools import combinations

import pytest

from minuet.models import ExactCover, ExactCoverBuilder
from minuet.models.symmetry.refinement import option_classes


def cover(options: list[tuple[list[object], int]], low: int = 1, high: int = 1) -> ExactCover:
    """Return a matrix of options with costs."""
    builder = ExactCoverBuilder()
    for item in dict.fromkeys(item for items, _ in options for item in items):
        builder.item(item, low, high)
    for items, cost in options:
        builder.option(items, cost=cost)
    return builder.build()


def queens(size: int) -> ExactCover:
    """Return the squares of a board, each in a row and a column."""
    return cover([([("row", a), ("col", b)], 0) for a in range(size) for b in range(size)])


def path(length: int) -> ExactCover:
    """Return the dominoes of a strip."""
    return cover([([cell, cell + 1], 0) for cell in range(length - 1)])


@pytest.mark.parametrize(
    ("matrix", "classes"),
    [
        (cover([]), 0),
        (queens(4), 1),
        (cover([(list(pair), 0) for pair in combinations(range(6), 2)]), 1),
        (cover([(list(pair), 1 - min(pair[0], 1)) for pair in combinations(range(6), 2)]), 2),
        (path(8), 4),  # of seven dominoes, each but the middle one has a mirror image
        (path(9), 4),
    ],
    ids=["nothing", "squares", "pairs", "pairs of two costs", "odd strip", "even strip"],
)
def test_options_that_a_symmetry_exchanges_are_one_class(matrix: ExactCover, classes: int) -> None:
    assert option_classes(matrix) == classes


def test_what_is_given_or_forbidden_stays_where_it_is() -> None:
    # A square, those of its row or column, and the others.
    assert option_classes(queens(4), given=[5]) == 3
    assert option_classes(queens(4), forbidden=[5]) == 3
    # Lines are those of the one, of the other, or of neither; rows and columns change places.
    assert option_classes(queens(4), given=[0], forbidden=[5]) == 6


def test_colors_and_weights_tell_options_apart() -> None:
    builder = ExactCoverBuilder()
    builder.item("all", 0, 9)
    builder.secondary("paint")
    for color, weight in (("red", 1), ("red", 1), ("red", 2), ("blue", 1)):
        builder.option({"all": None, "paint": color}, weights={"all": weight})
    assert option_classes(builder.build()) == 3
