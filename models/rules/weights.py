"""How much a row counts in a group (weights), and how much a group may hold (bounds).

A weight is given by a column or a function of columns, the same in all groups of a row; or by what
gives a row its several keys, as a mapping from key to weight or by a key's repeats. Weights are
integers of 32 bits, negative ones too; a row that counts for nothing in a group is not in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import repeat
from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

from ..budget import looking
from ..errors import ModelError
from ..matrix.exact_cover import BOUND_LIMIT
from ..spelling import spell
from ..tables.table import Choices, Column
from .keys import Numbers, keys_of_groups
from .rule import Block

__all__ = [
    "Bounds",
    "Range",
    "Ranges",
    "Weights",
    "added_up",
    "in_keys",
    "in_two_items",
    "integers",
    "pairs_of",
    "ranges_of",
    "require_weights",
    "same_range",
    "weighed",
]

WEIGHT_LIMIT = 1 << 31  # a weight is a number of 32 bits, and its negative one too
FEW = ", expected one from -(2^31 - 1) to 2^31 - 1"
LONG = 60  # characters of a wrong value that a message shows
Integers = npt.NDArray[Any]
Weights = Sequence[Any] | int  # by row, or the same for all
Mistake = Callable[[Choices, int, str], ModelError]


def weighed(block: Block, table: Choices, weights: Weights, mistake: Mistake) -> Block:
    """Return the block, whose rows count with these weights; those of weight 0 are left out.

    Raises what `mistake` makes of a row whose weight is no integer, or too large.
    """
    # The weights as an array that can be broadcast to the table's shape.
    if isinstance(weights, int):
        numbers = np.array(weights, np.int64)
    else:
        distinct = isinstance(weights, Column) and weights.shape is not None and len(table)
        column: Any = weights

        def wrong(place: int, weight: str) -> ModelError:
            row = column.row_of(place) if distinct else place
            return mistake(table, row, f"has the weight {weight}")

        indices = integers(list(looking(column.distinct() if distinct else column)), wrong)
        numbers = indices.reshape(column.shape if distinct else table.shape)
    if block.rows is not None:
        flat = np.broadcast_to(numbers, table.shape).ravel() if numbers.ndim else numbers
        mine = flat[block.rows] if numbers.ndim else np.full(len(block.rows), int(numbers))
        if block.weights is not None:
            mine = mine * block.weights
        return _without_zeros(block._replace(weights=mine))
    if numbers.ndim and block.shape != table.shape:
        numbers = np.broadcast_to(numbers, table.shape).ravel()
    if numbers.all():
        return block._replace(weights=numbers)
    rows, groups = block._replace(offset=0).flat()
    mine = np.broadcast_to(numbers, block.shape).ravel()
    return _without_zeros(Block(block.offset, block.shape, groups, rows, None, mine))


def require_weights(block: Block, table: Choices, mistake: Mistake) -> None:
    """Raise what `mistake` makes of a row whose weights, each small, come to too large a one."""
    if block.weights is None:
        return
    large = np.abs(block.weights) >= WEIGHT_LIMIT
    if large.any():
        rows, weights = block._replace(offset=0).flat()[0], block.flat_weights()
        entry = int(np.argmax(np.abs(weights) >= WEIGHT_LIMIT))
        raise mistake(table, int(rows[entry]), f"has the weight {int(weights[entry])}{FEW}")


def added_up(
    rows: Numbers, places: Numbers, weights: Numbers | None
) -> tuple[Numbers, Numbers, Numbers | None]:
    """Return (rows, places, weights) with each place once a row, its weights added up; none is 0.

    weights  of the entries; None: 1
    """
    width = int(places.max(initial=0)) + 1
    distinct, entry = np.unique(rows * width + places, return_inverse=True)
    if len(distinct) < len(rows):
        mine = np.zeros(len(distinct), np.int64)
        np.add.at(mine, entry, 1 if weights is None else weights)
        rows, places, weights = distinct // width, distinct % width, mine
    if weights is None or weights.all():
        return rows, places, weights
    kept = weights != 0
    return rows[kept], places[kept], weights[kept]


def _without_zeros(block: Block) -> Block:
    assert block.rows is not None and block.weights is not None
    there = block.weights != 0
    if there.all():
        return block
    return block._replace(
        groups=block.groups[there], rows=block.rows[there], weights=block.weights[there]
    )


def integers(values: Sequence[Any], mistake: Callable[[int, str], ModelError]) -> Integers:
    """Return int64[values]. Raises what `mistake` makes of the first that is no weight."""
    try:
        if set(map(type, values)) <= {int}:
            numbers = np.array(values, np.int64)
            if not (np.abs(numbers) >= WEIGHT_LIMIT).any():
                return numbers
    except OverflowError:
        pass
    weights = []
    for place, value in enumerate(values):
        if isinstance(value, bool | np.bool_) or not hasattr(value, "__index__"):
            raise mistake(place, f"{_shown(value)}, not an integer")
        number = index(value)
        if abs(number) >= WEIGHT_LIMIT:
            text = f"{number}" if number.bit_length() < 200 else f"of {number.bit_length()} bits"
            raise mistake(place, text + FEW)
        weights.append(number)
    return np.array(weights, np.int64)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= LONG else text[: LONG - 3] + "..."


def in_keys(covers: Sequence[Any]) -> list[Any] | None:
    """Return the weight of each key of each row, one after the other; None: no row gives any.

    covers  what gives each row its keys: a mapping gives weights, anything else keys alone
    """
    if not any(issubclass(kind, Mapping) for kind in set(map(type, covers))):
        return None
    return [
        weight
        for keys in covers
        for weight in (keys.values() if isinstance(keys, Mapping) else [1] * len(keys))
    ]


def in_two_items(blocks: Sequence[Block], places: Numbers) -> Iterator[Block]:
    """Yield the entries of each group in the two items that bound its sum.

    places  int64[groups, 2]: the numbers of the two; -1: there is none
    """
    for block in blocks:
        options, groups = block.flat()
        weights = np.asarray(block.flat_weights())
        rows, items, mine = [], [], []
        for side in (0, 1):
            there = places[groups, side] >= 0
            rows.append(options[there] - block.offset)
            items.append(places[groups, side][there])
            mine.append(weights[there])
        order = np.argsort(np.concatenate(rows), kind="stable")
        joined = (np.concatenate(part)[order] for part in (rows, items, mine))
        of_rows, of_items, of_weights = joined
        size = int(np.prod(block.shape))
        yield Block(block.offset, (size,), of_items, of_rows, None, of_weights.astype(np.int32))


# ---- Bounds --------------------------------------------------------------------------------------
# A bound is an integer, or None where there is none; or a mapping from the key of a group to its
# bound, which names all the groups there are.


Bounds = int | Mapping[Any, int | None] | None
Range = tuple[int | None, int | None]
Ranges = Mapping[Any, Range]


def same_range(low: Any, high: Any, *, signed: bool) -> Range:
    """Return (low, high). Raises ModelError for what are no bounds.

    signed  whether they may be negative, as bounds on sums may
    """
    if type(low) is int and type(high) is int and 0 <= low <= high <= BOUND_LIMIT:
        return low, high
    if signed and (low is None or high is None):
        bound = high if low is None else low
        if type(bound) is int and -BOUND_LIMIT <= bound <= BOUND_LIMIT:
            return low, high
    if not all(bound is None or hasattr(bound, "__index__") for bound in (low, high)):
        raise ModelError(f"between {low!r} and {high!r}, expected integers")
    least, most = (None if bound is None else index(bound) for bound in (low, high))
    if not signed:
        least = least or 0
    message = f"between {least} and {most}, expected"
    if least is not None and most is not None and least > most:
        raise ModelError(f"{message} {'low' if signed else '0 <= low'} <= high")
    if not signed and min(least or 0, most or 0) < 0:
        raise ModelError(f"{message} 0 <= low <= high")
    if max(abs(least or 0), abs(most or 0)) > BOUND_LIMIT:
        bits = max(abs(bound or 0).bit_length() for bound in (least, most))
        raise ModelError(f"a bound of {bits} bits, expected at most 2^62")
    return least, most


def ranges_of(low: Bounds, high: Bounds, purpose: str, *, signed: bool, names: str) -> Ranges:
    """Return (low, high) by group, if one of the two is given by group.

    Raises ModelError, beginning with `purpose`, for what are no bounds, and for a group that one of
    two mappings does not name.
    """
    mappings = [bound for bound in (low, high) if isinstance(bound, Mapping)]
    keys = keys_of_groups(mappings[0], purpose, names)
    if len(mappings) > 1:
        for key in (*keys_of_groups(mappings[1], purpose, names), *keys):
            if not all(key in mapping for mapping in mappings):
                raise ModelError(f"{purpose}: {spell(key)} has one bound, expected both")

    lows, highs = (
        [bound[key] for key in keys] if isinstance(bound, Mapping) else repeat(bound)
        for bound in (low, high)
    )
    ranges: dict[Any, Range] = {}
    for key, least, most in zip(keys, lows, highs, strict=False):
        try:
            ranges[key] = same_range(least, most, signed=signed)
        except ModelError as error:
            raise ModelError(f"{purpose}: {spell(key)} {error}") from None
    return ranges


def pairs_of(ranges: Mapping[Any, Any], purpose: str) -> tuple[Bounds, Bounds]:
    """Return (low, high) by group of a mapping from key to both."""
    for key, pair in ranges.items():
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            message = f"{purpose}: {spell(key)} between {pair!r}, expected (low, high)"
            raise ModelError(message)
    return {key: low for key, (low, _) in ranges.items()}, {
        key: high for key, (_, high) in ranges.items()
    }
