"""The shared exact-cover matrix.

An `ExactCover` is what every solver reads and what makes their answers comparable: primary items
(each with a multiplicity `[low, high]`, `[1, 1]` unless said otherwise), secondary items (covered
at most once, or any number of times in one color), and options, each a set of items with an integer
cost. It generalises Knuth's exact covering with colors and multiplicities (The Art of Computer
Programming, volume 4B, section 7.2.2.1, Algorithms X, C and M).

A solution is a *set of options* that covers every primary item between `low` and `high` times,
every secondary item at most once or in one color only. So the empty matrix has one solution, the
empty set; an option without items is free, taken or not; two options with the same items are two
options. Costs are minimised.

An option may count in a primary item with a *weight* other than 1: `low` and `high` then bound the
sum of the weights, and all may be negative. What no item can say (that the chosen edges make one
loop) stands in conditions (conditions.py): graph rules and statements, which a solution must hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import zip_longest
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from ..errors import ModelError
from ..telling.spelling import counted
from .arrays import (
    Booleans,
    Int32Array,
    Int64Array,
    are_ones,
    frozen,
    ones,
    owned,
    weighted_items,
    weights_of,
)
from .validation import SIZE_LIMIT, validate

if TYPE_CHECKING:
    from .conditions import Condition, GraphRule, Statement

__all__ = ["ExactCover"]

ARGUMENTS = (
    "primary",
    "items",
    "starts",
    "members",
    "colors",
    "costs",
    "low",
    "high",
    "labels",
    "color_names",
    "weights",
    "graph_rules",
    "statements",
)
DERIVED = frozenset({"digest", "has_costs", "has_colors", "has_multiplicities", "has_weights"})


class ExactCover:
    """An immutable exact-cover problem in flat arrays (compressed sparse rows).

    starts      int32[options + 1]; option k's entries are members[starts[k]:starts[k + 1]]
    members     int32[entries]; item numbers, in the order in which they were given
    colors      int32[entries]; 0: no color
    costs       int64[options]; minimised
    weights     int32[entries]; how much the option counts in the item: 1 unless said otherwise
    low, high   int64[items]; how often each item must be covered (secondary: 0 and 1), that is,
                bounds on the sum of the weights of its chosen options; -2^62 to 2^62, and negative
                only where an item has weights other than 1
    primary     items 0 .. primary - 1 are primary, the rest secondary
    items       the items' names
    labels      what each option means: anything, one an option
    color_names name of color c is color_names[c - 1]
    graph_rules, statements
                what a solution must hold besides (conditions.py); `conditions` are both

    Two matrices are equal if they hold the same arrays and their items and colors are named alike;
    what the options are called (`labels`) does not count. `digest` and `hash` say the same.

    Raises ModelError, naming the option, for an item twice in an option, a color on a primary
    item, an unknown item, the weight 0, another weight than 1 on a secondary item, `low > high`,
    an array of the wrong length and an overflow.
    """

    noun: ClassVar[str] = "exact cover"  # what several of its sort are counted as

    def __init__(
        self,
        *,
        primary: int,
        items: Sequence[Any],
        starts: npt.ArrayLike,
        members: npt.ArrayLike,
        colors: npt.ArrayLike | None = None,
        costs: npt.ArrayLike | None = None,
        low: npt.ArrayLike | None = None,
        high: npt.ArrayLike | None = None,
        labels: Sequence[Any] | None = None,
        color_names: Sequence[str] | None = None,
        weights: npt.ArrayLike | None = None,
        graph_rules: Iterable[GraphRule] = (),
        statements: Iterable[Statement] = (),
    ) -> None:
        try:
            self.primary = index(primary)
        except TypeError as error:
            raise ModelError(f"primary: {error}") from error
        self.items = list(items) if isinstance(items, list) else items
        self.starts = frozen(starts, np.int32, "starts")
        self.members = frozen(members, np.int32, "members")
        options = max(len(self.starts) - 1, 0)
        zeros = np.zeros(len(self.members), np.int32)
        self.colors = frozen(zeros if colors is None else colors, np.int32, "colors")
        self.costs = frozen(np.zeros(options) if costs is None else costs, np.int64, "costs")
        self.weights = weights_of(weights, len(self.members))
        once = np.ones(len(items), np.int64)
        needed = once.copy()
        needed[self.primary :] = 0
        self.low = frozen(needed if low is None else low, np.int64, "low")
        self.high = frozen(once if high is None else high, np.int64, "high")
        self.labels: Sequence[Any] = range(options) if labels is None else labels
        used = int(self.colors.max(initial=0))
        self.color_names = (
            tuple(str(c) for c in range(1, used + 1)) if color_names is None else tuple(color_names)
        )
        self.graph_rules, self.statements = tuple(graph_rules), tuple(statements)
        validate(self)

    @classmethod
    def trusted(
        cls,
        *,
        primary: int,
        items: Sequence[Any],
        starts: npt.NDArray[Any],
        members: npt.NDArray[Any],
        colors: npt.NDArray[Any],
        costs: npt.NDArray[Any],
        low: npt.NDArray[Any],
        high: npt.NDArray[Any],
        labels: Sequence[Any],
        color_names: Sequence[str],
        weights: npt.NDArray[Any] | None = None,
        graph_rules: Iterable[GraphRule] = (),
        statements: Iterable[Statement] = (),
    ) -> Self:
        """Return the matrix of entries that whoever made them has looked at: nobody looks again.

        The arguments are those of the constructor. Raises ModelError for numbers that overflow.
        """
        matrix = cls.__new__(cls)
        matrix.primary, matrix.items = primary, items
        if len(members) > SIZE_LIMIT:
            raise ModelError("starts holds a number that is no int32")
        matrix.starts, matrix.members, matrix.colors = (
            owned(array, np.int32) for array in (starts, members, colors)
        )
        matrix.costs = owned(costs, np.int64)
        matrix.low, matrix.high = frozen(low, np.int64, "low"), frozen(high, np.int64, "high")
        matrix.labels, matrix.color_names = labels, tuple(color_names)
        matrix.weights = ones(len(members)) if weights is None else owned(weights, np.int32)
        matrix.graph_rules, matrix.statements = tuple(graph_rules), tuple(statements)
        return matrix

    @property
    def options(self) -> int:
        """Number of options."""
        return len(self.starts) - 1

    @cached_property
    def has_costs(self) -> bool:
        """Whether any option has a cost other than 0."""
        return bool(self.costs.any())

    @cached_property
    def has_colors(self) -> bool:
        """Whether any entry has a color."""
        return bool(self.colors.any())

    @cached_property
    def has_weights(self) -> bool:
        """Whether any entry has a weight other than 1."""
        return not are_ones(self.weights)

    @property
    def weighted_items(self) -> Booleans:
        """bool[items]: which items have an entry of a weight other than 1."""
        weights = self.weights if self.has_weights else None
        return weighted_items(self.members, weights, len(self.items))

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """What a solution must hold beside its items: graph rules, then statements."""
        return (*self.graph_rules, *self.statements)

    @cached_property
    def has_multiplicities(self) -> bool:
        """Whether any primary item may or must be covered other than exactly once."""
        return bool((self.low[: self.primary] != 1).any() or (self.high[: self.primary] != 1).any())

    def option(self, number: int) -> list[tuple[int, int]]:
        """Return option `number` as (item, color) pairs, in the order in which they were given.

        Raises ModelError for a number that is no option.
        """
        if not 0 <= number < self.options:
            raise ModelError(f"option number {number}, expected 0 to {self.options - 1}")
        part = slice(self.starts[number], self.starts[number + 1])
        return list(zip(self.members[part].tolist(), self.colors[part].tolist(), strict=True))

    def option_weights(self, number: int) -> list[int]:
        """Return how much option `number` counts in each of its items, in the order of `option`."""
        return self.weights[self.starts[number] : self.starts[number + 1]].tolist()  # type: ignore[no-any-return]

    def option_name(self, number: int) -> str:
        """Name option `number` for a message."""
        label = self.labels[number]
        return f"option {number + 1}" if label == number else f"option {number + 1} ({label})"

    def cost(self, options: Iterable[int]) -> int:
        """Return the total cost of `options`."""
        return int(self.costs[list(options)].sum())

    def owners(self) -> Int64Array:
        """Return int64[entries]: the option of each entry."""
        return np.repeat(np.arange(self.options), np.diff(self.starts))

    def item_lists(self) -> tuple[Int32Array, Int32Array]:
        """Return the transposed matrix: (starts, options) by item, options ascending."""
        order = np.argsort(self.members, kind="stable")
        owner = np.repeat(np.arange(self.options, dtype=np.int32), np.diff(self.starts))
        counts = np.bincount(self.members, minlength=len(self.items))
        starts = np.concatenate(([0], np.cumsum(counts))).astype(np.int32)
        return starts, owner[order]

    @property
    def secondary_only(self) -> Int64Array:
        """The numbers of the options that hold no primary item, ascending.

        Each of them may be chosen or not, as far as its secondary items allow; Knuth's programs
        leave them out (see `primary_only`).
        """
        held = np.concatenate(([0], np.cumsum(self.members < self.primary)))
        return np.flatnonzero(held[self.starts[1:]] == held[self.starts[:-1]])

    def replaced(self, **changes: Any) -> ExactCover:
        """Return a matrix like this one but for some of the constructor's arguments.

        None stands for an argument that is not given, as there: `costs=None` takes the costs away.
        Raises what the constructor raises.
        """
        mine = {name: getattr(self, name) for name in ARGUMENTS}
        if not self.has_weights:
            mine["weights"] = None  # whatever the number of entries will be
        return ExactCover(**(mine | changes))

    def part(
        self, *, options: Booleans | None = None, items: Booleans | None = None, **changes: Any
    ) -> ExactCover:
        """Return the matrix of some options and items; entries of the other items go.

        options, items  bool[options], bool[items]: those that are kept; None: all
        changes         as for `replaced`, on top of that
        """
        from .parts import part_of

        return ExactCover(**(part_of(self, options, items) | changes))

    def primary_only(self) -> ExactCover:
        """Return the matrix without the options that hold no primary item.

        Those are the options that Knuth's programs leave out. The others keep their labels.
        """
        kept = np.ones(self.options, bool)
        kept[self.secondary_only] = False
        return self.part(options=kept)

    def selected(self, given: Iterable[int], forbidden: Iterable[int] = ()) -> ExactCover:
        """Return a matrix whose solutions are this one's that hold all of `given`.

        Every given option gets a primary item of its own that only it covers, and the options in
        `forbidden` are left out. The option labels stay; solvers take a selection directly
        and do not need this. It serves to write a selection down. Raises ModelError for a number
        that is no option.
        """
        from .parts import with_selection

        return ExactCover(**with_selection(self, given, forbidden))

    @cached_property
    def digest(self) -> str:
        """A fingerprint of the matrix, the same in every process and on every platform.

        64 hexadecimal digits; digest.py says of what bytes and how, so that one can work it out
        again. Equal matrices have equal digests, and unequal ones others.
        """
        from .digest import digest

        return digest(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ExactCover):
            return NotImplemented
        if self is other:
            return True
        from .digest import content

        return all(one == two for one, two in zip_longest(content(self), content(other)))

    def __hash__(self) -> int:
        return hash(int(self.digest[:15], 16))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __getstate__(self) -> dict[str, Any]:
        """Return what is pickled: arrays that say nothing, and what is derived, stay behind."""
        state = {key: value for key, value in self.__dict__.items() if key not in DERIVED}
        if not self.has_weights:
            del state["weights"]
        for name in ("colors", "costs"):
            if not state[name].any():
                del state[name]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        members, starts = state["members"], state["starts"]
        state.setdefault("colors", np.zeros(len(members), np.int32))
        state.setdefault("costs", np.zeros(len(starts) - 1, np.int64))
        state.setdefault("weights", ones(len(members)))
        for value in state.values():
            if isinstance(value, np.ndarray):
                value.setflags(write=False)
        self.__dict__.update(state)

    def _repr_html_(self) -> str | None:
        from .notebook import matrix_html

        return matrix_html(self)

    @property
    def summary(self) -> str:
        """The parts of the matrix in a line, as `exact cover, 3 primary items, 5 options`."""
        parts = [self.noun, counted(self.primary, "primary item")]
        if secondary := len(self.items) - self.primary:
            parts.append(counted(secondary, "secondary item"))
        parts.append(counted(self.options, "option"))
        return ", ".join([*parts, *["costs"] * self.has_costs])

    def __repr__(self) -> str:
        secondary = len(self.items) - self.primary
        return (
            f"ExactCover({self.primary} primary items, {secondary} secondary items, "
            f"{self.options} options)"
        )
