"""Assemblies that have a mirror image, where others have none: which are alike."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import Packing, distinct
from minuet.models.packings import CUBES, Board, Piece, slothouber_graatsma
from minuet.solvers import count, crosscheck, solutions

from drawing import few
from oracle.board_maps import maps_of

HAND = frozenset({(0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 1)})  # it has no mirror symmetry
OTHER = frozenset({(0, 0, 0), (0, 0, 1), (0, 1, 1), (1, 0, 0)})  # its mirror image
DOT = frozenset({(0, 0, 0)})


def hands(left: tuple[int, int], right: tuple[int, int], **more: object) -> Packing:
    pieces = [
        Piece("left", HAND, lattice=CUBES, copies=left),
        Piece("right", OTHER, lattice=CUBES, copies=right),
        Piece("dot", DOT, lattice=CUBES, copies=(0, None)),
    ]
    return Packing(Board.box(2, 2, 3), pieces, **more)  # type: ignore[arg-type]


def oracle(packing: Packing) -> int:
    """Count the classes of what is laid, looking at shapes alone: left and right are exchanged."""
    maps = maps_of(packing.board)
    exchanged = {"left": "right", "right": "left", "dot": "dot"}
    every = set()
    for answer in solutions(packing):
        every.add(frozenset((name, frozenset(cells)) for name, cells in answer[packing.place]))
    fits = {name: {cells for laid in every for n, cells in laid if n == name} for name in exchanged}
    classes = set()
    for laid in every:
        images = set()
        for cells in maps:
            turned = [(name, frozenset(cells[c] for c in on)) for name, on in laid]
            mirrored = any(on not in fits[name] for name, on in turned)
            image = frozenset((exchanged[n] if mirrored else n, on) for n, on in turned)
            if image in every:
                images.add(image)
        classes.add(min(tuple(sorted((n, tuple(sorted(on))) for n, on in one)) for one in images))
    return len(classes)


@pytest.mark.parametrize(
    ("left", "right"), [((0, 2), (0, 1)), ((0, 1), (0, 1)), ((0, 2), (0, 0)), ((1, 2), (0, 2))]
)
def test_what_has_a_mirror_image_is_alike_to_it(
    left: tuple[int, int], right: tuple[int, int]
) -> None:
    packing = hands(left, right)
    result = count(packing, symmetries="known")
    assert result.count == oracle(packing) == len(list(distinct(solutions(packing))))
    canonical = packing.symmetries().canonical
    named = [canonical(one) for one in solutions(packing.matrix)]
    assert len(set(named)) == result.count
    assert [canonical(one) for one in named] == named


def test_pieces_that_must_be_laid_have_no_part_with_more_symmetries() -> None:
    assert hands((1, 1), (0, 0)).symmetries().part is None
    assert hands((2, 2), (1, 1)).symmetries().part is None
    assert hands((0, 2), (0, 2)).symmetries().part is None
    assert slothouber_graatsma().symmetries().part is None
    assert hands((0, 2), (0, 1)).symmetries().part is not None


def test_who_lists_and_who_counts_agree() -> None:
    report = crosscheck(hands((0, 2), (0, 1)), ["dlx", "bitmask"], limit=10_000, symmetries="known")
    assert not report.disagreements
    assert {one.listed for one in report.outcomes} == {one.classes for one in report.outcomes}


def test_a_count_says_how_many_are_mirror_images() -> None:
    result = count(hands((0, 2), (0, 1)), symmetries="known")
    assert result.mirrored > 0
    assert f"{result.mirrored} more are mirror images" in str(result)
    assert result.to_dict()["mirrored"] == result.mirrored


def test_a_rule_of_ones_own_leaves_the_symmetries_of_all() -> None:
    packing = hands((0, 2), (0, 1))
    packing.between(0, 20, packing.place, by=lambda piece: "few")
    assert packing.symmetries().part is None


SMALL = list(product(range(2), range(2), range(2)))
SHAPES = [HAND, OTHER, frozenset({(0, 0, 0), (0, 0, 1), (0, 1, 0)}), DOT]


@few(12)
@given(st.sets(st.sampled_from(SMALL), min_size=4), st.data())
def test_as_many_classes_are_listed_as_counted(
    cells: set[tuple[int, ...]], data: st.DataObject
) -> None:
    pieces = []
    shapes = data.draw(st.lists(st.sampled_from(SHAPES), min_size=1, max_size=3))
    for number, shape in enumerate(shapes):
        low = data.draw(st.integers(0, 1))
        copies = low, low + data.draw(st.integers(0, 2))
        pieces.append(Piece(str(number), shape, lattice=CUBES, copies=copies))
    packing = Packing(Board.of(cells, CUBES), pieces, uncovered=True)
    counted = count(packing, symmetries="known")
    assert counted.count == len(list(distinct(solutions(packing))))
