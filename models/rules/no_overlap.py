"""No overlap: of intervals on a resource two that are chosen do not overlap.

A choice is an interval of time, or of space, as the start of a task that occupies a machine. Two
intervals overlap exactly if one of them holds the start of the other, so the matrix has an item for
each start on a resource, which at most one of the intervals that hold it covers (cardinality.py).
A note beside the matrix tells solvers that have intervals of their own what these items mean.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, Self

import numpy as np

from ..budget import spend
from ..errors import ModelError
from ..matrix.notes import Intervals
from ..tables.faults import shortened
from ..tables.table import Choices, Columns
from .arguments import Argument, Place, TablesOf, puzzle_method
from .cardinality import Cardinality
from .groups import unhashable
from .keys import (
    Key,
    LateKeys,
    Listed,
    Numbers,
    Part,
    PerTable,
    Successive,
    column_on,
    evaluated,
    everything,
    of_rows,
    parts_of,
    row_of,
    said,
)
from .rule import Block, Stretched
from .rulebook import Rulebook

__all__ = ["NoOverlap", "no_overlap"]

LENGTH = Argument("column", ("length",), optional=True)
RESOURCE = Argument("regions", ("by",), optional=True)
LARGE = (1 << 61) - 1  # of starts and lengths: their sums stay below 2^62


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

    def require_rows(self) -> None:
        """Return: the rows were read as the rule was made."""

    @property
    def keys(self) -> Sequence[Key]:
        """The resources and starts that have an item."""
        return self._column.groups

    @cached_property
    def blocks(self) -> Sequence[Block]:
        """Which row is in which group."""
        column = self._column
        return Stretched(self.tables[0].offset, column.first, column.last)

    @property
    def _column(self) -> Successive:
        column = self.parts[0].column
        assert isinstance(column, Successive)
        return column

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
    parts = None if by is None else parts_of([table], by, None, purpose)
    column = Listed([everything()] * len(table)) if parts is None else parts[0].column
    names, resources = _numbered(table, column, purpose)
    places = evaluated(table, along, f"{purpose}: along")
    starts = _integers(table, places, purpose, "start")
    long: Sequence[Any] = Listed([length] * len(table))
    if not isinstance(length, int):
        long = evaluated(table, length, f"{purpose}: length")
    lengths = _integers(table, long, purpose, "length", least=0)
    rows = np.flatnonzero((resources >= 0) & (lengths > 0))
    intervals = np.stack([rows, resources[rows], starts[rows], lengths[rows]], axis=1)
    keys = _covered(intervals, names, len(table))
    spend(keys=int((keys.last - keys.first).sum()))
    part = Part(table, keys, several=True)
    rule = NoOverlap(
        stated.name,
        stated.source,
        (part,),
        None,
        0,
        1,
        plain=True,
        by=parts,
        along=places,
        length=long,
        spans=intervals,
    )
    return puzzle.add(rule)


def _integers(
    table: Choices, column: Sequence[Any], purpose: str, what: str, least: int = -LARGE
) -> Numbers:
    """Return int64[rows]: what a column says. Raises ModelError for what is no such integer."""
    values = list(said(column))
    if set(map(type, values)) <= {int} and (
        not values or (least <= min(values) and max(values) <= LARGE)
    ):
        return of_rows(column, np.array(values, np.int64))
    for place, value in enumerate(values):
        if isinstance(value, bool) or not isinstance(value, int):
            expected = "an integer"
        elif not least <= value <= LARGE:
            expected = f"{least} up" if value < least else "less than 2^61"
        else:
            continue
        shown = shortened(f"{table.describe(row_of(column, place))} has the {what} {value!r}")
        raise ModelError(f"{purpose}: {shown}, expected {expected}")
    return of_rows(column, np.array(list(map(int, values)), np.int64))


def _numbered(table: Choices, column: Sequence[Any], purpose: str) -> tuple[Sequence[Key], Numbers]:
    """Return (resources, int64[rows]): the resources, and the number of each row's; -1: none.

    Raises ModelError for a resource that cannot be hashed.
    """
    numbers: dict[Key, int] = {}
    places = []
    for place, key in enumerate(said(column)):
        try:
            places.append(-1 if key is None else numbers.setdefault(key, len(numbers)))
        except TypeError:
            wrong = f"{table.describe(row_of(column, place))} has no resource that can be hashed"
            raise ModelError(f"{purpose}: {wrong}: {unhashable(key, several=True)}") from None
    return tuple(numbers), of_rows(column, np.array(places, np.int64))


def _covered(intervals: Numbers, names: Sequence[Key], rows: int) -> Successive:
    """Return the groups of each row: the starts on its resource that its interval holds."""
    owners, resources, starts, lengths = intervals.T
    points, ranks = np.unique(starts, return_inverse=True)
    resources = resources * len(points)  # a resource and a start as one number
    begins = np.unique(resources + ranks)
    first, last = np.zeros((2, rows), np.int64)
    first[owners] = np.searchsorted(begins, resources + ranks)
    ends = np.searchsorted(points, starts + lengths)
    last[owners] = np.searchsorted(begins, resources + ends)

    def spell() -> Iterator[tuple[Key, int]]:
        each, at = np.divmod(begins, max(len(points), 1))
        return zip(map(names.__getitem__, each.tolist()), points[at].tolist(), strict=True)

    return Successive(LateKeys(len(begins), spell), first, last)


puzzle_method(
    no_overlap,
    example='no_overlap = "table", by = "machine", along = "at", length = "took"',
    doc="intervals from `along`, of `length` (default 1), do not overlap on one machine",
)
