"""The SVG renderer: well-formed whatever is drawn, nothing beyond the paper, layers in order."""

from collections.abc import Iterator
from dataclasses import fields
from typing import get_args, get_type_hints
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ModelError, Puzzle
from minuet.models.picture import (
    Area,
    Border,
    Cage,
    Candidates,
    Cell,
    Circle,
    GridPicture,
    Line,
    Outline,
    Picture,
    Shape,
    Square,
    Symbol,
    Text,
    Wedge,
    svg,
)
from minuet.models.picture.labels import fitted, width_of

from oracle.paper import (
    SPACE,
    colors_of,
    dark_rules_of,
    document_of,
    is_within_its_paper,
    spots_of,
)

PAPER, INK = "#fff", "#222"
EVERY: tuple[Shape, ...] = (
    Text((0, 0), "5", "given", title="a given"),
    Text((0, 1), "7"),
    Text((-1, 0), "12", "outside"),
    Text((1, 1), "123", "clue"),
    Text((0, 0.5), "<", "sign"),
    Cage(((0, 0), (1, 0)), "9 & more", title="cage 1"),
    Line(((0, 0), (1, 1)), "arrow"),
    Line(((0, 0), (0, 1)), "pill"),
    Line(((0, 0), (0, 1)), "thermometer", tint=3),
    Circle((0, 0), "ring"),
    Circle((0.5, 0), "black"),
    Symbol((1, 0), "star", "*"),
    Wedge((1, 0), 3, 4),
    Square((1, 1), "shade"),
    Border((0, 0), (0, 1)),
    Outline(((0, 0), (0, 1))),
    Area(((1, 0), (1, 1)), "A", 2, title="piece A"),
    Candidates((0, 1), (1, 5, 9)),
    *(Cell((row, col)) for row in (0, 1) for col in (0, 1)),
)


def drawn(picture: Picture) -> Element:
    return document_of(svg(picture))


def texts(picture: Picture) -> list[str]:
    return ["".join(one.itertext()) for one in drawn(picture).iter(f"{SPACE}text")]


@pytest.mark.parametrize("lattice", ["squares", "triangles", "hexagons"])
def test_nothing_is_drawn_beyond_the_paper(lattice: str) -> None:
    document = drawn(Picture(EVERY, lattice))
    assert document.attrib["viewBox"].startswith("0 0 ")
    assert len(list(spots_of(document))) > 40
    assert is_within_its_paper(document)


def test_shapes_are_drawn_in_the_order_of_their_layers() -> None:
    one, other = svg(Picture(EVERY)), svg(Picture(EVERY[::-1]))
    places = [one.index(part) for part in (">piece A<", "<circle", ">cage 1<", ">a given<")]
    assert places == sorted(places)
    assert len(one) == len(other)


def every_look() -> Iterator[Shape]:
    """A shape of each role, and of each that takes one, with a tint."""
    own = {
        Area: {"cells": ((0, 0), (0, 1)), "mark": "A"},
        Outline: {"cells": ((0, 0),)},
        Cage: {"cells": ((0, 0), (1, 0)), "label": "9"},
        Line: {"places": ((0, 0), (1, 1))},
        Border: {"first": (0, 0), "second": (0, 1)},
        Text: {"place": (0, 0), "text": "5"},
        Candidates: {"place": (0, 0), "values": (1, 2)},
        Symbol: {"place": (0, 0), "name": "queen", "text": "Q"},
        Wedge: {"place": (0, 0), "side": 1},
    }
    for kind in get_args(Shape):
        known = {part.name for part in fields(kind)}
        for role in get_args(get_type_hints(kind)["role"]):
            given = own.get(kind, {"place": (0, 0)})
            for tint in (None, 0, 7) if "tint" in known and kind is not Area else (None,):
                more = {} if tint is None else {"tint": tint}
                yield kind(**given, **more, role=role)


