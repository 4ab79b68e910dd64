"""Matrices and a puzzle that take some time before any search begins."""

from __future__ import annotations

from functools import cache

import numpy as np

from minuet.models import ExactCover, Puzzle

OPTIONS = 6000


@cache
def crowded(costs: bool = False) -> ExactCover:
    """Return 6000 options on 11 items: each shares an item with thousands of others."""
    rng = np.random.default_rng(1)
    members = np.argsort(rng.random((OPTIONS - 1, 11)), axis=1)[:, :5].ravel()
    return ExactCover(
        primary=11,
        items=range(11),
        starts=[*range(0, 5 * OPTIONS, 5), 5 * (OPTIONS - 1) + 11],  # the last has all items
        members=np.concatenate((members, np.arange(11))),
        costs=rng.integers(1, 1000, OPTIONS) if costs else None,
    )


def grid(size: int = 20) -> Puzzle:
    """Return a puzzle with rules of every kind, not compiled yet."""
    puzzle = Puzzle("grid")
    place = puzzle.choices("place", row=range(size), col=range(size), value=range(3))
    puzzle.exactly_one(place, by=("row", "col"))
    puzzle.at_most_one(place, covering=lambda row, col, value: {(row, value), (col, value, 0)})
    puzzle.agree({place: lambda row, col, value: {(row + 1, col): value, (row, col): value}})
    puzzle.minimize(place, lambda row, col, value: row * value)
    return puzzle


def colored() -> ExactCover:
    """Return options on one primary item that give many colors to secondary items."""
    rng = np.random.default_rng(2)
    options = 2000
    members = np.tile(np.arange(4), options)
    colors = rng.integers(1, 3000, 4 * options)
    colors[::4] = 0
    return ExactCover(
        primary=1,
        items=range(4),
        starts=np.arange(options + 1) * 4,
        members=members,
        colors=colors,
    )
