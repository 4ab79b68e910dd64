"""What pictures of the gallery show; that each entry draws is in tests/models/test_gallery.py."""

from __future__ import annotations

from functools import cache
from typing import Any

from minuet.models import Answer, Puzzle
from minuet.models.formats import read
from minuet.models.gallery import entry
from minuet.models.picture import Area, Circle, Picture, Symbol, Text, picture_of
from minuet.solvers import solve

from in_process import minuet
from oracle.toml_texts import RULES_OF_A_SUDOKU


@cache
def answered(name: str) -> Answer:
    answer = solve(entry(name).load(), "dlx").answer
    assert answer is not None
    return answer


def picture(name: str) -> Picture:
    """Return the picture of a puzzle, by its own painter, before anything is found."""
    puzzle: Any = entry(name).load()
    drawn: Picture = puzzle.picture(puzzle.read(puzzle.given_options))
    return drawn


def drawn(name: str) -> Picture:
    """Return the picture of an entry's answer."""
    return picture_of(answered(name).puzzle, answered(name))


def symbols(name: str) -> list[str]:
    shapes = drawn(name).shapes
    return [shape.name for shape in shapes if isinstance(shape, Symbol)]


def test_marks_are_what_they_stand_for() -> None:
    assert symbols("queens-8") == ["queen"] * 8
    assert symbols("kings-16") == ["king"] * 16
    assert symbols("star-battle-8") == ["star"] * 8
    assert sorted(symbols("tents-7")) == ["tent"] * 9 + ["tree"] * 9


def test_both_sides_of_peaceable_queens_are_told_apart() -> None:
    shapes = drawn("peaceable-queens-5").shapes
    roles = sorted(shape.role for shape in shapes if isinstance(shape, Symbol))
    assert roles == ["dark"] * 4 + ["light"] * 4


def test_a_coloring_colors_vertices_whose_edges_differ() -> None:
    answer = answered("petersen-coloring")
    shapes = drawn("petersen-coloring").shapes
    tints = {s.title.split(":")[0]: s.tint for s in shapes if isinstance(s, Circle)}
    assert len(tints) == 10 and len(set(tints.values())) == 3
    assert all(tints[str(u)] != tints[str(v)] for u, v, _, _ in answer["edge"])


def test_what_is_printed_is_seen_before_anything_is_found() -> None:
    for name, printed in (("dominosa-4", 20), ("kakuro-5", 10), ("tents-7", 14)):
        shapes = picture(name).shapes
        assert sum(isinstance(s, Text) and s.role != "blank" for s in shapes) >= printed, name
        assert not any(isinstance(shape, Area) for shape in shapes)


def test_givens_are_bold_where_the_puzzle_says_no_more() -> None:
    (puzzle,) = read(RULES_OF_A_SUDOKU).problems
    assert isinstance(puzzle, Puzzle)
    shapes = picture_of(puzzle).shapes
    assert [s.role for s in shapes if isinstance(s, Text) and s.text.isdigit()] == ["given"] * 17


def test_tiles_fill_their_paper() -> None:
    puzzle = entry("tetravex-3").load()
    document = puzzle.draw()
    assert 'viewBox="0 0 128 128"' in document  # three cells of 40, and 4 on either side


def test_tiles_of_colors_show_them_at_their_sides_in_text() -> None:
    answer = answered("macmahon-squares")
    drawn = minuet("draw", "gallery:macmahon-squares", "--solution", "--solver", "dlx")
    lines = drawn.stdout.splitlines()
    north, east, south, west = map(str, next(iter(answer["square"]))[2:6])
    assert lines[1:4] == [
        f"│   {north}   │" + lines[1][9:],
        f"│ {west}   {east} │" + lines[2][9:],
        f"│   {south}   │" + lines[3][9:],
    ]
    assert len(lines) == 4 * 4 + 1
