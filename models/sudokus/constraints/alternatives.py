"""One of several constraints, whichever: each is an automaton, and they read the cells together."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import Any, ClassVar

from ...errors import ModelError, excerpt
from ..demands import Demand, Different, Digits, OneOf, Walk
from ..grid_shape import Cell, GridShape
from .constraint import Constraint

__all__ = ["Either"]

Fates = tuple["Hashable | None", ...]
HELD: Fates = ("held",)  # a branch holds, whatever comes
_DONE = "done"  # a part of a branch holds


@dataclass(frozen=True)
class Either(Constraint):
    """At least one of the `branches` holds; each is a constraint string, of one or more words.

    In a constraint string the branches stand between `Or` and `End`, one of several words between
    `And` and `End`.

    >>> Either(["~R1C1_3", "~R1C2_3"]).holds("34.. .... .... ....")
    True
    >>> Either(["~R1C1_3", "~R1C2_3"]).to_text()
    'Or.~R1C1_3.~R1C2_3.End'
    """

    kind = "either"
    known: ClassVar[Mapping[str, tuple[type[Constraint], str]]] = {}  # by word: families.py
    branches: Sequence[str]

    def demands(self, grid: GridShape) -> Iterator[Demand]:  # noqa: D102
        if not self.branches:
            raise ModelError("no branch, expected two or more")
        branches = [list(_demands(branch, grid)) for branch in self.branches]
        if len(branches) == 1:
            yield from branches[0]
            return
        if not all(branches):
            return
        # The branch that is soonest decided comes first: where it holds, nothing else matters.
        branches.sort(key=lambda some: len({cell for demand in some for cell in demand.cells}))
        cells = _in_order([demand for some in branches for demand in some])
        grid.require(cells)
        readers = [
            _remembering(_together([_remembering(_reader(demand, cells, grid)) for demand in some]))
            for some in branches
        ]

        def step(fates: Fates, place: int, value: int) -> Fates | None:
            if fates == HELD:
                return HELD
            now: list[Hashable | None] = []
            live = False
            for fate, reader in zip(fates, readers, strict=True):
                state = None if fate is None else reader.step(fate, place, value)
                if state is not None:
                    if place < reader.last:
                        live = True
                    elif reader.accepts(state):
                        return HELD
                    else:
                        state = None
                now.append(state)
            return tuple(now) if live else None

        start = tuple(reader.start for reader in readers)
        yield Walk(cells, start, step, lambda fates: fates == HELD, "branch")

    def to_text(self, grid: GridShape | int = 9) -> str:  # noqa: D102
        if self.name is not None:
            raise ModelError(f"{self._spelled()}, which no constraint string says")
        branches = [f"And.{branch}.End" if "." in branch else branch for branch in self.branches]
        return ".".join(["Or", *branches, "End"])

    @property
    def note(self) -> str:  # noqa: D102
        return " or ".join(self.branches)


def _in_order(demands: Sequence[Demand]) -> tuple[Cell, ...]:
    """Return all cells, those of each line in the order in which it is read, if that can be.

    A line is read to its end before the next one is begun: automata that are half through several
    lines have a state for each pair of theirs.
    """
    before: dict[Cell, set[Cell]] = {}
    for demand in demands:
        for cell in demand.cells:
            before.setdefault(cell, set())
        if isinstance(demand, Walk):
            for cell, behind in pairwise(demand.cells):
                before[behind].add(cell)
    sorter = TopologicalSorter(before)
    try:
        sorter.prepare()
    except CycleError:
        return tuple(before)
    order: list[Cell] = []
    ready = list(sorter.get_ready())[::-1]
    while ready:
        order.append(ready.pop())
        sorter.done(order[-1])
        ready += sorter.get_ready()
    return tuple(order)


def _demands(branch: str, grid: GridShape) -> Iterator[Demand]:
    """Yield what a branch demands."""
    for text in branch.split("."):
        word, *fields = text.split("~")
        kind, as_written = Either.known.get(word.lower(), (None, word))
        if (
            kind is None
            or kind.finds_regions
            or kind.finds_shading
            or (kind.whole and not kind.joins)
        ):
            raise ModelError(f"{excerpt(word)} in a branch, expected a word such as Cage or Sum")
        try:
            for constraint in kind.from_text(as_written, tuple(fields), grid):
                yield from constraint.demands(grid)
        except ModelError as error:
            raise ModelError(f"{word}: {error}") from None


@dataclass(frozen=True)
class _Reader:
    """A demand as an automaton over the cells of all branches; `last` is where it is decided."""

    last: int
    start: Any
    step: Callable[[Any, int, int], Any]
    accepts: Callable[[Any], bool]


def _reader(demand: Demand, cells: Sequence[Cell], grid: GridShape) -> _Reader:
    mine = {cells.index(cell): number for number, cell in enumerate(demand.cells)}
    order = [place for place in range(len(cells)) if place in mine]
    last = order[-1]
    if isinstance(demand, Walk):
        reader = _line_reader(demand, mine, grid)
        if reader is not None:
            return reader
    if isinstance(demand, OneOf):
        values = set(demand.values)
        return _Reader(
            last, 0, lambda s, place, v: s if place not in mine or v in values else None, _yes
        )
    if isinstance(demand, Different):

        def differing(seen: frozenset[int], place: int, value: int) -> frozenset[int] | None:
            if place not in mine:
                return seen
            return None if value in seen else seen | {value}

        return _Reader(last, frozenset(), differing, _yes)

    def kept(fates: tuple[tuple[int, int], ...], place: int, value: int) -> Any:
        if place not in mine:
            return fates
        now = (*fates, (mine[place], value))
        if len(now) < len(mine):
            return tuple(sorted(now)) if not isinstance(demand, Digits) else _sorted(now)
        digits = {demand.cells[number]: digit for number, digit in now}
        return () if demand.holds(digits) else None

    return _Reader(last, (), kept, _yes)


def _line_reader(walk: Walk, mine: dict[int, int], grid: GridShape) -> _Reader | None:
    """Return a line's automaton, if its cells are in its order, or from the last to the first.

    mine  the number of each of its cells, by place
    """
    read, last = [mine[place] for place in sorted(mine)], len(walk.cells) - 1
    if read == list(range(last, -1, -1)) and last:
        walk = _backwards(walk, grid)
        mine = {place: last - number for place, number in mine.items()}
        read.reverse()
    if len(walk.begins) > 1 or read != list(range(last + 1)):
        return None

    def step(state: Hashable, place: int, value: int) -> Hashable | None:
        return walk.step(state, mine[place], value) if place in mine else state

    return _Reader(max(mine), walk.begins[0], step, walk.accepts)


def _backwards(walk: Walk, grid: GridShape) -> Walk:
    """Return the automaton that reads the cells from the last to the first.

    Its states are sets: those from which the cells that it has read lead to acceptance.
    """
    states: list[set[Hashable]] = [set(walk.begins)]
    for place in range(len(walk.cells)):
        behind = {walk.step(state, place, value) for state in states[-1] for value in grid.values}
        states.append(behind - {None})

    def step(ends: frozenset[Hashable], place: int, value: int) -> frozenset[Hashable] | None:
        before = len(walk.cells) - 1 - place
        held = (state for state in states[before] if walk.step(state, before, value) in ends)
        return frozenset(held) or None

    start = frozenset(state for state in states[-1] if walk.accepts(state))
    return Walk(walk.cells[::-1], start, step, lambda ends: True, walk.label)


def _sorted(fates: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return values in whose order nothing lies, in one order."""
    numbers, digits = zip(*fates, strict=True)
    return tuple(zip(sorted(numbers), sorted(digits), strict=True))


def _yes(state: object) -> bool:
    return True


def _together(readers: Sequence[_Reader]) -> _Reader:
    """Return the automaton that accepts what all of some accept; one that is done is forgotten."""

    if len(readers) == 1:
        return readers[0]

    def further(reader: _Reader, state: Any, place: int, value: int) -> Any:
        if place > reader.last:
            return _DONE
        now = reader.step(state, place, value)
        if now is None or place < reader.last:
            return now
        return _DONE if reader.accepts(now) else None

    def step(states: tuple[Any, ...], place: int, value: int) -> tuple[Any, ...] | None:
        now = []
        for reader, state in zip(readers, states, strict=True):
            now.append(further(reader, state, place, value))
            if now[-1] is None:
                return None
        return tuple(now)

    last = max(reader.last for reader in readers)
    return _Reader(last, tuple(reader.start for reader in readers), step, _yes)


def _remembering(reader: _Reader) -> _Reader:
    """Return the same automaton, which is asked but once where each of its steps leads.

    It is in one state for many states of the others.
    """
    return replace(reader, step=cache(reader.step))
