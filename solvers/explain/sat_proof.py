"""The question `sat_proof`: why there is no (other) solution, as a proof to be kept and checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...models.answer import Answer
from ..contract.certificate import Assertion
from ..contract.deadline import Deadline, Stopped
from ..contract.query import Query
from ..contract.result import Unreached
from ..questions.selection import Problem, checked_options, selection_of
from ..second_opinion.proofs.certifier import ProofCertifier, SatProof

__all__ = ["sat_proof"]


def sat_proof(
    puzzle: Problem,
    known: Iterable[Answer | Sequence[int]] = (),
    *,
    given: Sequence[int] = (),
    time_limit: float | None = None,
) -> SatProof:
    """Return a proof that there is no solution besides the known ones, which a checker accepted.

    known  answers, or option numbers; they are looked at

    `save` writes its clauses and its steps into files for other checkers. Raises Refuted, whose
    `options` are a solution, if there is another one; Uncertified where there is no such proof;
    WrongAnswer for a known one that is none; Unreached at the time limit; Unavailable.
    """
    deadline = Deadline(time_limit)
    try:
        matrix, selected, forbidden = selection_of(puzzle, given, deadline)
        query = Query(matrix, selected, forbidden, deadline)
        solutions = tuple(
            tuple(sorted(checked_options(matrix, _numbers(one), "known"))) for one in known
        )
        return ProofCertifier().certify(query, Assertion(solutions, len(solutions)), deadline)
    except Stopped:
        raise Unreached("sat_proof: the time limit came first", late=True) from None


def _numbers(answer: Answer | Sequence[int]) -> Sequence[int]:
    return answer.options if isinstance(answer, Answer) else answer
