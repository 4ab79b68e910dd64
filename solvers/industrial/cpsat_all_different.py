"""All-different constraints of CP-SAT, in place of a row for each value.

In the matrix numbers differ where each value has a row, of which at most one number chooses it.
Where sums ask for the numbers and nothing asks for their Booleans, one `all_diff` on the integer
variables (cpsat_integers.py) stands for these rows, as in a model that is written by hand: a Golomb
ruler of 8 marks is proved in half of the time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from .cpsat_integers import IntegerVariables, Number

if TYPE_CHECKING:
    from ortools.sat.python.cp_model_helper import CpModelProto

__all__ = ["add_all_different"]

Row = tuple[list[int], int, int]


def add_all_different(
    model: CpModelProto,
    sums: Sequence[Row],
    integers: IntegerVariables,
    check: Callable[[], None],
) -> list[int]:
    """Add that numbers differ; return the numbers of the sums that say so by values.

    All other rows of the Booleans of these numbers must be such sums.
    """
    numbers = integers.numbers()
    if not numbers:
        return []
    group_of = {boolean: k for k, number in numbers.items() for boolean in number.values}
    own = {number.place for number in numbers.values()}
    rows_of: dict[int, set[int]] = {k: set() for k in numbers}  # by group: the rows of its Booleans
    sets: dict[frozenset[int], dict[int, int]] = {}  # by groups: by value, the row of it
    for place, (booleans, low, high) in enumerate(sums):
        check()
        groups = [group_of[each] for each in booleans if each in group_of]
        if place in own or not groups:
            continue
        for group in groups:
            rows_of[group].add(place)
        values = {numbers[group_of[each]].values[each] for each in booleans if each in group_of}
        distinct = frozenset(groups)
        if high == 1 and low in (0, 1) and len(distinct) == len(booleans) and len(values) == 1:
            sets.setdefault(distinct, {}).setdefault(values.pop(), place)
    kept = {
        groups: set(places.values())
        for groups, places in sets.items()
        if _differ(
            [numbers[k] for k in groups],
            places.keys(),
            permuted=any(sums[place][1] for place in places.values()),
        )
    }
    said = _places(kept)
    while kept and not all(rows_of[k] <= said for groups in kept for k in groups):
        kept = {
            groups: places
            for groups, places in kept.items()
            if all(rows_of[k] <= said for k in groups)
        }
        said = _places(kept)
    for differing in kept:
        check()
        constraint = model.constraints.add().all_diff
        for k in sorted(differing):
            numbers[k].terms.write(constraint.exprs.add())
    integers.drop_rows(sums[place][0] for place in said)
    return sorted(said)


def _places(kept: dict[frozenset[int], set[int]]) -> set[int]:
    return set().union(*kept.values())


def _differ(numbers: Sequence[Number], rows: Collection[int], *, permuted: bool) -> bool:
    """Return whether rows, each of one value of all these numbers, say just that they differ.

    rows      the values that have a row
    permuted  whether some row demands that its value is chosen
    """
    times = Counter(chain.from_iterable(number.values.values() for number in numbers))
    shared = {value for value, count in times.items() if count > 1}
    return shared <= set(rows) and (not permuted or len(times) == len(numbers))
