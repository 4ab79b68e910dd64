"""Grids that are cut out of a text as one table are those that are read line by line."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

from minuet.models import InputError
from minuet.models.formats import Source
from minuet.models.formats.sudoku import character_grids
from minuet.models.formats.sudoku.character_grids import (
    read_digit_rows,
    read_letter_rows,
    read_puzzle_lines,
)
from minuet.models.formats.sudoku.grids import Grids
from minuet.models.formats.sudoku.sudoku_text import Sudokus

READERS: dict[str, tuple[Callable[[Source], Grids], str, int, int]] = {
    "lines": (lambda source: read_puzzle_lines(source, 4), ".01234", 16, 1),
    "end": (lambda source: read_puzzle_lines(source, 4, zero=False), ".1234", 16, 1),
    "rows": (read_digit_rows, ".01234", 4, 4),
    "letters": (lambda source: read_letter_rows(source, 4), "-ABCD", 4, 4),
}
SPOILERS = ["\n", " ", "\t", "x", "é", "\x85", "end\n", "0", "\n\n", "\x0c", "9"]


def outcome(read: Callable[[Source], Grids], text: str) -> object:
    try:
        grids = read(Source(text, "in"))
    except InputError as error:
        return str(error)
    return grids.size, grids.layout, list(grids.grids)


def by_lines(*asked: object) -> tuple[np.ndarray, int, int]:
    return np.zeros((0, 16), np.uint8), 0, 0


@pytest.mark.parametrize("name", READERS)
def test_tables_are_read_as_lines_are(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read, marks, width, lines = READERS[name]
    rng = random.Random(name)
    texts = []
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
        texts.append(text.rstrip("\n") if rng.randrange(3) == 0 else text)
    found = [outcome(read, text) for text in texts if text.strip()]
    monkeypatch.setattr(character_grids, "alike", by_lines)
    assert found == [outcome(read, text) for text in texts if text.strip()]
    assert any(isinstance(one, str) for one in found)
    assert any(isinstance(one, tuple) and len(one[2]) > 1 for one in found)


def test_the_givens_of_a_file_are_those_of_its_puzzles() -> None:
    rng = random.Random(3)
    text = "\n".join("".join(rng.choices(".....123456789", k=81)) for _ in range(20))
    puzzles = Sudokus(read_puzzle_lines(Source(f"{'.' * 81}\n{text}\n")))
    starts, options = puzzles.givens
    assert len(puzzles) == 21
    for place, puzzle in enumerate(puzzles):
        mine = options[starts[place] : starts[place + 1]]
        assert tuple(mine.tolist()) == puzzle.given_options


def test_a_table_of_grids_is_a_sequence_of_grids() -> None:
    grids = read_puzzle_lines(Source("1..............2\n" + "." * 16), 4).grids
    assert grids[0] == [[1, 0, 0, 0], [0] * 4, [0] * 4, [0, 0, 0, 2]]
    assert grids == [grids[0], [[0] * 4] * 4]
    assert list(grids[1:]) == [grids[-1]]
    assert grids != [grids[0]]
