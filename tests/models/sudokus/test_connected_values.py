"""Constraint strings of connected values, and what their areas may be."""

from __future__ import annotations

import pytest

from minuet.models import InputError, ShapedSudoku
from minuet.models.formats import read
from minuet.models.sudokus.constraints import ConnectedValues
from minuet.solvers import count


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("ConnectedValues~~1_2", ConnectedValues((1, 2))),
        ("ConnectedValues~~3~", ConnectedValues((3,))),
        ("ConnectedValues~~1_2~5", ConnectedValues((1, 2), count=5)),
    ],
)
def test_a_constraint_string_is_about_the_whole_grid(
    text: str, constraint: ConnectedValues
) -> None:
    (puzzle,) = read(f".Shape~6x6.{text}", form="constraints").problems
    assert puzzle.constraints == (constraint,)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ConnectedValues~VA~1", "'VA', expected nothing"),
        ("ConnectedValues~~", "expected a number"),
        ("ConnectedValues~~7", "7, expected 1 to 6"),
        ("ConnectedValues~~1~37", "37 cells, expected 1 to 36"),
        ("ConnectedValues~~1~3~4", "4 fields"),
    ],
)
def test_what_is_no_area_is_an_error(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        list(read(f".Shape~6x6.{text}", form="constraints").problems)


@pytest.mark.parametrize("values", [range(1, 4), range(3)])
@pytest.mark.parametrize("engine", ["propagate", "sat"])
def test_areas_of_a_row_without_houses(values: range, engine: str) -> None:
    area = ConnectedValues((values[1],))
    row = ShapedSudoku(1, 5, values=values, lines=False, regions=[], constraints=[area])
    # The cells of the value are one run of 1 to 5 cells; each other cell holds one of two values.
    runs = [(length, 6 - length) for length in range(1, 6)]
    assert count(row, engine).count == sum(places * 2 ** (5 - length) for length, places in runs)
