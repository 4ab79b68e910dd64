"""Graphs are laid out so that every vertex, every name and every part can be told apart."""

import xml.etree.ElementTree as ElementTree
from itertools import combinations
from math import dist
from typing import Any

import pytest

from minuet.models import Puzzle
from minuet.models.picture import Circle, picture_of

MAINLAND = "WA-NT WA-SA NT-SA NT-Q SA-Q SA-NSW SA-V Q-NSW NSW-V"
STATES = {"WA": "WA", "NT": "NT", "SA": "SA", "Q": "Q", "NSW": "NSW", "V": "V", "T": "T"}
NAMES = STATES | {"SA": "South Australia", "T": "Tasmania"}


def australia(names: dict[str, str]) -> Puzzle:
    puzzle = Puzzle("a map")
    paint = puzzle.choices("paint", state=list(names.values()), color=["red", "green", "blue"])
    pairs = [[names[end] for end in edge.split("-")] for edge in MAINLAND.split()]
    puzzle.drawn(paint, "graph", by="state", show="color", edges=pairs)
    return puzzle


def places(puzzle: Puzzle) -> list[tuple[float, ...]]:
    return [shape.place for shape in picture_of(puzzle).shapes if isinstance(shape, Circle)]


def test_a_vertex_on_its_own_stands_beside_the_others() -> None:
    *mainland, tasmania = places(australia(STATES))
    assert min(dist(one, other) for one, other in combinations([*mainland, tasmania], 2)) > 1.49
    assert tasmania[1] > max(col for _, col in mainland)
    assert min(dist(tasmania, one) for one in mainland) < 3
    assert max(dist(one, other) for one, other in combinations(mainland, 2)) < 6


def test_many_parts_stand_in_lines() -> None:
    puzzle = Puzzle("pairs")
    edge = puzzle.choices("edge", rows=[{"u": 2 * k, "v": 2 * k + 1} for k in range(12)])
    puzzle.drawn(edge, "graph", by=("u", "v"))
    found = places(puzzle)
    height, width = (max(axis) - min(axis) for axis in zip(*found, strict=True))
    assert 4 < width < 16 and 4 < height < 16
    assert min(dist(one, other) for one, other in combinations(found, 2)) > 1.49


@pytest.mark.parametrize(("names", "beside"), [(STATES, set()), (NAMES, {"South Australia"})])
def test_names_fit_their_discs_or_stand_below(names: dict[str, str], beside: set[str]) -> None:
    document = ElementTree.fromstring(australia(names).draw())
    discs = [one for one in document.iter() if one.tag.endswith("}circle")]
    (radius,) = {float(disc.attrib["r"]) for disc in discs}
    below = set()
    for one in (one for one in document.iter() if one.tag.endswith("}text")):
        name = one.text or ""
        disc = min(discs, key=lambda d: dist(at(d, "cx", "cy"), at(one, "x", "y")))
        if abs(float(one.attrib["y"]) - float(disc.attrib["cy"])) > radius:
            below.add(name)
        else:
            assert 0.62 * len(name) * float(one.attrib["font-size"]) < 2 * radius
    assert beside <= below and (beside or not below)
    assert all("…" not in (one.text or "") for one in document.iter())


def at(one: ElementTree.Element, x: str, y: str) -> tuple[float, float]:
    return float(one.attrib[x]), float(one.attrib[y])


@pytest.mark.parametrize("layout", [None, "spring", "circle", "planar", [[None, "a", 1]]])
def test_any_value_names_a_vertex(layout: Any) -> None:
    puzzle = Puzzle("odd names")
    edges = [{"u": None, "v": "a"}, {"u": "a", "v": 1}, {"u": 1, "v": None}]
    puzzle.drawn(puzzle.choices("edge", rows=edges), "graph", by=("u", "v"), layout=layout)
    assert len(set(places(puzzle))) == 3


def test_a_vertex_may_be_a_list_or_a_mapping() -> None:
    puzzle = Puzzle("odd vertices")
    edge = puzzle.choices("edge", rows=[{"u": {"a": [1]}, "v": ([2], None)}])
    puzzle.drawn(edge, "graph", by=("u", "v"))
    named = {one.title for one in picture_of(puzzle).shapes if isinstance(one, Circle)}
    assert named == {"a,1", "2,None"}
