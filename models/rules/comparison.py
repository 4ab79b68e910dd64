"""Comparison: two sums of weights, of which one is at most the other, or equal to it.

The difference of the two is one sum, in which what is on the right counts negatively: the rule is a
cardinality (cardinality.py) whose items have weights of both signs. Sums are added, subtracted and
multiplied by integers as they are written, so `2 * p.sum(...) + 1` is a sum too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from operator import add, index
from typing import Annotated, Any, NamedTuple

from ..errors import ModelError
from ..tables.table import Choices, Column, Predicate, Values
from .arguments import Argument, Groups, Over, puzzle_method
from .cardinality import Cardinality
from .keys import (
    Key,
    Listed,
    Part,
    Tables,
    WeightPerTable,
    evaluated,
    everything,
    keys_of_groups,
    mapped,
    parts_of,
    rule_name,
)
from .rule import Chosen, Group
from .rulebook import Rulebook

__all__ = ["Comparison", "Sum", "Term", "compare", "sum", "weighted_parts"]

COMPARED = Argument("compared")
BOUNDS = {"==": (0, 0), "<=": (None, 0), ">=": (0, None), "<": (None, -1), ">": (1, None)}
WORDS = {
    "==": "equal to",
    "<=": "at most",
    ">=": "at least",
    "<": "less than",
    ">": "more than",
}


class Term(NamedTuple):
    """Chosen rows of a table, by group, each counting with its weight, and all so many times."""

    part: Part
    times: int
    whole: bool  # whether it is one number, the same for all groups

    def weighted(self) -> Part:
        """Return the part with its weights so many times."""
        weights = 1 if self.part.weights is None else self.part.weights
        if isinstance(weights, int):
            return self.part._replace(weights=self.times * weights)
        if self.times == 1:
            return self.part
        return self.part._replace(weights=mapped(weights, self._times))

    def _times(self, weight: Any) -> Any:
        """Return a multiple of a weight; anything else stays, for the error message."""
        whole = hasattr(weight, "__index__") and not isinstance(weight, bool)
        return self.times * index(weight) if whole else weight


@dataclass(frozen=True)
class Sum:
    """The sum of the weights of chosen rows, by group: what `Puzzle.sum` gives."""

    name: str
    terms: tuple[Term, ...] = field(repr=False)
    constant: int = 0

    def amounts(self, purpose: str) -> dict[Choices, list[int]]:
        """Return what each row of each table adds to the sum.

        Raises ModelError, beginning with `purpose`, for a sum with groups, which is no one number,
        and for one with a constant, which makes no difference.
        """
        if any(not term.whole for term in self.terms):
            expected = "expected one number, such as `maximum` or `spread` of it"
            raise ModelError(f"{purpose}: the sum {self.name} has groups, {expected}")
        if self.constant:
            raise ModelError(f"{purpose}: the sum {self.name}, expected no constant")
        amounts: dict[Choices, list[int]] = {}
        for term in self.terms:
            part = term.weighted()
            own = amounts.setdefault(part.table, [0] * len(part.table))
            own[:] = map(add, own, part.amounts())
        return amounts

    def __add__(self, other: Sum | int) -> Sum:
        if isinstance(other, Sum):
            name = f"{self.name} + {other.name}"
            return Sum(name, (*self.terms, *other.terms), self.constant + other.constant)
        if isinstance(other, bool) or not isinstance(other, int):
            return NotImplemented
        sign = "-" if other < 0 else "+"
        return Sum(f"{self.name} {sign} {abs(other)}", self.terms, self.constant + other)

    __radd__ = __add__

    def __mul__(self, times: int) -> Sum:
        if isinstance(times, bool) or not isinstance(times, int):
            return NotImplemented
        terms = tuple(term._replace(times=times * term.times) for term in self.terms)
        return Sum(f"{times} * {self.name}", terms, times * self.constant)

    __rmul__ = __mul__

    def __neg__(self) -> Sum:
        return replace(-1 * self, name=f"-{self.name}")

    def __sub__(self, other: Sum | int) -> Sum:
        if isinstance(other, Sum):
            return replace(self + -1 * other, name=f"{self.name} - {other.name}")
        return self + -other

    def __rsub__(self, other: int) -> Sum:
        return replace(-1 * self + other, name=f"{other} - {self.name}")


@dataclass(frozen=True, eq=False)
class Comparison(Cardinality):
    """The sum of some parts is so to the sum of the others, which count negatively.

    relation   one of ==, <=, >=, < and >
    left       how many of the parts are on the left
    constants  what is added on the left and on the right
    """

    relation: str = field(default="==", kw_only=True)
    left: int = field(default=0, kw_only=True)
    constants: tuple[int, int] = field(default=(0, 0), kw_only=True)

    def sides(self, key: Key, chosen: Chosen) -> tuple[int, int]:
        """Return what a group's chosen rows add up to on the left and on the right."""
        left = self.counted(self.parts[: self.left], chosen)[key]
        right = -self.counted(self.parts[self.left :], chosen)[key]
        return left + self.constants[0], right + self.constants[1]

    def adding_up(self, key: Key, chosen: Chosen, total: int) -> str:
        """Say what a group's two sums are, which must not be so."""
        left, right = self.sides(key, chosen)
        text = f"{left} and {right}"
        if self.words is not None:
            return self.broken(key, text)
        must = f"the first must be {WORDS[self.relation]} the second"
        return f"{Group(self.name, key)} adds up to {text}, {must}"

    def reach(self, key: Key, chosen: Chosen, left: Chosen) -> str | None:
        """Say what both sums of a group can still be."""
        first, second = self.parts[: self.left], self.parts[self.left :]
        span = self._between(key, first, chosen, left, more=self.constants[0])
        other = self._between(key, second, chosen, left, -1, self.constants[1])
        return f"the first can be {span}, the second {other}"

    @property
    def wanted(self) -> str:
        """Which sum is to be so to which."""
        return f"the first sum {WORDS[self.relation]} the second"

    def wanted_of(self, key: Key) -> str:
        """As `wanted`: all groups want the same."""
        return self.wanted

    @property
    def verb(self) -> str:
        """Every group needs it."""
        return "needs"


