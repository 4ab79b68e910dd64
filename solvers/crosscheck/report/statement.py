"""What a cross-check comes to: what is now known of the puzzle, and what each of that rests on."""

from __future__ import annotations

from collections.abc import Iterable

from ....models.telling.spelling import numeral
from ...contract.evidence import Claim, Evidence
from ..outcome import Outcome
from .findings import Findings

__all__ = ["evidence_of"]


def evidence_of(report: Findings) -> Evidence:
    """Return the claims that solvers agree on; none where they disagree or did not finish.

    Of each kind one solver is named: more of them add nothing.
    """
    if report.disputed:
        return Evidence()
    if report.total is not None:
        counted = _one_of_each_kind(one for one in report.totals if one.complete)
        return Evidence((Claim.said(f"{numeral(report.total)} in all", *counted),))
    places = report.answered()
    if not places:
        return Evidence()
    by = _one_of_each_kind(report.compared)
    if not report.by_two_kinds:
        by = by[:1]
    seen = any(outcome.found for outcome in report.compared)
    if report.question == "best":
        return Evidence(_of_the_best(report, by, seen=seen))
    if report.whole:
        known = f"{numeral(report.count)} in all" if report.count else "no solution"
    else:
        known = (
            "no other in 1 branch" if len(places) == 1 else f"no other in {len(places)} branches"
        )
    claim = Claim.said(known, *by)
    return Evidence((Claim.seen("each solution"), claim) if seen else (claim,))


def _one_of_each_kind(outcomes: Iterable[Outcome]) -> tuple[str, ...]:
    kinds: dict[str, str] = {}
    for outcome in outcomes:
        kinds.setdefault(outcome.kind, outcome.solver)
    return tuple(kinds.values())


def _of_the_best(report: Findings, by: tuple[str, ...], *, seen: bool) -> tuple[Claim, ...]:
    if not seen:
        return (Claim.said("no solution", *by),)
    solution = Claim.seen("a solution")
    if report.objective is None:  # any solution is the best
        return (solution,)
    return solution, Claim.said("none better", *by)
