"""All-different constraints of CP-SAT, in place of a row for each value.

In the matrix numbers differ where each value has a row, of which at most one number chooses it.
Where sums ask for the numbers and nothing asks for their Booleans, one `all_diff` on the integer
variables (cpsat_integers.py) stands for these rows, as in a model that is written by hand: a Golomb
ruler of 8 marks is proved in half of the time.

Numbers may lack some of the values, so the row of a value has some of the numbers only. Those that
differ in pairs are gathered row by row, from the longest one on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import TYPE_CHECKING, NamedTuple

from .cpsat_integers import IntegerVariables, Number

if TYPE_CHECKING:
    from ortools.sat.python.cp_model_helper import CpModelProto

__all__ = ["add_all_different"]

MOST = 500_000  # pairs of numbers in rows that are looked at
Row = tuple[list[int], int, int]
Numbers = frozenset[int]


def add_all_different(
    model: CpModelProto,
    sums: Sequence[Row],
    integers: IntegerVariables,
    check: Callable[[], None],
) -> list[int]:
    """Add that numbers differ; return the places of the sums that say so by values.

    All other rows of the Booleans that integer variables stand for must be such sums.
    """
    numbers = integers.numbers()
    if not numbers:
        return []
    rows = _rows_of_values(numbers, sums, check)
    differing = _differing(numbers, rows.by_numbers, check)
    said = _places(differing)
    while differing and not all(rows.of[k] <= said for k in chain.from_iterable(differing)):
        differing = {
            numbers: places
            for numbers, places in differing.items()
            if all(rows.of[k] <= said for k in numbers)
        }
        said = _places(differing)
    for those in differing:
        check()
        constraint = model.constraints.add().all_diff
        for k in sorted(those):
            numbers[k].terms.write(constraint.exprs.add())
    integers.drop_rows(sums[place][0] for place in said)
    return sorted(said)


def _places(differing: Mapping[Numbers, set[int]]) -> set[int]:
    return set().union(*differing.values())


class _Place(NamedTuple):
    """A row: where it is among the sums, and whether one of its numbers must have its value."""

    place: int
    needed: bool


@dataclass
class _Rows:
    """The rows of one value each.

    by_numbers  by their numbers and by value
    of          the places of all rows of each number that must go where its Booleans go
    """

    by_numbers: dict[Numbers, dict[int, _Place]]
    of: dict[int, set[int]]


def _rows_of_values(
    numbers: Mapping[int, Number], sums: Sequence[Row], check: Callable[[], None]
) -> _Rows:
    number_of = {boolean: k for k, number in numbers.items() for boolean in number.values}
    own = {number.place for number in numbers.values()}
    rows = _Rows({}, {k: set() for k in numbers})
    for place, (booleans, low, high) in enumerate(sums):
        check()
        if place in own:
            continue
        those = [number_of[each] for each in booleans if each in number_of]
        if not those:
            continue
        for k in those:
            if not numbers[k].stays:
                rows.of[k].add(place)
        distinct = frozenset(those)
        if high == 1 and low in (0, 1) and len(distinct) == len(booleans):
            values = {numbers[k].values[each] for k, each in zip(those, booleans, strict=True)}
            if len(values) == 1:
                row = rows.by_numbers.setdefault(distinct, {})
                row.setdefault(values.pop(), _Place(place, needed=low == 1))
    return rows


def _differing(
    numbers: Mapping[int, Number],
    rows: Mapping[Numbers, Mapping[int, _Place]],
    check: Callable[[], None],
) -> dict[Numbers, set[int]]:
    """Return sets of numbers that differ, and for each the places of the rows that say no more."""
    if sum(len(those) ** 2 for those in rows) > 2 * MOST:
        return {}
    bits: dict[int, int] = {}  # of values
    domains = {
        k: sum(bits.setdefault(value, 1 << len(bits)) for value in number.values.values())
        for k, number in numbers.items()
    }
    apart: dict[tuple[int, int], int] = {}  # by two numbers: the values that have a row of both
    touching: dict[int, list[Numbers]] = {k: [] for k in numbers}
    longest = sorted(rows, key=len, reverse=True)
    for those in longest:
        check()
        values = sum(bits[value] for value in rows[those])
        for pair in combinations(sorted(those), 2):
            apart[pair] = apart.get(pair, 0) | values
        for k in those:
            touching[k].append(those)

    def differ(first: int, second: int) -> bool:
        pair = (first, second) if first < second else (second, first)
        return not domains[first] & domains[second] & ~apart.get(pair, 0)

    said: set[int] = set()
    result: dict[Numbers, set[int]] = {}
    for those in longest:
        check()
        new = [place for place in rows[those].values() if place.place not in said]
        if not new or not all(differ(*pair) for pair in combinations(those, 2)):
            continue
        # Numbers that join have none of the values that one of these must have.
        needed = sum(bits[value] for value, row in rows[those].items() if row in new and row.needed)
        joined = set(those)
        for others in dict.fromkeys(chain.from_iterable(touching[k] for k in those)):
            more = others - joined
            if more and all(
                not domains[k] & needed and all(differ(k, other) for other in joined) for k in more
            ):
                joined |= more
        places = set(_said_by(joined, domains, rows, touching, bits))
        said |= places
        result[frozenset(joined)] = places
    return result


def _said_by(
    joined: set[int],
    domains: Mapping[int, int],
    rows: Mapping[Numbers, Mapping[int, _Place]],
    touching: Mapping[int, Iterable[Numbers]],
    bits: Mapping[int, int],
) -> Iterable[int]:
    """Yield the places of the rows that hold wherever these numbers differ."""
    every = 0
    for k in joined:
        every |= domains[k]
    permuted = every.bit_count() == len(joined)  # each value is taken
    for those in dict.fromkeys(chain.from_iterable(touching[k] for k in joined)):
        if those <= joined:
            for value, row in rows[those].items():
                elsewhere = any(domains[k] & bits[value] for k in joined - those)
                if not row.needed or (permuted and not elsewhere):
                    yield row.place