@pytest.mark.parametrize("shape", list(every_look()), ids=str)
def test_every_role_has_a_look_and_every_color_a_dark_one(shape: Shape) -> None:
    document = drawn(Picture((shape, Cell((0, 0)))))
    if isinstance(shape, Text):
        assert bool(texts(Picture((shape,)))) == (shape.role != "blank")
    found = colors_of(document)
    dark = dark_rules_of(document)
    assert found == set(dark)
    assert dark["fill", PAPER] < dark["fill", INK]  # light on dark


def test_dark_rules_reach_no_further_than_pictures() -> None:
    style = drawn(Picture(EVERY)).findtext(f"{SPACE}style") or ""
    (opening, *rules, end) = style.split("\n")
    assert (opening, end) == ("@media screen and (prefers-color-scheme:dark){", "}")
    assert all(rule.startswith(".minuet") and ",.minuet[" in rule for rule in rules)
    assert drawn(Picture(EVERY)).attrib["class"] == "minuet"


def test_pictures_on_one_page_have_ids_of_their_own() -> None:
    one, other = drawn(Picture(EVERY, title="one")), drawn(Picture(EVERY, title="other"))
    ids = [[part.attrib["id"] for part in document[:2]] for document in (one, other)]
    assert [document.attrib["aria-labelledby"].split() for document in (one, other)] == ids
    assert len({name for of_one in ids for name in of_one}) == 4


@pytest.mark.parametrize("title", ["", " \n", "\x00"])
def test_a_picture_without_words_is_told_in_general_ones(title: str) -> None:
    title_told, told = (part.text for part in drawn(Picture(EVERY, title=title))[:2])
    assert title_told == ("\ufffd" if title == "\x00" else "picture")
    assert told == "cells: 4, pieces: 1"


def test_titles_and_the_description_are_told() -> None:
    document = drawn(Picture(EVERY, title="<b> & co", description='"two" words'))
    assert document.attrib["role"] == "img"
    assert [part.text for part in document[:2]] == ["<b> & co", '"two" words']
    told = [title.text for title in document.iter(f"{SPACE}title")]
    assert {"a given", "cage 1", "piece A"} < set(told)


@given(st.text(st.characters(), max_size=30))
def test_any_text_is_well_formed(text: str) -> None:
    shapes = (
        *(Text((0, 0), text, role, title=text) for role in get_args(get_type_hints(Text)["role"])),
        Cage(((0, 0),), text, title=text),
        Area(((0, 0),), text, title=text),
        Line(((0, 0), (0, 1)), title=text),
    )
    document = drawn(Picture(shapes, title=text, description=text))
    assert document.tag == f"{SPACE}svg"
    assert is_within_its_paper(document)


@given(st.text(st.characters(), max_size=200), st.floats(20, 200))
def test_texts_fit_their_room(text: str, room: float) -> None:
    shown, size = fitted(text, room, 21)
    assert 8 <= size <= 21
    assert width_of(shown) * size <= room * 1.000001
    assert shown == text or (shown.endswith("…") and text.startswith(shown[:-1]))


def test_long_marks_widen_the_cells_and_are_told_whole() -> None:
    long = "Bartholomew of the seven seas and of the eighth"
    narrow, wide = (
        drawn(Picture((Cell((0, 0)), Text((0, 0), mark)))) for mark in ("Al", "Bartholomew")
    )
    assert float(wide.attrib["width"]) > 2 * float(narrow.attrib["width"])
    (shown,) = texts(Picture((Cell((0, 0)), Text((0, 0), long))))
    assert shown.startswith(long)
    assert shown.endswith("…")


def test_borders_are_between_neighbours() -> None:
    with pytest.raises(ModelError, match=r"a border between \(0, 0\) and \(1, 1\), expected neigh"):
        svg(Picture((Border((0, 0), (1, 1)),)))
    with pytest.raises(ModelError, match="a picture on 'cones', expected one of squares"):
        svg(Picture((), "cones"))


