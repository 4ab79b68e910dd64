"""Is this set of options a solution? The definition, checked directly.

Every solution of every solver passes here before it is handed on. This file imports nothing of
any solver, on purpose: what checks must not share a mistake with what is checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np
import numpy.typing as npt

from ..models.errors import WrongAnswer
from ..models.exact_cover import ExactCover

__all__ = ["Verifier", "verify"]

Ints = npt.NDArray[np.integer]


def verify(
    matrix: ExactCover,
    options: Sequence[int],
    *,
    given: Iterable[int] = (),
    forbidden: Iterable[int] = (),
) -> str | None:
    """Return None if `options` is a solution of the matrix under the selection, else what is wrong.

    To verify many solutions of one matrix, keep a `Verifier`.
    """
    return Verifier(matrix, given, forbidden).problem(options)


class Verifier:
    """Verifies solutions of one matrix under one selection."""

    def __init__(
        self, matrix: ExactCover, given: Iterable[int] = (), forbidden: Iterable[int] = ()
    ) -> None:
        self._matrix = matrix
        self._given = frozenset(given)
        self._forbidden = frozenset(forbidden)
        self._options = matrix.options
        self._low = matrix.low.tolist()
        self._high = matrix.high.tolist()
        self._needed = [item for item, low in enumerate(self._low) if low > 0]
        self._entries: dict[int, list[tuple[int, int]]] = {}
        self._sets: dict[int, frozenset[int]] = {}
        # Where no item must be covered twice, options whose items all differ are quickly judged.
        self._simple = max(self._low, default=0) <= 1
        self._must = frozenset(self._needed)
        self._never = frozenset(item for item, high in enumerate(self._high) if high == 0)

    def require(self, options: Sequence[int], solver: str) -> None:
        """Raise WrongAnswer, naming the solver, if `options` is not a solution."""
        problem = self.problem(options)
        if problem is not None:
            raise WrongAnswer(f"solver {solver}: {problem}")

    def require_many(
        self,
        solutions: Sequence[Sequence[int]],
        solver: str,
        givens: Sequence[Sequence[int]] | None = None,
    ) -> None:
        """Do for each of many solutions what `require` does for one; quick on a batch.

        givens  for each solution options that it must hold besides

        Where every item is primary or without colors, the covers of all items of all solutions are
        counted in one table; a solution that does not pass goes through `problem` for its reason.
        """
        suspects: Sequence[int] = range(len(solutions))
        if not self._matrix.has_colors:
            suspects = self._suspects(solutions, givens or [])
        for number in suspects:
            given = self._given.union(givens[number] if givens else ())
            Verifier(self._matrix, given, self._forbidden).require(solutions[number], solver)

    def _suspects(
        self, solutions: Sequence[Sequence[int]], givens: Sequence[Sequence[int]]
    ) -> list[int]:
        matrix, items, number = self._matrix, len(self._low), len(solutions)
        owner, chosen = _flat(solutions)
        asker, given = _flat(givens)
        known = [chosen, given, np.fromiter(self._given, np.int64)]
        if any(((some < 0) | (some >= matrix.options)).any() for some in known):
            return list(range(number))
        holds = np.zeros((number, matrix.options), bool)
        holds[owner, chosen] = True
        wrong = np.count_nonzero(holds, axis=1) != np.bincount(owner, minlength=number)
        wrong[asker[~holds[asker, given]]] = True
        wrong |= ~holds[:, list(self._given)].all(axis=1)
        wrong |= holds[:, list(self._forbidden)].any(axis=1)
        members, entries = self._members(chosen)
        covered = members + np.repeat(owner * items, entries)
        times = np.bincount(covered, minlength=number * items).reshape(number, items)
        wrong |= ((times < matrix.low) | (times > matrix.high)).any(axis=1)
        return [int(suspect) for suspect in np.flatnonzero(wrong)]

    def _members(self, chosen: Ints) -> tuple[Ints, Ints | np.integer]:
        """Return the items of all the options, one after the other, and how many each has."""
        sizes = np.diff(self._matrix.starts)
        if len(sizes) and (sizes == sizes[0]).all():
            table = self._matrix.members.reshape(len(sizes), sizes[0])
            return table[chosen].ravel(), np.int64(sizes[0])
        entries = sizes[chosen]
        first = np.repeat(self._matrix.starts[chosen] - np.cumsum(entries) + entries, entries)
        return self._matrix.members[first + np.arange(len(first))], entries

    def problem(self, options: Sequence[int]) -> str | None:
        """Return None if `options` is a solution, else what is wrong, in one line."""
        chosen = frozenset(options)
        if len(chosen) < len(options):
            return "an option is chosen twice"
        if chosen and not 0 <= min(chosen) <= max(chosen) < self._options:
            wrong = min(chosen) if min(chosen) < 0 else max(chosen)
            return f"option number {wrong}, expected 0 to {self._options - 1}"
        if not self._given <= chosen:
            missing = min(self._given - chosen)
            return f"{self._matrix.option_name(missing)} is given, but not chosen"
        if self._forbidden & chosen:
            wrong = min(self._forbidden & chosen)
            return f"{self._matrix.option_name(wrong)} is forbidden, but chosen"
        if self._simple and self._covers_simply(options):
            return None
        return self._cover_problem(options)

    def _covers_simply(self, options: Sequence[int]) -> bool:
        """Whether the options' items all differ and are all that must be covered, and none else."""
        sets = []
        for option in options:
            items = self._sets.get(option)
            if items is None:
                items = frozenset(item for item, _ in self._of(option))
                self._sets[option] = items
            sets.append(items)
        covered = frozenset().union(*sets)
        return (
            len(covered) == sum(map(len, sets))
            and self._must <= covered
            and self._never.isdisjoint(covered)
        )

    def _cover_problem(self, options: Sequence[int]) -> str | None:
        covered: dict[int, int] = {}
        tint: dict[int, int] = {}
        for option in options:
            for item, color in self._of(option):
                if color and tint.setdefault(item, color) == color:
                    covered.setdefault(item, 0)
                else:
                    covered[item] = covered.get(item, 0) + 1
        names = self._matrix.items
        for item, times in covered.items():
            # A colored use counts as none, so one more use of the item is one too many.
            if times + (item in tint) > self._high[item] + (times == 0 and item in tint):
                return f"item {names[item]} is covered too often or in two colors"
        for item in self._needed:
            if covered.get(item, 0) < self._low[item]:
                return (
                    f"item {names[item]} is covered {covered.get(item, 0)} times, "
                    f"expected {self._low[item]} to {self._high[item]}"
                )
        return None

    def _of(self, option: int) -> list[tuple[int, int]]:
        entries = self._entries.get(option)
        if entries is None:
            entries = self._entries[option] = self._matrix.option(option)
        return entries


def _flat(lists: Sequence[Sequence[int]]) -> tuple[Ints, Ints]:
    """Return for each number in the lists which list it stands in, and the numbers."""
    sizes = np.fromiter(map(len, lists), np.int64, len(lists))
    numbers = np.fromiter(chain.from_iterable(lists), np.int64, int(sizes.sum()))
    return np.repeat(np.arange(len(lists)), sizes), numbers
