"""The verbs: each is one search, and asks it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Unpack, overload

from .goal import Goal
from .search import Search

if TYPE_CHECKING:
    from ..contract.result import Block, Result
    from ..contract.solver import Solver
    from .classes.class_count import ClassCount
    from .givens import Sets
    from .many import Results
    from .optima.improving import Improvements
    from .selection import Problem
    from .settings import (
        CountSettings,
        ImprovingSettings,
        ManySettings,
        RankedSettings,
        SolutionsSettings,
        SolveSettings,
    )
    from .stream import Batches, Solutions
    from .symmetries.alike import Alike

__all__ = ["best", "count", "improving", "solutions", "solve", "solve_many"]


def solve(
    puzzle: Problem, solver: str | Solver = "auto", **settings: Unpack[SolveSettings]
) -> Result:
    """Find a solution or, where there are costs, the best one.

    Raises ModelError for an argument out of its range; UnknownSolver, Unavailable, Unsupported,
    WrongAnswer; Interrupted on Ctrl-C, with what was found by then.
    """
    result: Result = Search.by(Goal.BEST, puzzle, solver, settings).run()
    return result


def improving(
    puzzle: Problem, solver: str | Solver = "auto", **settings: Unpack[ImprovingSettings]
) -> Improvements:
    """Iterate over ever better answers, and ever better bounds.

    An `Improvement` each, with the time, the objective, the bound, the gap and who found it.
    `result()` is what `solve` would return now; `close()` stops the search, as does leaving a
    `with` block. With a seed and one thread the answers are the same each time; which bounds are
    told depends on when one looks. Without costs there is one answer, the first that is found.

    Raises what `solve` does; Interrupted, with the best by then, on Ctrl-C.
    """
    found: Improvements = Search.by(Goal.IMPROVING, puzzle, solver, settings).run()
    return found


def best(
    puzzle: Problem, k: int, solver: str | Solver = "dlx", **settings: Unpack[RankedSettings]
) -> Solutions:
    """Iterate over the k best solutions, the best first; ties come in any order.

    Answers of a puzzle, option numbers of a bare matrix. What is yielded is proved to be in its
    place; fewer than k come if there are no more, or at the time limit. Which of the two,
    `complete` tells at the end: it is true if k have come, or all that there are. By workers
    (`on=`) the solutions come at the end, and with the time limit none.

    Raises ModelError unless k is a whole number from 1; UnknownSolver, Unavailable, WrongAnswer;
    Unsupported for a solver that cannot enumerate by cost.
    """
    found: Solutions = Search.by(Goal.RANKED, puzzle, solver, settings, k=k).run()
    return found


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

    arrays  yield a `Batch` of the solutions that were found together, many where they come fast:
            `options[starts[k]:starts[k + 1]]` are the option numbers of solution k, ascending, in
            int64 arrays. No Python object is made for each; `puzzle.read(options)` makes the
            answer of one

    With the evidence "agreed" a solver of another kind is asked at the end whether that is all,
    with "certified" that has to be certified; else `complete` is false. Raises what `solve` does.
    """
    found: Solutions | Batches
    found = Search.by(Goal.ALL, puzzle, solver, settings, arrays=arrays).run()
    return found


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

    symmetries  count one of all that are alike: "known", those that the puzzle knows of itself, as
                a `Packing` does, or the turns and mirrors of its grid; "auto", all automorphisms
                of its matrix, however many (needs igraph); or `Symmetries`, or
                `automorphisms(puzzle)`. What is returned says then what they were counted from,
                and the time limit is for all counts together

    At the time limit, `count` is what was counted by then and `complete` is false. With the
    evidence "agreed" and nobody who counts as many, it is what both counted at least. Raises what
    `solve` does; CheckpointError for a file that is of something else, damaged or in use; OSError
    where it cannot be written.
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
            `complete` says that there are no others
    arrays  whether the results come as `Block`s, each the counts and the solutions of some
            sets in arrays: much quicker where a set takes some microseconds

    The time limit is for all together; the results end when it comes. At the end `complete` of
    what is returned says whether every set was answered, as well as was asked. A puzzle with
    costs is solved to its best solution each time, and nothing is read ahead. Raises what `solve`
    raises; an error in the givens, or of the solver, comes after the results that were due before.
    """
    found: Results[Any] = Search.by(
        Goal.MANY, puzzle, solver, settings, givens=givens, unique=unique, arrays=arrays
    ).run()
    return found
