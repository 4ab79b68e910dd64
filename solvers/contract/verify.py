"""Is this set of options a solution? The definition, checked directly.

Every solution of every solver passes here before it is handed on. This file imports nothing of
any solver, on purpose: what checks must not share a mistake with what is checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

import numpy as np
import numpy.typing as npt

from ...models.errors import WrongAnswer
from ...models.matrix.exact_cover import ExactCover
from .batch import Batch

__all__ = ["Verifier", "verify"]

Ints = npt.NDArray[np.int64]

TABLE = 1 << 22  # cells of the table in which covers are counted
ROOM = 4  # times the entries that a table of the options may take
FEW = 24  # options, in all, for which the table is not worth its price


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


@dataclass(frozen=True)
class _Table:
    """The options as rows of one length, filled up with an item that there is not.

    members        int64[options, width]
    colors         int32[options, width]; None: there are none
    shows_repeats  an option chosen twice shows by an item that is covered too often
    """

    members: npt.NDArray[np.int64]
    colors: npt.NDArray[np.int32] | None
    shows_repeats: bool


class Verifier:
    """Verifies solutions of one matrix under one selection."""

    def __init__(
        self, matrix: ExactCover, given: Iterable[int] = (), forbidden: Iterable[int] = ()
    ) -> None:
        self._matrix = matrix
        self._given = frozenset(given)
        self._forbidden = frozenset(forbidden)
        self._options = matrix.options
        self._entries: dict[int, list[tuple[int, int]]] = {}
        self._sets: dict[int, frozenset[int]] = {}

    def require(self, options: Sequence[int], solver: str) -> None:
        """Raise WrongAnswer, naming the solver, if `options` is not a solution."""
        self.require_many([options], solver)

    def require_many(
        self,
        solutions: Sequence[Sequence[int]],
        solver: str,
        givens: Sequence[Sequence[int]] | None = None,
    ) -> None:
        """Do for each of many solutions what `require` does for one; quick on a batch.

        givens  for each solution options that it must hold besides
        """
        wrong = self.first_wrong(solutions, givens)
        if wrong is not None:
            raise WrongAnswer(f"solver {solver}: {wrong[1]}")

    def first_wrong(
        self,
        solutions: Sequence[Sequence[int]],
        givens: Sequence[Sequence[int]] | None = None,
    ) -> tuple[int, str] | None:
        """Return the place of the first that is not a solution, and what is wrong with it.

        The covers of all items of many solutions are counted in one table; a solution that does
        not pass goes through `problem` for its reason. None: all are solutions.
        """
        step = max(TABLE // max(len(self._matrix.items), self._options if givens else 1, 1), 1)
        for first in range(0, len(solutions), step):
            part = solutions[first : first + step]
            asked = givens[first : first + step] if givens else ()
            small = _size(part) < FEW
            for place in range(len(part)) if small else self._suspects(part, asked):
                problem = self.problem(part[place], asked[place] if asked else ())
                if problem is not None:
                    return first + place, problem
        return None

    def _suspects(
        self, solutions: Sequence[Sequence[int]], givens: Sequence[Sequence[int]]
    ) -> Iterable[int]:
        """Return the places of those that do not pass the count, all that are wrong among them."""
        count, items = len(solutions), len(self._matrix.items)
        table = self._table
        owner, chosen = _flat(solutions)
        if table is None or chosen is None or ((chosen < 0) | (chosen >= self._options)).any():
            return range(count)
        cells = table.members[chosen] + (owner * (items + 1))[:, None]
        colors = None if table.colors is None else table.colors[chosen]
        wrong = self._miscovered(count, cells, colors)
        if not table.shows_repeats:
            pairs = np.sort(owner * self._options + chosen)
            wrong[pairs[1:][pairs[1:] == pairs[:-1]] // self._options] = True
        if self._given:
            held = owner[self._is_given[chosen]]
            wrong |= np.bincount(held, minlength=count) != len(self._given)
        if self._forbidden:
            wrong[owner[self._is_forbidden[chosen]]] = True
        if givens:
            asker, asked = _flat(givens)
            if asked is None:
                return range(count)
            holds = np.zeros((count, self._options), bool)
            holds[owner, chosen] = True
            wrong[asker[~holds[asker, asked]]] = True
        return [int(number) for number in np.flatnonzero(wrong)]

    def _miscovered(
        self, count: int, cells: npt.NDArray[np.int64], colors: npt.NDArray[np.int32] | None
    ) -> npt.NDArray[np.bool_]:
        """Return bool[count]: in which solutions an item is covered too seldom or too often.

        cells, colors  of each entry of each chosen option: solution * (items + 1) + item, its color
        """
        matrix, width = self._matrix, len(self._matrix.items) + 1
        plain = cells.ravel() if colors is None else cells[colors == 0]
        times = np.bincount(plain, minlength=count * width).reshape(count, width)[:, :-1]
        if colors is None and self._exact:
            return (times != matrix.low).any(axis=1)  # type: ignore[no-any-return]
        wrong: npt.NDArray[np.bool_] = (times < matrix.low).any(axis=1)
        if colors is not None:
            painted, tint = cells[colors != 0], np.zeros(count * width, np.int32)
            tint[painted] = colors[colors != 0]
            wrong[painted[tint[painted] != colors[colors != 0]] // width] = True
            times = times + (tint.reshape(count, width)[:, :-1] != 0)
        wrong |= (times > matrix.high).any(axis=1)
        return wrong

    def problem(self, options: Sequence[int], given: Sequence[int] = ()) -> str | None:
        """Return None if `options` is a solution, else what is wrong, in one line.

        given  options that it must hold besides the selection's
        """
        strange = [option for option in options if not hasattr(option, "__index__")]
        if strange:
            return f"{strange[0]!r}, expected an option number"
        chosen = frozenset(options)
        if len(chosen) < len(options):
            return "an option is chosen twice"
        if chosen and not 0 <= min(chosen) <= max(chosen) < self._options:
            wrong = min(chosen) if min(chosen) < 0 else max(chosen)
            return f"option number {wrong}, expected 0 to {self._options - 1}"
        if not self._given <= chosen or not chosen.issuperset(given):
            missing = min(self._given.union(given) - chosen)
            return f"{self._matrix.option_name(missing)} is given, but not chosen"
        if self._forbidden & chosen:
            wrong = min(self._forbidden & chosen)
            return f"{self._matrix.option_name(wrong)} is forbidden, but chosen"
        if self._simple and self._covers_simply(options):
            return None
        return self._cover_problem(options)

    @cached_property
    def _table(self) -> _Table | None:
        return _table(self._matrix)

    @cached_property
    def _exact(self) -> bool:
        return bool((self._matrix.low == self._matrix.high).all())

    @cached_property
    def _is_given(self) -> npt.NDArray[np.bool_]:
        return _marks(self._options, self._given)

    @cached_property
    def _is_forbidden(self) -> npt.NDArray[np.bool_]:
        return _marks(self._options, self._forbidden)

    @cached_property
    def _low(self) -> list[int]:
        return self._matrix.low.tolist()  # type: ignore[no-any-return]

    @cached_property
    def _high(self) -> list[int]:
        return self._matrix.high.tolist()  # type: ignore[no-any-return]

    @cached_property
    def _needed(self) -> list[int]:
        return np.flatnonzero(self._matrix.low > 0).tolist()

    @cached_property
    def _must(self) -> frozenset[int]:
        return frozenset(self._needed)

    @cached_property
    def _never(self) -> frozenset[int]:
        return frozenset(np.flatnonzero(self._matrix.high == 0).tolist())

    @cached_property
    def _simple(self) -> bool:
        """Where no item must be covered twice, options whose items all differ are soon verified."""
        return bool(self._matrix.low.max(initial=0) <= 1)

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


def _marks(options: int, marked: Iterable[int]) -> npt.NDArray[np.bool_]:
    marks = np.zeros(options, bool)
    marks[list(marked)] = True
    return marks


def _table(matrix: ExactCover) -> _Table | None:
    """Return the matrix as a table; None if that would be too large."""
    sizes = np.diff(matrix.starts)
    width = int(sizes.max(initial=0))
    if width * matrix.options > max(TABLE, ROOM * len(matrix.members)):
        return None
    owner = np.repeat(np.arange(matrix.options), sizes)
    places = owner, np.arange(len(matrix.members)) - matrix.starts[:-1][owner]
    members = np.full((matrix.options, width), len(matrix.items), np.int64)
    members[places] = matrix.members
    colors = np.zeros((matrix.options, width), np.int32)
    colors[places] = matrix.colors
    once = np.zeros(matrix.options, bool)
    once[owner[(matrix.colors == 0) & (matrix.high[matrix.members] <= 1)]] = True
    return _Table(members, colors if matrix.has_colors else None, bool(once.all()))


def _size(lists: Sequence[Sequence[int]]) -> int:
    """Return how many numbers there are in the lists."""
    return len(lists.options) if isinstance(lists, Batch) else sum(map(len, lists))


def _flat(lists: Sequence[Sequence[int]]) -> tuple[Ints, Ints | None]:
    """Return for each number in the lists which list it stands in, and the numbers.

    None instead of the numbers: there are some that are no integers, or too large.
    """
    if isinstance(lists, Batch):
        return np.repeat(np.arange(len(lists)), np.diff(lists.starts)), lists.options
    sizes = np.fromiter(map(len, lists), np.int64, len(lists))
    owner = np.repeat(np.arange(len(lists)), sizes)
    # Left to itself numpy shows by its type what is not whole; told to, it would cut it off.
    numbers = np.array(list(chain.from_iterable(lists)) or np.zeros(0, np.int64))
    return owner, numbers.astype(np.int64) if numbers.dtype.kind == "i" else None
