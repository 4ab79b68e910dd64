"""Options that a first or best solution needs not, because a symmetry maps them to others.

One option of an item that must be covered exactly once is in every solution. Of those that
symmetries map to one another one will do: whatever solution holds another of them is mapped to one
of the same cost that holds this one. So of each orbit the first stays and the others are left out.
Then the same is done with another item, under the symmetries that leave those that stayed where
they are, until no symmetry is left: nine pigeons are put one by one into the first hole that is
free. Whether there is a solution, and the least cost, do not change. (Orbital fixing, as of
F. Margot, Exploiting orbits in symmetric ILP, 2003, at the root of the search alone.)

What is left out is a selection on the matrix, so every solver honours it.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Protocol

import numpy as np
import numpy.typing as npt

from ....models.budget import look
from ....models.matrix.exact_cover import ExactCover
from ...contract.deadline import Stopped
from .branches import Branches

__all__ = ["Group", "spared_options"]

Orbits = npt.NDArray[np.int32]


class Group(Protocol):
    """Symmetries, listed or not."""

    matrix: ExactCover
    given: tuple[int, ...]
    forbidden: frozenset[int]

    def orbits_beside(self, *sets: Iterable[int]) -> Orbits:
        """Return the orbits under those that map each of these sets to itself."""


def spared_options(group: Group) -> frozenset[int]:
    """Return the options that may be left out, as long as one solution, or a best one, is wanted.

    Where time is over, those that are known by then.
    """
    spared: set[int] = set()
    with suppress(Stopped):
        _spare(group, spared)
    return frozenset(spared)


def _spare(group: Group, spared: set[int]) -> None:
    """Add the options that may be left out, item after item. Raises what `look` raises."""
    matrix = group.matrix
    chosen = list(group.given)  # those that a solution which is looked for holds
    stayed: list[list[int]] = []
    while True:
        look()
        branches = Branches(matrix, group.forbidden | spared)
        found = branches.left(tuple(chosen))
        if found is None:
            break  # there is no solution, as any search will see
        live, items = found
        orbits = group.orbits_beside(*stayed)
        best = _most_alike(matrix, live, orbits, items)
        if best is None:
            break
        first: dict[int, int] = {}
        for option in best:
            if first.setdefault(int(orbits[option]), option) != option:
                spared.add(option)
        stayed.extend([option] for option in first.values())
        if len(first) == 1:
            chosen.extend(first.values())


def _most_alike(
    matrix: ExactCover, live: npt.NDArray[np.bool_], orbits: Orbits, items: npt.NDArray[np.int64]
) -> list[int] | None:
    """Return the options of the item of which most can be spared; None if none can."""
    owners = matrix.owners()
    wanted = np.zeros(len(matrix.items), bool)
    wanted[items] = True
    entries = live[owners] & wanted[matrix.members]
    pairs = np.unique(
        matrix.members[entries].astype(np.int64) * matrix.options + orbits[owners[entries]]
    )
    size = len(matrix.items)
    spared = np.bincount(matrix.members[entries], minlength=size) - np.bincount(
        pairs // max(matrix.options, 1), minlength=size
    )
    if not len(spared) or spared.max() <= 0:
        return None
    item = int(spared.argmax())
    options: list[int] = owners[entries & (matrix.members == item)].tolist()
    return options
