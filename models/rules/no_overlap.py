"""No overlap: of intervals on a resource two that are chosen do not overlap.

A choice is an interval of time, or of space, as the start of a task that occupies a machine. Two
intervals overlap exactly if one of them holds the start of the other, so the matrix has an item for
each start on a resource, which at most one of the intervals that hold it covers (cardinality.py).
A note beside the matrix tells solvers that have intervals of their own what these items mean.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np

from ..errors import ModelError
from ..matrix.notes import Intervals
from ..tables.table import Choices, Columns
from .arguments import puzzle_method
from .cardinality import Cardinality
from .keys import Listed, Numbers, Part, evaluated, everything
from .rulebook import Rulebook

__all__ = ["NoOverlap", "no_overlap"]


@dataclass(frozen=True, eq=False)
class NoOverlap(Cardinality):
    """At most one of the intervals that hold a start is chosen.

    spans  int64[n, 4]: row, number of its resource, start and length of each interval that is one
    """

    spans: Numbers = field(repr=False, kw_only=True)

    def notes(self, first: int, hidden: int) -> Sequence[Intervals]:
        """Return the intervals."""
        items = np.arange(first, first + len(self.keys))
        rows, resources, starts, lengths = self.spans.T
        return [Intervals(items, rows + self.tables[0].offset, resources, starts, lengths)]

    def twin(self, tables: Mapping[Choices, Choices]) -> Self:
        """Return a rule like this one on a table like its own."""
        return super().twin(tables)._copy(spans=self.spans)

    @property
    def wanted(self) -> str:
        """What the rule wants of a start."""
        return "at most one interval"


def no_overlap(
    puzzle: Rulebook,
    choices: Choices | str,
    *,
    along: Columns,
    length: Columns | int = 1,
    by: Columns | None = None,
    name: str | None = None,
) -> NoOverlap:
    """Demand that of the chosen intervals on a resource no two overlap.

    along   the start of each row, a column or a function of columns: an integer
    length  how long it is, likewise, or the same for all; it ends before start + length. A row of
            length 0 overlaps nothing
    by      the resource of each row, as a machine; None is none, and without it all share one

    So `p.no_overlap(start, by="machine", along="at", length="took")` says that a machine works on
    one task at a time. Raises ModelError for a start that is no integer, and for a length that is
    none or is negative.
    """
    stated = puzzle.state(choices, name, by)
    table, purpose = stated.table, stated.purpose
    size = len(table)
    resources = evaluated(table, everything if by is None else by, purpose)
    starts = evaluated(table, along, f"{purpose}: along")
    lengths: Sequence[Any] = [length] * size
    if not isinstance(length, int):
        lengths = evaluated(table, length, f"{purpose}: length")
    numbers: dict[Any, int] = {}
    spans = []
    for row, (resource, start, long) in enumerate(zip(resources, starts, lengths, strict=True)):
        for text, value in (("start", start), ("length", long)):
            if isinstance(value, bool) or not isinstance(value, int):
                wrong = f"{table.describe(row)} has the {text} {value!r}"
                raise ModelError(f"{purpose}: {wrong}, expected an integer")
        if long < 0:
            raise ModelError(
                f"{purpose}: {table.describe(row)} has the length {long}, expected 0 up"
            )
        if resource is not None and long:
            spans.append((row, numbers.setdefault(resource, len(numbers)), start, long))
    intervals = np.array(spans, np.int64).reshape(-1, 4)
    keys: list[tuple[Any, ...]] = [()] * size
    for resource, number in numbers.items():
        own = intervals[intervals[:, 1] == number]
        begins = np.unique(own[:, 2])
        first = np.searchsorted(begins, own[:, 2])
        last = np.searchsorted(begins, own[:, 2] + own[:, 3])
        points = begins.tolist()
        for row, a, b in zip(own[:, 0].tolist(), first.tolist(), last.tolist(), strict=True):
            keys[row] = tuple((resource, point) for point in points[a:b])
    part = Part(table, Listed(keys), several=True)
    rule = NoOverlap(stated.name, stated.source, (part,), None, 0, 1, plain=True, spans=intervals)
    return puzzle.add(rule)


puzzle_method(no_overlap)
