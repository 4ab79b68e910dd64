"""The question `sat_proof`: why there is no (other) solution, as a proof to be kept and checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Unpack

from ...models.answer import Answer
from ..contract.certificate import Assertion
from ..contract.deadline import Stopped
from ..search.running import RunningSearch, answered, out_of_time, too_late
from ..search.search import Search
from ..search.selection import Problem, checked_options
from ..search.settings import SelectionSettings
from ..second_opinion.proofs import ProofCertifier, SatProof

__all__ = ["sat_proof"]


def sat_proof(
    puzzle: Problem,
    known: Iterable[Answer | Sequence[int]] = (),
    **settings: Unpack[SelectionSettings],
) -> SatProof:
    """Return a proof that there is no solution besides the known ones, which a checker accepted.

    known  answers, or option numbers; they are looked at

    `save` writes its clauses and its steps into files for other checkers. Raises Refuted, whose
    `options` are a solution, if there is another one; Uncertified where there is no such proof;
    WrongAnswer for a known one that is none; Unreached at the time limit; Unavailable.
    """
    search = Search.part_of("sat_proof", puzzle, "auto", settings, SelectionSettings, ("known",))

    def proof(running: RunningSearch) -> SatProof:
        query = running.query
        options = (answer.options if isinstance(answer, Answer) else answer for answer in known)
        solutions = tuple(
            tuple(sorted(checked_options(query.matrix, some, "known"))) for some in options
        )
        assertion = Assertion(solutions, len(solutions))
        try:
            return ProofCertifier().certify(query, assertion, query.deadline)
        except Stopped:
            raise out_of_time("sat_proof") from None

    return answered(search, proof, too_late("sat_proof"), title="sat_proof")
