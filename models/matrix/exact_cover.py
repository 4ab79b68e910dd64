"""The shared exact-cover matrix, its validation and its digest.

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

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import zip_longest
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from ..errors import ModelError
from ..spelling import counted, plain
from .arrays import (
    Booleans,
    FlatMatrix,
    Int32Array,
    Int64Array,
    absolute_total,
    are_ones,
    frozen,
    ones,
    owned,
    weighted_items,
    weights_of,
)
from .brief import Brief

if TYPE_CHECKING:
    from .brief import Stretches
    from .conditions import Condition, GraphRule, Statement
    from .notes import Note

__all__ = ["BOUND_LIMIT", "COST_LIMIT", "SIZE_LIMIT", "ExactCover", "content", "digest"]

# ---- Validation ----------------------------------------------------------------------------------
# Checked once, when a matrix is made: no solver needs to check again.


# No sum of costs comes near the end of 64 bits, nor does one of two such sums. CP-SAT has the same.
COST_LIMIT = 1 << 62
SIZE_LIMIT = (1 << 31) - 1
# No sum of weights, int32 each, passes it: there are not that many options.
BOUND_LIMIT = 1 << 62


def validate(matrix: FlatMatrix) -> None:
    """Raise ModelError, naming the option or item, for what no matrix may hold."""
    _validate_shape(matrix)
    _validate_members(matrix)
    wrong = (matrix.colors != 0) & (matrix.members < matrix.primary)
    if wrong.any():
        element = int(np.argmax(wrong))
        raise ModelError(
            f"{_owner(matrix, element)}: color on the primary item "
            f"{matrix.items[matrix.members[element]]}, expected colors on secondary items only"
        )
    wrong = (matrix.colors < 0) | (matrix.colors > len(matrix.color_names))
    if wrong.any():
        element = int(np.argmax(wrong))
        raise ModelError(
            f"{_owner(matrix, element)}: color number {int(matrix.colors[element])}, "
            f"expected 0 to {len(matrix.color_names)}"
        )
    _validate_bounds(matrix)
    if matrix.has_weights:
        secondary = (matrix.weights != 1) & (matrix.members >= matrix.primary)
        for wrong, expected in (
            (matrix.weights == 0, "another; an option that counts for nothing leaves the item out"),
            (secondary, "1 on a secondary item"),
        ):
            if wrong.any():
                entry = int(np.argmax(wrong))
                raise ModelError(
                    f"{_owner(matrix, entry)}: weight {int(matrix.weights[entry])} on the item "
                    f"{matrix.items[matrix.members[entry]]}, expected {expected}"
                )
    for condition in (*matrix.graph_rules, *matrix.statements):
        beyond = condition.beyond(matrix.options)
        if beyond is not None:
            raise ModelError(
                f"{condition.name}: option number {beyond}, expected 0 to {matrix.options - 1}"
            )
    if absolute_total(matrix.costs) >= COST_LIMIT:
        worst = int(np.argmax(np.abs(matrix.costs).view(np.uint64)))
        raise ModelError(
            f"{matrix.option_name(worst)}: cost {int(matrix.costs[worst])} overflows; "
            f"expected all absolute costs to sum to less than 2^62"
        )


def _validate_shape(matrix: FlatMatrix) -> None:
    if not 0 <= matrix.primary <= len(matrix.items):
        raise ModelError(f"{matrix.primary} primary items, expected 0 to {len(matrix.items)}")
    if len(matrix.starts) < 1 or matrix.starts[0] != 0 or (np.diff(matrix.starts) < 0).any():
        raise ModelError("starts must begin with 0 and must not decrease")
    expected = {
        "members": (len(matrix.members), int(matrix.starts[-1])),
        "colors": (len(matrix.colors), len(matrix.members)),
        "weights": (len(matrix.weights), len(matrix.members)),
        "costs": (len(matrix.costs), matrix.options),
        "labels": (len(matrix.labels), matrix.options),
        "low": (len(matrix.low), len(matrix.items)),
        "high": (len(matrix.high), len(matrix.items)),
    }
    for name, (length, wanted) in expected.items():
        if length != wanted:
            raise ModelError(f"{name} has length {length}, expected {wanted}")


def _owner(matrix: FlatMatrix, entry: int) -> str:
    return matrix.option_name(int(np.searchsorted(matrix.starts, entry, side="right")) - 1)


def _validate_members(matrix: FlatMatrix) -> None:
    outside = (matrix.members < 0) | (matrix.members >= len(matrix.items))
    if outside.any():
        entry = int(np.argmax(outside))
        raise ModelError(
            f"{_owner(matrix, entry)}: unknown item {int(matrix.members[entry])}, "
            f"expected 0 to {len(matrix.items) - 1}"
        )
    owner = np.repeat(np.arange(matrix.options, dtype=np.int64), np.diff(matrix.starts))
    keys = np.sort(owner * max(len(matrix.items), 1) + matrix.members)
    twice = keys[1:] == keys[:-1]
    if twice.any():
        option, item = divmod(int(keys[int(np.argmax(twice))]), len(matrix.items))
        raise ModelError(
            f"{matrix.option_name(option)}: item {matrix.items[item]} appears twice, "
            f"expected each item at most once"
        )


def _validate_bounds(matrix: FlatMatrix) -> None:
    low, high = matrix.low, matrix.high
    wrong = (low > high) | (low < -BOUND_LIMIT) | (high > BOUND_LIMIT)
    if wrong.any():
        item = int(np.argmax(wrong))
        within = "low <= high" if low[item] > high[item] else "-2^62 <= low, high <= 2^62"
        raise ModelError(_bounds_of(matrix, item) + f", expected {within}")
    wrong = low < 0
    if matrix.has_weights:
        wrong[matrix.members[matrix.weights != 1]] = False
    if wrong.any():
        item = int(np.argmax(wrong))
        raise ModelError(_bounds_of(matrix, item) + ", expected 0 <= low <= high")
    wrong = (low[matrix.primary :] != 0) | (high[matrix.primary :] != 1)
    if wrong.any():
        item = matrix.primary + int(np.argmax(wrong))
        raise ModelError(f"secondary {_bounds_of(matrix, item)}, expected [0, 1]")


def _bounds_of(matrix: FlatMatrix, item: int) -> str:
    bounds = f"[{int(matrix.low[item])}, {int(matrix.high[item])}]"
    return f"item {matrix.items[item]}: multiplicity {bounds}"


# ---- The matrix ----------------------------------------------------------------------------------

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
DERIVED = frozenset(
    {"brief", "digest", "has_costs", "has_colors", "has_multiplicities", "has_weights"}
)
ENTRIES = ("starts", "members", "colors", "weights")


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
    notes       what some items mean together (notes.py), for solvers; it changes no solution
    brief       the entries in brief (brief.py), from which starts, members, colors and weights are
                made when one of them is first asked for; None: they are there

    Two matrices are equal if they hold the same arrays and their items and colors are named alike;
    what the options are called (`labels`) and notes do not count. `digest` and `hash` say the same.

    Raises ModelError, naming the option, for an item twice in an option, a color on a primary
    item, an unknown item, the weight 0, another weight than 1 on a secondary item, `low > high`,
    an array of the wrong length and an overflow.
    """

    noun: ClassVar[str] = "exact cover"  # what several of its sort are counted as
    brief: Brief | None = None

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
        notes: Iterable[Note] = (),
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
        self.notes = tuple(notes)
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
        notes: Iterable[Note] = (),
        stretches: Stretches | None = None,
    ) -> Self:
        """Return the matrix of entries that the caller has checked, without checking again.

        stretches  further entries, of secondary items (brief.py)

        The other arguments are those of the constructor. Raises ModelError for numbers that
        overflow.
        """
        matrix = cls.__new__(cls)
        matrix.primary, matrix.items = primary, items
        if len(members) + (0 if stretches is None else stretches.entries) > SIZE_LIMIT:
            raise ModelError("starts holds a number that is no int32")
        matrix.starts, matrix.members, matrix.colors = (
            owned(array, np.int32) for array in (starts, members, colors)
        )
        matrix.costs = owned(costs, np.int64)
        matrix.low, matrix.high = frozen(low, np.int64, "low"), frozen(high, np.int64, "high")
        matrix.labels, matrix.color_names = labels, tuple(color_names)
        matrix.weights = ones(len(members)) if weights is None else owned(weights, np.int32)
        matrix.graph_rules, matrix.statements = tuple(graph_rules), tuple(statements)
        matrix.notes = tuple(notes)
        if stretches is not None:
            arrays = matrix.starts, matrix.members, matrix.colors, matrix.weights
            matrix.brief = Brief(*arrays, stretches)
            for name in ENTRIES:
                del matrix.__dict__[name]
        return matrix

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Return an array of entries that `brief` has: they are written out now."""
            if name not in ENTRIES or self.brief is None:
                raise AttributeError(f"{type(self).__name__!r} has no attribute {name!r}")
            self.__dict__.update(self.brief.whole)
            return self.__dict__[name]

    @property
    def is_brief(self) -> bool:
        """Whether some of the entries stand in `brief` alone."""
        return self.brief is not None and "members" not in self.__dict__

    @property
    def _entries(self) -> Brief | Self:
        """The entries as far as they stand in arrays: all but plain ones of secondary items."""
        return self if self.brief is None else self.brief

    @property
    def options(self) -> int:
        """Number of options."""
        return len(self._entries.starts) - 1

    @cached_property
    def has_costs(self) -> bool:
        """Whether any option has a cost other than 0."""
        return bool(self.costs.any())

    @cached_property
    def has_colors(self) -> bool:
        """Whether any entry has a color."""
        return bool(self._entries.colors.any())

    @cached_property
    def has_weights(self) -> bool:
        """Whether any entry has a weight other than 1."""
        return not are_ones(self._entries.weights)

    @property
    def weighted_items(self) -> Booleans:
        """bool[items]: which items have an entry of a weight other than 1."""
        entries = self._entries
        weights = entries.weights if self.has_weights else None
        return weighted_items(entries.members, weights, len(self.items))

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
        members, colors, _ = self._option(number)
        return list(zip(members, colors, strict=True))

    def option_weights(self, number: int) -> list[int]:
        """Return how much option `number` counts in each of its items, in the order of `option`."""
        return self._option(number)[2]

    def _option(self, number: int) -> tuple[list[int], list[int], list[int]]:
        """Return (members, colors, weights) of an option."""
        if self.brief is not None:
            return self.brief.option(number)
        part = slice(self.starts[number], self.starts[number + 1])
        return self.members[part].tolist(), self.colors[part].tolist(), self.weights[part].tolist()

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

        64 hexadecimal digits; the section on the digest says of what bytes, so that one can work it
        out again. Equal matrices have equal digests, and unequal ones others.
        """

        return digest(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ExactCover):
            return NotImplemented
        if self is other:
            return True

        return all(own == two for own, two in zip_longest(content(self), content(other)))

    def __hash__(self) -> int:
        return hash(int(self.digest[:15], 16))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __getstate__(self) -> dict[str, Any]:
        """Return what is pickled: arrays that say nothing, and what is derived, stay behind."""
        arrays = {name: getattr(self, name) for name in ENTRIES}  # written out now at the latest
        own = self.__dict__ | arrays
        state = {key: value for key, value in own.items() if key not in DERIVED}
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


