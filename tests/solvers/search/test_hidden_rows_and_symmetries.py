"""Hidden rows of rules and symmetries: no choice is exchanged with a row that a rule made itself.

The truth is brute force: all permutations of a puzzle's rows and `Puzzle.check`
(oracle/row_symmetries.py).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import numpy as np
import pytest

from minuet.models import ModelError, Puzzle, Symmetries, automorphisms
from minuet.solvers import count, solutions, solve

from late import needs
from oracle.row_symmetries import (
    MORE,
    Move,
    answers_of,
    beside_more,
    closure,
    image,
    is_symmetry,
    orbits,
    true_symmetries,
)

pytestmark = needs("igraph")


def two_lines() -> Puzzle:
    puzzle = Puzzle("two lines")
    t = puzzle.choices("t", i=range(3))
    puzzle.regular("1.*", t, along=lambda i: (0, 0, 1)[i])
    puzzle.table_rule([(0, 0), (1, 0), (0, 1)], t, by=lambda i: None if i == 1 else 0, along="i")
    return puzzle


def one_or_a_cost() -> Puzzle:
    puzzle = Puzzle("one or a cost")
    t = puzzle.choices("t", i=range(1))
    puzzle.prefer(puzzle.at_least(1, t), 1)
    puzzle.minimize(t, 1)
    return puzzle


def one_step() -> Puzzle:
    puzzle = Puzzle("one step")
    t = puzzle.choices("t", row=range(2), col=range(1))
    puzzle.regular("[01]", t, by="row", along="col")
    return puzzle


def square_of_words() -> Puzzle:
    puzzle = Puzzle("square of words")
    t = puzzle.choices("t", row=range(2), col=range(3))
    puzzle.regular("0* 1 0*", t, by="row", along="col")
    puzzle.at_most_one(t, by="col")
    return puzzle


def words_with_forbidden_values() -> Puzzle:
    puzzle = Puzzle("words with forbidden values")
    t = puzzle.choices("t", place=range(2), value=list("abc"))
    puzzle.table_rule(list(product("abc", repeat=2)), t, along="place", value="value")
    puzzle.forbid(t, place=0, value="a")
    puzzle.forbid(t, place=0, value="b")
    return puzzle


def the_same_preference_three_times() -> Puzzle:
    puzzle = Puzzle("the same preference three times")
    t = puzzle.choices("t", i=range(4))
    for _ in range(3):
        puzzle.prefer(puzzle.at_most(1, t), 2, per="unit")
    puzzle.at_least(1, t)
    return puzzle


def preferences_of_groups() -> Puzzle:
    puzzle = Puzzle("preferences of groups")
    t = puzzle.choices("t", a=range(3), b=range(2))
    puzzle.prefer(puzzle.exactly_one(t, by="a"), 1)
    puzzle.at_most(2, t, by="b")
    return puzzle


def costs_like_preferences() -> Puzzle:
    puzzle = Puzzle("costs like preferences")
    t = puzzle.choices("t", i=range(3))
    for k in range(3):
        puzzle.prefer(puzzle.at_least(1, t, by=lambda i, k=k: 0 if i == k else None), 1)
    puzzle.minimize(t, 1)
    return puzzle


def a_preferred_statement() -> Puzzle:
    puzzle = Puzzle("a preferred statement")
    a, b = (puzzle.choices(name, i=range(2)) for name in "ab")
    puzzle.prefer(puzzle.implies(a.where(i=0), b.where(i=0)), 3)
    puzzle.prefer(puzzle.implies(a.where(i=1), b.where(i=1)), 3)
    puzzle.at_least(1, [a, b])
    return puzzle


def a_preferred_word() -> Puzzle:
    puzzle = Puzzle("a preferred word")
    t = puzzle.choices("t", row=range(2), col=range(2))
    puzzle.prefer(puzzle.regular("01|10", t, by="row", along="col"), 1)
    return puzzle


def rising() -> Puzzle:
    puzzle = Puzzle("rising")
    t = puzzle.choices("t", i=range(2), value=range(3))
    puzzle.exactly_one(t, by="i")
    puzzle.prefer(puzzle.increasing(t, by=None, along="i", value="value"), 1)
    return puzzle


def alike_lines_of_a_given() -> Puzzle:
    puzzle = Puzzle("alike lines of a given")
    t = puzzle.choices("t", row=range(3), col=range(2))
    puzzle.regular("0+|11", t, by="row", along="col")
    puzzle.given(t, row=0, col=0)
    return puzzle


PUZZLES: list[Callable[[], Puzzle]] = [
    two_lines,
    one_or_a_cost,
    one_step,
    square_of_words,
    words_with_forbidden_values,
    the_same_preference_three_times,
    preferences_of_groups,
    costs_like_preferences,
    a_preferred_statement,
    a_preferred_word,
    rising,
    alike_lines_of_a_given,
]


def found_group(puzzle: Puzzle) -> set[Move]:
    """The group that minuet finds, as permutations of the rows, closed here."""
    size = puzzle.visible_options
    return closure([tuple(one[:size].tolist()) for one in automorphisms(puzzle).generators], size)


@pytest.mark.parametrize("make", PUZZLES)
def test_each_symmetry_maps_answers_to_answers(make: Callable[[], Puzzle]) -> None:
    puzzle = make()
    answers, size = answers_of(puzzle), puzzle.visible_options
    found = automorphisms(puzzle)
    for generator in found.generators:
        rows = tuple(generator[:size].tolist())
        assert sorted(rows) == list(range(size))
        assert is_symmetry(rows, answers)
    assert found.order == len(found_group(puzzle)) == len(found.symmetries())
    assert found_group(puzzle) <= true_symmetries(puzzle)


@pytest.mark.parametrize("more", [1, MORE], ids=["listed", "too many to be listed"])
@pytest.mark.parametrize("make", PUZZLES)
def test_classes_are_orbits_of_answers(make: Callable[[], Puzzle], more: int) -> None:
    puzzle = make()
    answers, size = answers_of(puzzle), puzzle.visible_options
    classes = orbits(answers, found_group(puzzle))
    if more > 1:
        puzzle = beside_more(make())
    result = count(puzzle, symmetries="auto")
    assert (result.count, result.total) == (len(classes), more * len(answers))
    assert bool(result.fixed) == (more == 1)
    with solutions(puzzle, symmetries="auto") as stream:
        rows = [frozenset(k for k in answer.options if k < size) for answer in stream]
    assert stream.complete
    assert len(rows) == len(classes)
    assert all(sum(one in each for one in rows) == 1 for each in classes)


@pytest.mark.parametrize("make", PUZZLES)
def test_the_best_answer_up_to_symmetry_is_a_best_one(make: Callable[[], Puzzle]) -> None:
    puzzle = make()
    answers = answers_of(puzzle)
    result = solve(puzzle, symmetries="auto")
    assert result.answer is not None
    rows = frozenset(k for k in result.answer.options if k < puzzle.visible_options)
    assert rows in answers
    if puzzle.has_objective:
        assert answers[rows] == min(answers.values())


@pytest.mark.parametrize(
    ("make", "classes", "total"),
    [
        (two_lines, 3, 3),  # {0}, {1} and {1, 2}
        (one_or_a_cost, 2, 2),  # none and one, at a cost of 1 each
        (one_step, 3, 4),  # any of two rows, which may change places
        (square_of_words, 1, 6),  # two of three columns in order: one class
        (the_same_preference_three_times, 4, 15),  # 1, 2, 3 or 4 of four
        (costs_like_preferences, 4, 8),  # so many of three
    ],
)
def test_classes_known_by_hand(make: Callable[[], Puzzle], classes: int, total: int) -> None:
    result = count(make(), symmetries="auto")
    assert (result.count, result.total, result.complete) == (classes, total, True)


def test_symmetries_that_exchange_a_choice_with_a_hidden_row_are_refused() -> None:
    puzzle = one_or_a_cost()
    assert puzzle.matrix.options == 2
    with pytest.raises(ModelError, match=r"symmetry 1: maps t\(i=0\) to t all broken, a hidden"):
        Symmetries.of(puzzle, [1, 0])
    with pytest.raises(ModelError, match="exchange choices with hidden rows"):
        count(puzzle, symmetries=automorphisms(puzzle.matrix))
    # Of the bare matrix, whose rows are all alike, it is a symmetry.
    assert count(puzzle.matrix, symmetries="auto").count == 1


def test_a_solution_has_the_images_that_its_choices_have() -> None:
    puzzle = the_same_preference_three_times()
    group, size = automorphisms(puzzle).symmetries(), puzzle.visible_options
    with solutions(puzzle) as stream:
        every = {tuple(answer.options) for answer in stream}
    for options in every:
        for permutation in group.permutations:
            there = tuple(sorted(permutation[list(options)].tolist()))
            assert there in every
            shown = image(tuple(permutation[:size].tolist()), (k for k in options if k < size))
            assert shown == {k for k in there if k < size}
    assert len(np.unique(group.permutations[:, :size], axis=0)) == len(group)
