"""Classes of puzzles of clauses, whose symmetries cover an item repeatedly: by hand reckoning."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from minuet.models import Puzzle, Symmetries, automorphisms
from minuet.solvers import count

from late import needs
from oracle.row_symmetries import MORE, Move, answers_of, beside_more, closure, orbits


def two_against(others: int) -> Puzzle:
    """Not both of two choices and one of the others: `~a0 | ~a1 | ~b` for each b.

    Where not both are chosen (3 ways) the others are free; where both are, none of them is.
    """
    puzzle = Puzzle("two against others")
    a, b = puzzle.choices("a", i=range(2)), puzzle.choices("b", j=range(others))
    for j in range(others):
        puzzle.any_of(~a.where(i=0), ~a.where(i=1), ~b.where(j=j))
    return puzzle


def pairs_and_others(number: int) -> Puzzle:
    """Not left, right and middle, for each of so many triples."""
    puzzle = Puzzle("left, right and middle")
    t = puzzle.choices("t", place=["left", "right", "middle"], j=range(number))
    puzzle.at_most(2, t, by="j")
    return puzzle


def mirrored(place: str) -> dict[str, str]:
    return {"place": {"left": "right", "right": "left"}.get(place, place)}


@needs("igraph")
@pytest.mark.parametrize("others", [2, 5, 9, 30])
def test_classes_of_two_against_others(others: int) -> None:
    # Of a none or one, so many of the others; or both of a and none: 2 (n + 1) + 1.
    result = count(two_against(others), symmetries="auto")
    assert (result.count, result.total) == (2 * others + 3, 3 * 2**others + 1)


@pytest.mark.parametrize("others", [2, 5, 16])
def test_classes_under_one_swap_alone(others: int) -> None:
    puzzle = two_against(others)
    a = puzzle.tables[0]
    swap = Symmetries.of(puzzle, {a: lambda i: {"i": 1 - i}})
    result = count(puzzle, symmetries=swap)
    # One of a is as the other one: none, one or both, and 2^n, 2^n or 1 sets of others.
    assert (result.count, result.total) == (2 * 2**others + 1, 3 * 2**others + 1)


@pytest.mark.parametrize("number", [2, 3, 7])
def test_classes_under_a_mirror_of_all_pairs(number: int) -> None:
    puzzle = pairs_and_others(number)
    result = count(puzzle, symmetries=Symmetries.of(puzzle, mirrored))
    # Of each triple 7 of 8 sets; 3 are as their image: none, the middle, left and right.
    assert (result.count, result.total) == ((7**number + 3**number) // 2, 7**number)


@needs("igraph")
@pytest.mark.parametrize("make", [lambda: two_against(4), lambda: pairs_and_others(2)])
def test_both_ways_to_count_find_the_orbits_of_brute_force(make: Callable[[], Puzzle]) -> None:
    puzzle = make()
    answers, size = answers_of(puzzle), puzzle.visible_options
    moves: list[Move] = [tuple(one.tolist()) for one in automorphisms(puzzle).generators]
    classes = orbits(answers, closure(moves, size))
    listed = count(puzzle, symmetries=automorphisms(puzzle).symmetries())
    assert (listed.count, listed.total) == (len(classes), len(answers))
    covers = count(beside_more(make()), symmetries="auto")
    assert (covers.count, covers.total) == (len(classes), MORE * len(answers))
