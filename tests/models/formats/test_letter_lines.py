"""Sudokus as one line of letters: 256 for one of 16 x 16."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from minuet.models import Sudoku
from minuet.models.formats import read, write
from minuet.solvers import solve

from drawing import few
from in_process import minuet

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXY"


def full(size: int, high: int) -> list[int]:
    wide = size // high
    return [(high_of(r, high, wide) + c) % size + 1 for r in range(size) for c in range(size)]


def high_of(row: int, high: int, wide: int) -> int:
    return wide * (row % high) + row // high


@few(15)
@given(
    shape=st.sampled_from([(9, 3), (12, 3), (16, 4), (25, 5)]),
    blank=st.sampled_from("-."),
    hidden=st.lists(st.integers(0, 624), max_size=500),
    copies=st.integers(1, 3),
)
def test_lines_of_letters_are_read_and_written(
    shape: tuple[int, int], blank: str, hidden: list[int], copies: int
) -> None:
    size, high = shape
    values = [0 if k in hidden else value for k, value in enumerate(full(size, high))]
    if size == 9:  # of which a line of dots is one of digits
        blank, values[:41] = "-", full(size, high)[:41]
    line = "".join(LETTERS[value - 1] if value else blank for value in values)
    problems = read("\n".join([line] * copies) + "\n").problems
    assert len(problems) == copies
    for puzzle in problems:
        assert isinstance(puzzle, Sudoku)
        told = {(r, c): value for r, c, value in puzzle.read(puzzle.given_options)[puzzle.digit]}
        assert [told.get(divmod(k, size), 0) for k in range(size * size)] == values
    text = write(list(problems), "sudoku")
    assert text == f"{line.replace('.', '-')}\n" * copies
    assert read(text).problems[0].given_options == problems[0].given_options


def test_an_answer_is_a_line_of_letters_too() -> None:
    line = "".join(LETTERS[value - 1] if k % 3 else "." for k, value in enumerate(full(16, 4)))
    (puzzle,) = read(line).problems
    answer = solve(puzzle).answer
    text = puzzle.show(answer)
    assert text == minuet("solve", "--quiet", text=line).stdout.strip()
    assert len(text) == 256 and set(text) == set(LETTERS[:16])
    (solved,) = read(text).problems
    assert len(solved.given_options) == 256
    assert write(solved, "sudoku") == f"{text}\n"
