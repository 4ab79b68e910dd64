"""One of several constraints, whichever: each is an automaton, and they read the cells together."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import Any, ClassVar

from ...errors import ModelError, excerpt
from ..cells import Cell
from ..demands import Demand, Different, Digits, OneOf, Walk
from ..grid_shape import GridShape
from .constraint import Constraint

__all__ = ["Either"]

Fates = tuple["Hashable | None", ...]
HELD: Fates = ("held",)  # a branch holds, whatever comes


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
        branches.sort(key=lambda some: len({cell for one in some for cell in one.cells}))
        cells = _in_order([one for some in branches for one in some])
        grid.require(cells)
        readers = [_together([_reader(one, cells) for one in some]) for some in branches]

        def step(fates: Fates, place: int, value: int) -> Fates | None:
            if fates == HELD:
                return HELD
            now: list[Hashable | None] = []
            for fate, reader in zip(fates, readers, strict=True):
                state = None if fate is None else reader.step(fate, place, value)
                if state is not None and place >= reader.last:
                    if reader.accepts(state):
                        return HELD
                    state = None
                now.append(state)
            return tuple(now) if any(state is not None for state in now) else None

        start = tuple(reader.start for reader in readers)
        yield Walk(cells, start, step, lambda fates: fates == HELD, "branch")

    def to_text(self, grid: GridShape | int = 9) -> str:  # noqa: D102
        if self.name is not None:
            raise ModelError(f"{self._spelled()}, which no constraint string says")
        branches = [f"And.{one}.End" if "." in one else one for one in self.branches]
        return ".".join(["Or", *branches, "End"])

    @property
    def note(self) -> str:  # noqa: D102
        return " or ".join(self.branches)


def _in_order(demands: Sequence[Demand]) -> tuple[Cell, ...]:
    """Return all cells, those of each line in the order in which it is read, if that can be."""
    before: dict[Cell, set[Cell]] = {}
    for demand in demands:
        for cell in demand.cells:
            before.setdefault(cell, set())
        if isinstance(demand, Walk):
            for cell, behind in pairwise(demand.cells):
                before[behind].add(cell)
    try:
        return tuple(TopologicalSorter(before).static_order())
    except CycleError:
        return tuple(before)


def _demands(branch: str, grid: GridShape) -> Iterator[Demand]:
    """Yield what a branch demands."""
    for one in branch.split("."):
        word, *fields = one.split("~")
        kind, as_written = Either.known.get(word.lower(), (None, word))
        if kind is None or kind.finds_regions or (kind.whole and not kind.joins):
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


def _reader(demand: Demand, cells: Sequence[Cell]) -> _Reader:
    mine = {cells.index(cell): number for number, cell in enumerate(demand.cells)}
    order = [place for place in range(len(cells)) if place in mine]
    last = order[-1]
    one_way = isinstance(demand, Walk) and len(demand.begins) == 1
    if (
        isinstance(demand, Walk)
        and one_way
        and [mine[place] for place in order] == list(range(len(mine)))
    ):
        walk = demand

        def walked(state: Hashable, place: int, value: int) -> Hashable | None:
            return walk.step(state, mine[place], value) if place in mine else state

        return _Reader(last, walk.begins[0], walked, walk.accepts)
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

    def kept(found: tuple[tuple[int, int], ...], place: int, value: int) -> Any:
        if place not in mine:
            return found
        now = (*found, (mine[place], value))
        if len(now) < len(mine):
            return tuple(sorted(now)) if not isinstance(demand, Digits) else _sorted(now)
        digits = {demand.cells[number]: digit for number, digit in now}
        return () if demand.holds(digits) else None

    return _Reader(last, (), kept, _yes)


def _sorted(found: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return values in whose order nothing lies, in one order."""
    numbers, digits = zip(*found, strict=True)
    return tuple(zip(sorted(numbers), sorted(digits), strict=True))


def _yes(state: object) -> bool:
    return True


def _together(readers: Sequence[_Reader]) -> _Reader:
    """Return the automaton that accepts what all of some accept."""

    def step(states: tuple[Any, ...], place: int, value: int) -> tuple[Any, ...] | None:
        now = tuple(
            reader.step(state, place, value) for state, reader in zip(states, readers, strict=True)
        )
        return None if any(state is None for state in now) else now

    def accepts(states: tuple[Any, ...]) -> bool:
        return all(r.accepts(state) for r, state in zip(readers, states, strict=True))

    last = max(reader.last for reader in readers)
    return _Reader(last, tuple(reader.start for reader in readers), step, accepts)
