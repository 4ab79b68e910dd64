"""Solutions that are alike: by their orbits, and against sorting all images of each."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product
from random import Random

import numpy as np
import pytest

from minuet.models import ExactCover, Puzzle, Symmetries, distinct
from minuet.models.symmetry.orbits import KEY, Classes
from minuet.solvers import count, solutions

Options = tuple[int, ...]


@cache
def first_by_sorting(group: Symmetries, options: Options) -> Options:
    return min(tuple(sorted(move[list(options)].tolist())) for move in group.permutations)


def firsts(group: Symmetries, found: list[Options]) -> list[Options]:
    """The first of each class, in the order in which they come."""
    seen, kept = set(), []
    for options in found:
        name = first_by_sorting(group, tuple(sorted(options)))
        if name not in seen:
            seen.add(name)
            kept.append(options)
    return kept


def timetable(groups: int = 3, hours: int = 3) -> tuple[Puzzle, Symmetries]:
    """Two lessons a group, each at an hour in one of two rooms."""
    puzzle = Puzzle("timetable")
    lesson = puzzle.choices(
        "lesson", group=range(groups), number=range(2), hour=range(hours), room=range(2)
    )
    puzzle.exactly_one(lesson, by=("group", "number"))
    puzzle.at_most_one(lesson, by=("hour", "room"))
    puzzle.at_most_one(lesson, by=("group", "hour"))
    return puzzle, Symmetries.of(
        puzzle,
        lambda group: {"group": (group + 1) % groups},
        lambda group: {"group": {0: 1, 1: 0}.get(group, group)},
        lambda group, number: {"number": 1 - number if group == 0 else number},
        lambda room: {"room": 1 - room},
    )


def test_the_first_of_each_class_comes_whatever_is_kept() -> None:
    puzzle, group = timetable()
    assert len(group) == 96
    found = [answer.options for answer in solutions(puzzle)]
    random = Random(1)
    for again in (found, found[::-1], random.choices(found, k=300)):
        mixed = [tuple(random.sample(options, len(options))) for options in again]
        for some in (again, mixed):
            wanted = firsts(group, some)
            assert list(distinct(some, group)) == wanted
            for room in (0, 20_000):
                classes = Classes(group.permutations, room)
                assert [options for options in some if classes.is_new(options)] == wanted
    assert len(firsts(group, found)) == count(puzzle, symmetries=group).count


def test_the_first_image_is_the_least_of_all_when_sorted() -> None:
    random = Random(3)
    for size in (1, 2, 4, 5):
        moves = np.array(list(permutations(range(size))))
        matrix = ExactCover(primary=0, items=[], starts=[0] * (size + 1), members=[])
        for order in {1, 2, len(moves)}:
            group = Symmetries(matrix, moves[:order])
            for width in range(size + 1):
                options = tuple(random.sample(range(size), width))
                assert group.canonical(options) == first_by_sorting(group, options)


@pytest.mark.parametrize("shift", [1, 255, 256, 65_536])
def test_option_numbers_of_every_width_are_told_apart(shift: int) -> None:
    """Pairs of options of which one is far from the other; the two exchange their places."""
    size = shift + 3
    swapped = np.arange(size)
    swapped[[0, shift]] = shift, 0
    matrix = ExactCover(primary=0, items=[], starts=[0] * (size + 1), members=[])
    group = Symmetries.of(matrix, swapped)
    some = sorted({0, 1, 2, shift, shift + 1, shift + 2})
    found = [one for width in range(3) for one in product(some, repeat=width)]
    found = [one for one in found if len(set(one)) == len(one)]
    assert list(distinct(found, group)) == firsts(group, found)


def test_alike_solutions_take_no_more_than_their_room() -> None:
    puzzle, group = timetable()
    classes = Classes(group.permutations, room=150 * (KEY + 4 * 6))
    for answer in solutions(puzzle):
        classes.is_new(answer.options)
        assert len(classes._alike) <= 150
