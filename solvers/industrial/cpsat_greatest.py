"""The greatest of several sums for CP-SAT, as one constraint on integer variables.

In the matrix items tie the value of an extreme to the sums (models/rules/quantities.py), with an
option for each sum that is reached. CP-SAT has `lin_max` for it, which needs no such options: jobs
are shared fairly in a fourth of the time, as fast as in a model that is written by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from ...models.matrix.notes import Greatest
from ..encoding.rows import Rows
from .cpsat_integers import IntegerVariables, LinearTerms

if TYPE_CHECKING:
    from ortools.sat.python.cp_model_helper import CpModelProto

__all__ = ["add_greatest", "can_add"]


def can_add(note: Greatest, table: Rows) -> bool:
    """Return whether no option that a sum is the greatest is given or ruled out."""
    reached = table.variables_of(note.reached.tolist())
    return reached is not None and len(reached) == len(note.reached)


def add_greatest(
    model: CpModelProto,
    note: Greatest,
    table: Rows,
    integers: IntegerVariables,
    check: Callable[[], None],
) -> None:
    """Add that the value is the greatest of the sums, in place of the items; calls `check` often.

    Whether a sum is the greatest follows from the values of the sum and of the greatest.
    """
    entries: list[list[tuple[int, int]]] = [[] for _ in note.reached]
    rows = zip(note.options.tolist(), note.sums.tolist(), note.weights.tolist(), strict=True)
    for option, number, weight in rows:
        entries[number].append((option, weight))
    amounts = list(zip(note.values.tolist(), note.amounts.tolist(), strict=True))
    value = _linear(amounts, table, integers)
    sums = []
    for own in entries:
        check()
        sums.append(_linear(own, table, integers))
    constraint = model.constraints.add().lin_max
    value.write(constraint.target)
    for terms in sums:
        terms.write(constraint.exprs.add())
    for option, terms in zip(note.reached.tolist(), sums, strict=True):
        booleans = table.variables_of([option]) or []
        integers.derive(booleans, partial(_equal, booleans, terms, value))


def _equal(
    booleans: list[int], first: LinearTerms, second: LinearTerms, values: Sequence[int]
) -> list[int]:
    """Return the Booleans if two sums are equal, given all values."""
    return booleans if first.total(values) == second.total(values) else []


def _linear(entries: list[tuple[int, int]], table: Rows, integers: IntegerVariables) -> LinearTerms:
    """Return the sum of the weights of the chosen ones of some options."""
    weights: dict[int, int] = {}
    constant = 0
    for option, weight in entries:
        variables = table.variables_of([option])
        if variables:
            weights[variables[0]] = weights.get(variables[0], 0) + weight
        elif variables is not None:  # it is given
            constant += weight
    terms = integers.linear(weights.keys(), weights.values())
    return terms._replace(constant=terms.constant + constant)
