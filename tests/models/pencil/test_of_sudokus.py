"""Sudokus that puzz.link has as other kinds are written so; what no kind says is named."""

from __future__ import annotations

from typing import Any

import pytest

from minuet.models import ModelError, Sudoku
from minuet.models.formats import read, write
from minuet.models.sudokus.constraints import (
    AntiKnight,
    Cage,
    Constraint,
    Difference,
    Kropki,
    Less,
    Skyscraper,
)
from minuet.solvers import count

LATIN: dict[str, Any] = {"box": (1, 4)}
PAGE = "https://puzz.link/p?"


def linked(*constraints: Constraint, **shape: Any) -> str:
    """Return the link of a sudoku, which has as many solutions as the link's puzzle."""
    sudoku = Sudoku(constraints=constraints, **shape)
    link = write(sudoku, "puzz-link").strip()
    (puzzle,) = read(link).problems
    assert count(puzzle).count == count(sudoku).count > 0
    return link


def test_views_of_a_latin_square_are_skyscrapers() -> None:
    views = [Skyscraper(2, "R1C1-R1C4"), Skyscraper(3, "R4C2-R1C2")]
    assert linked(*views, **LATIN) == f"{PAGE}skyscrapers/4/4/k3h2m"
    given = "..4. .... .... ...."
    assert linked(*views, grid=given.split(), **LATIN) == f"{PAGE}skyscrapers/4/4/k3h2mh4s"


def test_all_dots_of_a_latin_square_are_kropki() -> None:
    # the dots of 1 2 3 / 3 1 2 / 2 3 1
    white = ["R1C1 R1C2", "R1C2 R1C3", "R2C2 R2C3", "R3C1 R3C2", "R2C1 R3C1", "R1C3 R2C3"]
    dots = Kropki(white=white, black=["R2C3 R3C3", "R1C2 R2C2"], all_shown=True)
    assert linked(dots, box=(1, 3), size=3) == f"{PAGE}kropki/3/3/cc7b"


def test_signs_and_differences_of_a_latin_square_are_minarism() -> None:
    signs = [Less("R1C2 R1C1"), Less("R2C4 R3C4"), Difference("R4C3 R4C4", 2)]
    assert linked(*signs, **LATIN) == f"{PAGE}minarism/4/4/hr2ogl"
    assert linked(Kropki(white=["R1C1 R1C2"]), **LATIN) == f"{PAGE}minarism/4/4/1zm"


@pytest.mark.parametrize(
    ("constraints", "shape", "message"),
    [
        ([Skyscraper(2, "R1C1-R1C4")], {"size": 4}, "Skyscrapers cannot say boxes of 2x2 cells"),
        ([Skyscraper(2, "R1C1-R1C3")], LATIN, "a view along R1C1 to R1C3, expected a whole line"),
        ([Skyscraper(2, "R1C1-R1C4"), Cage(5, "R1C1 R1C2")], LATIN, "Skyscrapers cannot say cage"),
        ([Kropki(black=["R1C1 R1C2"])], LATIN, "dots of which not all are shown"),
        ([Less("R1C1 R2C2")], LATIN, "a sign between R1C1 and R2C2, expected neighbours"),
        ([Less("R1C1 R1C2"), Difference("R1C2 R1C1", 2)], LATIN, "two signs between R1C1 and R1C2"),
        ([Less("R1C1 R1C2")], LATIN | {"grid": ["1...", *["...."] * 3]}, "a number in a cell"),
        ([Cage(5, "R1C1 R1C2")], {"size": 4}, "Sudoku cannot say cage"),
        ([AntiKnight()], {"size": 4}, "'antiknight' behind the size, which a link does not say"),
        ([], {"box": (3, 2)}, "Sudoku cannot say boxes of 3x2 cells"),
        ([], {"size": 12}, "boxes of 3x4 cells, where the page has others"),
    ],
)
def test_what_a_link_cannot_say_is_named(
    constraints: list[Constraint], shape: dict[str, Any], message: str
) -> None:
    with pytest.raises(ModelError) as caught:
        write(Sudoku(constraints=constraints, **shape), "puzz-link")
    assert str(caught.value).startswith("puzz-link: ")
    assert message in str(caught.value)


def test_further_rules_are_named() -> None:
    sudoku = Sudoku(constraints=[Skyscraper(2, "R1C1-R1C4")], **LATIN)
    sudoku.at_most_one("digit", name="more")
    with pytest.raises(ModelError, match="rules or costs of its own"):
        write(sudoku, "puzz-link")


def test_a_sudoku_is_a_text_of_its_kind() -> None:
    knight = Sudoku(size=4, diagonals=True, anti_knight=True)
    assert write(knight, "pencil").startswith("sudoku\n4 4 diagonal antiknight\n- - - -\n")
    views = write(Sudoku(constraints=[Skyscraper(3, "R9C2-R1C2")]), "pencil")
    assert views.startswith("skyscraper_sudoku\n9 9\n- - - - - - - - -\n- 3 - - - - - - -\n")
