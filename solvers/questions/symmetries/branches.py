"""What is left to be chosen once some options are, and an item to branch on.

Items that must be covered exactly once are branched on, the one with fewest options that are left;
where it has a single one that is chosen at once. Other items bound what is left as far as that is
plain. Whoever asks goes on by other means once no item is left to branch on.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ....models.matrix.exact_cover import ExactCover

__all__ = ["Branch", "Branches"]

Options = tuple[int, ...]
Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Branch:
    """Where a search stands.

    chosen   the options that are chosen, ascending: those that were, and what they force
    options  one of these comes next; empty: no item is left that must be covered exactly once
    """

    chosen: Options
    options: tuple[int, ...]


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

    def below(self, chosen: Options) -> Branch | None:
        """Return where a search goes on from these options; None if they are in no solution."""
        while True:
            found = self.left(chosen)
            if found is None:
                return None
            live, open_ = found
            if not len(open_):
                return Branch(chosen, ())
            left = live[self._owners]
            owners = self._owners[left]
            members = self.matrix.members[left]
            times = np.bincount(members, minlength=len(self.matrix.items))[open_]
            place = int(times.argmin())
            if times[place] == 0:
                return None
            options = owners[members == open_[place]]
            if times[place] > 1:
                return Branch(chosen, tuple(options.tolist()))
            chosen = tuple(sorted((*chosen, int(options[0]))))

    def left(self, chosen: Options) -> tuple[npt.NDArray[np.bool_], Numbers] | None:
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
