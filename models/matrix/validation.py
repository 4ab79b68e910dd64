"""What a matrix must be, looked at once, when it is made: no solver need look again."""

from __future__ import annotations

import numpy as np

from ..errors import ModelError
from .arrays import FlatMatrix, absolute_total

__all__ = ["BOUND_LIMIT", "COST_LIMIT", "SIZE_LIMIT", "validate"]

# No sum of costs comes near the end of 64 bits, nor does one of two such sums. CP-SAT has the same.
COST_LIMIT = 1 << 62
SIZE_LIMIT = (1 << 31) - 1
# No sum of weights, int32 each, passes it: there are not that many options.
BOUND_LIMIT = 1 << 62


def validate(matrix: FlatMatrix) -> None:
    """Raise ModelError, naming the option or item, for what no matrix may hold."""
    _validate_shape(matrix)
    _validate_members(matrix)
    wrong = (matrix.colors != 0) & (matrix.members < matrix.primary)
    if wrong.any():
        element = int(np.argmax(wrong))
        raise ModelError(
            f"{_owner(matrix, element)}: color on the primary item "
            f"{matrix.items[matrix.members[element]]}, expected colors on secondary items only"
        )
    wrong = (matrix.colors < 0) | (matrix.colors > len(matrix.color_names))
    if wrong.any():
        element = int(np.argmax(wrong))
        raise ModelError(
            f"{_owner(matrix, element)}: color number {int(matrix.colors[element])}, "
            f"expected 0 to {len(matrix.color_names)}"
        )
    _validate_bounds(matrix)
    if matrix.has_weights:
        secondary = (matrix.weights != 1) & (matrix.members >= matrix.primary)
        for wrong, expected in (
            (matrix.weights == 0, "another; an option that counts for nothing leaves the item out"),
            (secondary, "1 on a secondary item"),
        ):
            if wrong.any():
                entry = int(np.argmax(wrong))
                raise ModelError(
                    f"{_owner(matrix, entry)}: weight {int(matrix.weights[entry])} on the item "
                    f"{matrix.items[matrix.members[entry]]}, expected {expected}"
                )
    for condition in (*matrix.graph_rules, *matrix.statements):
        beyond = condition.beyond(matrix.options)
        if beyond is not None:
            raise ModelError(
                f"{condition.name}: option number {beyond}, expected 0 to {matrix.options - 1}"
            )
    if absolute_total(matrix.costs) >= COST_LIMIT:
        worst = int(np.argmax(np.abs(matrix.costs).view(np.uint64)))
        raise ModelError(
            f"{matrix.option_name(worst)}: cost {int(matrix.costs[worst])} overflows; "
            f"expected all absolute costs to sum to less than 2^62"
        )


def _validate_shape(matrix: FlatMatrix) -> None:
    if not 0 <= matrix.primary <= len(matrix.items):
        raise ModelError(f"{matrix.primary} primary items, expected 0 to {len(matrix.items)}")
    if len(matrix.starts) < 1 or matrix.starts[0] != 0 or (np.diff(matrix.starts) < 0).any():
        raise ModelError("starts must begin with 0 and must not decrease")
    expected = {
        "members": (len(matrix.members), int(matrix.starts[-1])),
        "colors": (len(matrix.colors), len(matrix.members)),
        "weights": (len(matrix.weights), len(matrix.members)),
        "costs": (len(matrix.costs), matrix.options),
        "labels": (len(matrix.labels), matrix.options),
        "low": (len(matrix.low), len(matrix.items)),
        "high": (len(matrix.high), len(matrix.items)),
    }
    for name, (length, wanted) in expected.items():
        if length != wanted:
            raise ModelError(f"{name} has length {length}, expected {wanted}")


def _owner(matrix: FlatMatrix, entry: int) -> str:
    return matrix.option_name(int(np.searchsorted(matrix.starts, entry, side="right")) - 1)


def _validate_members(matrix: FlatMatrix) -> None:
    outside = (matrix.members < 0) | (matrix.members >= len(matrix.items))
    if outside.any():
        entry = int(np.argmax(outside))
        raise ModelError(
            f"{_owner(matrix, entry)}: unknown item {int(matrix.members[entry])}, "
            f"expected 0 to {len(matrix.items) - 1}"
        )
    owner = np.repeat(np.arange(matrix.options, dtype=np.int64), np.diff(matrix.starts))
    keys = np.sort(owner * max(len(matrix.items), 1) + matrix.members)
    twice = keys[1:] == keys[:-1]
    if twice.any():
        option, item = divmod(int(keys[int(np.argmax(twice))]), len(matrix.items))
        raise ModelError(
            f"{matrix.option_name(option)}: item {matrix.items[item]} appears twice, "
            f"expected each item at most once"
        )


def _validate_bounds(matrix: FlatMatrix) -> None:
    low, high = matrix.low, matrix.high
    wrong = (low > high) | (low < -BOUND_LIMIT) | (high > BOUND_LIMIT)
    if wrong.any():
        item = int(np.argmax(wrong))
        within = "low <= high" if low[item] > high[item] else "-2^62 <= low, high <= 2^62"
        raise ModelError(_bounds_of(matrix, item) + f", expected {within}")
    wrong = low < 0
    if matrix.has_weights:
        wrong[matrix.members[matrix.weights != 1]] = False
    if wrong.any():
        item = int(np.argmax(wrong))
        raise ModelError(_bounds_of(matrix, item) + ", expected 0 <= low <= high")
    wrong = (low[matrix.primary :] != 0) | (high[matrix.primary :] != 1)
    if wrong.any():
        item = matrix.primary + int(np.argmax(wrong))
        raise ModelError(f"secondary {_bounds_of(matrix, item)}, expected [0, 1]")


def _bounds_of(matrix: FlatMatrix, item: int) -> str:
    bounds = f"[{int(matrix.low[item])}, {int(matrix.high[item])}]"
    return f"item {matrix.items[item]}: multiplicity {bounds}"
