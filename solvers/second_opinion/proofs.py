"""The certifier of what SAT solvers prove: that there is no other solution than the known ones.

We write the clauses, a SAT solver proves that they clash, and a checker goes through the proof. The
known solutions are looked at here, so that a proof that there is no other also tells how many there
are. Where the clauses can be kept after all, the solver shows how, and that is looked at too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import accumulate, chain
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ...models.errors import Unavailable, WrongAnswer, excerpt
from ..contract.certificate import Assertion, Refuted, Uncertified
from ..contract.deadline import Deadline
from ..contract.evidence import Level
from ..contract.query import Query
from ..contract.verify import Verifier
from ..sat.prover import Answered, answers
from .plain_clauses import clauses_of

if TYPE_CHECKING:
    from dratify import DRATChecker

    from .._native import RupChecker

__all__ = ["ProofCertifier", "SatProof", "check_by_dratify", "check_natively", "check_proof"]

# ---- The checkers: each step follows from the clauses before it ----------------------------------
#
# A proof is a list of steps in the text form of DRAT: a clause that is added, `3 -7 0`, or one
# that is deleted, `d 3 -7 0`; the last one added is the empty clause. An added clause has to
# follow from those that are there: if all its literals are false, unit propagation finds a clash
# (*reverse unit propagation*: Goldberg and Novikov, "Verification of proofs of unsatisfiability
# for CNF formulas", DATE 2003).
#
# dratify, a checker in plain Python by others, goes through it forwards and looks at every step.
# Of a long proof that would take minutes; then native code does the same (native/proofs/), which
# shares nothing with dratify, with a solver or with our engines. Neither accepts a variable that
# the clauses do not have, and neither is asked for resolution asymmetric tautologies (Wetzler,
# Heule and Hunt, "DRAT-trim", SAT 2014), which no solver here needs: where a clause was deleted
# that a variable has its value by, dratify 0.1.10 keeps the value and accepts its opposite
# (docs/wrong-answers.md).


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
    if len(steps) > LONG or len(clauses) > LARGE:
        with suppress(Unavailable):
            check_natively(clauses, steps, check)
            return NATIVE
    check_by_dratify(clauses, steps, check)
    return DRATIFY


def check_natively(
    clauses: Clauses, steps: Sequence[str], check: Check, *, lrat: bool = False
) -> RupChecker:
    """Do so by native code; return the checker, which has the proof in LRAT if asked for.

    Raises Unavailable where the native code is not built.
    """
    try:
        from .. import _native
    except ImportError as error:
        raise Unavailable(f"certificates: the native checker is missing ({error})") from error
    starts = np.fromiter(accumulate(map(len, clauses), initial=0), np.int64, len(clauses) + 1)
    check()
    literals = np.fromiter(chain.from_iterable(clauses), np.int32, int(starts[-1]))
    check()
    checker = _native.RupChecker(starts, literals, lrat)
    if checker.clashes:
        return checker
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
    return checker


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


@dataclass(frozen=True)
class SatProof:
    """Clauses, and a proof that they clash which a checker accepted.

    solver   who wrote the proof; checker: who went through it
    clauses  what the matrix means, in literals: k + 1 is "option k is chosen"; greater ones
             belong to sums that would take too many clauses
    steps    the proof, in the text form of DRAT
    """

    solver: str
    checker: str
    clauses: list[list[int]]
    steps: list[str]

    @property
    def by(self) -> tuple[str, ...]:
        """Who wrote it, and who checked it."""
        return self.solver, self.checker

    @property
    def level(self) -> Level:
        """Its checker is not proved."""
        return Level.CERTIFIED

    @property
    def size(self) -> int:
        """The bytes of the proof."""
        return sum(map(len, self.steps)) + len(self.steps)

    def dimacs(self) -> Iterator[str]:
        """Yield the lines of the clauses as a file of DIMACS has them."""
        variables = max((abs(v) for clause in self.clauses for v in clause), default=0)
        yield f"p cnf {variables} {len(self.clauses)}"
        for clause in self.clauses:
            yield " ".join(map(str, (*clause, 0)))

    def lrat(self) -> str:
        """Return the proof in LRAT: the clauses that the empty one rests on, and why each follows.

        Raises Unavailable without the native code, which checks the steps once more.
        """
        checker = check_natively(self.clauses, self.steps, lambda: None, lrat=True)
        return checker.lrat().decode("ascii")

    def save(self, clauses: str | PathLike[str], steps: str | PathLike[str]) -> None:
        """Write the clauses, in DIMACS, and the steps: in LRAT if the name ends in `.lrat`.

        Otherwise the steps are in DRAT, as `drat-trim` reads them.

        Raises OSError where a file cannot be written, and Unavailable as `lrat` does.
        """
        lrat = Path(steps).suffix == ".lrat"
        proof = [self.lrat()] if lrat else (f"{step}\n" for step in self.steps)
        dimacs = (f"{line}\n" for line in self.dimacs())
        for path, pieces in ((clauses, dimacs), (steps, proof)):
            with Path(path).open("w", encoding="ascii", newline="\n") as file:
                file.writelines(pieces)


class ProofCertifier:
    """Certifies that there is no other solution, by a proof of a SAT solver.

    ask  yields what one SAT solver after the other says of some clauses
    """

    name = "proof"

    def __init__(
        self, ask: Callable[[list[list[int]], Deadline], Iterator[Answered]] = answers
    ) -> None:
        self._ask = ask

    def certify(self, query: Query, assertion: Assertion, deadline: Deadline) -> SatProof:
        """Return a proof that a checker accepted.

        Raises Uncertified, Refuted, Stopped at the deadline, Unavailable without the libraries.
        """
        # Raise Uncertified for what a clash of clauses does not say.
        if query.evidence is Level.PROVED:
            raise Uncertified("the checker of SAT proofs is not proved")
        if assertion.cost is not None:
            raise Uncertified("a SAT proof bounds no costs")
        if not assertion.no_other:
            raise Uncertified("a SAT proof needs the solutions listed")
        if query.excluded:
            raise Uncertified("solutions are left out")
        verifier = Verifier(query.matrix, query.given, query.forbidden)
        verifier.require_many(assertion.known, "certificate")
        if len(set(assertion.known)) < len(assertion.known):
            raise WrongAnswer("certificate: a solution comes twice")
        clauses = clauses_of(
            query.matrix, query.given, query.forbidden, assertion.known, deadline.check
        )
        refused = Uncertified("no solver wrote a proof")
        for answered in self._ask(clauses, deadline):
            if answered.model is not None:
                raise _opposite(query, assertion, answered, verifier)
            try:
                checker = check_proof(clauses, answered.steps, deadline.check)
            except Uncertified as error:
                refused = Uncertified(f"{answered.solver}: {error}")
                continue
            return SatProof(answered.solver, checker, clauses, answered.steps)
        raise refused


def _opposite(
    query: Query, assertion: Assertion, answered: Answered, verifier: Verifier
) -> Exception:
    """Return what to raise where the clauses can be kept."""
    variables = query.matrix.options
    options = tuple(literal - 1 for literal in answered.model or () if literal <= variables)
    problem = verifier.problem(options)
    if problem is None and options not in assertion.known:
        return Refuted(answered.solver, options)
    if query.matrix.conditions:
        return Uncertified("what graph rules and statements say is not in its clauses")
    return WrongAnswer(f"solver {answered.solver}: {problem or 'a solution that was left out'}")
