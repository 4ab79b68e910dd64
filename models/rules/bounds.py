"""How many choices of a group, or which sum: bounds, the same for all groups or one's own for each.

A bound is an integer, or None where there is none; or a mapping from the key of a group to its
bound, which names all the groups there are.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any

from ..errors import ModelError
from ..matrix.validation import BOUND_LIMIT
from ..telling.spelling import spell
from .keys import Key, keys_of_groups

__all__ = ["Bounds", "Range", "Ranges", "pairs_of", "ranges_of", "same_range"]

Bounds = int | Mapping[Any, int | None] | None
Range = tuple[int | None, int | None]
Ranges = Mapping[Any, Range]


def same_range(low: Any, high: Any, purpose: str, *, signed: bool) -> Range:
    """Return (low, high). Raises ModelError for what are no bounds.

    signed  whether they may be negative, as bounds on sums may
    """
    if not all(one is None or hasattr(one, "__index__") for one in (low, high)):
        raise ModelError(f"{purpose}between {low!r} and {high!r}, expected integers")
    least, most = (None if one is None else index(one) for one in (low, high))
    if not signed:
        least = least or 0
    said = f"{purpose}between {least} and {most}, expected"
    if least is not None and most is not None and least > most:
        raise ModelError(f"{said} {'low' if signed else '0 <= low'} <= high")
    if not signed and min(least or 0, most or 0) < 0:
        raise ModelError(f"{said} 0 <= low <= high")
    if max(abs(least or 0), abs(most or 0)) > BOUND_LIMIT:
        raise ModelError(f"{purpose}a bound of {_long(least, most)}, expected at most 2^62")
    return least, most


def _long(*bounds: int | None) -> str:
    return f"{max(abs(one or 0).bit_length() for one in bounds)} bits"


def ranges_of(low: Bounds, high: Bounds, purpose: str, *, signed: bool, names: str) -> Ranges:
    """Return (low, high) by group, where one of the two is told by group.

    Raises ModelError, beginning with `purpose`, for what are no bounds, and for a group that one of
    two mappings does not name.
    """
    told = [one for one in (low, high) if isinstance(one, Mapping)]
    keys = keys_of_groups(told[0], purpose, names)
    if len(told) > 1:
        for key in (*keys_of_groups(told[1], purpose, names), *keys):
            if not all(key in one for one in told):
                raise ModelError(f"{purpose}: {spell(key)} has one bound, expected both")

    def of(bound: Bounds, key: Key) -> int | None:
        return bound[key] if isinstance(bound, Mapping) else bound

    return {
        key: same_range(of(low, key), of(high, key), f"{purpose}: {spell(key)} ", signed=signed)
        for key in keys
    }


def pairs_of(ranges: Mapping[Any, Any], purpose: str) -> tuple[Bounds, Bounds]:
    """Return (low, high) by group of a mapping from key to both."""
    for key, pair in ranges.items():
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            said = f"{purpose}: {spell(key)} between {pair!r}, expected (low, high)"
            raise ModelError(said)
    return {key: low for key, (low, _) in ranges.items()}, {
        key: high for key, (_, high) in ranges.items()
    }
