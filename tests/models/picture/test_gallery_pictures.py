"""Every entry of the gallery draws: its puzzle, an answer, as SVG and as text."""

from __future__ import annotations

import pickle
from functools import cache

import pytest

from minuet.models import Answer, Puzzle
from minuet.models.gallery import entry, gallery
from minuet.models.picture import Area, Circle, Symbol, Text, picture_of, text_of
from minuet.solvers import solve

from oracle.paper import SPACE, colors_of, dark_rules_of, document_of, is_within_its_paper

NAMES = [one.name for one in gallery()]


@cache
def answered(name: str) -> Answer:
    answer = solve(entry(name).load(), "dlx").answer
    assert answer is not None
    return answer


def assert_sound(puzzle: Puzzle, answer: Answer | None) -> str:
    drawn = puzzle.draw(answer)
    document = document_of(drawn)
    assert document.tag == f"{SPACE}svg" and len(drawn) < 100_000
    assert is_within_its_paper(document)
    assert colors_of(document) <= set(dark_rules_of(document))
    assert document.findtext(f"{SPACE}title") and document.findtext(f"{SPACE}desc")
    return drawn


@pytest.mark.parametrize("name", NAMES)
def test_an_entry_draws_its_puzzle_and_an_answer_as_told_and_as_guessed(name: str) -> None:
    answer = answered(name)
    puzzle = answer.puzzle
    assert isinstance(puzzle, Puzzle)
    assert puzzle.picture is not None or name == "set-partitions-8"
    blank, solved = assert_sound(puzzle, None), assert_sound(puzzle, answer)
    assert blank != solved
    if puzzle.given_options:
        document_of(puzzle.draw(puzzle.read([])))
    for shown in (text_of(puzzle), text_of(puzzle, answer)):
        assert shown.strip() and len(shown.split("\n")) < 40
        assert max(map(len, shown.split("\n"))) <= 80
    again = pickle.loads(pickle.dumps(answer))  # with its puzzle, and the picture of that
    assert again._repr_svg_() == answer._repr_svg_()
    if type(puzzle) is Puzzle:
        guessed = again.puzzle
        guessed.picture = None
        assert_sound(guessed, again)
        assert_sound(guessed, None)
        assert text_of(guessed, again).strip()


def symbols(name: str) -> list[str]:
    answer = answered(name)
    shapes = picture_of(answer.puzzle, answer).shapes  # type: ignore[arg-type]
    return [shape.name for shape in shapes if isinstance(shape, Symbol)]


def test_marks_are_what_they_stand_for() -> None:
    assert symbols("queens-8") == ["queen"] * 8
    assert symbols("kings-16") == ["king"] * 16
    assert symbols("star-battle-8") == ["star"] * 8
    assert sorted(symbols("tents-7")) == ["tent"] * 9 + ["tree"] * 9


def test_both_sides_of_peaceable_queens_are_told_apart() -> None:
    answer = answered("peaceable-queens-5")
    shapes = picture_of(answer.puzzle, answer).shapes  # type: ignore[arg-type]
    roles = sorted(shape.role for shape in shapes if isinstance(shape, Symbol))
    assert roles == ["dark"] * 4 + ["light"] * 4


def test_a_coloring_colors_vertices_whose_edges_differ() -> None:
    answer = answered("petersen-coloring")
    picture = picture_of(answer.puzzle, answer)  # type: ignore[arg-type]
    tints = {s.title.split(":")[0]: s.tint for s in picture.shapes if isinstance(s, Circle)}
    assert len(tints) == 10 and len(set(tints.values())) == 3
    assert all(tints[str(u)] != tints[str(v)] for u, v, _, _ in answer["edge"])


def test_what_is_printed_is_seen_before_anything_is_found() -> None:
    for name, printed in (("dominosa-4", 20), ("kakuro-5", 10), ("tents-7", 14)):
        puzzle = entry(name).load()
        shapes = picture_of(puzzle).shapes
        assert sum(isinstance(s, Text) and s.role != "blank" for s in shapes) >= printed, name
        assert not any(isinstance(shape, Area) for shape in shapes)


def test_givens_are_bold_where_the_puzzle_says_no_more() -> None:
    shapes = picture_of(entry("sudoku-9").load()).shapes
    assert [s.role for s in shapes if isinstance(s, Text) and s.text.isdigit()] == ["given"] * 17


def test_tiles_fill_their_paper() -> None:
    puzzle = entry("tetravex-3").load()
    document = puzzle.draw()
    assert 'viewBox="0 0 128 128"' in document  # three cells of 40, and 4 on either side


def test_tiles_of_colors_show_them_at_their_sides_in_text() -> None:
    answer = answered("macmahon-squares")
    lines = text_of(answer.puzzle, answer).splitlines()  # type: ignore[arg-type]
    north, east, south, west = map(str, next(iter(answer["square"]))[2:6])
    assert lines[1:4] == [
        f"│   {north}   │" + lines[1][9:],
        f"│ {west}   {east} │" + lines[2][9:],
        f"│   {south}   │" + lines[3][9:],
    ]
    assert len(lines) == 4 * 4 + 1
