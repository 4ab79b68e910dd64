"""What a result claims, question by question, and by whose word."""

from __future__ import annotations

from ...models.telling.spelling import numeral
from .evidence import Claim, Evidence

__all__ = [
    "EACH",
    "SOLUTION",
    "of_batch",
    "of_best",
    "of_count",
    "of_list",
    "of_solution",
    "solutions_in_words",
]

SOLUTION = Claim.seen("a solution")
EACH = Claim.seen("each solution")


def of_solution(
    who: str, *, found: bool, complete: bool, costs: bool, bound: object = None, bounder: str = ""
) -> Evidence:
    """Return what `solve` claims.

    bound    no solution is better than this, in the puzzle's words; None: nothing is known
    bounder  who proved the bound; by default the solver itself
    """
    seen = (SOLUTION,) if found else ()
    if complete and not found:
        return Evidence((Claim.said("no solution", who),))
    if complete and costs:
        return Evidence((*seen, Claim.said("none better", who)))
    if costs and bound is not None:
        return Evidence((*seen, Claim.said(f"none better than {bound}", bounder or who)))
    return Evidence(seen)


def of_count(who: str, number: int, *, complete: bool) -> Evidence:
    """Return what `count` claims."""
    return Evidence(_counted(who, number, complete=complete))


def of_list(who: str, number: int, *, complete: bool) -> Evidence:
    """Return what an enumeration claims that came so far; each of its solutions was looked at."""
    if number < 2:
        other = (Claim.said("no other" if number else "no solution", who),) if complete else ()
        return Evidence((SOLUTION,) * number + other)
    counted = numeral(number)
    in_all = Claim.said(f"{counted} in all" if complete else f"at least {counted}", who)
    return Evidence((EACH, in_all))


def of_best(who: str, number: int, *, wanted: int, complete: bool) -> Evidence:
    """Return what the list of the best solutions claims: each is in its place."""
    if complete and number < wanted:
        return Evidence(
            (EACH, Claim.said("no other", who)) if number else (Claim.said("no solution", who),)
        )
    return Evidence((EACH, Claim.said("none better left out", who)) if number else ())


def of_batch(who: str, number: int, *, limit: int) -> Evidence:
    """Return what one of many answers claims, where up to `limit` solutions were looked for."""
    if number == 0:
        return Evidence((Claim.said("no solution", who),))
    if limit == 1:
        return Evidence((SOLUTION,))
    return Evidence((SOLUTION, Claim.said("no other" if number == 1 else "another", who)))


def solutions_in_words(number: int) -> str:
    """Return "1 solution", "92 solutions"."""
    return f"{numeral(number)} solution" + "s" * (number != 1)


def _counted(who: str, number: int, *, complete: bool) -> tuple[Claim, ...]:
    if number == 0:
        return (Claim.said("no solution", who),) if complete else ()
    counted = solutions_in_words(number)
    return (Claim.said(counted if complete else f"at least {counted}", who),)
