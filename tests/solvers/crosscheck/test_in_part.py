"""How far a solver came that did not finish stands in every table of a cross-check."""

from __future__ import annotations

import pytest

from minuet.models import ExactCoverBuilder
from minuet.solvers import Outcome, Report, Status
from minuet.solvers.crosscheck.outcome import Part
from minuet.solvers.crosscheck.report.as_text import figure_of, verdict_line
from minuet.solvers.crosscheck.scope.branch import Branch
from minuet.solvers.crosscheck.scope.scope import Scope


def outcome(solver: str, *answered: bool, count: int | None = 12) -> Outcome:
    parts = [Part(complete=one, number=4) for one in answered]
    status = Status.OPTIMAL if all(answered) else Status.FEASIBLE
    return Outcome(solver, "all solutions", solver, solver, parts=parts, status=status,
                   count=count, complete=all(answered))  # fmt: skip


def report(branches: int, *outcomes: Outcome) -> Report:
    made = Report("all", Scope(text="nothing yet"), problem=ExactCoverBuilder().build())
    made.asked = Scope(branches=tuple(Branch() for _ in range(branches)), text="branches")
    made.outcomes = list(outcomes)
    return made


@pytest.mark.parametrize(
    ("branches", "answered", "count", "told"),
    [
        (1, [True], 12, "12"),
        (1, [False], 12, "12 so far"),
        (3, [True, True, True], 12, "12"),
        (3, [True, True, False], 12, "12 in 2 of 3 branches"),
        (3, [], 0, "0 in 0 of 3 branches"),
        (3, [True], None, ""),
    ],
)
def test_a_table_tells_how_much_was_found_in_how_much(
    branches: int, answered: list[bool], count: int | None, told: str
) -> None:
    said = outcome("sat", *answered, count=count)
    said.complete = len(answered) == branches and all(answered)
    assert figure_of(report(branches, said), said) == told


def test_every_form_of_a_report_shows_it() -> None:
    dlx, sat = outcome("dlx", True, True), outcome("sat", True, False)
    told = report(2, dlx, sat)
    shown = "12 in 1 of 2 branches"
    assert shown in told.to_markdown()
    assert shown in str(told)


def test_an_incomplete_check_says_who_finished_and_who_did_not() -> None:
    one = report(1, outcome("dlx", True), outcome("sat", False), outcome("mip", False))
    one.outcomes[1].parts[0].counted = 4
    assert verdict_line(one) == (
        "incomplete: dlx finished, sat and mip did not; nothing contradicts it"
    )
    none = report(1, outcome("dlx", False), outcome("sat", False))
    for said in none.outcomes:
        said.parts[0].counted = 4
    assert verdict_line(none) == "incomplete: no solver finished; what they found does not clash"
    assert "no solver finished; what they found does not clash." in none.to_markdown()
