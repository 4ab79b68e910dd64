"""Explanations of weighted items, graph rules and statements: which of them clash, and in words."""

from __future__ import annotations

import numpy as np

from minuet.models import ExactCover, ExactCoverBuilder, Puzzle
from minuet.models.matrix.conditions import GraphRule, Statement
from minuet.setting import is_unique, minimal_givens
from minuet.solvers import explain


def two_dice(low: int, high: int) -> ExactCover:
    """Return two dice, of 1 to 3 and of 4 to 6, whose eyes must add up."""
    builder = ExactCoverBuilder()
    builder.item("sum", low, high)
    for die, eyes in (("a", (1, 2, 3)), ("b", (4, 5, 6))):
        builder.item(die)
        for number in eyes:
            builder.option([die, "sum"], weights={"sum": number})
    return builder.build()


def corners(*statements: Statement) -> ExactCover:
    """Return the four corners of a square, of which some are chosen, connected; 0 and 3 must be."""
    builder = ExactCoverBuilder()
    for corner in range(4):
        builder.item(corner, int(corner in (0, 3)), 1)
        builder.option([corner])
    tails, heads = np.array([0, 1, 3, 2], np.int32), np.array([1, 3, 2, 0], np.int32)
    every = np.arange(4, dtype=np.int32)
    rule = GraphRule("linked", "connected", 4, tails, heads, every, every)
    return builder.build(graph_rules=[rule], statements=statements)


def test_a_sum_that_nothing_reaches_is_a_clash_by_itself() -> None:
    found = explain(two_dice(30, 40))
    assert (found.verdict, found.items, len(found)) == ("CLASH", (0,), 1)
    assert str(found) == (
        "no solution: 1 item cannot be met\n"
        "  item sum must add up to 30 to 40: what is left adds up to 0 to 21"
    )


def test_a_sum_is_told_by_what_it_can_still_come_to() -> None:
    found = explain(two_dice(9, 9), given=(0,))
    assert (found.verdict, found.givens, found.items) == ("CLASH", (0,), (0, 1))
    told = str(found)
    assert "item sum must add up to 9" in told
    forced = explain(two_dice(9, 9), 2)
    assert forced.verdict == "FORCED"
    assert explain(two_dice(8, 8), 2).verdict == "OPEN"


def test_a_graph_rule_is_a_part_like_others() -> None:
    matrix = corners()
    assert explain(matrix).verdict == "FEASIBLE"
    rule = corners(Statement("few", lambda chosen: len(chosen) < 3, range(4)))
    found = explain(rule, smallest=True)
    assert (found.verdict, found.items, found.conditions) == ("CLASH", (0, 3), (0, 1))
    assert str(found).splitlines()[0] == (
        "no solution: 2 items, 1 graph rule and 1 statement clash (no fewer do)"
    )
    assert "linked must hold" in str(found)
    assert found.to_dict()["conditions"] == ["linked", "few"]


def test_to_relax_may_take_a_condition_away() -> None:
    found = explain(corners(Statement("few", lambda chosen: len(chosen) < 3, range(4))), relax=True)
    assert found.relaxation is not None
    assert len(found.relaxation) == 1
    assert found.relaxation.least
    assert found.relaxation.options is not None


def test_a_choice_is_forced_by_what_must_be_connected() -> None:
    found = explain(corners(Statement("not 1", lambda chosen: 1 not in chosen, range(4))), 2)
    assert found.verdict == "FORCED"
    assert found.conditions == (0, 1)


def test_givens_of_sums_and_conditions_can_be_enough() -> None:
    few = Statement("three", lambda chosen: len(chosen) == 3, range(4))
    matrix = corners(few)
    assert not is_unique(matrix)
    assert is_unique(matrix, given=[1])
    assert minimal_givens(matrix, [0, 1, 3]) == (1,)
    assert minimal_givens(two_dice(8, 8), [2, 4]) in ((2,), (4,))


def told_of(puzzle: Puzzle) -> list[str]:
    return [line.strip() for line in str(explain(puzzle)).splitlines()[1:]]


def test_numbers_of_a_rules_own_are_told_by_what_is_decided() -> None:
    puzzle = Puzzle("shop")
    item = puzzle.choices("item", k=range(4))
    puzzle.if_chosen(item.where(k=0), puzzle.at_least(4, item, name="all of them"))
    puzzle.given(item, k=0)
    puzzle.forbid(item, k=2)
    assert told_of(puzzle)[-1] == (
        "all of them all needs at least 4 if item(k=0) is chosen: "
        "given item(k=0) is chosen, item(k=2) is ruled out"
    )


def test_a_clause_is_told_as_it_was_said() -> None:
    puzzle = Puzzle("seats")
    seat = puzzle.choices("seat", who=["Ann", "Bob"], place=range(3))
    puzzle.exactly_one(seat, by="who", name="who")
    puzzle.implies(seat.where(who="Ann", place=0), seat.where(who="Bob", place=1), name="beside")
    puzzle.given(seat, who="Ann", place=0)
    puzzle.given(seat, who="Bob", place=2)
    beside, *_ = [line for line in told_of(puzzle) if line.startswith("beside")]
    assert beside.startswith("beside: if seat(who=Ann, place=0), then seat(who=Bob, place=1): ")
    assert not any("-1" in line for line in told_of(puzzle))


def test_of_two_sums_that_are_compared_both_are_told() -> None:
    puzzle = Puzzle("scales")
    left, right = (puzzle.choices(side, kilos=range(1, 4)) for side in ("left", "right"))
    sums = puzzle.sum(left, weight="kilos"), puzzle.sum(right, weight="kilos")
    puzzle.compare(sums[0] + 10, "<", sums[1], name="scales")
    assert told_of(puzzle) == [
        "scales all needs the first sum less than the second: "
        "the first can be 10 to 16, the second 0 to 6"
    ]


def test_a_group_clashes_only_with_the_group_that_lets_one_choice_stand_for_the_others() -> None:
    puzzle = Puzzle("one of four")
    choices = puzzle.choices("x", n=range(4))
    puzzle.exactly_one(choices, name="one")
    puzzle.at_least(1, choices, by=lambda n: True if n < 3 else None, name="low")
    puzzle.given(choices, n=3)
    found = explain(puzzle)
    assert (found.items, found.givens, found.confirmed) == ((0, 1), (3,), True)
