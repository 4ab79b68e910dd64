"""A grid and the layout of its regions on one line."""

from __future__ import annotations

from string import ascii_uppercase

import pytest

from minuet.models import MinuetError, Sudoku
from minuet.models.formats import read, write
from minuet.solvers import solutions

LAYOUT = "aabbacbbaccddcdd"  # four regions of four cells, none a box but one
SOLVED = "1234 3412 2341 4123".replace(" ", "")


def grids(puzzle: Sudoku) -> set[str]:
    return {"".join(str(v) for row in puzzle.grid(one) for v in row) for one in solutions(puzzle)}


@pytest.mark.parametrize(
    "grid",
    ["1..............4", "A..............D", "1000000000000004"],
    ids=["dots", "letters", "0"],
)
def test_a_grid_with_a_layout_is_a_jigsaw(grid: str) -> None:
    (puzzle,) = read(f"{grid} {LAYOUT}\n").problems
    plain = Sudoku("1..............4", regions=LAYOUT)
    assert grids(puzzle) == grids(plain) != set()


def test_each_line_is_a_puzzle_and_a_line_of_words_adds_to_it() -> None:
    text = f"A............... {LAYOUT}\n.Thermo~R1C2~R1C3\n\n.B.............. {LAYOUT}\n"
    one, other = read(text).problems
    assert len(one.constraints) == 1 and not other.constraints
    assert all(grid[0] == "1" and grid[1] < grid[2] for grid in grids(one))
    assert all(grid[1] == "2" for grid in grids(other))
    assert grids(one) and grids(other)


def test_values_beyond_nine_are_letters() -> None:
    cells = [divmod(place, 16) for place in range(256)]
    grid = "".join(ascii_uppercase[(4 * r + r // 4 + c) % 16] for r, c in cells)
    layout = "".join("0123456789abcdef"[r // 4 * 4 + c // 4] for r, c in cells)
    (puzzle,) = read(f".{grid[1:]} {layout}\n").problems
    (answer,) = solutions(puzzle)
    assert puzzle.grid(answer)[0] == list(range(1, 17))


def test_it_is_written_with_the_words_that_say_the_same() -> None:
    (puzzle,) = read(f"1..............4 {LAYOUT}\n").problems
    (again,) = read(write(puzzle, "constraints")).problems
    assert grids(again) == grids(puzzle)


@pytest.mark.parametrize(
    "line",
    [
        f"1............... {SOLVED}",  # a puzzle and its solution
        f"1............... {LAYOUT[:-1]}a",  # a region of five
        f"X............... {LAYOUT}",  # no value
    ],
)
def test_what_is_no_layout_is_not_read_as_one(line: str) -> None:
    try:
        problems = read(line + "\n").problems
    except MinuetError:
        return
    assert not any(getattr(one, "box", ()) is None for one in problems)
