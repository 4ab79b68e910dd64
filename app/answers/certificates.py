"""Certificates of answers: `--certificate OUT` of `minuet solve` and `minuet count`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from ..arguments import numbered
from ..terminal.reports import answers_in, of_puzzle
from ..terminal.streams import print_message, print_note

if TYPE_CHECKING:
    from ...solvers.contract.result import Result
    from ...solvers.search.selection import Problem

__all__ = ["require_certifiable", "write_certificate"]


def require_certifiable(problem: Problem) -> None:
    """Raise Unsupported, before a search rather than after it, for what has no certificates."""
    from ...models.matrix.exact_cover import ExactCover
    from ...solvers.contract.solver import require_covers

    matrix = problem if isinstance(problem, ExactCover) else problem.matrix
    require_covers(matrix, "a certificate")


def write_certificate(
    problem: Problem, result: Result, path: str, places: tuple[int, int], seconds: float | None
) -> dict[str, Any] | None:
    """Write the certificate of an answer into a file, whole; None if a limit came first.

    One that the answer carries is not searched for again. Returns what JSON tells of it.
    """
    from ...models.errors import Unreached
    from ...solvers import certify
    from ...solvers.search.solution_sets.certificates.certificate import Certificate

    place, last = places
    target = numbered(path, place) or path
    try:
        with answers_in(target):
            certificate = result.certificate
            if not isinstance(certificate, Certificate):
                certificate = certify(problem, result, time_limit=seconds)
            sys.stdout.writelines(f"{line}\n" for line in certificate.lines())
    except Unreached as limit:
        print_message(of_puzzle(f"{limit}: no certificate was written", place, last))
        return None
    print_note(f"{target}: a certificate of {certificate.nodes} nodes; minuet verify checks it")
    claim, nodes = certificate.claim, certificate.nodes
    return {"path": target, "claim": claim, "nodes": nodes, "bytes": certificate.size}
