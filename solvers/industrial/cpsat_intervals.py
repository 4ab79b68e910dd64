"""Intervals of CP-SAT for choices that must not overlap (models/rules/no_overlap.py).

A task is a group of options of which one is chosen, each of which starts it at another time: one
interval, whose start is the integer variable of the group (cpsat_integers.py). An option by itself
is an optional interval of fixed start. One `no_overlap` for each resource stands in place of the
items that say the same start by start.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from ...models.matrix.notes import Intervals
from ..encoding.rows import Rows
from .cpsat_integers import IntegerVariables

if TYPE_CHECKING:
    from ortools.sat.python.cp_model_helper import CpModelProto

__all__ = ["add_intervals"]


def add_intervals(
    model: CpModelProto,
    note: Intervals,
    table: Rows,
    integers: IntegerVariables,
    check: Callable[[], None],
) -> None:
    """Add the intervals of a note, and that none overlap; calls `check` often.

    Options that are ruled out are no intervals; those that are given are in any case.
    """
    places = table.places(note.options)
    there = np.flatnonzero(places >= 0)
    rows = np.full(table.variables, -1)  # by variable: the place of its interval in the note
    rows[places[there]] = there
    by_resource: dict[int, list[int]] = {}
    for group in integers.groups:
        check()
        own = rows[group.variables]
        if group.optional or own.min() < 0:
            continue
        resource, length = int(note.resources[own[0]]), int(note.lengths[own[0]])
        if (note.resources[own] != resource).any() or (note.lengths[own] != length).any():
            continue
        begin = integers.linear(group.variables, note.starts[own])
        if len(begin.variables) != 1:
            continue
        interval = _interval(
            model, begin.constant, length, begin.variables[0], begin.coefficients[0]
        )
        by_resource.setdefault(resource, []).append(interval)
        rows[group.variables] = -1
    left = np.flatnonzero(rows >= 0).tolist()
    integers.keep(left)
    given = np.flatnonzero(np.isin(note.options, np.array(table.given, np.int64))).tolist()
    single = [(variable, int(rows[variable])) for variable in left]
    for variable, row in [*single, *((None, row) for row in given)]:
        check()
        interval = _interval(model, int(note.starts[row]), int(note.lengths[row]))
        if variable is not None:
            model.constraints[interval].enforcement_literal.append(variable)
        by_resource.setdefault(int(note.resources[row]), []).append(interval)
    for intervals in by_resource.values():
        model.constraints.add().no_overlap.intervals.extend(intervals)


def _interval(
    model: CpModelProto, start: int, length: int, variable: int | None = None, factor: int = 0
) -> int:
    """Add an interval from factor * variable + start; return the number of the constraint."""
    number = len(model.constraints)
    interval = model.constraints.add().interval
    for bound, offset in ((interval.start, start), (interval.end, start + length)):
        bound.offset = offset
        if variable is not None:
            bound.vars.append(variable)
            bound.coeffs.append(factor)
    interval.size.offset = length
    return number
