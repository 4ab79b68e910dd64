"""`Reading.summary`: what was read, in a short list; expectations were reckoned by hand."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from minuet.models import ExactCover, ModelWarning, Puzzle, Sudoku
from minuet.models.formats import Format, Source, read
from minuet.models.sudokus.constraints import (
    CONSTRAINTS,
    AntiKnight,
    Cage,
    Kropki,
    Thermometer,
    Whispers,
)

from partial_reader import PARTIAL

READING = read("a b\na\nb\n")  # of other problems by `replace`
JIGSAW = "aabbaabbccddccdd"


def of(*problems: Puzzle | ExactCover) -> str:
    return replace(READING, problems=problems).summary


@pytest.mark.parametrize(
    ("puzzle", "summary"),
    [
        (Sudoku(), "9x9 sudoku"),
        (Sudoku("1..............."), "4x4 sudoku, 1 given"),
        (Sudoku("12.............."), "4x4 sudoku, 2 givens"),
        (Sudoku(size=4, regions=JIGSAW), "4x4 sudoku, jigsaw"),
        (Sudoku(box=(1, 5)), "5x5 sudoku, no boxes"),
        (Sudoku(diagonals=True, windoku=True), "9x9 sudoku, 2 diagonals, 4 windows"),
        (Sudoku(size=4, extra=["R1C1 R2C2 R3C3 R4C4"]), "4x4 sudoku, 1 extra region"),
        (
            Sudoku(
                size=4,
                anti_knight=True,
                constraints=[
                    Cage(3, "R1C1 R1C2"),
                    Thermometer("R2C1 R2C2"),
                    Cage(5, "R3C1 R3C2"),
                    Whispers("R4C1 R4C2", 2),
                    Whispers("R4C3 R4C4", 2),
                ],
            ),
            "4x4 sudoku, anti-knight, 2 cages, 1 thermometer, 2 whispers",
        ),
    ],
)
def test_a_sudoku_is_named_by_its_grid_its_givens_and_its_constraints(
    puzzle: Sudoku, summary: str
) -> None:
    assert of(puzzle) == summary


def test_any_constraint_has_a_plural() -> None:
    """Every kind is counted in words; those whose plural is irregular are written out here."""
    written = {
        "inequality": "2 inequalities",
        "sandwich": "2 sandwiches",
        "look-and-say": "2 look-and-says",
        "same digits": "2 same digits",
        "whispers": "2 whispers",
        "cage": "2 cages",
        "x-sum": "2 x-sums",
        "numbered room": "2 numbered rooms",
        "palindrome": "2 palindromes",
        "anti-knight": "anti-knight",
        "full rank": "full rank",
    }
    kinds = {kind.kind: kind for kind in CONSTRAINTS.values()}
    assert set(written) <= set(kinds)
    for name, expected in written.items():
        puzzle = Sudoku(size=4)
        puzzle.constraints = tuple(kinds[name].__new__(kinds[name]) for _ in range(2))
        assert of(puzzle) == f"4x4 sudoku, {expected}"


def test_names_and_aims_and_what_is_forbidden_are_named() -> None:
    puzzle = Puzzle("rooks")
    rook = puzzle.choices("rook", row=range(4), col=range(4))
    puzzle.exactly_one(rook, by="row")
    assert of(puzzle) == "rooks, table rook of 16 choices, 1 rule"
    puzzle.exactly_one(rook, by="col")
    puzzle.minimize(rook, "col")
    puzzle.given(rook, row=0, col=1)
    puzzle.forbid(rook, row=1)
    assert of(puzzle) == (
        "rooks, table rook of 16 choices, 2 rules, an objective, 1 given, 4 choices forbidden"
    )
    puzzle.maximize(rook, "row", level=1)
    assert "an objective of 2 levels" in of(puzzle)
    for number in range(3):
        puzzle.choices(f"more_{number}", k=range(2))
    assert of(puzzle).startswith("rooks, 4 tables of 22 choices, 2 rules, ")


@pytest.mark.parametrize(
    ("text", "summary"),
    [
        ("a b | c\na b\nb c\n", "exact cover, 2 primary items, 1 secondary item, 2 options"),
        ("a\na |3\n", "exact cover, 1 primary item, 1 option, costs"),
        ("1.....3..4.....2\n1............2..\n", "2 sudokus"),
        ('name = "Cages"\n[sudoku]\nsize = 4\n[[sudoku.cage]]\ncells = "R1C1 R1C2"\nsum = 3\n',
         "Cages, 4x4 sudoku, 1 cage"),
        ('[sudoku]\nsize = 4\n', "4x4 sudoku"),
        ('name = "Killer sudoku"\n[sudoku]\nsize = 4\n', "4x4 Killer sudoku"),
    ],
)  # fmt: skip
def test_a_text_has_the_summary_of_what_it_holds(text: str, summary: str) -> None:
    assert read(text).summary == summary


def test_puzzles_of_several_sorts_are_counted_sort_by_sort() -> None:
    matrix = read("a\na\n").problems[0]
    assert of(Sudoku(), matrix, Sudoku()) == "2 sudokus, 1 exact cover"
    assert of(Puzzle(), Puzzle()) == "2 puzzles"
    assert of() == "no puzzle"


def calls_of_the_summary(reading: Any) -> int:
    """Return how many functions of Python are called while it is made."""
    calls = 0

    def count(frame: object, event: str, what: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        _ = reading.summary
    finally:
        sys.setprofile(None)
    return calls


def test_many_sudokus_are_counted_without_making_them() -> None:
    few, many = (read("1.....3..4.....2\n" * times) for times in (5, 500))
    assert calls_of_the_summary(few) == calls_of_the_summary(many) > 0
    assert many.summary == "500 sudokus"


def test_a_summary_compiles_nothing_and_is_made_when_it_is_asked_for() -> None:
    puzzle = Puzzle("hats")
    puzzle.choices("hat", x=range(3))
    reading = replace(READING, problems=[puzzle])
    assert "summary" not in vars(reading)
    assert reading.summary == "hats, table hat of 3 choices, 0 rules, no rule reads table hat"
    with pytest.warns(ModelWarning, match="no rule reads table hat"):  # said once, at compiling
        assert puzzle.matrix.options == 3


def test_what_a_constraint_says_of_the_whole_grid_has_no_number() -> None:
    dots = Kropki(white=["R1C1 R1C2", "R2C1 R2C2"])
    puzzle = Sudoku(size=4, constraints=[dots, AntiKnight()])
    assert of(puzzle) == "4x4 sudoku, kropki, anti-knight"


def test_what_is_not_read_is_in_the_warnings() -> None:
    text = "unread: 3 lines\nunread: rules in words\nunread: 3 lines\n1...\n..3.\n.4..\n...2\n"
    reading = read(text, form=PARTIAL)
    assert reading.warnings == ("3 lines", "rules in words")
    assert reading.to_dict() == {
        "format": "partial",
        "summary": "4x4 sudoku, 4 givens",
        "warnings": ["3 lines", "rules in words"],
    }


def test_a_document_lists_few_of_very_many_warnings() -> None:
    def warns(source: Source) -> Sequence[Sudoku]:
        for number in range(22):
            source.warn(f"part {number}")
        return [Sudoku()]

    reading = read("x", form=Format("warns", "warns", read=warns))
    assert len(reading.warnings) == 22
    listed = reading.to_dict()["warnings"]
    assert listed == [*(f"part {number}" for number in range(20)), "and 2 others"]
