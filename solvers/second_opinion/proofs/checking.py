"""Somebody else looks whether a proof is one: each step, against the clauses before it.

A proof is a list of steps in the text form of DRAT: a clause that is added, `3 -7 0`, or one that
is deleted, `d 3 -7 0`; the last one added is the empty clause. An added clause has to follow from
those that are there: if all its literals are false, unit propagation finds a clash (*reverse unit
propagation*: Goldberg and Novikov, "Verification of proofs of unsatisfiability for CNF formulas",
DATE 2003). Or it is a resolution asymmetric tautology (Wetzler, Heule and Hunt, "DRAT-trim", SAT
2014).

dratify, a checker in plain Python by others, goes through it forwards and looks at every step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from ....models.errors import Unavailable, excerpt
from ...contract.certificate import Uncertified

if TYPE_CHECKING:
    from dratify import DRATChecker

__all__ = ["CHECKER", "check_proof"]

CHECKER = "dratify"
OFTEN = 64  # steps
PART = 4096  # clauses


def check_proof(
    clauses: Sequence[Sequence[int]], steps: Iterable[str], check: Callable[[], None]
) -> None:
    """Raise Uncertified unless the steps prove that the clauses clash.

    check  called now and then, it may raise

    Raises Unavailable without the checker.
    """
    checker = _loaded(clauses, check)
    if checker.check([]).ok:  # unit propagation is proof enough
        return
    for number, step in enumerate(steps, 1):
        if number % OFTEN == 0:
            check()
        kind, literals = _parsed(step, number)
        if not checker.check_step(kind, literals):
            raise Uncertified(f"step {number} of the proof does not follow")
        if kind == "a" and not literals:
            return
    raise Uncertified("the proof ends without the empty clause")


def _loaded(clauses: Sequence[Sequence[int]], check: Callable[[], None]) -> DRATChecker:
    """Return dratify's checker with the clauses."""
    try:
        from dratify import CNF, DRATChecker
    except ImportError as error:
        raise Unavailable(f"certificates: dratify cannot be imported ({error})") from error
    formula = CNF()
    for begin in range(0, len(clauses), PART):
        check()
        for clause in clauses[begin : begin + PART]:
            formula.add_dimacs(clause)
    return DRATChecker(formula)


def _parsed(step: str, number: int) -> tuple[str, list[int]]:
    """Return whether a step adds ("a") or deletes ("d"), and the literals as dratify has them."""
    from dratify import from_dimacs

    words = step.split()
    kind = "a"
    if words[:1] == ["d"]:
        kind, words = "d", words[1:]
    try:
        numbers = [int(word) for word in words]
    except ValueError:
        numbers = []
    if not numbers or numbers[-1] != 0 or 0 in numbers[:-1]:
        raise Uncertified(f"step {number} of the proof is not written as one: {excerpt(step)}")
    return kind, [from_dimacs(literal) for literal in numbers[:-1]]
