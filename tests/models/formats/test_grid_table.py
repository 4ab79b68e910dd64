"""Grids that are cut out of a text as one table are those that are read line by line."""

from __future__ import annotations

import random
from typing import Any

import pytest

from minuet.models import InputError, Sudoku
from minuet.models.formats import read

LAYOUTS = {  # marks, characters of a line, lines of a grid
    "lines": (".01234", 16, 1),
    "rows": (".01234", 4, 4),
    "letters": ("-ABCD", 4, 4),
    "lines of letters": ("-.ABCDEFGHI", 81, 1),
}
SPOILERS = ["\n", " ", "\t", "x", "é", "\x85", "end\n", "0", "\n\n", "\x0c", "9"]


def outcome(text: str) -> object:
    """Return the size and the givens of each puzzle, or the error."""
    try:
        problems = read(text, file="in", form="sudoku").problems
    except InputError as error:
        return str(error)
    found = []
    for puzzle in problems:
        assert isinstance(puzzle, Sudoku)
        found.append((puzzle.size, puzzle.layout, puzzle.given_options))
    return found


def a_line_higher(result: object) -> object:
    if not isinstance(result, str):
        return result
    file, line, rest = result.split(":", 2)
    return f"{file}:{int(line) - 1}:{rest}"


@pytest.mark.parametrize("name", LAYOUTS)
def test_tables_are_read_as_lines_are(name: str) -> None:
    """A text that begins with an empty line is read line by line."""
    marks, width, lines = LAYOUTS[name]
    rng = random.Random(name)
    found = []
    for _ in range(300):
        gap = "\n" * rng.randrange(2)
        grids = [
            "".join("".join(rng.choices(marks, k=width)) + "\n" for _ in range(lines))
            for _ in range(rng.randint(1, 6))
        ]
        text = gap.join(grids)
        for _ in range(rng.choice([0, 0, 1, 1, 2])):
            place = rng.randrange(len(text) + 1)
            cut = place + rng.randrange(2)
            text = text[:place] + rng.choice(["", *SPOILERS]) + text[cut:]
        text = text.rstrip("\n") if rng.randrange(3) == 0 else text
        if text.strip():
            found.append(outcome(text))
            assert found[-1] == a_line_higher(outcome(f"\n{text}")), text
    assert any(isinstance(one, str) for one in found)
    assert any(isinstance(one, list) and len(one) > 1 for one in found)


def test_a_mark_that_is_not_ascii_is_at_its_place() -> None:
    grid = "1...\n....\n....\n...2\n"
    assert outcome(f"{grid}{grid}1...\n..é.\n") == "in:10:3: 'é', expected 0 to 4 or ."


def test_the_givens_of_a_file_are_those_of_its_puzzles() -> None:
    rng = random.Random(3)
    text = "\n".join("".join(rng.choices(".....123456789", k=81)) for _ in range(20))
    puzzles: Any = read(f"{'.' * 81}\n{text}\n").problems
    starts, options = puzzles.givens  # of all of them at once, for batches
    assert len(puzzles) == 21
    for place, puzzle in enumerate(puzzles):
        mine = options[starts[place] : starts[place + 1]]
        assert tuple(mine.tolist()) == puzzle.given_options


def test_puzzles_of_a_file_are_a_sequence() -> None:
    puzzles = read("1..............2\n" + "." * 16 + "\n" + "3" + "." * 15).problems
    first, blank, last = [list(puzzle.given_options) for puzzle in puzzles]  # type: ignore[union-attr]
    assert (len(first), blank, len(last)) == (2, [], 1)
    for some, wanted in ((puzzles[:2], [first, blank]), (puzzles[1:], [blank, last])):
        assert [list(puzzle.given_options) for puzzle in some] == wanted  # type: ignore[union-attr]
    assert list(puzzles[-1].given_options) == last  # type: ignore[union-attr]
