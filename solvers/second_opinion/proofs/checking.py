"""Somebody else looks whether a proof is one: each step, against the clauses before it.

A proof is a list of steps in the text form of DRAT: a clause that is added, `3 -7 0`, or one that
is deleted, `d 3 -7 0`; the last one added is the empty clause. An added clause has to follow from
those that are there: if all its literals are false, unit propagation finds a clash (*reverse unit
propagation*: Goldberg and Novikov, "Verification of proofs of unsatisfiability for CNF formulas",
DATE 2003).

dratify, a checker in plain Python by others, goes through it forwards and looks at every step. Of a
long proof that would take minutes; then native code does the same (native/proofs/), which shares
nothing with dratify, with a solver or with our engines. Neither accepts a variable that the clauses
do not have, and neither is asked for resolution asymmetric tautologies (Wetzler, Heule and Hunt,
"DRAT-trim", SAT 2014), which no solver here needs: where a clause was deleted that a variable has
its value by, dratify 0.1.10 keeps the value and accepts its opposite (docs/wrong-answers.md).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, chain
from typing import TYPE_CHECKING

import numpy as np

from ....models.errors import Unavailable, excerpt
from ...contract.certificate import Uncertified

if TYPE_CHECKING:
    from dratify import DRATChecker

__all__ = ["DRATIFY", "NATIVE", "check_by_dratify", "check_natively", "check_proof"]

DRATIFY, NATIVE = "dratify", "minuet's checker"
LONG = 5000  # steps
LARGE = 100_000  # clauses
OFTEN = 64  # steps
PART = 4096  # clauses, or steps

_STEP = re.compile(r"(d )?((?:-?[1-9][0-9]{0,8} )*)0")

Clauses = Sequence[Sequence[int]]
Check = Callable[[], None]


def check_proof(clauses: Clauses, steps: Sequence[str], check: Check) -> str:
    """Return who accepted the proof. Raises Uncertified unless the steps prove that they clash.

    check  called now and then, it may raise

    Raises Unavailable without the checker.
    """
    if (len(steps) > LONG or len(clauses) > LARGE) and check_natively(clauses, steps, check):
        return NATIVE
    check_by_dratify(clauses, steps, check)
    return DRATIFY


def check_natively(clauses: Clauses, steps: Sequence[str], check: Check) -> bool:
    """Do so by native code; False where that is not built."""
    try:
        from ... import _native
    except ImportError:
        return False
    starts = np.fromiter(accumulate(map(len, clauses), initial=0), np.int64, len(clauses) + 1)
    check()
    literals = np.fromiter(chain.from_iterable(clauses), np.int32, int(starts[-1]))
    check()
    checker = _native.RupChecker(starts, literals)
    if checker.clashes:
        return True
    for begin in range(0, len(steps), OFTEN):
        check()
        some = steps[begin : begin + OFTEN]
        unwritten = next((step for step in some if not _STEP.fullmatch(step)), None)
        if unwritten is not None:
            some = some[: some.index(unwritten)]
        part = "".join(f"{step}\n" for step in some)
        if not checker.read(part.encode()):
            break
        if unwritten is not None:
            raise _unwritten(begin + len(some) + 1, unwritten)
    if checker.refusal:
        raise _refused(checker.steps, checker.refusal)
    if not checker.proved:
        raise _endless()
    return True


def check_by_dratify(clauses: Clauses, steps: Iterable[str], check: Check) -> None:
    """Do so by dratify. Raises Unavailable without it."""
    most = max((abs(literal) for clause in clauses for literal in clause), default=0)
    checker = _loaded(clauses, check)
    if checker.check([]).ok:  # unit propagation is proof enough
        return
    for number, step in enumerate(steps, 1):
        if number % OFTEN == 0:
            check()
        # Whether a step adds ("a") or deletes ("d"), and the literals as dratify has them.
        from dratify import from_dimacs

        match = _STEP.fullmatch(step)
        if match is None:
            raise _unwritten(number, step)
        sort, numbers = "d" if match[1] else "a", [int(word) for word in match[2].split()]
        if any(abs(literal) > most for literal in numbers):
            raise _refused(number, "names a variable that the clauses do not have")
        kind, literals = sort, [from_dimacs(literal) for literal in numbers]
        if not checker.check_step(kind, literals):
            raise _refused(number, "does not follow")
        if kind == "a" and not literals:
            return
    raise _endless()


def _loaded(clauses: Clauses, check: Check) -> DRATChecker:
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
    return DRATChecker(formula, check_rat=False)


def _refused(number: int, why: str) -> Uncertified:
    return Uncertified(f"step {number} of the proof {why}")


def _unwritten(number: int, step: str) -> Uncertified:
    return _refused(number, f"is not written as one: {excerpt(step)}")


def _endless() -> Uncertified:
    return Uncertified("the proof ends without the empty clause")
