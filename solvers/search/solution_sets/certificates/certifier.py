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
from .certify import numbered, of_count, of_optimum, selected_matrix
from .proved_checker import check_proved, require_proved_checker

__all__ = ["TreeCertifier"]


class TreeCertifier:
    """Certifies counts and optima by certificates that check_certificate.py accepts."""

    name = "tree"

    def certify(self, query: Query, assertion: Assertion, deadline: Deadline) -> Certificate:
        """Return a certificate that the checker accepted.

        Raises Uncertified, Unsupported, Unavailable without the proved checker where that is asked
        for, WrongAnswer if the search says something else, and Stopped at the deadline.
        """
        if query.evidence is Level.PROVED:
            require_proved_checker()
        require_covers(query.matrix, "a certificate")
        if query.excluded:
            raise Uncertified("solutions are left out")
        matrix = selected_matrix(query.matrix, query.given, query.forbidden)
        if assertion.cost is None:
            if assertion.count is None:
                raise Uncertified("nothing is claimed that a tree shows")
            certificate = of_count(matrix, assertion.count, deadline)
        else:
            best = [one for one in assertion.known if query.matrix.cost(one) == assertion.cost]
            if not best:
                raise Uncertified("no solution of that cost is known")
            options = numbered(best[0], query.forbidden)
            certificate = of_optimum(matrix, options, deadline)
        if query.evidence is Level.PROVED:
            return check_proved(certificate, deadline)
        certificate.check(deadline)
        return certificate
