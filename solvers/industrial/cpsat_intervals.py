"""Intervals of CP-SAT for choices that must not overlap (models/rules/no_overlap.py).

A task is a group of options of which one is chosen, each of which starts it at another time: one
interval, whose start is the integer variable of the group (cpsat_integers.py). An option by itself
is an optional interval of fixed start. One `no_overlap` for each resource stands in place of the
items that say the same start by start.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

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

    Options that are given or ruled out are no intervals: what they exclude is gone already.
    """
    spans: dict[int, tuple[int, int, int]] = {}  # by variable: resource, start, length
    rows = zip(
        *(column.tolist() for column in (note.resources, note.starts, note.lengths)), strict=True
    )
    for option, span in zip(note.options.tolist(), rows, strict=True):
        variables = table.variables_of([option])
        if variables:
            spans[variables[0]] = span
    by_resource: dict[int, list[int]] = {}
    for group in integers.groups:
        check()
        own = [spans[variable] for variable in group.variables if variable in spans]
        whole = len(own) == len(group.variables) and not group.optional
        if not whole or len({(resource, length) for resource, _, length in own}) > 1:
            continue
        resource, _, length = own[0]
        begin = integers.linear(group.variables, [start for _, start, _ in own])
        if len(begin.variables) != 1:
            continue
        interval = _interval(
            model, begin.constant, length, begin.variables[0], begin.coefficients[0]
        )
        by_resource.setdefault(resource, []).append(interval)
        for variable in group.variables:
            del spans[variable]
    integers.keep(spans)
    for variable, (resource, start, length) in spans.items():
        check()
        interval = _interval(model, start, length)
        model.constraints[interval].enforcement_literal.append(variable)
        by_resource.setdefault(resource, []).append(interval)
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
