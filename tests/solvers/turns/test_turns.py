"""Turns that a solver shares out among its techniques: in which order, and for how long."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations

import pytest
from own_plans import PLANS, Plan, Stage, turns_of

from minuet.models import ExactCover, ExactCoverBuilder, Unsupported

from oracle.costed import domination, drawn, square


def rounded(turns: list[tuple[str, float | None]]) -> list[tuple[str, float | None]]:
    """Return the turns without `optimize:`, in hundredths of a second."""
    return [
        (name.removeprefix("optimize:"), None if seconds is None else round(seconds, 2))
        for name, seconds in turns
    ]


@cache
def partition(items: int, options: int) -> ExactCover:
    """Return a set partition of options of one to three items."""
    draw, builder = random.Random(1), ExactCoverBuilder()
    for item in range(items):
        builder.item(item)
    for option in range(options):
        chosen = [option] if option < items else draw.sample(range(items), 3)
        builder.option(chosen, cost=draw.randint(1, 99))
    return builder.build()


def pairs(tasks: int) -> ExactCover:
    """Return each task by two of its workers, none of whom has more than three tasks."""
    builder = ExactCoverBuilder()
    for task in range(tasks):
        builder.item(("task", task), 2, 2)
    for worker in range(tasks):
        builder.item(("worker", worker), 0, 3)
    for task in range(tasks):
        for worker in range(tasks):
            builder.option([("task", task), ("worker", worker)], cost=task * worker % 5)
    return builder.build()


def test_techniques_have_their_turns_between_the_other_solvers() -> None:
    matrix = square(4, (2, 2), drawn(1, 4)).matrix
    first = [
        ("dlx", 0.15),
        ("blocks", 0.6),
        ("neighborhoods", 1.0),
        ("mip", 0.5),
        ("cpsat", 0.5),
        ("blocks", 60.0),
        ("neighborhoods", 1.0),
        ("climbing", 8.0),
        ("dlx", 2.0),
        ("neighborhoods", 3.0),
        ("mip", 5.0),
    ]
    second = [
        ("dlx", 0.3),
        ("blocks", 1.2),
        ("neighborhoods", 2.0),
        ("mip", 1.0),
        ("cpsat", 1.0),
        ("blocks", 120.0),
        ("neighborhoods", 2.0),
        ("climbing", 16.0),
        ("dlx", 4.0),
        ("neighborhoods", 6.0),
        ("mip", 10.0),
        ("cpsat", 4.0),
    ]
    assert rounded(turns_of(matrix, 23)) == [*first, *second]


def test_those_that_improve_have_no_turn_in_a_proof() -> None:
    matrix = square(4, (2, 2), drawn(1, 4)).matrix
    assert rounded(turns_of(matrix, 6, proves=True)) == [
        ("dlx", 0.15),
        ("blocks-proof", 0.6),
        ("mip", 0.5),
        ("cpsat", 0.5),
        ("blocks-proof", 60.0),
        ("climbing", 8.0),
    ]


@pytest.mark.parametrize(
    ("matrix", "expected"),
    [
        (
            partition(150, 5001),
            [("dlx", 2), ("neighborhoods", 1.5), ("diving", 2), ("mip", 1), ("cpsat", 1)],
        ),
        (
            partition(200, 5001),
            [("dlx", 0.5), ("neighborhoods", 1), ("pairs", 5), ("mip", 0.5), ("cpsat", 0.5)],
        ),
        (
            domination(4),
            [("dlx", 0.25), ("cpsat", 0.3), ("neighborhoods", 1), ("mip", 0.5), ("dlx", 6)],
        ),
        (
            pairs(4),
            [("dlx", 0.01), ("cpsat", 0.15), ("dlx", 0.25), ("cpsat", 0.3), ("neighborhoods", 1)],
        ),
    ],
    ids=["many options", "many items", "a covering", "a covering with limits"],
)
def test_a_matrix_has_the_turns_of_its_shape(
    matrix: ExactCover, expected: list[tuple[str, float]]
) -> None:
    assert rounded(turns_of(matrix, 5)) == expected


def triples(points: int, *, apart: bool) -> ExactCover:
    """Return all triples of points of which no two share a pair; `apart`: each named besides."""
    builder = ExactCoverBuilder()
    for pair in combinations(range(points), 2):
        builder.item(pair)
    triples = list(combinations(range(points), 3))
    if apart:
        for size in range(1, len(triples)):
            builder.secondary(("more than", size))
    for number, triple in enumerate(triples):
        more = [("more than", size) for size in range(1, number + 1)] if apart else []
        builder.option([*combinations(triple, 2), *more])
    return builder.build()


@pytest.mark.parametrize("apart", [False, True], ids=["alike", "all different"])
def test_options_that_look_alike_are_for_cpsat_early(apart: bool) -> None:
    matrix = triples(9, apart=apart)
    first = [name for name, _ in turns_of(matrix, 20, PLANS.for_first(matrix), saves=True)]
    assert ("cpsat" in first) is not apart


@pytest.mark.parametrize(
    "matrix",
    [
        square(4, (2, 2), drawn(1, 4)).matrix,
        partition(150, 5001),
        partition(200, 5001),
        domination(4),
        pairs(4),
    ],
    ids=["few options", "many options", "many items", "a covering", "a covering with limits"],
)
def test_every_solver_has_had_a_turn_within_eight_seconds(matrix: ExactCover) -> None:
    expected, spent = {"dlx", "optimize", "mip", "cpsat"}, 0.0
    for solver, seconds in turns_of(matrix, 8):
        expected.discard(solver.partition(":")[0])
        spent += seconds or 0.0
        if not expected:
            break
    assert not expected and spent < 8


def test_a_turn_that_is_cut_short_is_continued_in_the_next_one() -> None:
    matrix = square(4, (2, 2), drawn(1, 4)).matrix
    plan = Plan((Stage("optimize", 1.0, "for the test"), Stage("dlx", 0.5, "for the test")), 2)
    assert rounded(turns_of(matrix, 7, plan)) == [
        ("blocks", 0.6),
        ("neighborhoods", 0.4),
        ("dlx", 0.5),
        ("neighborhoods", 0.6),
        ("blocks", 1.4),
        ("dlx", 1.0),
        ("blocks", 4.0),
    ]


def test_the_time_of_a_technique_that_refuses_is_left_to_the_others() -> None:
    builder = ExactCoverBuilder()
    builder.secondary("s")
    for item in range(3):
        builder.item(item)
        for cost in range(3):
            builder.option({item: None, "s": f"{cost}"}, cost=cost)
    plan = Plan((Stage("optimize", 70.0, "for the test"), Stage("dlx", 0.5, "for the test")), 2)
    assert rounded(turns_of(builder.build(), 4, plan)) == [
        ("neighborhoods", 1.0),
        ("neighborhoods", 1.0),
        ("dlx", 0.5),
        ("neighborhoods", 3.0),
    ]


def test_the_error_of_the_last_technique_is_that_of_the_plan() -> None:
    builder = ExactCoverBuilder()
    builder.item("twice", 2, 2)
    for cost in range(3):
        builder.option(["twice"], cost=cost)
    plan = Plan((Stage("optimize:blocks", 1.0, "for the test"),), 2)
    with pytest.raises(Unsupported, match="solver optimize:blocks does not support multiplicities"):
        turns_of(builder.build(), 1, plan)
    plan = Plan((Stage("optimize", 1.0, "for the test"),), 2)
    with pytest.raises(Unsupported, match="no solver of the plan proves anything"):
        turns_of(builder.build(), 1, plan, proves=True)
