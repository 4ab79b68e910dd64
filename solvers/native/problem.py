"""What the native engines are built from: the matrix and the selection of a query."""

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

    Raises Unsupported where there are weights or conditions, of which it would not tell.
    """
    require_covers(query.matrix, "the native engine")
    return whole_problem_of(query)


def whole_problem_of(query: Query) -> _native.Problem:
    """Return the same with the weights, if there are some, for who knows them.

    Conditions are no part of it: who knows them asks the matrix.
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
    """Raise Unsupported, in the solver's name, where an engine's constructor refuses the matrix."""
    try:
        yield
    except OverflowError as error:
        raise Unsupported(f"solver {solver} does not support {error}") from None
