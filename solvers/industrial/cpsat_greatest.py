"""The greatest of several sums for CP-SAT, as one constraint on integer variables.

In the matrix items tie the value of an extreme to the sums (models/rules/quantities.py), with an
option for each sum that is reached. CP-SAT has `lin_max` for it, which needs no such options: jobs
are shared fairly in a fourth of the time, as fast as in a model that is written by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from ...models.matrix.notes import Greatest
from ..encoding.rows import Rows
from ..encoding.selection import SelectedMatrix
from .cpsat_integers import IntegerVariables, LinearTerms

if TYPE_CHECKING:
    from ortools.sat.python.cp_model_helper import CpModelProto

__all__ = ["Extreme", "add_extreme", "can_add", "extreme_of"]

Int64s = npt.NDArray[np.int64]


def can_add(note: Greatest, rest: SelectedMatrix) -> bool:
    """Return whether no option that a sum is the greatest is given or ruled out."""
    return bool((rest.places(note.reached) >= 0).all())


class Extreme(NamedTuple):
    """A value that is the greatest of some sums."""

    value: LinearTerms
    sums: list[LinearTerms]


def extreme_of(
    note: Greatest, table: Rows, integers: IntegerVariables, check: Callable[[], None]
) -> Extreme:
    """Return the value and the sums of a note; calls `check` often.

    Whether a sum is the greatest follows from the values of the sum and of the greatest.
    """
    order = np.argsort(note.sums, kind="stable")
    ends = np.searchsorted(note.sums[order], np.arange(1, len(note.reached)))
    value = _linear(note.values, note.amounts, table, integers)
    sums = []
    for own in np.split(order, ends):
        check()
        sums.append(_linear(note.options[own], note.weights[own], table, integers))
    for boolean, terms in zip(table.places(note.reached).tolist(), sums, strict=True):
        integers.derive([boolean], partial(_equal, integers, boolean, terms, value))
    return Extreme(value, sums)


def add_extreme(model: CpModelProto, extreme: Extreme, integers: IntegerVariables) -> None:
    """Add that the value is the greatest of the sums, in place of the items."""
    constraint = model.constraints.add().lin_max
    integers.named(extreme.value).write(constraint.target)
    for terms in extreme.sums:
        integers.named(terms).write(constraint.exprs.add())


def _equal(
    integers: IntegerVariables,
    boolean: int,
    first: LinearTerms,
    second: LinearTerms,
    values: Int64s,
) -> list[int]:
    """Return a Boolean if two sums are equal, given all values."""
    one, other = (integers.named(terms).total(values) for terms in (first, second))
    return [boolean] if one == other else []


def _linear(
    options: Int64s, weights: Int64s, table: Rows, integers: IntegerVariables
) -> LinearTerms:
    """Return the sum of the weights of the chosen ones of some options, which all differ."""
    places = table.places(options)
    there = places >= 0
    terms = integers.linear(places[there], weights[there])
    given = np.isin(options, np.array(table.given, np.int64))
    return terms._replace(constant=terms.constant + int(weights[given].sum()))
