"""Options that a first or best solution needs not, because a symmetry maps them to others.

One option of an item that must be covered exactly once is in every solution. Of those that
symmetries map to one another one will do: whatever solution holds another of them is mapped to one
of the same cost that holds this one. So of each orbit the first stays and the others are left out.
Then the same is done with another item, under the symmetries that leave those that stayed where
they are, until no symmetry is left: nine pigeons are put one by one into the first hole that is
free. Whether there is a solution, and the least cost, do not change. (Orbital fixing, as of
F. Margot, Exploiting orbits in symmetric ILP, 2003, at the root of the search alone.)

What is left out is a selection on the matrix, so every solver honors it.

The first part, which chooses an item to branch on, is shared with class_count.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from ...models.budget import look
from ...models.matrix.exact_cover import ExactCover
from ..contract.deadline import Stopped

__all__ = ["Branch", "Branches", "Group", "spared_options"]

# ---- What is left to choose after some options, and an item to branch on -------------------------
#
# Items that must be covered exactly once are branched on, the one with fewest options that are
# left; where it has a single one that is chosen at once. Other items bound what is left as far as
# that is plain. Once no item is left to branch on, the search goes on by the options that are
# left.


Options = tuple[int, ...]
Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Branch:
    """Where a search stands.

    chosen   the options that are chosen, ascending: those that were, and what they force
    options  one of these comes next; empty: no item is left that must be covered exactly once
    left     the options that may still be chosen
    """

    chosen: Options
    options: tuple[int, ...]
    left: tuple[int, ...]


class Branches:
    """A matrix, as a search goes down in it."""

    def __init__(self, matrix: ExactCover, forbidden: frozenset[int] = frozenset()) -> None:
        self.matrix = matrix
        self._owners = matrix.owners()
        self._allowed = np.ones(matrix.options, bool)
        self._allowed[list(forbidden)] = False
        self._primary = np.arange(len(matrix.items)) < matrix.primary
        self._bounded = self._primary.copy()  # by how many options there may be
        self._bounded[matrix.members[matrix.weights != 1]] = False
        self._once = self._bounded & (matrix.low == 1) & (matrix.high == 1)

    def below(self, chosen: Options, among: Options | None = None) -> Branch | None:
        """Return where a search goes on from these options; None if they are in no solution.

        among  the options that may be chosen with them; None: any
        """
        while True:
            remaining = self.left(chosen, among)
            if remaining is None:
                return None
            live, open_ = remaining
            left = tuple(np.flatnonzero(live).tolist())
            if not len(open_):
                # Whether each primary item can be covered as it must be, for all that it alone
                # says.
                matrix = self.matrix
                sums = _sums(matrix, chosen, matrix.weights)
                least = sums + _sums(matrix, left, np.minimum(matrix.weights, 0))
                most = sums + _sums(matrix, left, np.maximum(matrix.weights, 0))
                fits = (least <= matrix.high) & (most >= matrix.low)
                return Branch(chosen, (), left) if bool(fits[: matrix.primary].all()) else None
            entries = live[self._owners]
            owners = self._owners[entries]
            members = self.matrix.members[entries]
            times = np.bincount(members, minlength=len(self.matrix.items))[open_]
            place = int(times.argmin())
            if times[place] == 0:
                return None
            options = owners[members == open_[place]]
            if times[place] > 1:
                return Branch(chosen, tuple(options.tolist()), left)
            chosen = tuple(sorted((*chosen, int(options[0]))))

    def left(
        self, chosen: Options, among: Options | None = None
    ) -> tuple[npt.NDArray[np.bool_], Numbers] | None:
        """Return what is left beside chosen options; None where these clash.

        bool[options], whether each may still be chosen, and the numbers of the items that must be
        covered exactly once and are not yet.
        """
        matrix = self.matrix
        mine = np.zeros(matrix.options, bool)
        mine[list(chosen)] = True
        entries = mine[self._owners]
        members, colors = matrix.members[entries], matrix.colors[entries]
        times = np.bincount(members, minlength=len(matrix.items))
        tint = np.zeros(len(matrix.items), np.int32)
        tint[members] = colors
        if (times > matrix.high)[self._bounded].any() or not self._agree(members, colors, times):
            return None
        full = np.where(self._primary, self._bounded & (times >= matrix.high), times > 0)
        wrong = full[matrix.members] & ~(
            (matrix.colors > 0) & (matrix.colors == tint[matrix.members])
        )
        live = self._allowed & ~mine
        if among is not None:
            live &= np.isin(np.arange(matrix.options), among)
        live[self._owners[wrong]] = False
        return live, np.flatnonzero(self._once & (times == 0))

    def _agree(
        self, members: npt.NDArray[np.int32], colors: npt.NDArray[np.int32], times: Numbers
    ) -> bool:
        """Whether every secondary item has one use, or uses of one color."""
        several = ~self._primary[members] & (times[members] > 1)
        if not several.any():
            return True
        first = np.zeros(len(times), np.int32)
        first[members] = colors
        return bool((colors[several] > 0).all() and (colors == first[members])[several].all())


def _sums(matrix: ExactCover, options: Options, weights: npt.NDArray[np.int32]) -> Numbers:
    """Return what options weigh in each item."""
    starts, sums = matrix.starts.tolist(), np.zeros(len(matrix.items), np.int64)
    parts = [np.arange(starts[k], starts[k + 1]) for k in options]
    entries = np.concatenate([np.zeros(0, np.int64), *parts])
    np.add.at(sums, matrix.members[entries], weights[entries].astype(np.int64))
    return sums


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
        remaining = branches.left(tuple(chosen))
        if remaining is None:
            break  # there is no solution, as any search will see
        live, items = remaining
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