def test_layers_of_cubes_stand_side_by_side() -> None:
    block = tuple((layer, row, col) for layer in (0, 1) for row in (0, 1) for col in (0, 1))
    flat = drawn(Picture((Area(tuple(cell[1:] for cell in block if not cell[0]), "A"),)))
    both = Picture((*map(Cell, block), Area(block, "A")), "cubes")
    assert float(drawn(both).attrib["width"]) > 2 * float(flat.attrib["width"])
    assert texts(both) == ["A", "A"]  # a part in each layer


def test_a_grid_tells_givens_from_answers_and_rows_from_cells() -> None:
    puzzle = Puzzle("queens")
    queen = puzzle.choices("queen", row=range(2), col=range(2))
    puzzle.given(queen, row=0, col=0)
    puzzle.picture = GridPicture(queen, mark="Q")
    picture = puzzle.picture(puzzle.read([0, 3]))
    roles = {shape.place: shape.role for shape in picture.shapes if isinstance(shape, Text)}
    assert roles == {(0, 0): "given", (1, 1): "answer", (0, 1): "blank", (1, 0): "blank"}
    assert texts(picture) == ["Q", "Q"]
    puzzle.picture = GridPicture(queen, covering=lambda row, col: [(row, 0), (row, 1)], mark="row")
    areas = [s for s in puzzle.picture(puzzle.read([0, 2])).shapes if isinstance(s, Area)]
    assert [area.cells for area in areas] == [((0, 0), (0, 1)), ((1, 0), (1, 1))]
    overlapping = puzzle.read([0, 1])
    assert not any(isinstance(shape, Area) for shape in puzzle.picture(overlapping).shapes)
    assert puzzle.show(overlapping) == "00"


def test_a_mark_off_the_grid_is_an_error() -> None:
    puzzle = Puzzle("lines")
    line = puzzle.choices("line", at=[1, 2])
    puzzle.picture = GridPicture(line, "at", "at")
    with pytest.raises(ModelError, match=r"picture of line: cell 1, expected \(row, col\)"):
        puzzle.draw(puzzle.read([0]))


def test_a_picture_may_be_a_function_of_the_answer() -> None:
    puzzle = Puzzle("one")
    cell = puzzle.choices("cell", col=range(2))
    puzzle.picture = lambda answer: Picture(tuple(Text((0, col), "x") for (col,) in answer[cell]))
    assert puzzle.show(puzzle.read([0, 1])) == "xx"
    assert texts(puzzle.picture(puzzle.read([1]))) == ["x"]


def lightness(color: str) -> float:
    digits = color[1:] if len(color) == 7 else "".join(2 * digit for digit in color[1:])
    parts = [int(digits[k : k + 2], 16) / 255 for k in (0, 2, 4)]
    return (min(parts) + max(parts)) / 2


def rules_of(shape: Shape, attribute: str) -> dict[str, str]:
    """Return the colors that a shape has and its cell alone has not, and their dark ones."""
    with_it, without = (
        dark_rules_of(drawn(Picture((*one, Cell((0, 0)))))) for one in ((shape,), ())
    )
    return {
        color: dark
        for (name, color), dark in with_it.items()
        if name == attribute and (name, color) not in without
    }


@given(st.integers(0, 500))
def test_tints_are_dark_under_light_texts_and_light_as_lines(tint: int) -> None:
    ((light, dark),) = rules_of(Wedge((0, 0), 1, tint), "fill").items()
    assert lightness(dark) < 0.4 < lightness(light)
    way = Line(((0, 0), (0, 1)), "way", tint=tint)
    for other in rules_of(way, "stroke").values():
        assert lightness(other) > 0.45


def test_near_tints_differ() -> None:
    assert len({min(rules_of(Wedge((0, 0), 1, tint), "fill")) for tint in range(60)}) == 60
