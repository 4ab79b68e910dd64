"""The flat arrays that a matrix is made of: read-only, and of one type each."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from ..errors import ModelError

if TYPE_CHECKING:
    from .conditions import GraphRule, Statement

__all__ = [
    "Booleans",
    "FlatMatrix",
    "Int32Array",
    "Int64Array",
    "absolute_total",
    "are_ones",
    "frozen",
    "ones",
    "owned",
    "plain_bounds",
    "ranked",
    "unique_numbers",
    "weighted_items",
    "weights_of",
]

Booleans = npt.NDArray[np.bool_]
Int32Array = npt.NDArray[np.int32]
Int64Array = npt.NDArray[np.int64]


class FlatMatrix(Protocol):
    """What a matrix, an `ExactCover`, is made of."""

    primary: int
    items: Sequence[Hashable]
    color_names: tuple[str, ...]
    labels: Sequence[Any]
    starts: npt.NDArray[Any]
    members: npt.NDArray[Any]
    colors: npt.NDArray[Any]
    weights: npt.NDArray[Any]
    costs: npt.NDArray[Any]
    low: npt.NDArray[Any]
    high: npt.NDArray[Any]
    graph_rules: tuple[GraphRule, ...]
    statements: tuple[Statement, ...]

    @property
    def options(self) -> int:
        """The number of options."""

    @property
    def has_weights(self) -> bool:
        """Whether any weight is other than 1."""

    def option_name(self, number: int) -> str:
        """Name an option for a message."""


def frozen(values: npt.ArrayLike, dtype: type[np.signedinteger[Any]], name: str) -> Any:
    """Return `values` as a read-only flat array of `dtype`, refusing what does not fit."""
    try:
        array = np.asarray(values)
        if array.dtype.kind == "f" and not isinstance(values, np.ndarray):
            array = np.asarray(values, object)  # beside a float, integers past 2^53 are rounded
    except OverflowError as error:
        raise ModelError(f"{name}: {error}") from error
    if array.ndim != 1:
        raise ModelError(f"{name} has {array.ndim} dimensions, expected 1")
    if array.size and not (array.dtype == object or np.issubdtype(array.dtype, np.number)):
        raise ModelError(f"{name} holds {array.dtype}, expected {np.dtype(dtype)} numbers")
    try:
        with np.errstate(invalid="ignore"):
            result = array.astype(dtype)
    except (OverflowError, TypeError, ValueError) as error:
        raise ModelError(f"{name}: {error}") from error
    if not np.array_equal(result, array):
        raise ModelError(f"{name} holds a number that is no {np.dtype(dtype)}")
    result.setflags(write=False)
    return result


def owned(array: npt.NDArray[Any], dtype: type[np.signedinteger[Any]]) -> Any:
    """Return an unshared array as a read-only one of `dtype`, which it fits."""
    result = array.astype(dtype, copy=False)
    result.setflags(write=False)
    return result


def absolute_total(numbers: Int64Array) -> int:
    """Return what the absolute values sum to, exactly, however large that is.

    The upper and the lower 32 bits are summed apart: 2^32 numbers overflow neither.
    """
    sizes = np.abs(numbers).view(np.uint64)  # -2^63 has no absolute value in 64 bits but so
    high, low = sizes >> np.uint64(32), sizes & np.uint64(0xFFFFFFFF)
    return (int(high.sum()) << 32) + int(low.sum())


def ones(size: int) -> Int32Array:
    """Return int32[size], read-only, of ones: one number, that takes no room."""
    return np.broadcast_to(np.int32(1), size)


def are_ones(weights: npt.NDArray[Any]) -> bool:
    """Whether all are 1; of what `ones` made it is known at once."""
    return weights.strides == (0,) or not bool((weights != 1).any())


def unique_numbers(numbers: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the different numbers, ascending; numpy's `unique` would import its masked arrays."""
    ascending = np.sort(numbers, axis=None)
    first = np.ones(len(ascending), bool)
    first[1:] = ascending[1:] != ascending[:-1]
    return ascending[first]


def ranked(numbers: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], npt.NDArray[np.intp]]:
    """Return the different numbers, ascending, and the place of each number among these."""
    order = np.argsort(numbers, kind="stable")
    first = np.ones(len(numbers), bool)
    first[1:] = numbers[order[1:]] != numbers[order[:-1]]
    places = np.empty(len(numbers), np.intp)
    places[order] = np.cumsum(first) - 1
    return numbers[order[first]], places


def weights_of(values: npt.ArrayLike | None, size: int) -> Int32Array:
    """Return `values` as weights; None, or what holds nothing but 1, as `ones`."""
    if values is None:
        return ones(size)
    array: Int32Array = frozen(values, np.int32, "weights")
    return ones(len(array)) if are_ones(array) else array


def weighted_items(
    members: npt.NDArray[Any], weights: npt.NDArray[Any] | None, items: int
) -> Booleans:
    """Return bool[items]: which have an entry of a weight other than 1; None: all weights are 1."""
    weighted = np.zeros(items, bool)
    if weights is not None:
        weighted[members[weights != 1]] = True
    return weighted


def plain_bounds(
    low: npt.NDArray[Any],
    high: npt.NDArray[Any],
    members: npt.NDArray[Any],
    weights: npt.NDArray[Any],
) -> tuple[Int64Array, Int64Array]:
    """Return (low, high) that say the same, negative only on items with weights other than 1.

    Such bounds are left where the last entry of another weight went. One that nothing can meet
    becomes one more than there are entries.
    """
    wrong = low < 0
    wrong[members[weights != 1]] = False
    if not wrong.any():
        return low, high
    never = wrong & (high < 0)
    uses = np.bincount(members, minlength=len(low))
    return (
        np.where(never, uses + 1, np.where(wrong, 0, low)),
        np.where(never, uses + 1, high),
    )
