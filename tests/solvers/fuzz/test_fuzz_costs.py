"""The fuzzer's cases and questions about costs: the least is known, and who is wrong is found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from own_solvers import DancingLinks, Options

from minuet.models import ExactCover
from minuet.models.matrix.validation import COST_LIMIT
from minuet.solvers import Progress, Query, get_solver
from minuet.solvers.conformance import all_solutions
from minuet.solvers.fuzz import SHAPES, Task, fuzz
from minuet.solvers.fuzz.ask import Ask
from minuet.solvers.fuzz.cases.cases import Questions
from minuet.solvers.fuzz.examine import Finding, answer, prepare
from minuet.solvers.fuzz.participants import COSTLY, ONE_KIND
from minuet.solvers.fuzz.questions import objective_questions

SHAPES_WITH_COSTS = [name for name, shape in SHAPES.items() if shape.questions is Questions.COSTLY]


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
    assert COST_LIMIT // 4 < greatest < COST_LIMIT
    assert below >= 10
    assert (solvable == 0) if shape == "short_of_links" else solvable >= 6


def test_every_question_about_costs_is_put_and_every_kind_of_neighborhood_asked() -> None:
    report = fuzz(seconds=6, seed=3, shapes=SHAPES_WITH_COSTS)
    assert report, str(report)
    asked = {question for question, _, _ in report.tally.asked}
    assert {name for name, often in COSTLY.items() if often >= 1} <= asked <= {*COSTLY}
    assert {who for _, who, _ in report.tally.asked} >= {*ONE_KIND[:4], "blocks", "dlx:taxes"}


class Wrong(DancingLinks):
    """Dancing links that are wrong about costs in one way each, by their name."""

    name = "wrong"

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
    solver = Wrong(how)
    assert any(wrong(solver, shape, question, seed) for seed in range(60))


def wrong(solver: DancingLinks, shape: str, question: str, seed: int) -> Finding | None:
    context = prepare(SHAPES[shape].draw(Random(seed)), 0.1)
    return answer(context, [Ask(question, solver.full_name, draw=seed)], {solver.full_name: solver})


def small() -> Task:
    """Two items, three options on each."""
    matrix = ExactCover(
        primary=2,
        items=["a", "b"],
        starts=range(7),
        members=[0, 0, 0, 1, 1, 1],
        costs=[5, -2, 9, 0, 7, 3],
    )
    return Task(matrix)


LIES: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "bottleneck": ("least_largest", lambda told: replace(told, objective=told.objective + 1)),
    "pareto": ("front_of", lambda told: SimpleFront(list(told)[1:])),
    "diverse": ("apart", lambda told: iter(sorted(told, key=sum))),
    "levels": ("solved", lambda told: replace(told, answer=None)),
}


class SimpleFront(list[Any]):
    """Points that are said to be all."""

    complete = True


@pytest.mark.parametrize("question", LIES)
def test_who_is_wrong_about_several_objectives_is_found(
    question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, lie = LIES[question]
    solver = get_solver("cpsat" if question == "diverse" else "auto")
    asks = [Ask(question, solver.full_name, limit=4, draw=seed) for seed in range(4)]
    context = prepare(small(), 2.0)
    assert answer(context, asks, {solver.full_name: solver}) is None
    honest = getattr(objective_questions, name)
    monkeypatch.setattr(objective_questions, name, lambda *said, **how: lie(honest(*said, **how)))
    finding = answer(context, asks, {solver.full_name: solver})
    assert finding is not None
    assert question in finding.asks[0]
