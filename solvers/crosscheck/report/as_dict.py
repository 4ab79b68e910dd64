"""A report as JSON can hold it: docs/checking.md says what each key means, and so does its schema.

Integers past 2^53 are strings of digits, as models/telling/json_values.py says.
"""

from __future__ import annotations

import shlex
from typing import Any

from ....models.errors import SolverError
from ....models.formats.matrix.dlx_text import write_dlx
from ....models.matrix.exact_cover import ExactCover
from ....models.objective import Number
from ....models.puzzle import Puzzle
from ....models.telling.json_values import as_json, number
from ...registry import get_solver
from ...search.running import query_of
from ..disagreement import Disagreement
from ..outcome import WIDTH, Outcome, Part
from ..scope.scope import Scope
from .findings import Findings
from .machine import machine, packages, python
from .statement import evidence_of

__all__ = ["SCHEMA", "as_dict", "digest_of", "replaying"]

SCHEMA = 1  # goes up where a key goes away or changes its meaning
SMALLEST = "smallest.dlx"


def as_dict(report: Findings) -> dict[str, Any]:
    """Return the report as plain values, keys sorted throughout."""
    told: dict[str, Any] = _sorted(
        {
            "schema": SCHEMA,
            "began": report.began,
            "by_two_kinds": report.by_two_kinds,
            "count": number(report.count),
            "disagreements": [_disagreement(one) for one in report.disagreements],
            "evidence": evidence_of(report).to_dict(),
            "expected": number(report.expected),
            "interrupted": report.interrupted,
            "kinds": list(report.kinds),
            "limits": {
                "budget": _seconds(report.settings.budget),
                "limit": report.limit,
                "time_limit": _seconds(report.settings.time_limit),
            },
            "machine": machine(),
            "matrix": _matrix(report),
            "objective": number(report.objective),
            "outcomes": [_outcome(one, report) for one in report.outcomes],
            "packages": packages(),
            "puzzle": report.problem.name if isinstance(report.problem, Puzzle) else None,
            "python": python(),
            "question": report.question,
            "scope": _scope(report),
            "seconds": _seconds(report.seconds),
            "seed": report.settings.seed,
            "smallest": _smallest(report),
            "totals": [_outcome(one, report) for one in report.totals],
            "verdict": str(report.verdict),
        }
    )
    return told


def digest_of(outcome: Outcome, question: str) -> str | None:
    """Return the digest of all solutions that a solver handed over, or said are all.

    None: the best was asked for, or they were counted and not listed, or it came to nothing.
    """
    found = sum(part.number for part in outcome.parts)
    listed = outcome.count == found and (found or outcome.complete)
    if question == "best" or not listed:
        return None
    return _digest(sum(part.hashes for part in outcome.parts))


def replaying(report: Findings) -> str | None:
    """Return the command that shows the first disagreement again on the smallest matrix."""
    if report.smallest is None or not report.disagreements:
        return None
    names = report.disagreements[0].between
    try:
        for name in names:
            get_solver(name)
    except SolverError:
        return None  # a solver of the caller's own, which the command line does not know
    words = ["minuet", "check", str(report.replay or SMALLEST)]
    return shlex.join([*words, "--solvers", ",".join(names)])


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _sorted(value[key]) for key in sorted(value)}
    return [_sorted(one) for one in value] if isinstance(value, list) else value


def _seconds(value: float | None) -> float | None:
    return None if value is None else as_json(round(value, 3))


def _digest(hashes: int) -> str:
    return f"{hashes % WIDTH:032x}"


def _matrix(report: Findings) -> dict[str, Any] | None:
    """Return what was asked about; None where there was no time to compile it."""
    if report.search is None:
        return None
    query = query_of(report.search)
    matrix = query.matrix
    return {
        "digest": matrix.digest,
        "entries": len(matrix.members),
        "forbidden": sorted(query.forbidden),
        "given": sorted(query.given),
        "options": matrix.options,
        "primary": matrix.primary,
        "secondary": len(matrix.items) - matrix.primary,
    }


def _scope(report: Findings) -> dict[str, Any]:
    asked, compared = report.asked, report.compares
    return {
        "branches": _branches(asked, set(report.answered())),
        "compared": len(report.answered()),
        "counted_by": compared.counted or None,
        "share": compared.share,
        "spread": compared.spread,
        "text": report.scope,
        "total": number(compared.total),
        "whole": report.whole,
    }


def _branches(asked: Scope, compared: set[int]) -> list[dict[str, Any]]:
    return [
        {
            "barred": sorted(branch.forbidden),
            "compared": place in compared,
            "given": list(branch.given),
            "share": branch.share,
            "solutions": number(branch.solutions),
            "spread": branch.spread,
        }
        for place, branch in enumerate(asked.branches)
    ]


def _outcome(outcome: Outcome, report: Findings) -> dict[str, Any]:
    return {
        "asked": outcome.asked,
        "bound": number(_in_words(outcome.bound, report)),
        "by": outcome.by,
        "complete": outcome.complete,
        "count": number(outcome.count),
        "digest": digest_of(outcome, report.question),
        "ended": outcome.ended,
        "kind": outcome.kind,
        "note": outcome.note,
        "objective": number(outcome.objective),
        "parts": [_part(part) for part in outcome.parts],
        "seconds": _seconds(outcome.seconds),
        "solver": outcome.solver,
        "status": str(outcome.status),
        "version": outcome.version,
        "wrong": outcome.wrong,
    }


def _in_words(cost: int | None, report: Findings) -> Number | None:
    """Return a cost of the matrix as the puzzle speaks of it, which may be with another sign."""
    problem = report.problem
    if cost is None or not isinstance(problem, Puzzle) or not problem.has_objective:
        return cost
    return problem.objective(cost)


def _part(part: Part) -> dict[str, Any]:
    listed = part.number or not part.counted
    return {
        "complete": part.answered,
        "counted": number(part.counted),
        "digest": _digest(part.hashes) if listed else None,
        "found": number(part.number),
    }


def _disagreement(one: Disagreement) -> dict[str, Any]:
    witness = None
    if one.witness is not None:
        witness = {"options": list(one.witness), "text": one.shown}
    return {"between": list(one.between), "branch": one.place, "text": str(one), "witness": witness}


def _smallest(report: Findings) -> dict[str, Any] | None:
    matrix: ExactCover | None = report.smallest
    if matrix is None:
        return None
    return {"command": replaying(report), "digest": matrix.digest, "dlx": write_dlx(matrix)}
