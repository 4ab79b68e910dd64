"""What every kind of rule is: what it adds to the matrix, how it is checked, and its words.

A kind of rule is a class in the same file as the methods of a puzzle that add such rules; their
signatures give the forms of texts (arguments.py), and methods.py lists them. A rule is about groups
of choices, which keys name, and has

    items       what it adds to the matrix, if anything; `primary` if they must be covered
    further     what it adds besides, as items that only limit
    hidden      rows of its own, of which the choices say which are chosen
    conditions  what a solution must hold that no item can say
    violations  what of an answer breaks it, from the answer's rows, without the matrix
    overfilled  which groups no further choice can mend
    wanted, verb, summary  what messages, explanations and descriptions say of it

A rule travels: pickled or copied deeply it keeps what its words say of each group, in place of the
function.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from ..matrix.arrays import ones
from ..matrix.brief import Stretches, spread
from ..spelling import spell
from ..tables.table import Choices
from .keys import Key, Numbers, everything

if TYPE_CHECKING:
    from ..answer import Broken
    from ..matrix.conditions import Condition
    from ..matrix.notes import Note
    from ..tables.selections import Formula

__all__ = [
    "INSTEAD",
    "OWN",
    "Block",
    "Chosen",
    "Entries",
    "Fault",
    "Group",
    "Items",
    "Rule",
    "Softened",
    "Stretched",
]

Integers = npt.NDArray[Any]
Chosen = Callable[[Choices], Iterable[int]]  # the numbers of a table's chosen rows
# What to state in place of a rule that does not count, before what is done with the choice.
INSTEAD = (
    "expected one that counts; make a choice of yes or no, `require` that it is what `holds` "
    "says, and "
)
OWN = -1  # the offset of a block of a rule's hidden rows, whose options the compiler numbers


class Group(NamedTuple):
    """One group of a rule: what an item of the matrix stands for."""

    rule: str
    key: Key

    def __str__(self) -> str:
        return f"{self.rule} {spell(self.key)}"


class Entries(NamedTuple):
    """A rule's entries of the matrix: which option is in which item, and with which color.

    Option numbers do not decrease within a table, and items are numbered from 0; `values` is None
    for a rule without colors, and the value None is no color: an entry that tolerates no other.
    `weights` say how much each option counts in its item, None: 1.
    """

    options: Numbers
    groups: Numbers
    values: Sequence[Any] | None = None
    weights: Integers | None = None


class Block(NamedTuple):
    """A rule's entries in one table.

    offset  the option number of the table's row 0; OWN: the rows are the rule's hidden ones
    shape   the table's: how many values each column of a product has, or how many rows there are
    groups  the item of each entry, from 0
    rows    the row of each entry, ascending; None: each row has one entry, and `groups` is theirs
            in the table's shape, or can be broadcast to it
    values  the value of each entry, as in `Entries`
    weights how much each entry's row counts in the item, not 0; None: 1. Where `rows` is None they
            are in the table's shape, or can be broadcast to it
    """

    offset: int
    shape: tuple[int, ...]
    groups: Integers
    rows: Numbers | None = None
    values: Sequence[Any] | None = None
    weights: Integers | None = None

    def flat(self) -> tuple[Numbers, Integers]:
        """Return (options, groups), an entry each."""
        if self.rows is not None:
            return self.rows + self.offset, self.groups
        groups = np.broadcast_to(self.groups, self.shape).ravel()
        return np.arange(self.offset, self.offset + len(groups)), groups

    def flat_weights(self) -> Integers:
        """Return the weight of each entry, in the order of `flat`."""
        if self.rows is not None:
            size = len(self.rows)
            return ones(size) if self.weights is None else self.weights
        if self.weights is None:
            return ones(prod(self.shape))
        return np.broadcast_to(self.weights, self.shape).ravel()


class Stretched(Sequence[Block]):
    """The entries of a table's rows, each of which is in some groups in succession.

    offset       the option number of the table's row 0
    first, last  int64[rows]: a row is in the groups from first[k] to last[k] - 1

    The compiler reads these; who reads blocks has one, which is made then.
    """

    def __init__(self, offset: int, first: Numbers, last: Numbers) -> None:
        self.offset, self.first, self.last = offset, first, last

    @property
    def stretches(self) -> Stretches:
        """Which option is in which groups."""
        rows = np.flatnonzero(self.last > self.first)
        return Stretches(rows + self.offset, self.first[rows], self.last[rows])

    @cached_property
    def _block(self) -> Block:
        own = self.stretches
        rows = np.repeat(own.options - self.offset, own.last - own.first)
        return Block(self.offset, (len(self.first),), spread(own.first, own.last), rows)

    def __len__(self) -> int:
        return 1

    def __getitem__(self, number: Any) -> Any:
        return [self._block][number]


class Fault(NamedTuple):
    """One thing that an answer breaks: what is wrong, and by how much."""

    text: str
    amount: int


class Softened(NamedTuple):
    """What a rule adds to the matrix where it may be broken.

    hidden  a row for each way in which it may be broken
    costs   int64[rows]: what each of them costs
    worst   no answer costs more
    """

    items: Items
    further: Items | None
    hidden: Choices
    costs: Numbers
    worst: int


class Items(NamedTuple):
    """What a rule adds to the matrix: an item a group, and the options that are in them.

    low, high  how many of its options are chosen, by item: bounds on the sum of their weights,
               which may be negative where it has other weights than 1
    entries    all, or table by table
    """

    groups: Sequence[Key]
    low: Sequence[int] | Numbers
    high: Sequence[int] | Numbers
    entries: Entries | Sequence[Block]


@dataclass(frozen=True, eq=False)
class Rule(ABC):
    """A rule of a puzzle: its name, and the `file:line` that made it.

    words  what the rule demands of a key's group, in the puzzle's own words

    A rule is immutable: `with_words` and `twin` return others.
    """

    is_soft: ClassVar[bool] = False  # whether it may be broken at a cost
    counts: ClassVar[bool] = False  # whether its items are as `ExactCover` wants them, unchecked

    whole: ClassVar[Key] = everything()  # the key of its one group, if groups are not given

    name: str
    source: str
    words: Callable[[Any], str] | None = field(default=None, repr=False, kw_only=True)

    def __getstate__(self) -> dict[str, Any]:
        state = {name: getattr(self, name) for name in self.__dataclass_fields__}
        if self.words is not None:
            state["words"] = _KeyTexts(zip(self.groups, map(self.words, self.groups), strict=True))
        return state

    def twin(self, tables: Mapping[Choices, Choices]) -> Self:
        """Return a rule like this one on tables like its own, which `tables` gives."""
        return self._copy()

    def _copy(self, *, without: Collection[str] = (), **changes: Any) -> Self:
        """Return a copy with other values of some fields, which keeps what is cached.

        without  what is cached and does not hold for the copy
        """
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__)
        copy.__dict__.update(changes)
        for name in without:
            copy.__dict__.pop(name, None)
        return copy

    def is_same(self, other: Rule) -> bool:
        """Whether both are one rule, perhaps with other words."""
        own = type(self), self.name, self.source
        return own == (type(other), other.name, other.source)

    def with_words(self, words: Callable[[Any], str]) -> Self:
        """Return the rule with a function that says what it demands of a key's group."""
        return self._copy(words=words)

    # ---- What it is about -----------------------------------------------------------------

    def require_rows(self) -> None:  # noqa: B027  most kinds read their rows as they are made
        """Raise ModelError for a row that the rule cannot read; called once it is stated."""

    @property
    def method(self) -> str:
        """The puzzle's method that states such a rule, as texts write it; "": there is none."""
        return ""

    def counted_rows(self) -> dict[Choices, list[Counter[Key]]]:
        """Return how much each row of each table counts in its groups, if rows have groups."""
        return {}

    @property
    @abstractmethod
    def tables(self) -> tuple[Choices, ...]:
        """The tables that the rule looks at."""

    @property
    @abstractmethod
    def groups(self) -> list[Key]:
        """The keys of all groups that the rule speaks of, those of its items among them."""

    # ---- What it adds to the matrix -------------------------------------------------------

    @property
    @abstractmethod
    def primary(self) -> bool:
        """Whether its items are primary; else they are secondary, and only limit."""

    @property
    @abstractmethod
    def items(self) -> Items:
        """What it adds to the matrix. Raises ModelError for rows that it cannot read."""

    def conditions(self) -> Sequence[Condition]:
        """Return what a solution of the matrix must hold beside its items: nothing, mostly."""
        return ()

    def notes(self, first: int, further: int, hidden: int) -> Sequence[Note]:
        """Return what its items mean together: mostly nothing is said.

        first, further  the number of its first item, and of the first one of those besides
        hidden          the number of the option of its first hidden row
        """
        return ()

    @property
    def further(self) -> Items | None:
        """Items that it adds besides, which are secondary; None: there are none."""
        return None

    @property
    def uses_groups(self) -> bool:
        """Whether its items may depend on the exactly-one groups of the other rules."""
        return False

    def items_with(self, groups: Any) -> tuple[Items, Items | None]:
        """Return (items, further), which hold together with these `ExactlyOneGroups`.

        By themselves `items` and `further` stand for the rule, where other rules are taken away.
        """
        return self.items, self.further

    @property
    def hidden(self) -> Choices | None:
        """A table of the rule's own, whose rows stand for what follows from the choices.

        Exactly one set of its rows goes with the choices of a solution, so that each answer is
        counted once. No answer shows them. None: there are no such rows.
        """
        return None

    @property
    def cost_level(self) -> int:
        """The level of the costs of its hidden rows: a higher one comes first."""
        return 0

    @property
    def worst(self) -> int:
        """The most that an answer pays for its hidden rows, in the unit of the level."""
        return 0

    @property
    def hidden_costs(self) -> Numbers | None:
        """What each hidden row costs, int64[rows]; None: nothing."""
        return None

    # ---- What `prefer` and `if_chosen` make of it ----------------------------------------

    def breakable(self) -> Self | None:
        """Return the rule in the form that may be broken at a cost; None: it has no cost."""
        return None

    def softened(self, weight: int, *, per_unit: bool, groups: Any = None) -> Softened:
        """Return what the rule adds to the matrix where it may be broken at this cost.

        groups  `ExactlyOneGroups` on which the items of a statement may depend

        Only of a `breakable` rule. Raises ModelError where that is too large.
        """
        raise NotImplementedError

    def faults(self, chosen: Chosen) -> Iterator[Fault]:
        """Yield what the chosen rows break: a fault for each hidden row that pays."""
        yield from (Fault(text, 1) for text in self.violations(chosen))

    def broken_by(self, chosen: Chosen) -> Iterator[Broken]:
        """Yield what the chosen rows break of a soft rule, and what that costs."""
        yield from ()

    def unreadable(self, chosen: Chosen) -> Iterator[str]:
        """Say what must hold even where the rule may be broken, and does not."""
        yield from ()

    def if_chosen(self, selection: Formula) -> Rule | None:
        """Return the rule that holds where the selection does; None: it cannot depend on choices.

        Raises ModelError for a selection that such a rule cannot depend on.
        """
        return None

    def instead(self, then: str) -> str:
        """Return what to state in place of a rule that can be neither soft nor conditional.

        then  what is done with a choice that stands for whether the rule holds
        """
        return "expected one that counts, or a statement of the choices that may not go together"

    # ---- How an answer is checked ---------------------------------------------------------

    @abstractmethod
    def overfilled(self, chosen: Chosen) -> Iterator[Group]:
        """Yield the groups that the chosen rows break, whatever else is chosen."""

    @abstractmethod
    def violations(self, chosen: Chosen) -> Iterator[str]:
        """Say, for each group that the chosen rows leave wrong, what is wrong."""

    # ---- Its words ------------------------------------------------------------------------

    @property
    @abstractmethod
    def wanted(self) -> str:
        """What the rule wants of a group, in words: `exactly one`."""

    @property
    @abstractmethod
    def summary(self) -> str:
        """The rule in one line, as a puzzle's description has it."""

    @property
    @abstractmethod
    def verb(self) -> str:
        """What a group does with what is wanted: it `needs` or `allows` it."""

    def wanted_of(self, key: Key) -> str:
        """What the rule wants of this group, in words; of all groups the same, mostly."""
        return self.wanted

    def verb_of(self, key: Key) -> str:
        """What this group does with what is wanted; all groups the same, mostly."""
        return self.verb

    def reach(self, key: Key, chosen: Chosen, left: Chosen) -> str | None:
        """Say what the sums of a group can still come to; None: they are no sums of the puzzle's.

        chosen  the chosen rows, which count in the group
        left    those that may still be chosen
        """
        return None

    def demand(self, key: Key) -> str:
        """Say what the rule demands of a group, as in `row (0,7) needs exactly one`."""
        if self.words is not None:
            return self.words(key)
        return f"{Group(self.name, key)} {self.verb_of(key)} {self.wanted_of(key)}"

    def broken(self, key: Key, actual: str) -> str:
        """Say that a group does not get what it needs, but `actual`."""
        if self.words is not None:
            return f"{self.words(key)}: {actual}"
        return f"{Group(self.name, key)}: {actual}, expected {self.wanted_of(key)}"


class _KeyTexts(dict[Any, str]):
    """The text of each key, callable like the function that gave it."""

    def __call__(self, key: Any) -> str:
        return self[key]
