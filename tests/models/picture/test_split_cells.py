"""A kakuro's clue cells: a line from corner to corner, a sum above it and one below."""

from __future__ import annotations

import pytest

from minuet.models import Puzzle
from minuet.models.formats import read
from minuet.models.gallery import entry
from minuet.models.picture import Cell, Text, picture_of, svg, text_of

LINK = "https://puzz.link/p?kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3"


def linked() -> Puzzle:
    (puzzle,) = read(LINK).problems
    assert isinstance(puzzle, Puzzle)
    return puzzle


def test_sums_stand_on_both_sides_of_a_line_in_text() -> None:
    assert text_of(entry("kakuro-5").load()).splitlines() == [
        "   #   6\\  14\\  17\\    #    #",
        " \\11    .    .    .  26\\    #",
        " \\20    .    .    .    .  10\\",
        " \\10    .    . 10\\3    .    .",
        "   #  \\15    .    .    .    .",
        "   #    #  \\24    .    .    .",
    ]


def test_a_kakuro_of_a_link_looks_the_same() -> None:
    assert text_of(linked()).splitlines() == [
        "   #    #  12\\   4\\    #    #",
        "   #  4\\8    .    .  10\\    #",
        " \\10    .    .    .    .  10\\",
        "  \\3    .    . 17\\3    .    .",
        "   #  \\21    .    .    .    .",
        "   #    #  \\12    .    .    #",
    ]


@pytest.mark.parametrize("puzzle", [entry("kakuro-5").load(), linked()], ids=["gallery", "link"])
def test_each_cell_with_a_sum_is_split_once(puzzle: Puzzle) -> None:
    shapes = picture_of(puzzle).shapes
    split = [one.place for one in shapes if isinstance(one, Cell) and one.role == "split"]
    sums = [one.place for one in shapes if isinstance(one, Text) and one.role == "label"]
    assert len(split) == len(set(split))
    assert set(split) == {tuple(map(round, place)) for place in sums}
    assert {(down < 0, right < 0) for down, right in (_from_middle(at) for at in sums)} == {
        (True, False),
        (False, True),
    }


def test_the_line_runs_from_the_upper_left_corner_to_the_lower_right_one() -> None:
    picture = picture_of(entry("kakuro-5").load())
    assert '<path d="M44,4L84,44"/>' in svg(picture)


def _from_middle(place: tuple[float, ...]) -> list[float]:
    return [at - round(at) for at in place]
