"""Verify that a set of options is a solution, by the definition.

Every solution of every solver is verified here before it is handed on. This file imports nothing of
any solver, on purpose: the checker must not share a mistake with what it checks. Large batches are
verified by native code that shares nothing with an engine either (native/verify/); this file
describes what is wrong with a solution that it rejects. Each condition of a matrix evaluates
itself, solution by solution.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING
from weakref import ref

import numpy as np

from ...models.errors import SolverError, WrongAnswer
from ...models.matrix.arrays import plain_bounds
from ...models.matrix.exact_cover import ExactCover
from ...models.spelling import amount, bounds
from .batch import Batch

if TYPE_CHECKING:
    from .. import _native

__all__ = ["Verifier", "verify"]

NONE = Batch.of(())
FEW = 12  # options, in all, for which arrays are not worth their price


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
        # What the matrix demands: worked out once, for one matrix is searched many times.
        number = id(matrix)
        kept = _KEPT.get(number)
        if kept is None:
            gone = ref(matrix, lambda _: _KEPT.pop(number, None))
            kept = _KEPT[number] = gone, _Demands(matrix)
        self._demands = kept[1]
        self._given = frozenset(given)
        self._forbidden = frozenset(forbidden)
        self._options = matrix.options
        self._entries: dict[int, list[tuple[int, int]]] = {}
        self._weights: dict[int, list[tuple[int, int]]] = {}
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

        None: all are solutions. `givens` as for `require_many`.
        """
        size = len(solutions.options) if isinstance(solutions, Batch) else sum(map(len, solutions))
        alone = len(solutions) == 1  # not worth a native verifier of this selection
        in_brief = alone and self._matrix.is_brief
        if in_brief and not givens and self._covers_in_brief(solutions[0]):
            return self._first_unheld(solutions)
        if size < FEW or in_brief:
            return self._first_problem(solutions, givens)
        native = self._demands.native if alone else self._native
        if native is None:
            return self._first_problem(solutions, givens)
        try:
            batch, selections = (
                some if isinstance(some, Batch) else Batch.of(some)
                for some in (solutions, givens or NONE)
            )
        except (TypeError, OverflowError):  # not all are integers, or small ones
            return self._first_problem(solutions, givens)
        place = native.first_wrong(
            batch.starts, batch.options, selections.starts, selections.options
        )
        if place < 0 and alone:
            chosen = frozenset(solutions[0])
            if not self._given <= chosen or self._forbidden & chosen:
                place = 0
        if place < 0:
            return self._first_unheld(solutions)
        unheld = self._first_unheld(islice(solutions, place))
        if unheld is not None:
            return unheld
        problem = self.problem(solutions[place], givens[place] if givens else ())
        if problem is None:
            raise SolverError(
                f"internal error, the native verifier refuses a solution: {solutions[place]}"
            )
        return place, problem

    def _covers_in_brief(self, options: Sequence[int]) -> bool:
        """Whether options cover the items as a solution, by their own entries alone.

        The other entries of the matrix, which stand in brief, are not written out for it.
        """
        brief = self._matrix.brief
        try:
            chosen = np.sort(Batch.of([options]).options)
        except (TypeError, OverflowError):  # not all are integers, or small ones
            return False
        if not len(chosen) or chosen[0] < 0 or chosen[-1] >= self._options:
            return False
        if not self._given.issubset(options) or not self._forbidden.isdisjoint(options):
            return False
        if not np.diff(chosen).all():
            return False
        if brief is None or (make := _native_class()) is None:
            return False
        matrix, own = self._matrix, brief.part(chosen).whole
        none = np.zeros(0, np.int64)
        low, high, weights = matrix.low, matrix.high, None
        if matrix.has_weights:
            weights = own["weights"]
            low, high = plain_bounds(low, high, own["members"], weights)
        native = make(
            own["starts"],
            own["members"],
            own["colors"],
            low,
            high,
            none,
            none,
            weights,
        )
        all_of_them = Batch.of([range(len(chosen))])
        place = native.first_wrong(
            all_of_them.starts, all_of_them.options, NONE.starts, NONE.options
        )
        return place < 0

    def _first_unheld(self, solutions: Iterable[Sequence[int]]) -> tuple[int, str] | None:
        """Return the place of the first that breaks a condition, and which one."""
        if not self._matrix.conditions:
            return None
        for place, options in enumerate(solutions):
            problem = self._condition_problem(options)
            if problem is not None:
                return place, problem
        return None

    def _condition_problem(self, options: Sequence[int]) -> str | None:
        for condition in self._matrix.conditions:
            if condition.clause(options) is not None:
                return f"{condition.name} does not hold"
        return None

    def _first_problem(
        self, solutions: Sequence[Sequence[int]], givens: Sequence[Sequence[int]] | None
    ) -> tuple[int, str] | None:
        for place, options in enumerate(solutions):
            problem = self.problem(options, givens[place] if givens else ())
            if problem is not None:
                return place, problem
        return None

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
        if self._demands.simple and self._covers_simply(options):
            return None
        return (
            self._cover_problem(options)
            or self._sum_problem(options)
            or self._condition_problem(options)
        )

    @cached_property
    def _native(self) -> _native.Verifier | None:
        """The verifier of many solutions; None if the native module is not built."""
        return _native_verifier(self._matrix, self._given, self._forbidden)

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
            and self._demands.needed <= covered
            and self._demands.never.isdisjoint(covered)
        )

    def _cover_problem(self, options: Sequence[int]) -> str | None:
        covered: dict[int, int] = {}
        tint: dict[int, int] = {}
        demands = self._demands
        for option in options:
            for item, color in self._of(option):
                if item in demands.weighted:
                    continue
                if color and tint.setdefault(item, color) == color:
                    covered.setdefault(item, 0)
                else:
                    covered[item] = covered.get(item, 0) + 1
        names = self._matrix.items
        for item, times in covered.items():
            # A colored use counts as none, so one more use of the item is one too many.
            if times + (item in tint) > demands.high[item] + (times == 0 and item in tint):
                return f"item {names[item]} is covered too often or in two colors"
        for item in sorted(demands.needed):
            if covered.get(item, 0) < demands.low[item]:
                return (
                    f"item {names[item]} is covered {covered.get(item, 0)} times, "
                    f"expected {amount(demands.low[item], demands.high[item])}"
                )
        return None

    def _sum_problem(self, options: Sequence[int]) -> str | None:
        demands = self._demands
        sums = dict.fromkeys(demands.weighted, 0)
        for option in options if sums else ():
            for item, weight in self._weights_of(option):
                sums[item] += weight
        for item, total in sums.items():
            if not demands.low[item] <= total <= demands.high[item]:
                wanted = bounds(demands.low[item], demands.high[item])
                return f"item {self._matrix.items[item]} adds up to {total}, must be {wanted}"
        return None

    def _weights_of(self, option: int) -> list[tuple[int, int]]:
        """Return the weighted items of an option, each with the option's weight."""
        own = self._weights.get(option)
        if own is None:
            pairs = zip(self._of(option), self._matrix.option_weights(option), strict=True)
            weighted = self._demands.weighted
            own = [(item, weight) for (item, _), weight in pairs if item in weighted]
            self._weights[option] = own
        return own

    def _of(self, option: int) -> list[tuple[int, int]]:
        entries = self._entries.get(option)
        if entries is None:
            entries = self._entries[option] = self._matrix.option(option)
        return entries