# ---- Digest --------------------------------------------------------------------------------------
# in every process and on every platform.
#
# The digest is the BLAKE2b hash (RFC 7693, unkeyed, 32 bytes, written as 64 hexadecimal digits) of
# these bytes, one after the other, all numbers little-endian:
#
#     the 12 ASCII characters `minuet cover` and a line feed
#     int64   five numbers: of primary items, items, options, entries, names of colors
#     int32   starts, members, colors
#     int64   costs
#     int32   low, high
#     the names of the items, then those of the colors: of each the length of its UTF-8 as int64,
#     and
#     the UTF-8
#
# A matrix that has weights, bounds beyond int32 or conditions begins with `minuet cover 2` and a
# line feed; its bounds are int64, and behind them stand
#
#     int32   weights
#     int64   the number of graph rules, and that of statements
#     of each graph rule a line, `graph rule` and its kind, then its number of vertices and those of
#             its edges, edges again, entries, entries again and roots as int64, and as int32 its
#             tails, heads, options, places and roots
#     of each statement a line: `statement` and its name. What a function says is not to be seen, so
#             two matrices that differ in that alone have one digest
#
# A name is spelled as `str` has it, but the members of a set in the order of their `repr`, in
# braces (spelling.py). So a name that is an object of one's own needs a `str` that is the same
# everywhere. What options are called, their labels, does not count.


