"""Intervals of CP-SAT for choices that must not overlap (models/rules/no_overlap.py).

A task is a group of options of which one is chosen, each of which starts it at another time: one
interval, whose start is the integer variable of the group (cpsat_integers.py). An option by itself
is an optional interval of fixed start. One `no_overlap` for each resource stands in place of the
items that say the same start by start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...models.matrix.notes import Intervals
from ..encoding.rows import Rows
from .cpsat_integers import IntegerVariables, LinearTerms

if TYPE_CHECKING:
    from ortools.sat.python.cp_model_helper import CpModelProto

__all__ = ["Task", "add_tasks", "tasks_of"]


class Task(NamedTuple):
    """An interval from a start that may be an integer variable.

    chosen  the Boolean that says whether there is such an interval; None: there is
    """

    resource: int
    start: LinearTerms
    length: int
    chosen: int | None = None


def tasks_of(
    note: Intervals, table: Rows, integers: IntegerVariables, check: Callable[[], None]
) -> list[Task]:
    """Return the intervals of a note; calls `check` often.

    Options that are ruled out are no intervals; those that are given are in any case.
    """
    places = table.places(note.options)
    there = np.flatnonzero(places >= 0)
    rows = np.full(table.variables, -1)  # by variable: the place of its interval in the note
    rows[places[there]] = there
    tasks = []
    for group in integers.groups:
        check()
        own = rows[group.variables]
        if group.optional or own.min() < 0:
            continue
        resource, length = int(note.resources[own[0]]), int(note.lengths[own[0]])
        if (note.resources[own] != resource).any() or (note.lengths[own] != length).any():
            continue
        begin = integers.linear(group.variables, note.starts[own])
        if len(begin.variables) == 1:
            tasks.append(Task(resource, begin, length))
            rows[group.variables] = -1
    left = np.flatnonzero(rows >= 0)
    integers.keep(left)
    given = np.flatnonzero(np.isin(note.options, np.array(table.given, np.int64)))
    booleans: list[int | None] = [*left.tolist(), *([None] * len(given))]
    own = np.append(rows[left], given)
    columns = (column[own].tolist() for column in (note.resources, note.starts, note.lengths))
    for boolean, resource, start, length in zip(booleans, *columns, strict=True):
        tasks.append(Task(resource, LinearTerms([], [], start), length, boolean))
    return tasks


def add_tasks(
    model: CpModelProto,
    tasks: Iterable[Task],
    integers: IntegerVariables,
    check: Callable[[], None],
) -> None:
    """Add intervals of which no two on a resource overlap; calls `check` often."""
    by_resource: dict[int, list[int]] = {}
    for task in tasks:
        check()
        by_resource.setdefault(task.resource, []).append(len(model.constraints))
        constraint = model.constraints.add()
        start, interval = integers.named(task.start), constraint.interval
        start.write(interval.start)
        start._replace(constant=start.constant + task.length).write(interval.end)
        interval.size.offset = task.length
        if task.chosen is not None:
            constraint.enforcement_literal.extend(integers.names([task.chosen]))
    for intervals in by_resource.values():
        model.constraints.add().no_overlap.intervals.extend(intervals)
