"""Find the symmetries of a problem in time, and the options that a search need not try."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import NamedTuple, cast

from ....models.budget import watched
from ....models.errors import ModelError, Unsupported
from ....models.puzzle import Puzzle
from ....models.symmetry.automorphisms import Automorphisms
from ....models.symmetry.grids import grid_symmetries
from ....models.symmetry.symmetries import Symmetries, selection, symmetries_of, visible_options
from ....models.telling.spelling import counted
from ...contract.deadline import Deadline, Stopped
from ...contract.query import Permutation
from ..selection import Problem, require_problem
from .isolated_bliss import bliss_within
from .orbit_fixing import Group, spared_options

__all__ = [
    "NOT_BROKEN",
    "Alike",
    "Broken",
    "Known",
    "broken_in_time",
    "require_of",
    "symmetries_in_time",
]

MOST_GENERATORS = 50  # of which a solver is told
SHARE = 0.25  # of a time limit, for symmetries that a search can do without
Known = Symmetries | Automorphisms
Alike = Known | str  # "auto" or "known"

log = logging.getLogger("minuet")


class Broken(NamedTuple):
    """How symmetries are broken if a first or best solution is wanted: by one or the other.

    spared      options that need not be tried
    generators  symmetries; only a solution that is no less than its images is wanted
                (lex_leader.py)
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
                found = grid_symmetries(puzzle) if isinstance(puzzle, Puzzle) else None
                if found is None:
                    what = "has no known symmetries: it is no packing"
                    grid = "no turn or mirror maps choices with row and col to choices"
                    raise Unsupported(f"up to symmetry: {puzzle!r} {what}, and {grid}")
                symmetries = found
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
        what = "symmetries of a bare matrix, which exchange choices with hidden rows"
        raise ModelError(f"{what}; expected those of the puzzle")
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
