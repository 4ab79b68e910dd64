"""Skyscrapers where the values begin at 0: nothing is built there, so nothing is seen."""

from __future__ import annotations

import pytest

from minuet.models.formats import read
from minuet.solvers import solutions


@pytest.mark.parametrize("clue", ["R1~2", "R1~1", "R1~~3"])
def test_a_building_of_no_height_is_not_seen(clue: str) -> None:
    _, *numbers = clue.split("~")
    (plain,) = read(".Shape~4x4~0-3.NoBoxes\n").problems
    (puzzle,) = read(f".Shape~4x4~0-3.NoBoxes.Skyscraper~{clue}\n").problems
    rows = {tuple(plain.grid(one)[0]) for one in solutions(plain)}
    wanted = {row for row in rows if seen(row if numbers[0] else row[::-1]) == int(numbers[-1])}
    assert {tuple(puzzle.grid(one)[0]) for one in solutions(puzzle)} == wanted
    assert 0 < len(wanted) < len(rows)


def seen(row: tuple[int, ...]) -> int:
    return sum(value > max(row[:place], default=0) for place, value in enumerate(row))