def sum(
    puzzle: Rulebook,
    choices: Tables,
    *,
    by: Groups = None,
    covering: Groups = None,
    weight: WeightPerTable | None = None,
    where: Predicate | None = None,
) -> Sum:
    """Return the sum of the weights of the chosen rows of every group, for `compare`.

    The arguments are those of `between`; without `weight` chosen rows are counted, and without
    `by` and `covering` it is one number, which is compared with each group of the other sum.
    Only rows that meet the condition `where` count. Sums may be added, subtracted and multiplied by
    integers. Raises ModelError for a table or a column that is not there.
    """
    tables, whole = puzzle.tables_of(choices), by is None and covering is None
    purpose = f"sum ({puzzle.source_line()})"
    parts = parts_of(tables, everything if whole else by, covering, purpose, weight)
    if where is not None:
        parts = tuple(_only(part, where, purpose) for part in parts)
    name = rule_name(tables, everything if whole else by if by is not None else covering)
    return Sum(name, tuple(Term(part, 1, whole) for part in parts))


puzzle_method(sum)


def compare(
    puzzle: Rulebook,
    left: Annotated[Sum | int, COMPARED],
    relation: Annotated[str, COMPARED],
    right: Annotated[Sum | int, COMPARED],
    *,
    over: Over = None,
    name: str | None = None,
) -> Comparison:
    """Demand that one sum is so to another, group by group.

    left, right  what `sum` gives, or an integer
    relation     one of ==, <=, >=, < and >
    over         all the groups there are; without it, those that rows of either sum are in

    In a group that only one of the two sums has, the other is 0. A sum without groups is
    compared with every group of the other. Raises ModelError for what is no sum or relation.
    """
    source = puzzle.source_line()
    if relation not in BOUNDS:
        message = f"compare: {relation!r}, expected one of {', '.join(BOUNDS)}"
        raise ModelError(f"{message} ({source})")
    sums = [_sum(side, source) for side in (left, right)]
    if not sums[0].terms and not sums[1].terms:
        raise ModelError(f"compare: two numbers, expected a sum ({source})")
    names = [side.name for side in sums]
    name = puzzle.free_name(name or f"{names[0]} {relation} {names[1]}")
    purpose = f"rule {name} ({source})"
    groups = None if over is None else keys_of_groups(over, purpose)
    terms = [*sums[0].terms, *(t._replace(times=-t.times) for t in sums[1].terms)]
    for term in terms:
        puzzle.table(term.part.table)
    shift = sums[1].constant - sums[0].constant
    low, high = (None if bound is None else bound + shift for bound in BOUNDS[relation])
    return puzzle.add(
        Comparison(
            name,
            source,
            tuple(weighted_parts(terms, groups)),
            groups,
            low,
            high,
            relation=relation,
            left=len(sums[0].terms),
            constants=(sums[0].constant, sums[1].constant),
        )
    )


puzzle_method(
    compare,
    example='compare = [{ of = "table", weight = "column" }, "<=", { of = "other" }]',
    doc="compares two sums, group by group, by ==, <=, >=, < or >; a side may be a number",
)


def _sum(side: Any, source: str) -> Sum:
    if isinstance(side, Sum):
        return side
    if isinstance(side, bool) or not isinstance(side, int):
        raise ModelError(f"compare: {side!r}, expected a sum or an integer ({source})")
    return Sum(f"{side}", (), side)


def weighted_parts(terms: Sequence[Term], over: Sequence[Key] | None) -> Iterator[Part]:
    """Yield the parts of some terms; what has no groups is in all that the others have.

    over  the keys of all groups; None: those that rows have
    """
    grouped = [term for term in terms if not term.whole]
    shared = bool(grouped) or over is not None
    if over is None:
        over = tuple(dict.fromkeys(chain.from_iterable(term.part.all_keys() for term in grouped)))
    for term in terms:
        part = term.weighted()
        yield part.in_groups(tuple(over)) if term.whole and shared else part


def _only(part: Part, where: Predicate, purpose: str) -> Part:
    """Return the part without the rows for which `where` is false."""
    condition = part.table.condition(where, f"{purpose}: where")
    keeps = evaluated(part.table, condition, f"{purpose}: where")
    nothing = () if part.several else None
    if isinstance(part.column, Column) and isinstance(keeps, Column):
        places, pairs = part.column.beside(keeps)
        values = [value if keep else nothing for value, keep in pairs]
        return part._replace(column=Values(part.table, values, places))
    values = [value if keep else nothing for value, keep in zip(part.column, keeps, strict=True)]
    return part._replace(column=Listed(values))