class _Demands:
    """What the items of a matrix demand of each solution, kept as long as the matrix is.

    low, high  the bounds of each item
    weighted   items that bound a sum of weights
    needed     other items that must be covered
    never      items that must not be covered
    simple     whether options that share no item, and cover what is needed, are a solution
    """

    def __init__(self, matrix: ExactCover) -> None:
        self.low: list[int] = matrix.low.tolist()
        self.high: list[int] = matrix.high.tolist()
        weighted = np.flatnonzero(matrix.weighted_items).tolist() if matrix.has_weights else ()
        self.weighted = frozenset(weighted)
        self.needed = frozenset(np.flatnonzero(matrix.low > 0).tolist()) - self.weighted
        self.never = frozenset(np.flatnonzero(matrix.high == 0).tolist())
        plain = not matrix.has_weights and not matrix.conditions
        self.simple = plain and bool(matrix.low.max(initial=0) <= 1)
        self._matrix = ref(matrix)

    @cached_property
    def native(self) -> _native.Verifier | None:
        """The native verifier of the matrix, without a selection; None if it is not built."""
        matrix = self._matrix()
        return None if matrix is None else _native_verifier(matrix, (), ())


def _native_verifier(
    matrix: ExactCover, given: Iterable[int], forbidden: Iterable[int]
) -> _native.Verifier | None:
    make = _native_class()
    if make is None:
        return None
    return make(
        matrix.starts,
        matrix.members,
        matrix.colors,
        matrix.low,
        matrix.high,
        np.array(list(given), np.int64),
        np.array(list(forbidden), np.int64),
        matrix.weights if matrix.has_weights else None,
    )


def _native_class() -> type[_native.Verifier] | None:
    """Return the class of native verifiers; None if the native module is not built."""
    try:
        from .. import _native
    except ImportError:
        return None
    return _native.Verifier


_KEPT: dict[int, tuple[ref[ExactCover], _Demands]] = {}  # by the matrix's id
