"""Loops, paths and trees are drawn as lines, in SVG and in text."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import networkx
import pytest

from minuet.models import ModelError, Puzzle, Rows
from minuet.models.picture import Circle, Line, Picture, Text, picture_of, text, text_of

SQUARE = ((0, 0), (0, 1), (1, 1), (1, 0))


def of_edges(side: int = 3, **more: Any) -> tuple[Puzzle, Any]:
    puzzle = Puzzle("edges")
    rows = Rows(("a", "b"), list(networkx.grid_2d_graph(side, side).edges))
    if not more:
        return puzzle, puzzle.choices("edge", rows)
    ((name, values),) = more.items()
    wider = [(*row, value) for row in rows.values for value in values]
    return puzzle, puzzle.choices("edge", Rows((*rows.columns, name), wider))


def chosen(puzzle: Puzzle, *cells: tuple[int, int]) -> Any:
    table = puzzle.tables[0]
    wanted = [set(pair) for pair in pairwise(cells)]
    return puzzle.read(k for k, row in enumerate(table) if {row.a, row.b} in wanted)


def lines(picture: Picture) -> list[Line]:
    return [shape for shape in picture.shapes if isinstance(shape, Line)]


def test_a_loop_is_one_closed_line() -> None:
    puzzle, edge = of_edges()
    puzzle.one_loop(edge, by=("a", "b"))
    answer = chosen(puzzle, *SQUARE, SQUARE[0])
    (line,) = lines(picture_of(puzzle, answer))
    assert line.closed
    assert line.role == "way"
    assert set(line.places) == set(SQUARE)
    assert text_of(puzzle, answer) == "┌───┐   ·\n│   │\n└───┘   ·\n\n·   ·   ·"
    assert puzzle.draw(answer).count("<path") > 0


def test_a_path_is_one_line_and_a_tree_several() -> None:
    places = [((0, 0), (0, 1)), ((0, 1), (0, 2)), ((0, 1), (1, 1))]
    puzzle = Puzzle("edges")
    puzzle.drawn(puzzle.choices("edge", Rows(("a", "b"), places)), "edges", by=("a", "b"))
    (path,) = lines(picture_of(puzzle, puzzle.read([0, 1])))
    assert (path.places, path.closed) == (((0, 0), (0, 1), (0, 2)), False)
    found = lines(picture_of(puzzle, puzzle.read([0, 1, 2])))
    assert sum(len(way.places) - 1 for way in found) == 3
    assert not any(way.closed for way in found)


def test_a_tree_branches_in_text() -> None:
    puzzle, edge = of_edges()
    puzzle.tree(edge, by=("a", "b"))
    answer = puzzle.read(
        k for k, row in enumerate(edge) if (1, 1) in (row.a, row.b) and (2, 1) not in row
    )
    assert text_of(puzzle, answer) == "·   ╷   ·\n    │\n╶───┴───╴\n\n·   ·   ·"


def test_corners_of_cells_are_points_and_numbers_stand_between_them() -> None:
    puzzle, edge = of_edges()
    clue = puzzle.choices("clue", row=[0], col=[1], n=[3])
    puzzle.drawn(edge, "edges", by=("a", "b"), corners=True)
    puzzle.drawn(clue, "grid", show="n", printed=True, blank="")
    answer = chosen(puzzle, (0, 1), (0, 2), (1, 2), (1, 1))
    picture = picture_of(puzzle, answer)
    points = {s.place for s in picture.shapes if isinstance(s, Circle) and s.role == "point"}
    assert points == {(r - 0.5, c - 0.5) for r in range(3) for c in range(3)}
    assert str(answer) == "·   ╶───┐\n      3 │\n·   ╶───┘\n\n·   ·   ·"


def test_steps_to_no_neighbour_are_numbered_in_order() -> None:
    puzzle = Puzzle("knight")
    jumps = [((0, 0), (1, 2)), ((1, 2), (2, 0)), ((0, 1), (2, 2))]
    move = puzzle.choices("move", Rows(("a", "b"), jumps))
    puzzle.path(move, by=("a", "b"))
    assert text_of(puzzle, puzzle.read([0, 1])) == "1 .\n    2\n3   ."


def test_ways_of_several_labels_have_colors() -> None:
    puzzle, edge = of_edges(2, color=["red", "blue"])
    puzzle.path(edge, by=("a", "b"), regions="color")
    tints = [line.tint for line in lines(picture_of(puzzle, puzzle.read([0, 3])))]
    assert len(set(tints)) == 2


def test_connected_cells_are_shaded() -> None:
    puzzle = Puzzle("land")
    cell = puzzle.choices("cell", at=[(r, c) for r in range(2) for c in range(3)])
    puzzle.connected(cell, by="at")
    assert text_of(puzzle, puzzle.read([0, 1, 4])) == "##.\n.#."


def test_regions_that_are_connected_have_their_labels() -> None:
    puzzle = Puzzle("lands")
    at = [(r, c) for r in range(2) for c in range(2)]
    cell = puzzle.choices("cell", at=at, name=["A", "B"])
    puzzle.connected(cell, by="at", regions="name")
    assert text_of(puzzle, puzzle.read([0, 2, 5, 7])) == "AA\nBB"


def test_pictures_without_ways_are_left_alone() -> None:
    mark = Text((0, 0), "x")
    assert text(Picture((Circle((0, 0)), mark))) == "x"
    way = Line(((0, 0), (0, 1)), "way")
    assert text(Picture((way, mark), "hexagons")) == "x"
    assert text(Picture((way, mark))) == "x───╴"


@pytest.mark.parametrize("by", ["a", ("a", "a")])
def test_what_is_no_edge_between_cells_is_refused(by: Any) -> None:
    puzzle, edge = of_edges()
    with pytest.raises(ModelError, match=r"picture of edge: .*expected"):
        puzzle.drawn(edge, "edges", by=by)
        puzzle.draw(puzzle.read([0]))


def test_double_lines_are_hollow_and_double_in_text() -> None:
    puzzle, edge = of_edges()
    puzzle.drawn(edge, "edges", by=("a", "b"), double=lambda a, b: a[0] == b[0] == 0)
    answer = chosen(puzzle, (0, 0), (0, 1), (0, 2), (1, 2), (1, 1))
    assert str(answer) == "════════┐\n        │\n·   ╶───┘\n\n·   ·   ·"
    roles = sorted(line.role for line in lines(picture_of(puzzle, answer)))
    assert roles == ["double way", "way"]
    assert '<path d="M24,24L64,24L104,24" stroke="#fff"' in puzzle.draw(answer)


def test_marks_may_stand_in_rings_on_the_ends_of_lines() -> None:
    puzzle, edge = of_edges()
    isle = puzzle.choices("isle", row=[0], col=[0, 2], n=[2])
    puzzle.drawn(edge, "edges", by=("a", "b"))
    puzzle.drawn(isle, show="n", ground="ring", printed=True, color=False)
    answer = chosen(puzzle, (0, 0), (0, 1), (0, 2))
    rings = [s for s in picture_of(puzzle, answer).shapes if isinstance(s, Circle)]
    assert [ring.place for ring in rings] == [(0, 0), (0, 2)]
    assert str(answer).split("\n")[0] == "2───────2"
