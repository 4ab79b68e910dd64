"""All-different constraints of CP-SAT, in place of a row for each value.

In the matrix numbers differ where each value has a row, of which at most one number chooses it.
Where sums ask for the numbers and nothing asks for their Booleans, one `all_diff` on the integer
variables (cpsat_integers.py) stands for these rows, as in a model that is written by hand: a Golomb
ruler of 8 marks is proved in a thirtieth of the time.

Numbers may lack some of the values, so the row of a value has some of the numbers only. Those that
differ in pairs are gathered row by row, from the longest one on. A set of numbers is an integer
here, with a bit for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from .cpsat_integers import IntegerVariables, LinearTerms, Number

if TYPE_CHECKING:
    from ortools.sat.python.cp_model_helper import CpModelProto

__all__ = ["add_all_different", "all_different"]

Sum = tuple[list[int], int, int]


def all_different(
    sums: Sequence[Sum],
    integers: IntegerVariables,
    check: Callable[[], None],
) -> tuple[list[list[LinearTerms]], list[int]]:
    """Return (sets, places): numbers that differ, and the places of the sums that say so by values.

    All other rows of the Booleans that integer variables stand for must be such sums.
    """
    numbers = integers.numbers()
    if not numbers:
        return [], []
    rows = _rows_of_values(numbers, sums, check)
    differing = _differing(numbers, rows, check)
    said = set(chain.from_iterable(places for _, places in differing))
    while differing and not all(rows.places[k] <= said for own, _ in differing for k in own):
        differing = [each for each in differing if all(rows.places[k] <= said for k in each[0])]
        said = set(chain.from_iterable(places for _, places in differing))
    integers.drop_rows(sums[place][0] for place in said)
    return [[numbers[k].terms for k in own] for own, _ in differing], sorted(said)


def add_all_different(
    model: CpModelProto, differing: Iterable[LinearTerms], integers: IntegerVariables
) -> None:
    """Add that some numbers differ."""
    constraint = model.constraints.add().all_diff
    for terms in differing:
        integers.named(terms).write(constraint.exprs.add())


class _Row(NamedTuple):
    """A row of one value: its place among the sums, and whether a number must have the value."""

    place: int
    needed: bool


@dataclass
class _Rows:
    """The rows of one value each.

    by_numbers  by the set of their numbers, and by value
    members     the numbers of these sets
    places      the places of all rows of each number that must go where its Booleans go
    """

    by_numbers: dict[int, dict[int, _Row]] = field(default_factory=dict)
    members: dict[int, list[int]] = field(default_factory=dict)
    places: dict[int, set[int]] = field(default_factory=dict)


def _rows_of_values(
    numbers: Mapping[int, Number], sums: Sequence[Sum], check: Callable[[], None]
) -> _Rows:
    meaning = {
        boolean: (k, value)
        for k, number in numbers.items()
        for boolean, value in number.values.items()
    }
    own = {number.place for number in numbers.values()}
    rows = _Rows(places={k: set() for k in numbers})
    for place, (booleans, low, high) in enumerate(sums):
        check()
        if place in own:
            continue
        pairs = [meaning[boolean] for boolean in booleans if boolean in meaning]
        members = [k for k, _ in pairs]
        for k in members:
            if not numbers[k].stays:
                rows.places[k].add(place)
        if high != 1 or len(pairs) < len(booleans) or len({value for _, value in pairs}) > 1:
            continue
        every = _set(members)
        if every.bit_count() == len(booleans):
            rows.members[every] = sorted(members)
            of_value = rows.by_numbers.setdefault(every, {})
            of_value.setdefault(pairs[0][1], _Row(place, needed=low == 1))
    return rows


def _set(numbers: Iterable[int]) -> int:
    every = 0
    for k in numbers:
        every |= 1 << k
    return every


def _differing(
    numbers: Mapping[int, Number], rows: _Rows, check: Callable[[], None]
) -> list[tuple[list[int], list[int]]]:
    """Return (numbers that differ, the places of the rows that say no more)."""
    longest = sorted(rows.by_numbers, key=int.bit_count, reverse=True)
    touching: dict[int, list[int]] = {k: [] for k in numbers}
    for those in longest:
        for k in rows.members[those]:
            touching[k].append(those)
    having = _having(numbers)
    alike = _alike(numbers, rows, having)
    said: set[int] = set()
    result = []
    for those in longest:
        check()
        new = {value: row for value, row in rows.by_numbers[those].items() if row.place not in said}
        if not new or any(alike[k] & those for k in rows.members[those]):
            continue
        # Numbers that join have none of the values that one of these must have.
        barred = 0
        for value, row in new.items():
            barred |= having[value] * row.needed
        joined, members = those, rows.members[those]
        for others in _touching(members, touching):
            more = others & ~joined
            if more and not more & barred:
                new_members = [k for k in rows.members[others] if more >> k & 1]
                if not any(alike[k] & (joined | more) for k in new_members):
                    joined, members = joined | more, [*members, *new_members]
        values = {value for k in members for value in numbers[k].values.values()}
        permuted = len(values) == len(members)  # each value is taken
        places = [
            row.place
            for others in _touching(members, touching)
            if not others & ~joined
            for value, row in rows.by_numbers[others].items()
            if not row.needed or (permuted and not having[value] & joined & ~others)
        ]
        said.update(places)
        result.append((sorted(members), places))
    return result


def _having(numbers: Mapping[int, Number]) -> dict[int, int]:
    """Return the set of numbers that have a value, by value."""
    having: dict[int, int] = {}
    for k, number in numbers.items():
        for value in number.values.values():
            having[value] = having.get(value, 0) | 1 << k
    return having


def _touching(members: Iterable[int], touching: Mapping[int, Iterable[int]]) -> Iterable[int]:
    """Return the sets of rows that one of these numbers is in, each once."""
    return dict.fromkeys(chain.from_iterable(touching[k] for k in members))


def _alike(
    numbers: Mapping[int, Number], rows: _Rows, having: Mapping[int, int]
) -> Mapping[int, int]:
    """Return, for each number, those that may have the same value: a value of both has no row."""
    beside: dict[tuple[int, int], int] = {}  # by number and value: those in a row of it
    for those, of_value in rows.by_numbers.items():
        for k in rows.members[those]:
            for value in of_value:
                beside[k, value] = beside.get((k, value), 0) | those
    alike: dict[int, int] = {}
    for k, number in numbers.items():
        both = 0
        for value in number.values.values():
            both |= having[value] & ~beside.get((k, value), 0)
        alike[k] = both & ~(1 << k)
    return alike
