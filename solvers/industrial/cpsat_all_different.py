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

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

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
    entries = _Entries(numbers, sums)
    rows = _rows_of_values(sums, entries)
    differing = _differing(numbers, rows, check)
    while True:
        said = set(chain.from_iterable(places for _, places in differing))
        # Numbers of which other rows, too, ask for the Booleans.
        asked = entries.numbers_beside(said)
        if all(asked.isdisjoint(own) for own, _ in differing):
            break
        differing = [each for each in differing if asked.isdisjoint(each[0])]
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
    """

    by_numbers: dict[int, dict[int, _Row]] = field(default_factory=dict)
    members: dict[int, list[int]] = field(default_factory=dict)


class _Entries:
    """The Booleans of sums, an entry each, row by row, but for the rows of the numbers themselves.

    place   the row of each
    number  the number that it is of; -1: none
    value   which value of the number it says
    """

    def __init__(self, numbers: Mapping[int, Number], sums: Sequence[Sum]) -> None:
        sizes = [len(booleans) for booleans, _, _ in sums]
        for number in numbers.values():
            sizes[number.place] = 0
        flat = chain.from_iterable(
            booleans for (booleans, _, _), size in zip(sums, sizes, strict=True) if size
        )
        booleans = np.fromiter(flat, np.int64, sum(sizes))
        count = 1 + max(
            int(booleans.max(initial=0)), *(max(number.values) for number in numbers.values())
        )
        number_of, value_of = np.full(count, -1), np.zeros(count, np.int64)
        for k, number in numbers.items():
            own = list(number.values)
            number_of[own], value_of[own] = k, list(number.values.values())
        self.place = np.repeat(np.arange(len(sums)), sizes)
        self.number, self.value = number_of[booleans], value_of[booleans]
        self._end = np.cumsum(sizes)
        self._sizes = np.array(sizes)
        staying = [k for k, number in numbers.items() if number.stays]
        self._asks = (self.number >= 0) & ~np.isin(self.number, staying)

    def of_one_value(self) -> Iterator[tuple[int, int, list[int]]]:
        """Yield (place, value, numbers) of each row of numbers that says one value of all."""
        first = (self._end - self._sizes)[self.place]
        other = (self.number < 0) | (self.value != self.value[first])
        mixed = np.bincount(self.place[other], minlength=len(self._end)) > 0
        for place in np.flatnonzero((self._sizes > 0) & ~mixed).tolist():
            end = self._end[place]
            begin = end - self._sizes[place]
            yield place, int(self.value[begin]), self.number[begin:end].tolist()

    def numbers_beside(self, said: Collection[int]) -> set[int]:
        """Return the numbers, those that stay aside, that rows other than those said ask for."""
        left = self._asks.copy()
        told = np.zeros(len(self._end), bool)
        told[list(said)] = True
        left &= ~told[self.place]
        return set(self.number[left].tolist())


def _rows_of_values(sums: Sequence[Sum], entries: _Entries) -> _Rows:
    rows = _Rows()
    for place, value, members in entries.of_one_value():
        _, low, high = sums[place]
        every = _set(members)
        if high == 1 and every.bit_count() == len(members):
            rows.members[every] = sorted(members)
            of_value = rows.by_numbers.setdefault(every, {})
            of_value.setdefault(value, _Row(place, needed=low == 1))
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
