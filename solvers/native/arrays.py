"""What the native engines read of a search, in the order in which their constructors take it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import numpy.typing as npt

from ...models.errors import Unsupported
from ..contract.solver import Options, Search
from ..encoding.losses import Losses, allowed_options, losses

__all__ = ["Arrays", "native_arrays", "refusals", "with_given"]

Ints = npt.NDArray[np.int32]
# primary, starts, members, colors, low, high, given, allowed
Arrays = tuple[int, Ints, Ints, Ints, Ints, Ints, Ints, npt.NDArray[np.uint8]]


def native_arrays(search: Search) -> tuple[Arrays, Losses]:
    """Return the arrays, and (without costs) which options need a branch of their own."""
    matrix = search.matrix
    allowed = allowed_options(matrix, search.forbidden)
    arrays = (
        matrix.primary,
        matrix.starts,
        matrix.members,
        matrix.colors,
        matrix.low,
        matrix.high,
        np.array(search.given, np.int32),
        allowed,
    )
    return arrays, losses(matrix, allowed, costs=False)


def with_given(arrays: Arrays, given: Options) -> Arrays:
    """Return the arrays of the same search with other given options."""
    return (*arrays[:6], np.array(given, np.int32), arrays[7])


@contextmanager
def refusals(solver: str) -> Iterator[None]:
    """Raise Unsupported, in the solver's name, where an engine's constructor refuses the matrix."""
    try:
        yield
    except OverflowError as error:
        raise Unsupported(f"solver {solver} does not support {error}") from None
