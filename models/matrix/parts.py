"""Matrices made of a matrix: some of its options and items, or a selection written into it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ..errors import ModelError
from .arrays import Booleans, FlatMatrix, plain_bounds

__all__ = ["part_of", "renumbered", "with_selection"]


def part_of(matrix: FlatMatrix, options: Booleans | None, items: Booleans | None) -> dict[str, Any]:
    """Return the arguments of `ExactCover` for some options and items: see `ExactCover.part`."""
    kept = np.ones(matrix.options, bool) if options is None else options
    here = np.ones(len(matrix.items), bool) if items is None else items
    owner = np.repeat(np.arange(matrix.options), np.diff(matrix.starts))
    entries = kept[owner] & here[matrix.members]
    sizes = np.bincount(owner[entries], minlength=matrix.options)[kept]
    members = (np.cumsum(here) - 1)[matrix.members[entries]]
    weights = matrix.weights[entries] if matrix.has_weights else None
    low, high = matrix.low[here], matrix.high[here]
    if weights is not None:
        low, high = plain_bounds(low, high, members, weights)
    return {
        "primary": int(here[: matrix.primary].sum()),
        "items": matrix.items if items is None else _those(matrix.items, here),
        "starts": np.concatenate(([0], np.cumsum(sizes))),
        "members": members,
        "colors": matrix.colors[entries],
        "weights": weights,
        "costs": matrix.costs[kept],
        "low": low,
        "high": high,
        "labels": matrix.labels if options is None else _those(matrix.labels, kept),
        "color_names": matrix.color_names,
    } | renumbered(matrix, kept)


def renumbered(matrix: FlatMatrix, kept: Booleans) -> dict[str, Any]:
    """Return the matrix's conditions, by argument of `ExactCover`, where these options are left.

    kept  bool[options]; the others are never chosen
    """
    if not matrix.graph_rules and not matrix.statements:
        return {"graph_rules": (), "statements": ()}
    numbers = {old: new for new, old in enumerate(np.flatnonzero(kept).tolist())}
    return {
        "graph_rules": tuple(rule.renumbered(numbers) for rule in matrix.graph_rules),
        "statements": tuple(statement.renumbered(numbers) for statement in matrix.statements),
    }


def with_selection(
    matrix: FlatMatrix, given: Iterable[int], forbidden: Iterable[int]
) -> dict[str, Any]:
    """Return the arguments of `ExactCover` for a selection: see `ExactCover.selected`."""
    given, dropped = sorted(set(given)), list(forbidden)
    for option in (*given, *dropped):
        if not 0 <= option < matrix.options:
            raise ModelError(f"option number {option}, expected 0 to {matrix.options - 1}")
    cut, shift = matrix.primary, len(given)
    keep = np.ones(matrix.options, np.bool_)
    keep[dropped] = False
    sizes, ends = np.diff(matrix.starts), matrix.starts[1:]
    entries = np.repeat(keep, sizes)
    pairs = np.array([(k, place) for place, k in enumerate(given) if keep[k]], int).reshape(-1, 2)
    behind = np.searchsorted(np.flatnonzero(entries), ends[pairs[:, 0]])
    moved = matrix.members + shift * (matrix.members >= cut)
    members = np.insert(moved[entries], behind, cut + pairs[:, 1])
    sizes[pairs[:, 0]] += 1
    once = np.ones(shift, np.int64)
    weights = np.insert(matrix.weights[entries], behind, 1) if matrix.has_weights else None
    low, high = (
        np.concatenate((bounds[:cut], once, bounds[cut:])) for bounds in (matrix.low, matrix.high)
    )
    if weights is not None:
        low, high = plain_bounds(low, high, members, weights)
    return {
        "primary": cut + shift,
        "items": [*matrix.items[:cut], *(f"given:{k + 1}" for k in given), *matrix.items[cut:]],
        "starts": np.concatenate(([0], np.cumsum(sizes[keep]))),
        "members": members,
        "colors": np.insert(matrix.colors[entries], behind, 0),
        "weights": weights,
        "costs": matrix.costs[keep],
        "low": low,
        "high": high,
        "labels": matrix.labels if keep.all() else _those(matrix.labels, keep),
        "color_names": matrix.color_names,
    } | renumbered(matrix, keep)


def _those(names: Sequence[Any], kept: Booleans) -> list[Any]:
    return [names[place] for place in np.flatnonzero(kept).tolist()]
