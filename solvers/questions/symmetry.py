"""The question of how many solutions there are up to symmetry; class_count.py answers it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..contract.solver import Solver
from .queries import Problem, count, solutions
from .symmetries.alike import Alike
from .symmetries.class_count import Asks, ClassCount, count_classes

if TYPE_CHECKING:
    from ..contract.watching.receiver import Listener

__all__ = ["count_up_to_symmetry"]


def count_up_to_symmetry(
    puzzle: Problem,
    symmetries: Alike | None = None,
    *,
    solver: str | Solver = "auto",
    time_limit: float | None = None,
    given: Sequence[int] = (),
    threads: int = 1,
    evidence: str = "claimed",
    progress: Listener = None,
) -> ClassCount:
    """Count the solutions of which no two are alike, exactly.

    symmetries  None: those that the puzzle knows of itself, as a `Packing` does; "known": of others
                the turns and mirrors of the grid; "auto": all automorphisms of its matrix, however
                many (needs igraph); or `Symmetries`, or `automorphisms(puzzle)`
    solver, time_limit, given, threads, evidence  as for `count`; the limit is one for all counts
                together, and where one of them is not agreed on as was asked, the whole is not
                complete
    progress    as for `solve`; `done` are the kinds of symmetries, and the share is of one count;
                or, where symmetries are too many to be listed, the partial covers looked at

    Raises ModelError for symmetries of another puzzle, or where none are known; and what `count`
    raises, Interrupted with what the one count at work had found by then. WrongAnswer where the
    counts cannot be, which a solver that miscounts is likely to show.
    """
    return count_classes(
        puzzle,
        symmetries,
        Asks(count, solutions),
        solver,
        time_limit,
        given,
        threads,
        evidence,
        progress,
    )
