"""The certifiers of answers: a registry, asked in turn.

A certifier has one program write a certificate and another one check it (contract/certificate.py).
They are asked one after the other, with growing budgets, until one has an
accepted certificate; one that says that it cannot is not asked again. That a checker refused, or
nobody could, says nothing of the answer: the claim is left open. That there is another solution
after all is a WrongAnswer.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from importlib import import_module
from math import inf

from ...models.errors import SolverError, WrongAnswer
from ..contract.certificate import Assertion, Certificate, Certifier, Refuted
from ..contract.claims import Claims
from ..contract.deadline import Stopped
from ..contract.verify import Verifier
from .opinion import LATE, Confirmation, Second

__all__ = ["CERTIFIERS", "certified"]

# Where they stand, from the room of the solvers; imported when they are first asked.
CERTIFIERS = (
    ("second_opinion.proofs", "ProofCertifier"),
    ("search.solution_sets.certificates.certify", "TreeCertifier"),
)
FIRST = 4.0  # seconds of the first round, where several can
GROWTH = 4
LEAST = 0.5

log = logging.getLogger("minuet")


def certified(
    second: Second, assertion: Assertion, certifiers: Sequence[Certifier] | None = None
) -> Confirmation:
    """Return what came of having it certified; Second knows who said it, and until when.

    Raises WrongAnswer, which names both, if it does not hold.
    """
    able = list(_certifiers() if certifiers is None else certifiers)
    refusals: dict[str, None] = {}
    seconds = FIRST
    while able:
        for certifier in tuple(able):
            budget = inf
            if len(able) > 1:
                budget = min(seconds, max(second.query.deadline.left() / 2, LEAST))
            try:
                return Confirmation(
                    certificate=_certificate_of(certifier, second, assertion, budget)
                )
            except Stopped:
                if second.query.deadline.passed():
                    return Confirmation(why=LATE)
            except Refuted as error:
                _contradict(second, assertion, error)
            except WrongAnswer:
                raise
            except SolverError as error:
                able.remove(certifier)
                refusals[str(error)] = None
        seconds *= GROWTH
    return Confirmation(why=", ".join(refusals) or "nobody can certify this")


def _certifiers() -> list[Certifier]:
    return [getattr(import_module(f"..{room}", __package__), name)() for room, name in CERTIFIERS]


def _certificate_of(
    certifier: Certifier, second: Second, assertion: Assertion, seconds: float
) -> Certificate:
    """Ask one; whatever breaks down there is a SolverError."""
    log.debug("%s (asked for a certificate)", certifier.name)
    try:
        deadline = second.query.deadline.within(None if seconds == inf else seconds)
        return certifier.certify(second.query, assertion, deadline)
    except (Stopped, SolverError):
        raise
    except Exception as error:
        log.warning("certifier %s: %s: %s", certifier.name, type(error).__name__, error)
        raise SolverError(f"certifier {certifier.name}: {type(error).__name__}: {error}") from error


def _contradict(second: Second, assertion: Assertion, refuted: Refuted) -> None:
    """Raise WrongAnswer that names the two who contradict each other, or who shows no solution."""
    query, claims = second.query, Claims()
    Verifier(query.matrix, query.given, query.forbidden).require(refuted.options, refuted.by)
    if assertion.cost is not None:
        claims.bound(second.name, assertion.cost)
        claims.cost(refuted.by, query.matrix.cost(refuted.options))
    else:
        claims.counted(second.name, assertion.count or 0)
        claims.found(refuted.by, len(assertion.known) + 1)
    raise WrongAnswer(f"{refuted}, but it contradicts nobody")
