"""Find the symmetries of a problem in time, and the options that a search need not try."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, cast

import numpy as np

from ...models.budget import watched
from ...models.errors import ModelError, SolverError, Unsupported
from ...models.puzzle import Puzzle
from ...models.spelling import counted
from ...models.symmetry.automorphisms import Automorphisms, Bliss, MakeBliss, Vertices
from ...models.symmetry.plain_moves import grid_symmetries
from ...models.symmetry.symmetries import Symmetries, selection, symmetries_of, visible_options
from ..contract.deadline import Deadline, Stopped
from ..contract.query import Permutation
from ..process.interrupt import Run, returned, streamed
from ..process.isolation import End, Isolated, Tell
from .orbit_fixing import Group, spared_options
from .selection import Problem, require_problem

__all__ = ["Alike", "Broken", "Known", "broken_in_time", "symmetries_in_time"]

# ---- The search for symmetries within a time limit -----------------------------------------------
#
# BLISS never checks the time. So it works in a child process, which is killed when time is over.
# Once a small graph has proved to be quick, this process answers the other questions about it: a
# fork takes longer.


SMALL = 50_000  # edges
QUICK = 0.02  # seconds of the processor


def bliss_within(deadline: Deadline) -> MakeBliss:
    """Return what makes a Bliss that answers by the deadline, or raises Stopped."""
    return Bliss if math.isinf(deadline.left()) else partial(_InTime, deadline)


class _InTime(Bliss):
    """A Bliss in a child process, of which generators are asked first, then their order."""

    def __init__(self, deadline: Deadline, vertices: int, edges: Vertices) -> None:
        super().__init__(vertices, edges)
        self._deadline = deadline
        self._is_quick = self._is_imported = False
        self._orders: dict[bytes, int] = {}  # of the first classes that generators were asked of

    def generators(self, classes: Sequence[int]) -> list[Vertices]:
        generators_of, order_of = super().generators, super().order
        first = not self._orders

        def ask() -> list[Any]:
            order = [str(order_of(classes))] if first else []
            return [*order, *(generator.tobytes() for generator in generators_of(classes))]

        values = self._in_time(ask)
        if first:
            self._orders[_key(classes)] = int(values.pop(0))
        return [np.frombuffer(generator, np.int32) for generator in values]

    def order(self, classes: Sequence[int]) -> int:
        order = self._orders.get(_key(classes))
        order_of = super().order
        return order or int(self._in_time(lambda: [str(order_of(classes))])[0])

    def name(self, classes: Sequence[int]) -> bytes:
        name_of = super().name
        digest: bytes = self._in_time(lambda: [name_of(classes)])[0]
        return digest

    def _import(self, run: Run[None]) -> bool:
        self.require_library()
        return True

    def _in_time(self, ask: Callable[[], list[Any]]) -> list[Any]:
        """Return plain values: from a child, until the graph is known to be quick."""
        if self._is_quick:
            return ask()
        self._deadline.check()
        if not self._is_imported:
            # In a thread: the limit does not wait for the import to end.
            returned(streamed(self._import, self._deadline))
            self._deadline.check()
            self._is_imported = True

        def work(tell: Tell) -> float:
            began = time.process_time()
            for value in ask():
                tell(value)
            return time.process_time() - began

        # The messages and the result of a child.
        deadline = self._deadline
        with Isolated(work, deadline, grace=0.0) as child:
            messages = list(child)
        ending = child.ending
        if ending.how is End.HUNG or (
            ending.how is End.RAISED and ending.error == Stopped.__name__
        ):
            raise Stopped
        if not ending:
            raise SolverError(f"symmetries: the search for them {ending.words}")
        values, seconds = messages, ending.value
        self._is_quick = len(self._edges) <= SMALL and seconds < QUICK
        return values


def _key(classes: Sequence[int]) -> bytes:
    return np.array(classes, np.int64).tobytes()


MOST_GENERATORS = 50  # passed to a solver
SHARE = 0.25  # of a time limit, for symmetries that a search can do without
Known = Symmetries | Automorphisms
Alike = Known | str  # "auto" or "known"

log = logging.getLogger("minuet")


class Broken(NamedTuple):
    """How symmetries are broken if a first or best solution is wanted: by one or the other.

    spared      options that need not be tried
    generators  symmetries; only a solution that is no less than its images is wanted
                (encoding/rows.py)
    """

    spared: frozenset[int] = frozenset()
    generators: tuple[Permutation, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.spared or self.generators)


NOT_BROKEN = Broken()


def symmetries_in_time(
    puzzle: Problem, deadline: Deadline, which: Alike = "known", given: Sequence[int] = ()
) -> Known | None:
    """Return the symmetries of a puzzle; None if they are not found before the deadline.

    which  "known": those that the puzzle declares, as a packing does; of others, the turns and
           mirrors of its grid; or what its `alike` says. "auto": all automorphisms of its matrix
    given  further options that must be chosen

    Raises Unsupported if none are known, Unavailable if "auto" lacks igraph, ModelError for
    symmetries of another puzzle.
    """
    require_problem(puzzle)
    symmetries: Known | None = None
    with watched(deadline.check), suppress(Stopped):
        if which == "known" and getattr(puzzle, "alike", "") == "auto":
            which = "auto"
        if not isinstance(which, str):
            require_of(puzzle, which, given)
            symmetries = which
            if isinstance(which, Automorphisms):
                symmetries = which.by(bliss_within(deadline))
        elif which == "auto":
            symmetries = Automorphisms(puzzle, given, bliss=bliss_within(deadline))
            log.debug("%s", symmetries.in_short)
        elif which == "known":
            if hasattr(puzzle, "symmetries"):
                symmetries = symmetries_of(puzzle)
            else:
                group = grid_symmetries(puzzle) if isinstance(puzzle, Puzzle) else None
                if group is None:
                    message = "has no known symmetries: it is no packing"
                    grid = "no turn or mirror maps choices with row and col to choices"
                    raise Unsupported(f"up to symmetry: {puzzle!r} {message}, and {grid}")
                symmetries = group
            if given:
                require_of(puzzle, symmetries, given)
        else:
            raise ModelError(f"symmetries: {which!r}, expected auto, known or Symmetries.of(...)")
    return symmetries


def broken_in_time(
    puzzle: Problem, deadline: Deadline, which: Alike, given: Sequence[int]
) -> Broken:
    """Return how symmetries are broken in the search for a first or best solution.

    Finding them may take a share of the time, once the puzzle is compiled. When that is over, those
    that were found by then are broken, or none. Raises Stopped if the puzzle is not compiled in
    time, and what `symmetries_in_time` does.
    """
    require_problem(puzzle)
    with watched(deadline.check):
        selection(puzzle)  # compiles
    left = deadline.limit()
    share = deadline.within(None if left is None else SHARE * left)
    symmetries = symmetries_in_time(puzzle, share, which, given)
    broken = NOT_BROKEN
    with watched(share.check), suppress(Stopped):
        if symmetries is not None and symmetries.order > 1:
            kept = _keeping_costs(symmetries)
            spared = spared_options(cast("Group", kept))
            broken = Broken(spared) if spared else Broken(generators=_generators(kept))
    if symmetries is None:
        log.warning("symmetries: not found in a part of the time limit, searching without them")
    log.info("%s spared by symmetry", counted(len(broken.spared), "option"))
    return broken


def require_of(puzzle: Problem, symmetries: Known, given: Collection[int] = ()) -> None:
    """Raise ModelError unless the symmetries are those of the puzzle with these givens."""
    matrix, fixed, forbidden = selection(puzzle)
    if symmetries.matrix is not matrix:
        raise ModelError("symmetries of another puzzle, or made before this one was changed")
    choices = visible_options(puzzle)
    if any((move[:choices] >= choices).any() for move in symmetries.generators):
        message = "symmetries of a bare matrix, which exchange choices with hidden rows"
        raise ModelError(f"{message}; expected those of the puzzle")
    if (set(symmetries.given), symmetries.forbidden) != ({*fixed, *given}, forbidden):
        raise ModelError("symmetries made before choices were given, lifted or forbidden")


def _generators(symmetries: Known) -> tuple[Permutation, ...]:
    """Return the symmetries for a solver: generators, or some of those that are listed."""
    if isinstance(symmetries, Automorphisms):
        return tuple(symmetries.generators[:MOST_GENERATORS])
    return tuple(symmetries.permutations[1 : 1 + MOST_GENERATORS])


def _keeping_costs(symmetries: Known) -> Known:
    """Return those of the symmetries that leave the cost of every option as it is."""
    costs = symmetries.matrix.costs
    if isinstance(symmetries, Automorphisms) or not symmetries.matrix.has_costs:
        return symmetries
    kept = (costs[symmetries.permutations] == costs).all(axis=1)
    return Symmetries(
        symmetries.matrix,
        symmetries.permutations[kept],
        symmetries.given,
        symmetries.forbidden,
        visible=symmetries.visible,
    )
