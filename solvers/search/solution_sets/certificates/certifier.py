"""The certifier of what a folded search tree shows: counts of any size, and optima.

second_opinion/certified.py asks it, by its name. The tree is searched anew, whoever found the
answer, and nothing is handed on that the checker has not gone through.
"""

from __future__ import annotations

from ....contract.certificate import Assertion, Uncertified
from ....contract.deadline import Deadline
from ....contract.evidence import Level
from ....contract.features import require_covers
from ....contract.query import Query
from .certificate import Certificate
from .certify import CountSearch, numbered, of_optimum, selected_matrix
from .proved_checker import check_proved, require_proved_checker

__all__ = ["TreeCertifier"]


class TreeCertifier:
    """Certifies counts and optima by certificates that check_certificate.py accepts."""

    name = "tree"

    def __init__(self) -> None:
        self._count: tuple[tuple[object, ...], CountSearch] | None = None

    def certify(self, query: Query, assertion: Assertion, deadline: Deadline) -> Certificate:
        """Return a certificate that the checker accepted.

        deadline  of the search; a complete tree is checked until the query's own deadline. Asked
                  again after Stopped, the search of a count continues

        Raises Uncertified, Unsupported, Unavailable without the proved checker where that is asked
        for, WrongAnswer if the search says something else, and Stopped at the deadline.
        """
        if query.evidence is Level.PROVED:
            require_proved_checker()
        require_covers(query.matrix, "a certificate")
        if query.excluded:
            raise Uncertified("solutions are left out")
        if assertion.cost is None:
            if assertion.count is None:
                raise Uncertified("nothing is claimed that a tree shows")
            # The search of a query's count, the one that has begun if there is one.
            key = (query.matrix.digest, query.given, query.forbidden)
            if self._count is None or self._count[0] != key:
                cover = selected_matrix(query.matrix, query.given, query.forbidden)
                self._count = key, CountSearch(cover)
            certificate = self._count[1].certificate(assertion.count, deadline)
        else:
            best = [one for one in assertion.known if query.matrix.cost(one) == assertion.cost]
            if not best:
                raise Uncertified("no solution of that cost is known")
            matrix = selected_matrix(query.matrix, query.given, query.forbidden)
            options = numbered(best[0], query.forbidden)
            certificate = of_optimum(matrix, options, deadline)
        if query.evidence is Level.PROVED:
            return check_proved(certificate, query.deadline)
        certificate.check(query.deadline)
        return certificate
