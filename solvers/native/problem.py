"""The native problem of a query: its matrix and its selection."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ...models.errors import Unsupported
from ..contract.features import require_covers
from ..contract.query import Query

if TYPE_CHECKING:
    from .. import _native

__all__ = ["problem_of", "refusals", "whole_problem_of"]


def problem_of(query: Query) -> _native.Problem:
    """Return the query's matrix with its given and forbidden options; costs play no part.

    Raises Unsupported if there are weights or conditions, which would be lost.
    """
    require_covers(query.matrix, "the native engine")
    return whole_problem_of(query)


def whole_problem_of(query: Query) -> _native.Problem:
    """Return the same with the weights, if there are some, for engines that support them.

    Conditions are no part of it: an engine that supports them reads the matrix.
    """
    from .. import _native

    matrix = query.matrix
    return _native.Problem(
        matrix.primary,
        matrix.starts,
        matrix.members,
        matrix.colors,
        matrix.low,
        matrix.high,
        query.given,
        tuple(query.forbidden),
        matrix.weights if matrix.has_weights else None,
    )


@contextmanager
def refusals(solver: str) -> Iterator[None]:
    """Raise Unsupported, naming the solver, if an engine's constructor refuses the matrix."""
    try:
        yield
    except OverflowError as error:
        raise Unsupported(f"solver {solver} does not support {error}") from None
