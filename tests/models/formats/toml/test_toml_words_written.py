"""What messages call choices and groups, written down in TOML as `says`."""

from __future__ import annotations

import pytest

from minuet.models import ModelWarning, Puzzle
from minuet.models.formats import read, write


def seats() -> Puzzle:
    puzzle = Puzzle("seats")
    seat = puzzle.choices("seat", who=["Ann", "Bob"], place=range(12))
    rule = puzzle.exactly_one(seat, by="who", name="sits")
    pairs = puzzle.at_most(1, seat, by=("place", "who"), name="pairs")
    puzzle.say(seat, lambda who, place: f"{who} on seat {place}")
    puzzle.say(rule, lambda who: f"{who} needs a seat")
    puzzle.say(pairs, lambda key: f"{key[1]} at {key[0]}")
    return puzzle


def test_words_come_along_as_texts_with_names() -> None:
    puzzle = seats()
    text = write(puzzle, "toml")
    assert 'says = "{who} on seat {place}"' in text and 'says = "{1} needs a seat"' in text
    (again,) = read(text).problems
    assert isinstance(again, Puzzle)
    assert list(again.matrix.labels) == list(puzzle.matrix.labels)
    for options in ([], [0, 1, 13]):
        broken = again.check(again.read(options)).violations
        assert broken == puzzle.check(puzzle.read(options)).violations


def test_words_that_no_text_says_are_left_out_with_a_warning() -> None:
    puzzle = seats()
    puzzle.say(puzzle.table("seat"), lambda place: f"seat {place + 1}")
    puzzle.say(puzzle.rules[0], lambda who: who.upper())
    told = "Left out: the words of table 'seat'; the words of rule 'sits'"
    with pytest.warns(ModelWarning, match=told):
        text = write(puzzle, "toml")
    assert f"# {told}" in text and "says = " in text
