"""Pictures told in a few words: kinds, words, mistakes; and those that are guessed from tables."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from itertools import combinations
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import Answer, ModelError, Puzzle
from minuet.models.picture import (
    Area,
    Cell,
    Circle,
    Line,
    Symbol,
    Text,
    Wedge,
    picture_of,
    text_of,
)

from oracle.paper import SPACE, dark_rules_of, document_of, is_within_its_paper

NURSES, DAYS = ["Ann", "Bob"], ["Mon", "Tue", "Wed"]


def roster() -> tuple[Puzzle, Answer]:
    puzzle = Puzzle("roster")
    puzzle.choices("shift", nurse=NURSES, day=DAYS, shift=["early", "late"])
    return puzzle, puzzle.read([0, 3, 8])


def of(puzzle: Puzzle, kind: type, answer: Answer | None = None) -> list[object]:
    return [shape for shape in picture_of(puzzle, answer).shapes if isinstance(shape, kind)]


# ---- Told ---------------------------------------------------------------------------------


def test_a_grid_is_told_by_its_cells_and_its_marks() -> None:
    puzzle = Puzzle("queens")
    queen = puzzle.choices("queen", row=range(4), col=range(4))
    answer = puzzle.read([1, 7, 8, 14])
    puzzle.drawn(queen, by=("row", "col"), show="Q", symbol="queen")
    assert puzzle.show(answer) == ".Q..\n...Q\nQ...\n..Q."
    assert [s.place for s in of(puzzle, Symbol, answer)] == [(0, 1), (1, 3), (2, 0), (3, 2)]
    assert sum(s.role == "dark" for s in of(puzzle, Cell, answer)) == 8
    told = puzzle.draw(answer)
    puzzle.picture = 'grid queen by=("row","col") show="Q" symbol=queen'
    assert puzzle.draw(answer) == told
    puzzle.picture = "grid by=row,col show=Q symbol=queen"
    assert puzzle.draw(answer) == told


def test_a_grid_may_lie_on_another_lattice() -> None:
    puzzle = Puzzle("hexagon")
    number = puzzle.choices("number", row=range(2), col=range(2), value=range(9, 13))
    answer = puzzle.read([0, 5, 10, 15])
    puzzle.drawn(number, lattice="hexagons")
    assert picture_of(puzzle, answer).lattice == "hexagons"
    assert puzzle.show(answer) == " 9    10\n   11    12"
    told = puzzle.draw(answer)
    puzzle.picture = "grid lattice=hexagons"
    assert puzzle.draw(answer) == told
    assert pickle.loads(pickle.dumps(puzzle)).draw() == puzzle.draw()


def test_an_area_hangs_together_by_the_sides_of_its_lattice() -> None:
    puzzle = Puzzle("a piece")
    puzzle.choices("place", rows=[{"name": "A", "cells": [(0, 1), (1, 0), (0, 0), (5, 5)]}])
    for lattice, parts in (("squares", 2), ("hexagons", 2), ("triangles", 2)):
        puzzle.picture = f"grid covering=cells show=name lattice={lattice}"
        assert len(of(puzzle, Area, puzzle.read([0]))) == parts
    puzzle = Puzzle("two that touch on hexagons alone")
    puzzle.choices("place", rows=[{"name": "A", "cells": [(0, 1), (1, 0)]}])
    for lattice, parts in (("squares", 2), ("hexagons", 1), ("triangles", 2)):
        puzzle.picture = f"grid covering=cells show=name lattice={lattice}"
        assert len(of(puzzle, Area, puzzle.read([0]))) == parts


def test_pictures_over_each_other_lie_on_one_lattice() -> None:
    puzzle = Puzzle("two")
    number = puzzle.choices("number", row=range(2), col=range(2), value=range(2))
    puzzle.drawn(number)
    puzzle.drawn(number, lattice="hexagons")
    with pytest.raises(ModelError, match="on hexagons over one on squares, expected one"):
        puzzle.draw(puzzle.read([0]))


def test_a_table_has_names_at_its_sides() -> None:
    puzzle, answer = roster()
    puzzle.drawn("shift", "table", by=("nurse", "day"), show="shift")
    lines = puzzle.show(answer).split("\n")
    assert [line.split() for line in lines] == [
        DAYS,
        ["Ann", "early", "late", "."],
        ["Bob", ".", "early", "."],
    ]
    again = pickle.loads(pickle.dumps(puzzle))
    assert again.draw(again.read(answer.options)) == puzzle.draw(answer)


def test_a_heading_of_two_columns_is_both_values() -> None:
    puzzle, answer = roster()
    puzzle.drawn("shift", "table", by=("nurse", ("day", "shift")), show=lambda: "x")
    top, *_ = puzzle.show(answer).split("\n")
    assert top.split("  ")[-1] == "Wed late"
    assert "(" not in top


def test_a_schedule_has_a_line_for_each_value() -> None:
    puzzle, answer = roster()
    puzzle.drawn("shift", "table", by="day", show=("nurse", "shift"))
    lines = text_of(puzzle, answer).split("\n")
    assert lines == ["Mon  Ann early", "Tue   Ann late  Bob early", "Wed          ."]


def test_pictures_lie_over_each_other() -> None:
    puzzle = Puzzle("dominoes")
    number = puzzle.choices("number", row=[0], col=[0, 1], value=[3])
    domino = puzzle.choices("domino", row=[0], col=[0])
    puzzle.drawn(number, printed=True)
    puzzle.drawn(domino, covering=lambda row, col: [(row, col), (row, col + 1)], show="d")
    answer = puzzle.read([2])
    assert [shape.cells for shape in of(puzzle, Area, answer)] == [((0, 0), (0, 1))]
    texts = [text for text in of(puzzle, Text, answer) if text.role != "blank"]
    assert [(text.text, text.role) for text in texts] == [("3", "given")] * 2
    assert len(of(puzzle, Cell, answer)) == 2


def test_a_graph_shows_chosen_edges_thick() -> None:
    puzzle = Puzzle("loop")
    square = [((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 1), (1, 0)), ((1, 0), (0, 0))]
    rows = [{"u": u, "v": v} for u, v in [*square, ((0, 1), (0, 2))]]
    edge = puzzle.choices("edge", rows=rows)
    puzzle.drawn(edge, "graph", by=("u", "v"))
    lines = of(puzzle, Line, puzzle.read([0, 1, 2, 3]))
    assert [line.role for line in lines] == ["edge", *["path"] * 4]
    assert lines[1].places == ((0, 0), (0, 1))  # vertices that are cells lie there
    assert puzzle.show(puzzle.read([4])) == "edge(u=(0, 1), v=(0, 2))"


@pytest.mark.parametrize("layout", [None, "spring", "circle", "planar", [["a", "b"], ["c", "d"]]])
def test_a_layout_is_the_same_each_time_and_keeps_vertices_apart(layout: object) -> None:
    def drawn() -> tuple[str, list[tuple[float, ...]]]:
        puzzle = Puzzle("graph")
        edge = puzzle.choices("edge", u=["a", "b"], v=["c", "d"])
        puzzle.drawn(edge, "graph", by=("u", "v"), layout=layout)
        return puzzle.draw(), [circle.place for circle in of(puzzle, Circle)]

    (document, places), (again, _) = drawn(), drawn()
    assert document == again
    assert all(dist(one, other) >= 1 for one, other in combinations(places, 2))


@pytest.mark.parametrize("layout", [[["a"]], [["a", "b", "b"]], [["a", "b", "c"]], {"a": (0, 0)}])
def test_a_layout_places_each_vertex_once(layout: object) -> None:
    puzzle = Puzzle("graph")
    edge = puzzle.choices("edge", u=["a"], v=["b"])
    with pytest.raises(ModelError, match=r"layout: [abc], expected each vertex once"):
        puzzle.drawn(edge, "graph", by=("u", "v"), layout=layout)


def test_what_is_called_white_is_the_lightest_on_dark_paper_too() -> None:
    names = ["white", "gray", "black", "red"]
    puzzle = Puzzle("coloring")
    color = puzzle.choices("color", vertex=range(4), color=names)
    puzzle.drawn(color, "graph", by="vertex", show="color", edges=[(0, 1), (1, 2), (2, 3)])
    document = document_of(puzzle.draw(puzzle.read([0, 5, 10, 15])))
    fills = [circle.attrib["fill"] for circle in document.iter(f"{SPACE}circle")]
    assert len(set(fills)) == 4
    light = fills[:3]
    dark = [dark_rules_of(document)["fill", fill] for fill in light]
    assert light == sorted(light, reverse=True)
    assert dark == sorted(dark, reverse=True)
    assert dark[0] > "#17191d" > dark[-1]  # that of the paper


def test_vertices_take_the_colors_that_are_chosen() -> None:
    puzzle = Puzzle("coloring")
    color = puzzle.choices("color", vertex=["a", "b", "c"], color=["red", "green"])
    puzzle.drawn(color, "graph", by="vertex", show="color", edges=[("a", "b"), ("b", "c")])
    circles = {s.title: s.tint for s in of(puzzle, Circle, puzzle.read([0, 3, 4]))}
    assert circles["a: red"] == circles["c: red"] != circles["b: green"]
    assert len(of(puzzle, Line)) == 2


def test_tiles_show_what_is_on_their_sides() -> None:
    puzzle = Puzzle("tiles")
    tile = puzzle.choices("tile", row=[0], col=[0, 1], north=[1], east=[2], south=[3], west=[4])
    puzzle.drawn(tile, "tiles")
    assert [s.text for s in of(puzzle, Text, puzzle.read([1])) if s.role == "side"] == list("1234")
    puzzle.picture = None
    puzzle.drawn(tile, "tiles", style="colors", show="n")
    assert len({wedge.tint for wedge in of(puzzle, Wedge, puzzle.read([1]))}) == 4
    puzzle.picture = None
    sides = ("north", lambda: 0, "south", lambda: 0)
    puzzle.drawn(tile, "tiles", sides=sides, style="tracks")
    assert len(of(puzzle, Line, puzzle.read([1]))) == 2


def test_marks_in_one_cell_stand_side_by_side() -> None:
    puzzle = Puzzle("both")
    mark = puzzle.choices("mark", row=[0], col=[0], value=["a", "b"])
    puzzle.drawn(mark)
    assert puzzle.show(puzzle.read([0, 1])) == "a,b"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            "gird",
            "graph, edges, cages, signs, list, clues; did you mean grid",
        ),
        ("", "no picture '', expected one of grid, table, tiles, graph, edges, cages, signs, list"),
        ("grid shfit by=(nurse, day)", "has no table 'shfit'"),
        ("grid shift by=(nurse, dya)", "picture of shift: table 'shift' has no column 'dya'"),
        (
            "grid shift shwo=day",
            r"of shift: no word 'shwo' of a grid, expected one of by, cov.* mean show\?",
        ),
        ("grid shift symbol=quen", "picture: symbol 'quen', expected one of queen, "),
        ("grid shift lattice=hexes", "lattice 'hexes', expected one of squares, .* mean hexagons?"),
        ("table shift show=day", "picture of shift: no by, expected columns"),
        ("table shift by=nurse", "picture of shift: no show, expected columns"),
        ("grid shift by=", "'by=' cannot be read, expected word=value"),
        ("graph shift by=(nurse,day) layout=moebius", "layout 'moebius', expected one of spring"),
        ("grid shift by=(nurse,day)", r"picture of shift: cell \('Ann', 'Mon'\), expected \(row,"),
    ],
)
def test_words_that_are_not_understood_are_told(words: str, message: str) -> None:
    puzzle, answer = roster()
    puzzle.picture = words
    with pytest.raises(ModelError, match=message):
        puzzle.draw(answer)


# ---- Guessed ------------------------------------------------------------------------------


def table(**columns: object) -> Callable[[str], Puzzle]:
    def made(name: str) -> Puzzle:
        puzzle = Puzzle()
        puzzle.choices(name, columns)  # type: ignore[arg-type]
        return puzzle

    return made


CELLS = [((0, 0), (0, 1)), ((1, 1),)]
VERTICES = ["a", "b", "c"]


@pytest.mark.parametrize(
    ("name", "made", "shown"),
    [
        ("queen", table(row=range(3), col=range(3)), "Q..\n...\n..."),
        ("digit", table(row=range(3), col=range(3), value=range(2)), "0..\n...\n..."),
        ("cell", table(x=range(3), y=range(3)), "C..\n...\n..."),
        ("cell", table(row=range(3), col=range(3), shaded=[0, 1]), "...\n...\n..."),
        ("place", table(piece=["A"], cells=CELLS), "AA\n ."),
        # A graph of it would have a loop.
        ("edge", table(u=["a", "b"], v=["b", "c"]), "   b  c\na  E  .\nb  .  ."),
        ("edge", table(edge=[("a", "b"), ("b", "c")]), None),
        ("edge", table(edge=[("a", "b"), ("b", "c")], on=[0, 1]), None),
        (
            *("shift", table(nurse=NURSES, day=DAYS)),
            "     Mon  Tue  Wed\nAnn    S    .    .\nBob    .    .    .",
        ),
        (
            *("shift", table(nurse=NURSES, day=DAYS, shift=[1, 2])),
            "     Mon  Tue  Wed\nAnn    1    .    .\nBob    .    .    .",
        ),
        ("word", table(word=["one", "two"]), "word\n one"),
        ("many", table(a=[1], b=[2], c=[3], d=[4]), "a  b  c  d\nx  2  3  4"),
    ],
)
def test_the_columns_say_what_is_drawn(
    name: str, made: Callable[[str], Puzzle], shown: str | None
) -> None:
    """`shown`: the text of the first choice; None: a graph of the vertices a, b and c."""
    puzzle = made(name)
    answer = puzzle.read([0])
    assert document_of(puzzle.draw(answer)).tag == f"{SPACE}svg"
    assert len(of(puzzle, Circle, answer)) == (3 if shown is None else 0)
    assert shown is None or text_of(puzzle, answer) == shown
    assert puzzle.show(answer) == puzzle.describe(0)  # programs read a line a choice


def test_a_table_of_queens_has_queens() -> None:
    puzzle = table(row=range(3), col=range(3))("queens")
    assert [s.name for s in of(puzzle, Symbol, puzzle.read([4]))] == ["queen"]


def test_what_can_be_shaded_is_black_or_not() -> None:
    puzzle = table(row=range(2), col=range(2), shaded=[0, 1])("cell")
    answer = puzzle.read([0, 3, 4, 7])
    assert [c.place for c in of(puzzle, Cell, answer) if c.role == "blocked"] == [(0, 1), (1, 1)]
    assert text_of(puzzle, answer) == ".#\n.#"


def test_pairs_of_vertices_make_a_graph() -> None:
    puzzle = Puzzle()
    puzzle.choices("road", rows=[{"u": u, "v": v} for u, v in combinations(VERTICES, 2)])
    assert len(of(puzzle, Circle)) == 3


def test_a_puzzle_of_nothing_is_drawn() -> None:
    assert document_of(Puzzle("nothing").draw()).tag == f"{SPACE}svg"


def test_very_many_chosen_rows_are_not_all_listed() -> None:
    puzzle = table(a=range(10), b=range(10), c=range(10), d=[0])("row")
    texts = [text.text for text in of(puzzle, Text, puzzle.read(range(1000)))]
    assert texts[-1] == "and 900 more" and len(texts) < 500


ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=12),
    st.tuples(st.integers(-3, 3), st.integers(-3, 3)),
    st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), max_size=3).map(tuple),
    st.lists(st.integers(), max_size=2),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)
NAMES = st.sampled_from(
    ["row", "col", "x", "y", "value", "u", "v", "edge", "on", "cells", "piece", "day", "q"]
)


@given(st.data())
def test_any_table_is_drawn(data: st.DataObject) -> None:
    puzzle = Puzzle(data.draw(st.text(max_size=8)))
    for name in data.draw(st.lists(st.sampled_from(["queen", "edge", "t"]), unique=True)):
        columns = data.draw(st.lists(NAMES, min_size=1, max_size=4, unique=True))
        values = data.draw(st.sampled_from([st.integers(-2, 3), ODD]))
        row = st.tuples(*(values for _ in columns))
        rows = data.draw(st.lists(row, min_size=1, max_size=5))
        puzzle.choices(name, rows=[dict(zip(columns, one, strict=True)) for one in rows])
    size = sum(map(len, puzzle.tables))
    chosen = data.draw(st.sets(st.integers(0, size - 1), max_size=6)) if size else []
    answer = puzzle.read(chosen)
    document = document_of(puzzle.draw(answer))
    assert document.tag == f"{SPACE}svg" and is_within_its_paper(document)
    assert isinstance(text_of(puzzle, answer), str)
    html = answer._repr_html_()
    assert html is not None and html.startswith("<figure")
