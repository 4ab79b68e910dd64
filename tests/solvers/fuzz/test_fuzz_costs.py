"""The fuzzer's cases and questions about costs: the least is known, and who is wrong is found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from own_solvers import DancingLinks, Options

from minuet.solvers import get_solver
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Progress, Query
from minuet.solvers.fuzz import SHAPES, Draws, fuzz

MOST = 1 << 62  # that all costs of a matrix together stay below
SHAPES_WITH_COSTS = [name for name, one in SHAPES.items() if one.questions.name == "COSTLY"]
OFTEN = {"improving", "hinted", "nearly", "hurried", "stream", "best", "solve", "bottleneck"}


@pytest.mark.parametrize("shape", SHAPES_WITH_COSTS)
def test_the_least_cost_is_known_and_costs_reach_the_limit(shape: str) -> None:
    greatest, below, solvable = 0, 0, 0
    for seed in range(30):
        task = SHAPES[shape].draw(Random(seed))
        greatest = max(greatest, sum(map(abs, task.matrix.costs.tolist())))
        below += bool((task.matrix.costs < 0).any())
        if task.matrix.options > 36:
            continue
        found = all_solutions(task.matrix, task.given, task.forbidden)
        solvable += bool(found)
        assert task.number in (None, len(found))
        if task.least is not None:
            assert task.least == min(map(task.matrix.cost, found))
    assert MOST // 4 < greatest < MOST
    assert below >= 10
    assert (solvable == 0) if shape == "short_of_links" else solvable >= 6


def test_every_question_about_costs_is_put_and_every_kind_of_neighborhood_asked() -> None:
    report = fuzz(draws=Draws(cases=160, shapes=SHAPES_WITH_COSTS), seed=3)
    assert report, str(report)
    assert report.used >= 0.8 * report.cases
    asked = {question for question, _, _ in report.tally.asked}
    assert asked >= OFTEN | {"certificate", "levels", "certified", "diverse"}
    techniques = get_solver("optimize").techniques.items()
    own = {f"optimize:{name}" for name, technique in techniques if technique.fuzzed}
    assert {who for _, who, _ in report.tally.asked} >= own | {"optimize:blocks", "dlx:taxes"}


class Wrong(DancingLinks):
    """Dancing links that are wrong about costs in one way each, by their name."""

    name = "wrong"
    sound = "dlx"

    def __init__(self, how: str) -> None:
        super().__init__()
        self.how = how

    @property
    def full_name(self) -> str:
        return f"wrong:{self.how}"

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        found = list(super().improving(query, progress))
        done, bound = progress.complete, progress.bound
        progress.complete = False
        if self.how == "climbs" and not found:
            return  # as one whose prices climb until the deadline, each time
        if self.how == "shrinks":
            progress.bound = None if bound is None else bound - 5
            query.deadline.left()
        for options in found:
            yield options
            if self.how == "shrinks" and progress.bound is not None:
                progress.bound -= 2
        progress.complete, progress.bound = done, bound
        if self.how == "hurries" and query.deadline.left() < 0.1 and not found:
            progress.complete = True  # nothing was found, so there is nothing
        if self.how == "gives-up":
            progress.complete, progress.bound = False, None


@pytest.mark.parametrize(
    ("how", "shape", "question"),
    [
        ("climbs", "short_of_links", "improving"),
        ("hurries", "costed_square", "hurried"),
        ("gives-up", "costed_partition", "nearly"),
        ("shrinks", "costed_partition", "stream"),
    ],
)
def test_who_is_wrong_about_costs_is_found(how: str, shape: str, question: str) -> None:
    assert found_wrong(Wrong(how), [shape], question)


def found_wrong(solver: DancingLinks, shapes: Sequence[str], question: str) -> bool:
    """Whether a fault is found among a hundred cases, and none of the solver without it."""
    draws = Draws(cases=20, shapes=shapes, questions=[question])
    assert fuzz([type(solver).sound], draws, seed=1)
    report = fuzz([solver], replace(draws, cases=100), seed=1, most=1, shrink=0)
    return any(one.startswith(f"{question} ") for fault in report.faults for one in fault.asks)


def liar(base: str, kind: str) -> Any:
    """Return a solver that takes any answer for the best, or finds none where one is forbidden."""

    class Liar(type(get_solver(base))):  # type: ignore[misc]
        name = "liar"
        sound = base

        def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
            if kind == "blind" and query.forbidden:
                progress.complete = True
                return
            for options in super().improving(query, progress):
                yield options
                if kind == "hasty":
                    progress.complete = True
                    return

        def first(self, query: Query, progress: Progress) -> Options | None:
            if kind == "blind" and query.forbidden:
                progress.complete = True
                return None
            return super().first(query, progress)  # type: ignore[no-any-return]

    return Liar()


@pytest.mark.parametrize(
    ("question", "base", "kind"),
    [
        ("bottleneck", "dlx", "blind"),
        ("levels", "dlx", "blind"),
        ("pareto", "propagate", "hasty"),
        ("diverse", "sat", "hasty"),
    ],
)
def test_who_is_wrong_about_several_objectives_is_found(
    question: str, base: str, kind: str
) -> None:
    assert found_wrong(liar(base, kind), ["costed_matrix", "costed_partition"], question)
