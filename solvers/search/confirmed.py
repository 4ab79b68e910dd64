"""Confirm a result by another kind of solver, or by a certificate.

A claim that is agreed on, or certified, stays. Any other claim is left open: then the result is
weaker (UNKNOWN instead of INFEASIBLE, FEASIBLE with the bound of both instead of OPTIMAL, a count
that is not complete), and its evidence names each claim, its solver, and why no solver agrees. If
the first solver did not finish and the second one did, a third must confirm the second's answer.
"""

from __future__ import annotations

from dataclasses import replace

from ..contract.evidence import (
    SOLUTION,
    Claim,
    Evidence,
    Level,
    of_count,
    of_solution,
    solutions_in_words,
)
from ..contract.result import Interrupted, Result, Status
from ..contract.solver import Solver
from ..second_opinion.opinion import STOPPED, Confirmation, Second
from ..second_opinion.recount import Outbid, Recount, no_other
from .running import RunningSearch

__all__ = ["confirmed_count", "confirmed_solution", "opened"]


def confirmed_solution(run: RunningSearch, result: Result) -> Result:
    """Return the result of `solve` as far as two solvers say it.

    Raises WrongAnswer, which names both, if they contradict each other; Interrupted with the result
    so far.
    """
    if run.query.matrix.has_costs and result.status is not Status.INFEASIBLE:
        return _cheapest(run, result, run.solver.answerer)
    if not result.complete or result.options is not None:
        return result
    second = _second(run, run.solver.answerer, costs=run.query.matrix.has_costs)
    try:
        confirmation = no_other(second, ())
    except KeyboardInterrupt:
        raise Interrupted(opened(result, STOPPED, run.query.evidence)) from None
    return opened(result, confirmation, run.query.evidence)


def _second(run: RunningSearch, first: Solver, *, costs: bool = False) -> Second:
    """Return the second opinion on the solver that answered."""
    return Second(run.query, run.progress, first, costs=costs)


def opened(result: Result, confirmation: Confirmation, wanted: Level) -> Result:
    """Return the result with its claims as good as is wanted, or else left open."""
    evidence = confirmation.on(result.evidence, wanted)
    if confirmation:
        return replace(result, evidence=evidence, certificate=confirmation.certificate)
    status = Status.UNKNOWN if result.options is None else Status.FEASIBLE
    return replace(result, status=status, complete=False, evidence=evidence)


def _cheapest(run: RunningSearch, result: Result, first: Solver) -> Result:
    """Return the best solution with the bound on the costs that two solvers confirm."""
    bound = run.progress.bound
    if result.complete and result.options is not None:
        bound = run.query.matrix.cost(result.options)
    claimant = first if result.complete else run.solver.bounder
    bid = Outbid(_second(run, claimant, costs=True), result.options, bound)
    try:
        confirmation = bid.confirmation()
    except KeyboardInterrupt:
        raise Interrupted(_bounded(run, result, bid, STOPPED)) from None
    if confirmation and result.complete:
        return opened(result, confirmation, run.query.evidence)
    if confirmation and bid.prover is not None:  # the next solver must confirm this one's answer
        # What the second solver proved, if the first did not finish.
        by = bid.prover
        solved = bid.options is not None
        evidence = of_solution(by.full_name, found=solved, complete=True, costs=True)
        cost = run.query.matrix.cost(bid.options) if bid.options is not None else None
        status = Status.OPTIMAL if solved else Status.INFEASIBLE
        outcome = run.shown(status, bid.options, cost, evidence, complete=True)
        outcome = _as_from(by, bid.second.name, outcome)
        if solved:
            return _cheapest(run, outcome, by)
        second = _second(run, by, costs=True)
        try:
            return opened(outcome, no_other(second, ()), run.query.evidence)
        except KeyboardInterrupt:
            raise Interrupted(opened(outcome, STOPPED, run.query.evidence)) from None
    return _bounded(run, result, bid, confirmation)


def _as_from(by: Solver, instead: str, result: Result) -> Result:
    """Return the result as that of another solver, if the first one did not finish."""
    reason = f"{instead} did not finish"
    return replace(result, solver=by.full_name, version=by.version(), reason=reason)


def _bounded(run: RunningSearch, result: Result, bid: Outbid, confirmation: Confirmation) -> Result:
    """Return the best solution that is known, and the bound that both solvers confirm."""
    claimed, both, claims = bid.claimed, bid.confirmed, []
    if bid.options is not None:
        claims.append(SOLUTION)
    if both is not None and bid.prover is not None:
        words = f"none better than {run.in_words(both)}"
        claims.append(Claim.stated(words, bid.second.name, bid.prover.full_name))
    if result.complete:
        claims.append(Claim.stated("none better", bid.second.name))
    elif both is None and claimed is not None:
        words = f"none better than {run.in_words(claimed)}"
        claims.append(Claim.stated(words, bid.second.name))
    status = Status.UNKNOWN if bid.options is None else Status.FEASIBLE
    evidence = confirmation.on(Evidence(tuple(claims)), run.query.evidence)
    return replace(
        run.shown(status, bid.options, both, evidence, complete=False),
        solver=result.solver,
        version=result.version,
    )


def confirmed_count(run: RunningSearch, result: Result) -> Result:
    """Return the result of `count` as far as two solvers say it; raises as above."""
    return _recounted(run, result, run.solver.answerer)


def _recounted(run: RunningSearch, result: Result, first: Solver) -> Result:
    number = result.count or 0
    again = Recount(_second(run, first), number, complete=result.complete)
    try:
        confirmation = again.confirmation()
    except KeyboardInterrupt:
        raise Interrupted(_counted_so_far(result, again, STOPPED)) from None
    if confirmation and result.complete:
        return opened(result, confirmation, run.query.evidence)
    if confirmation.solver is not None:  # the next solver must confirm this one's answer
        evidence = of_count(confirmation.by, again.least, complete=True)
        status = Status.OPTIMAL if again.least else Status.INFEASIBLE
        other = replace(result, status=status, count=again.least, complete=True, evidence=evidence)
        return _recounted(
            run, _as_from(confirmation.solver, first.full_name, other), confirmation.solver
        )
    return _counted_so_far(result, again, confirmation)


def _counted_so_far(result: Result, again: Recount, confirmation: Confirmation) -> Result:
    """Return the number of solutions that both solvers counted; that of one is a claim."""
    number, name = result.count or 0, again.second.name
    evidence = of_count(name, number, complete=result.complete)
    claims = evidence.left_open(confirmation.why, again.second.query.evidence).claims
    least = min(again.least, number)
    if again.solutions is not None:
        least = number
        claims = (Claim.verified(f"at least {solutions_in_words(number)}"), *claims)
    elif least:
        both = Claim.stated(f"at least {solutions_in_words(least)}", name, again.counter)
        claims = (both,) if least == number and not result.complete else (both, *claims)
    evidence = Evidence(claims)
    status = Status.UNKNOWN if evidence < Level.AGREED else Status.FEASIBLE
    return replace(result, status=status, count=least, complete=False, evidence=evidence)
