"""Features that are read off a matrix: sizes, densities, degrees, and kinds of rules."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import numpy.typing as npt

from ...models.matrix.exact_cover import ExactCover

__all__ = ["four", "sizes"]

Numbers = dict[str, float | None]


def sizes(matrix: ExactCover, given: Collection[int], forbidden: Collection[int]) -> Numbers:
    """Return the features of the matrix as it is, before anything is propagated."""
    primary, items, entries = matrix.primary, len(matrix.items), len(matrix.members)
    degrees = np.bincount(matrix.members, minlength=items)
    ranges = (matrix.low[:primary] != 1) | (matrix.high[:primary] != 1)
    return {
        "primary_items": float(primary),
        "secondary_items": float(items - primary),
        "options": float(matrix.options),
        "entries": float(entries),
        "density": entries / (matrix.options * items) if matrix.options and items else None,
        **four("option_size", np.diff(matrix.starts)),
        **four("item_degree", degrees[:primary]),
        **four("secondary_degree", degrees[primary:]),
        "given_options": float(len(given)),
        "forbidden_options": float(len(forbidden)),
        "colors": float(len(np.unique(matrix.colors[matrix.colors > 0]))),
        "colored_entries": _part(matrix.colors != 0),
        "multiplicities": _part(ranges),
        "weighted_entries": _part(matrix.weights != 1),
        "graph_rules": float(len(matrix.graph_rules)),
        "statements": float(len(matrix.statements)),
        "costly_options": _part(matrix.costs != 0),
        **four("cost", matrix.costs),
    }


def four(name: str, numbers: npt.NDArray[np.integer]) -> Numbers:
    """Return the least, mean and greatest number and their deviation; None where there is none."""
    if not len(numbers):
        return {f"{name}_{end}": None for end in ("least", "mean", "greatest", "deviation")}
    return {
        f"{name}_least": float(numbers.min()),
        f"{name}_mean": float(numbers.mean()),
        f"{name}_greatest": float(numbers.max()),
        f"{name}_deviation": float(numbers.std()),
    }


def _part(marks: npt.NDArray[np.bool_]) -> float:
    """Return which part of them is marked; of nothing, nothing."""
    return float(marks.mean()) if len(marks) else 0.0
