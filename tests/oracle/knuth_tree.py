"""Knuth's search tree by the book: every way down it, with what a random way would tell."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from minuet.models import ExactCover

__all__ = ["Way", "ways", "whole"]


class Way(NamedTuple):
    """How likely a random way goes here, and the nodes, leaves and solutions that it tells."""

    chance: Fraction
    nodes: int
    leaves: int
    solutions: int
    depth: int


def ways(matrix: ExactCover) -> Iterator[Way]:
    """Yield every way from the root to a leaf.

    The matrix has no multiplicities, and each of its options a primary item.
    """
    rows = [dict(matrix.option(option)) for option in range(matrix.options)]
    yield from _below(list(range(matrix.primary)), rows, 1, 0, 0)


def whole(matrix: ExactCover) -> tuple[int, int, int]:
    """Return how many nodes, leaves and solutions the tree has, by visiting it."""
    rows = [dict(matrix.option(option)) for option in range(matrix.options)]
    return _visited(list(range(matrix.primary)), rows)


def _branch(items: list[int], rows: list[dict[int, int]]) -> list[dict[int, int]]:
    """Return the options of the first item that has the fewest."""
    return min(([row for row in rows if item in row] for item in items), key=len)


def _left(
    items: list[int], rows: list[dict[int, int]], chosen: dict[int, int]
) -> tuple[list[int], list[dict[int, int]]]:
    """Return the items and options that a chosen option leaves."""
    return (
        [item for item in items if item not in chosen],
        [
            row
            for row in rows
            if row is not chosen
            and all(row[item] and row[item] == chosen[item] for item in row.keys() & chosen.keys())
        ],
    )


def _below(
    items: list[int], rows: list[dict[int, int]], weight: int, above: int, depth: int
) -> Iterator[Way]:
    children = _branch(items, rows) if items else []
    if not children:
        yield Way(Fraction(1, weight), above + weight, weight, weight * (not items), depth)
    for chosen in children:
        below = _left(items, rows, chosen)
        yield from _below(*below, weight * len(children), above + weight, depth + 1)


def _visited(items: list[int], rows: list[dict[int, int]]) -> tuple[int, int, int]:
    children = _branch(items, rows) if items else []
    if not children:
        return 1, 1, int(not items)
    counts = [_visited(*_left(items, rows, chosen)) for chosen in children]
    nodes, leaves, solutions = (sum(column) for column in zip(*counts, strict=True))
    return nodes + 1, leaves, solutions
