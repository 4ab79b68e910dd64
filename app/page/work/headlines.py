"""What came of a question, in one line of plain English."""

from __future__ import annotations

from ....models.telling.spelling import numeral
from ....solvers.contract.result import Result

__all__ = ["of_count", "of_list", "of_solve", "solutions"]


def solutions(number: int) -> str:
    """Return a number of solutions in words."""
    return f"{_grouped(number)} solution{'' if number == 1 else 's'}"


def of_solve(result: Result) -> str:
    """Say what one solution is worth, or why there is none."""
    match result.status:
        case "INFEASIBLE":
            return "there is no solution"
        case "UNKNOWN":
            return "no solution was found in the time"
        case "FEASIBLE":
            bound = "" if result.bound is None else f"; none is better than {result.bound}"
            return f"a solution of {result.objective}, not proved the best{bound}"
    return "a solution" if result.objective is None else f"the best solution: {result.objective}"


def of_count(result: Result) -> str:
    """Say how many there are, or at least are."""
    number = result.count or 0
    if result.complete:
        return "there is no solution" if not number else f"{solutions(number)} in all"
    found = f"at least {solutions(number)}" if number else "no solution counted yet"
    return f"{found}{_share(result)}"


def of_list(result: Result, listed: int, limit: int, *, ranked: bool) -> str:
    """Say how many were listed, and whether these are all."""
    if result.complete and not listed:
        return "there is no solution"
    if result.complete and listed == 1 and not ranked:
        return "the only solution"
    if result.complete:
        return f"all {solutions(listed)}, the best first" if ranked else f"all {solutions(listed)}"
    kind = "the best " if ranked else "the first "
    if listed == limit:
        return f"{kind}{solutions(listed)}, as many as were asked for"
    return f"{kind if listed else ''}{solutions(listed)} in the time{_share(result)}"


def _share(result: Result) -> str:
    progress = result.statistics.progress
    return "" if progress is None else f", in some {progress:.1%} of the search tree"


def _grouped(number: int) -> str:
    text = numeral(number)
    return f"{number:,}" if len(text) <= 24 else f"{text[:6]}... ({len(text)} digits)"
