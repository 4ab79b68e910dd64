"""What is said of constraints: in messages about answers, and about mistakes in themselves."""

from __future__ import annotations

import pytest

from minuet.models import ModelError, Sudoku
from minuet.models.sudokus.constraints import (
    Arrow,
    Cage,
    Candidates,
    Clone,
    Kropki,
    Odd,
    Renban,
    Sandwich,
    Skyscraper,
    Thermometer,
    Whispers,
    ZipperLine,
    constraint_of,
)


def test_messages_speak_of_the_constraint() -> None:
    puzzle = Sudoku(
        size=4,
        constraints=[
            Cage(7, "R1C1 R1C2"),
            Cage(3, "R4C1 R4C2"),
            Thermometer("R2C2 R2C3", name="the bulb"),
            Arrow("R3C3", "R3C4 R4C4"),
            Odd("R4C4"),
        ],
    )
    nothing = puzzle.check(puzzle.read([])).violations
    assert "cage 1 sum 7: 0 chosen, expected exactly one" in nothing
    assert "cage 2 digit 4: 0 chosen, expected exactly one" in nothing
    assert "the bulb values R2C2 of 1,2,3: 0 chosen, expected exactly one" in nothing
    assert "arrow 1 line: 0 chosen, expected exactly one" in nothing
    assert "odd 1 values R4C4 of 1,3: 0 chosen, expected exactly one" in nothing
    puzzle.given(puzzle.digit, row=1, col=1, value=3)
    puzzle.given(puzzle.digit, row=1, col=2, value=2)
    assert [str(group) for group in puzzle.clashes()] == ["the bulb R2C2=3, R2C3"]


GRID_5 = "AAABBAABBBCCDDDCCCDDEEEEE"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"constraints": [Cage(9, "R1C1"), Cage(9, "R9C9 R10C9")]},
         "cage 2: R10C9 is outside the grid of 9x9"),
        ({"constraints": [Cage(9, "R1C1 R10C9", repeats=True)]},
         "cage 1: R10C9 is outside the grid of 9x9"),
        ({"constraints": [Cage(9, "R1C1 R1C1")]}, "cage 1: R1C1 twice, expected each cell once"),
        ({"constraints": [Cage(9, "")]}, "cage 1: cell '', expected a name such as R1C1"),
        ({"constraints": [Cage(9, [])]}, "cage 1: 0 cells, expected 1 or more"),
        ({"constraints": [Cage(9, "R1C1 R0C2")]}, "cage 1: cell 'R0C2', expected a name"),
        ({"constraints": [Cage(9, [(0, 0), 3])]}, r"cage 1: cell '3', expected \(row, column\)"),
        ({"constraints": [Cage("9", "R1C1")]}, "cage 1: a sum of \"'9'\", expected an integer"),
        ({"constraints": [Cage(9, "R1C1-R2C5")]}, "R1C1-R2C5 goes along no row"),
        ({"constraints": [Cage(50, "R1C1-R1C9 R2C1")]}, "cage 1: 10 cells, expected at most 9"),
        ({"constraints": [Thermometer("R1C1-R1C9-R2C9")]},
         "thermometer 1: 10 cells, expected at most 9"),
        ({"constraints": [Thermometer("R1C1")]}, "thermometer 1: 1 cell, expected 2 or more"),
        ({"constraints": [Renban("R1C1-R1C9-R2C9")]}, "renban 1: 10 cells, expected at most 9"),
        ({"constraints": [Arrow("R1C1", "R1C2 R1C1")]}, "arrow 1: R1C1 twice"),
        ({"constraints": [Kropki(white=["R1C1 R1C2 R1C3"])]}, "kropki: 3 cells, expected 2"),
        ({"constraints": [Clone("R1C1", "R1C2 R1C3")]}, "clone 1: a copy of 2 cells, expected 1"),
        ({"constraints": [Whispers("R1C1 R1C1")]}, "whispers 1: R1C1 behind itself"),
        ({"constraints": [ZipperLine("R1C1 R1C2")]}, "zipper line 1: 2 cells, expected 3 or more"),
        ({"constraints": [ZipperLine("R1C1 R1C2 R1C1")]}, "zipper line 1: R1C1 twice"),
        ({"constraints": [Candidates("R1C1", [10])]}, "candidates 1: 10, expected 1 to 9"),
        ({"constraints": [Skyscraper(None, "R1C1-R1C9")]},
         "skyscraper 1: a seen of 'None', expected an integer"),
        ({"constraints": [Skyscraper("2", "R1C1-R1C9")]}, "skyscraper 1: a seen of"),
        ({"constraints": [Skyscraper(True, "R1C1-R1C9")]}, "skyscraper 1: a seen of 'True'"),
        ({"constraints": [Sandwich(2.5, "R1C1-R1C9")]}, "sandwich 1: a sum of '2.5'"),
        ({"constraints": [Whispers("R1C1 R1C2", "5")]}, "whispers 1: a difference of"),
        ({"constraints": [Thermometer(None)]}, "thermometer 1: cells 'None', expected some such"),
        ({"constraints": [Thermometer("R1C1 R1C2", "no")]}, "expected True or False"),
        ({"constraints": [Candidates("R1C1", "12")]}, "candidates 1: a values of"),
        ({"constraints": [Candidates("R1C1", 3)]}, "candidates 1: a values of '3'"),
        ({"constraints": [Kropki(white="R1C1 R1C2")]}, "kropki: a white of"),
        ({"constraints": [Cage(9, "R1C1", name=7)]}, "a name of '7', expected a text"),
        ({"constraints": [Clone(4, "R1C1")]}, "clone 1: cells '4', expected some such"),
        ({"constraints": [Clone("R1C1 R10C1", "R2C2 R10C1")]}, "clone 1: R10C1 is outside"),
        ({"regions": 5}, "a layout '5', expected rows of labels"),
        ({"regions": GRID_5[:-1]}, "a layout of 24 characters, expected 5x5"),
        ({"regions": "E" + GRID_5[1:]}, "region 'E' has 6 cells, expected 5"),
        ({"regions": GRID_5, "box": (1, 5)}, "a box and regions, expected one of the two"),
        ({"regions": GRID_5, "grid": "." * 16}, "regions of size 5 in a sudoku of size 4"),
        ({"regions": GRID_5, "windoku": True}, "windoku with regions, expected boxes"),
        ({"extra": ["R1C1-R1C8"]}, "extra region 1 has 8 cells, expected 9"),
        ({"extra": ["R1C2-R1C10"]},
         "extra region 1: R1C10 is outside the grid of 9x9, expected R1C1 to R9C9"),
    ],
)  # fmt: skip
def test_mistakes_say_where_they_are(options: dict[str, object], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Sudoku(**options)  # type: ignore[arg-type]


def test_constraints_are_made_by_their_names() -> None:
    cage = constraint_of("cage", {"sum": 15, "cells": "R1C1 R1C2", "name": "corner"})
    assert cage == Cage(15, "R1C1 R1C2", name="corner")
    with pytest.raises(ModelError, match="constraint 'kage', expected one of anti-king"):
        constraint_of("kage", {})
    with pytest.raises(ModelError, match="cage with 'total', expected one of name, sum, cells"):
        constraint_of("cage", {"total": 3})
    with pytest.raises(ModelError, match="cage with sum, expected sum, cells, repeats"):
        constraint_of("cage", {"sum": 3})