def digest(matrix: FlatMatrix) -> str:
    """Return the digest, 64 hexadecimal digits."""
    from hashlib import blake2b

    hashed = blake2b(digest_size=32)
    for part in content(matrix):
        hashed.update(part)
    return hashed.hexdigest()


def content(matrix: FlatMatrix) -> Iterator[bytes]:
    """Yield the bytes that are digested."""
    # Whether it holds what a matrix of plain covers does not.
    if matrix.has_weights or matrix.graph_rules or matrix.statements:
        wide = True
    else:
        wide = int(matrix.high.max(initial=0)) > np.iinfo(np.int32).max
    yield b"minuet cover 2\n" if wide else b"minuet cover\n"
    sizes = (matrix.primary, len(matrix.items), matrix.options, len(matrix.members))
    yield np.array([*sizes, len(matrix.color_names)], "<i8").tobytes()
    for array in (matrix.starts, matrix.members, matrix.colors):
        yield array.astype("<i4").tobytes()
    yield matrix.costs.astype("<i8").tobytes()
    for array in (matrix.low, matrix.high):
        yield array.astype("<i8" if wide else "<i4").tobytes()
    if wide:
        yield matrix.weights.astype("<i4").tobytes()
        yield np.array([len(matrix.graph_rules), len(matrix.statements)], "<i8").tobytes()
        for condition in (*matrix.graph_rules, *matrix.statements):
            yield from condition.content()
    for names in (matrix.items, matrix.color_names):
        spelled = (plain(name).encode("utf-8", "surrogatepass") for name in names)
        yield b"".join(len(name).to_bytes(8, "little") + name for name in spelled)
