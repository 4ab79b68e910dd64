"""The flat arrays that a matrix is made of: read-only, and of one type each."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ..errors import ModelError

__all__ = ["Booleans", "FlatMatrix", "Int32Array", "Int64Array", "frozen", "owned"]

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
    costs: npt.NDArray[Any]
    low: npt.NDArray[Any]
    high: npt.NDArray[Any]

    @property
    def options(self) -> int:
        """The number of options."""

    def option_name(self, number: int) -> str:
        """Name an option for a message."""


def frozen(values: npt.ArrayLike, dtype: type[np.signedinteger[Any]], name: str) -> Any:
    """Return `values` as a read-only flat array of `dtype`, refusing what does not fit."""
    try:
        array = np.asarray(values)
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
    """Return an array that is nobody else's as a read-only one of `dtype`, which it fits."""
    result = array.astype(dtype, copy=False)
    result.setflags(write=False)
    return result
