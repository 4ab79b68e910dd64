"""The signs of a futoshiki are drawn as its rule tells them."""

from __future__ import annotations

from typing import Any

import pytest

from minuet.models import ModelError, Puzzle, Sudoku
from minuet.models.picture import Line, Text, picture_of, text_of
from minuet.models.sudokus.constraints import Kropki, Less, Ratio

from oracle.toml_texts import mistake

D = '[choices.d]\nr = "1..2"\nc = "1..2"\nv = "1..2"\n'


def of_signs(**words: Any) -> Puzzle:
    puzzle = Puzzle("signs")
    number = puzzle.choices("number", row=range(3), col=range(3), value=range(1, 4))
    ends = [[(0, 0), (0, 1), (0, 2)], [(2, 1), (1, 1)], [(1, 0), (2, 0)]]
    puzzle.increasing(number, along=("row", "col"), lines=ends, value="value", name="less")
    puzzle.at_most_one(number, by=("row", "value"), name="row")
    puzzle.drawn(number, show="value")
    puzzle.drawn(number, "signs", **words)
    return puzzle


def test_a_sign_stands_between_each_two_cells_that_follow_each_other() -> None:
    puzzle = of_signs(rule="less")
    signs = {
        s.place: s.text
        for s in picture_of(puzzle).shapes
        if isinstance(s, Text) and s.role == "sign"
    }
    assert signs == {(0, 0.5): "<", (0, 1.5): "<", (1.5, 1): "∨", (1.5, 0): "∧"}
    assert "R1C1 < R1C2" in text_of(puzzle) and "R2C2 > R3C2" in text_of(puzzle)


def test_a_sign_between_cells_that_do_not_touch_names_both_and_joins_them() -> None:
    puzzle = Puzzle("far signs")
    number = puzzle.choices("number", row=range(3), col=range(3), value=range(1, 4))
    lines = [[(2, 0), (0, 0)], [(0, 1), (2, 2)], [(0, 2), (0, 0)]]
    puzzle.increasing(number, along=("row", "col"), lines=lines, value="value", name="less")
    puzzle.drawn(number, show="value")
    puzzle.drawn(number, "signs", rule="less")
    text = text_of(puzzle)
    for line in ("R1C1 > R3C1", "R1C2 < R3C3", "R1C1 > R1C3"):
        assert line in text
    ends = [s.places for s in picture_of(puzzle).shapes if isinstance(s, Line) and s.role == "edge"]
    assert sorted(map(sorted, ends)) == sorted(map(sorted, lines))


def test_the_sign_of_two_cells_of_a_sudoku_that_do_not_touch_names_both() -> None:
    clues = [Less("R3C1 R1C1"), Kropki(white=["R1C2 R3C4"]), Ratio("R4C1 R4C4", 3)]
    text = text_of(Sudoku("................", constraints=clues))
    for line in ("R1C1 > R3C1", "white dot: R1C2 R3C4", "black dot: R4C1 R4C4", "×3: R4C1 R4C4"):
        assert line in text


def test_the_rule_of_signs_must_be_there_and_increase() -> None:
    for name in ("lees", "row"):
        with pytest.raises(ModelError, match=f"no rule '{name}' .* expected one of less"):
            of_signs(rule=name).draw()
    with pytest.raises(ModelError, match="no rule, expected the name of one"):
        of_signs()
    with pytest.raises(ModelError, match="no word 'color' of a signs, expected one of rule"):
        of_signs(rule="less", color=False)


@pytest.mark.parametrize(
    ("show", "message"),
    [
        ('rule = "less"', "p.toml:8:1: picture of signs: no rule 'less' of values that increase"),
        ("rule = 1", "p.toml:8:8: an integer, expected a rule's name"),
        ("", "p.toml:5:1: no `rule`, expected the name of a rule of values that increase"),
    ],
)
def test_mistakes_in_signs_have_their_place(show: str, message: str) -> None:
    assert mistake(f'{D}[show]\nkind = "signs"\ntable = "d"\n{show}\n').startswith(message)
