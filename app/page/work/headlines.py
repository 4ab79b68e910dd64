"""What came of a question, in one line of plain English."""

from __future__ import annotations

from ....models.telling.spelling import numeral
from ....solvers.contract.result import Result

__all__ = ["PARTLY", "of_count", "of_list", "of_solve", "solutions"]

# Stands in a headline where a part of the text was not read; "" stands there else.
PARTLY = " of what was read"
ALONE = {True: "the only solution", False: "one of several solutions"}


def solutions(number: int) -> str:
    """Return a number of solutions in words."""
    return f"{_grouped(number)} solution{'' if number == 1 else 's'}"


def of_solve(result: Result, unique: bool | None, partly: str) -> str:
    """Say what one solution is worth, or whether it is the only one, or why there is none."""
    match result.status:
        case "INFEASIBLE":
            return f"there is no solution{partly}"
        case "UNKNOWN":
            return "no solution was found in the time"
        case "FEASIBLE":
            bound = "" if result.bound is None else f"; none is better than {result.bound}"
            worth = f"{result.objective}, not proved the best{bound}"
            return f"a solution{partly}: {worth}" if partly else f"a solution of {worth}"
    if result.objective is not None:
        return f"the best solution{partly}: {result.objective}"
    if unique is None:
        return f"a solution{partly}; not known whether it is the only one"
    return f"{ALONE[unique]}{partly}"


def of_count(result: Result, partly: str) -> str:
    """Say how many there are, or at least are."""
    number = result.count or 0
    if result.complete:
        in_all = partly or " in all"
        return f"{solutions(number)}{in_all}" if number else f"there is no solution{partly}"
    found = f"at least {solutions(number)}{partly}" if number else "no solution counted yet"
    return f"{found}{_share(result)}"


def of_list(result: Result, listed: int, limit: int, partly: str, *, ranked: bool) -> str:
    """Say how many were listed, and whether these are all."""
    if result.complete and not listed:
        return f"there is no solution{partly}"
    if result.complete and listed == 1 and not ranked:
        return f"{ALONE[True]}{partly}"
    number = f"{solutions(listed)}{partly}"
    if result.complete:
        return f"all {number}, the best first" if ranked else f"all {number}"
    kind = "the best " if ranked else "the first "
    if listed == limit:
        return f"{kind}{number}, as many as were asked for"
    return f"{kind if listed else ''}{number} in the time{_share(result)}"


def _share(result: Result) -> str:
    progress = result.statistics.progress
    return "" if progress is None else f", in some {progress:.1%} of the search tree"


def _grouped(number: int) -> str:
    text = numeral(number)
    return f"{number:,}" if len(text) <= 24 else f"{text[:6]}... ({len(text)} digits)"
