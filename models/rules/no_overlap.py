"""No overlap: of intervals on a resource two that are chosen do not overlap.

A choice is an interval of time, or of space, as the start of a task that occupies a machine. Two
intervals overlap exactly if one of them holds the start of the other, so the matrix has an item for
each start on a resource, which at most one of the intervals that hold it covers (cardinality.py).
A note beside the matrix tells solvers that have intervals of their own what these items mean.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Self

import numpy as np

from ..budget import spend
from ..errors import ModelError
from ..matrix.notes import Intervals
from ..tables.table import Choices, Columns
from .arguments import Argument, Place, TablesOf, puzzle_method
from .cardinality import Cardinality
from .keys import Listed, Numbers, Part, PerTable, evaluated, everything, parts_of
from .rulebook import Rulebook
from .statements.lines import column_on

__all__ = ["NoOverlap", "no_overlap"]

LENGTH = Argument("column", ("length",), optional=True)
RESOURCE = Argument("regions", ("by",), optional=True)


@dataclass(frozen=True, eq=False)
class NoOverlap(Cardinality):
    """At most one of the intervals that hold a start is chosen.

    by      the resource of each row, its one part; None: all rows share one
    along   the start of each row
    length  how long each is
    spans   int64[n, 4]: row, number of its resource, start and length of each interval that is one
    """

    by: tuple[Part, ...] | None = field(repr=False, kw_only=True)
    along: Sequence[int] = field(repr=False, kw_only=True)
    length: Sequence[int] = field(repr=False, kw_only=True)
    spans: Numbers = field(repr=False, kw_only=True)

    @property
    def method(self) -> str:
        """The puzzle's method that states it."""
        return "no_overlap"

    def notes(self, first: int, further: int, hidden: int) -> Sequence[Intervals]:
        """Return the intervals."""
        items = np.arange(first, first + len(self.keys))
        rows, resources, starts, lengths = self.spans.T
        return [Intervals(items, rows + self.tables[0].offset, resources, starts, lengths)]

    def twin(self, tables: Mapping[Choices, Choices]) -> Self:
        """Return a rule like this one on a table like its own."""
        own = tables[self.tables[0]]
        by = None if self.by is None else tuple([part.on(own) for part in self.by])
        along, length = column_on(own, self.along), column_on(own, self.length)
        return super().twin(tables)._copy(by=by, along=along, length=length)

    @property
    def wanted(self) -> str:
        """What the rule wants of a start."""
        return "at most one interval"


def no_overlap(
    puzzle: Rulebook,
    choices: TablesOf,
    *,
    by: Annotated[PerTable | None, RESOURCE] = None,
    along: Place,
    length: Annotated[Columns | int, LENGTH] = 1,
    name: str | None = None,
) -> NoOverlap:
    """Demand that of the chosen intervals on a resource no two overlap.

    by      the resource of each row, as a machine; None is none, and without it all share one
    along   the start of each row, a column or a function of columns: an integer
    length  how long it is, likewise, or the same for all; it ends before start + length. A row of
            length 0 overlaps nothing

    So `p.no_overlap(start, by="machine", along="at", length="took")` says that a machine works on
    one task at a time. Raises ModelError for a start that is no integer, and for a length that is
    none or is negative.
    """
    stated = puzzle.state(choices, name, by)
    table, purpose = stated.table, stated.purpose
    size = len(table)
    parts = None if by is None else parts_of([table], by, None, purpose)
    resources = [everything()] * size if parts is None else parts[0].column
    starts = evaluated(table, along, f"{purpose}: along")
    lengths: Sequence[Any] = Listed([length] * size)
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
            spend(keys=b - a)
            keys[row] = tuple((resource, point) for point in points[a:b])
    part = Part(table, Listed(keys), several=True)
    rule = NoOverlap(
        stated.name,
        stated.source,
        (part,),
        None,
        0,
        1,
        plain=True,
        by=parts,
        along=starts,
        length=lengths,
        spans=intervals,
    )
    return puzzle.add(rule)


puzzle_method(
    no_overlap,
    example='no_overlap = "table", by = "machine", along = "at", length = "took"',
    doc="intervals from `along`, of `length` (default 1), do not overlap on one machine",
)
