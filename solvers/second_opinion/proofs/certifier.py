"""The certifier of what SAT solvers prove: that there is no other solution than the known ones.

We write the clauses, a SAT solver proves that they clash, and a checker goes through the proof. The
known solutions are looked at here, so that a proof that there is no other also tells how many there
are. Where the clauses can be kept after all, the solver shows how, and that is looked at too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from ....models.errors import WrongAnswer
from ...contract.certificate import Assertion, Refuted, Uncertified
from ...contract.deadline import Deadline
from ...contract.evidence import Level
from ...contract.query import Query
from ...contract.verify import Verifier
from ...sat.prover import Answered, answers
from .checking import check_proof
from .plain_clauses import clauses_of

__all__ = ["ProofCertifier", "SatProof"]


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

    def save(self, clauses: str | PathLike[str], steps: str | PathLike[str]) -> None:
        """Write the clauses, in DIMACS, and the steps, in DRAT, as `drat-trim` reads them.

        Raises OSError where a file cannot be written.
        """
        for path, lines in ((clauses, self.dimacs()), (steps, self.steps)):
            with Path(path).open("w", encoding="ascii") as file:
                file.writelines(f"{line}\n" for line in lines)


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
