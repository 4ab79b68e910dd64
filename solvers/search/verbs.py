"""The verbs: each makes one search and runs it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Unpack, overload

from ..contract.goal import Goal
from .search import Search

if TYPE_CHECKING:
    from ..contract.result import Block, Result
    from ..contract.solver import Solver
    from .alike import Alike
    from .class_count import ClassCount
    from .improving import Improvements
    from .many import Results
    from .selection import Problem, Sets
    from .settings import (
        CountSettings,
        ImprovingSettings,
        ManySettings,
        RankedSettings,
        SolutionsSettings,
        SolveSettings,
    )
    from .stream import Batches, Solutions

__all__ = ["best", "count", "improving", "solutions", "solve", "solve_many"]


def solve(
    puzzle: Problem, solver: str | Solver = "auto", **settings: Unpack[SolveSettings]
) -> Result:
    """Find a solution or, if there are costs, the best one.

    Raises ModelError for an argument out of its range; UnknownSolver, Unavailable, Unsupported,
    WrongAnswer; Interrupted on Ctrl-C, with the result so far.
    """
    result: Result = Search.by(Goal.BEST, puzzle, solver, settings).run()
    return result


def improving(
    puzzle: Problem, solver: str | Solver = "auto", **settings: Unpack[ImprovingSettings]
) -> Improvements:
    """Iterate over ever better answers, and ever better bounds.

    Each is an `Improvement`: the time, the objective, the bound, the gap and the solver.
    `result()` is what `solve` would return now; `close()` stops the search, as does leaving a
    `with` block. With a seed and one thread the answers are the same each time; the bounds depend
    on the time of the call. Without costs there is a single answer.

    Raises what `solve` does; Interrupted on Ctrl-C, with the best answer so far.
    """
    improvements: Improvements = Search.by(Goal.IMPROVING, puzzle, solver, settings).run()
    return improvements


def best(
    puzzle: Problem, k: int, solver: str | Solver = "auto", **settings: Unpack[RankedSettings]
) -> Solutions:
    """Iterate over the k best solutions, the best first; ties come in any order.

    Yields answers of a puzzle, option numbers of a bare matrix, each proved to be in its place.
    Fewer than k come if there are no more, or at the time limit; at the end `complete` is true if k
    have come, or all that there are. By workers (`on=`) the solutions come at the end, and at the
    time limit none.

    Raises ModelError unless k is a whole number from 1; UnknownSolver, Unavailable, WrongAnswer;
    Unsupported for a solver that cannot enumerate by cost.
    """
    stream: Solutions = Search.by(Goal.RANKED, puzzle, solver, settings, k=k).run()
    return stream


@overload
def solutions(
    puzzle: Problem,
    solver: str | Solver = "auto",
    *,
    arrays: Literal[False] = False,
    **settings: Unpack[SolutionsSettings],
) -> Solutions: ...
@overload
def solutions(
    puzzle: Problem,
    solver: str | Solver = "auto",
    *,
    arrays: Literal[True],
    **settings: Unpack[SolutionsSettings],
) -> Batches: ...
def solutions(
    puzzle: Problem,
    solver: str | Solver = "auto",
    *,
    arrays: bool = False,
    **settings: Unpack[SolutionsSettings],
) -> Solutions | Batches:
    """Iterate over all solutions, lazily.

    arrays  yield a `Batch` of solutions at a time, many if they come fast:
            `options[starts[k]:starts[k + 1]]` are the option numbers of solution k, ascending, in
            int64 arrays. No Python object is made for each solution; `puzzle.read(options)` makes
            its answer

    With the evidence "agreed" a solver of another kind must confirm at the end that these are all,
    with "certified" a checker; else `complete` is false. Raises what `solve` does.
    """
    stream: Solutions | Batches
    stream = Search.by(Goal.ALL, puzzle, solver, settings, arrays=arrays).run()
    return stream


@overload
def count(
    puzzle: Problem,
    solver: str | Solver = "auto",
    *,
    symmetries: None = None,
    **settings: Unpack[CountSettings],
) -> Result: ...
@overload
def count(
    puzzle: Problem,
    solver: str | Solver = "auto",
    *,
    symmetries: Alike,
    **settings: Unpack[CountSettings],
) -> ClassCount: ...
def count(
    puzzle: Problem,
    solver: str | Solver = "auto",
    *,
    symmetries: Alike | None = None,
    **settings: Unpack[CountSettings],
) -> Result:
    """Count the solutions, exactly.

    symmetries  count solutions up to symmetry: "known", the symmetries that the puzzle declares,
                as a `Packing` does, or the turns and mirrors of its grid; "auto", all automorphisms
                of its matrix, however many (needs igraph); or `Symmetries`, or
                `automorphisms(puzzle)`. The result is a `ClassCount`, and the time limit is for
                all counts together

    At the time limit, `count` is the count so far and `complete` is false. With the evidence
    "agreed" and no solver that confirms the count, it is the part that both confirm. Raises what
    `solve` does; CheckpointError for a file of another search, damaged or in use; OSError if it
    cannot be written.
    """
    result: Result = Search.by(Goal.COUNT, puzzle, solver, settings, symmetries=symmetries).run()
    return result


@overload
def solve_many(
    puzzle: Problem,
    givens: Sets,
    solver: str | Solver = ...,
    *,
    unique: bool = ...,
    arrays: Literal[False] = ...,
    **settings: Unpack[ManySettings],
) -> Results[Result]: ...
@overload
def solve_many(
    puzzle: Problem,
    givens: Sets,
    solver: str | Solver = ...,
    *,
    unique: bool = ...,
    arrays: Literal[True],
    **settings: Unpack[ManySettings],
) -> Results[Block]: ...
def solve_many(
    puzzle: Problem,
    givens: Sets,
    solver: str | Solver = "auto",
    *,
    unique: bool = False,
    arrays: bool = False,
    **settings: Unpack[ManySettings],
) -> Results[Any]:
    """Solve the puzzle with each set of givens, in order; lazily.

    givens  option numbers, on top of the puzzle's own givens; many sets may come as an array
            int[sets, givens of each], or as a `Batch`
    unique  also look for a second solution: `count` is then 0, 1 or 2 (2: or more), and
            `complete` means that there are no others
    arrays  yield `Block`s, each the counts and the solutions of some sets in arrays: much faster
            if a set takes some microseconds

    The time limit is for all sets together; the results end when it comes. At the end `complete`
    of the results is true if every set has an answer with the evidence of the settings. A puzzle
    with costs is solved to its best solution each time, and nothing is read ahead. Raises what
    `solve` raises; an error in the givens, or of the solver, comes after the results that were due
    before.
    """
    results: Results[Any] = Search.by(
        Goal.MANY, puzzle, solver, settings, givens=givens, unique=unique, arrays=arrays
    ).run()
    return results
