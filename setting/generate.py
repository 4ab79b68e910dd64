"""Make a puzzle with one solution and a wanted number of givens.

A random solution is found, all its choices are given, and givens are left out in random order
while the rest is enough (givens.py). Where that ends with too many, some that were left out are
given again and others are tried (a walk among the minimal sets of one solution), then another
solution. The random solution is the SAT solver's, whose first guesses are a random set of choices
that do not clash; so a seed and a version of python-sat fix the puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import TypeVar, Unpack

import numpy as np

from ..models.errors import Unreached
from ..models.matrix.exact_cover import ExactCover
from ..models.puzzle import Puzzle
from ..models.tables.table import Choices
from ..solvers.contract.batch import Options
from ..solvers.contract.numbers import whole_number
from ..solvers.contract.query import Query
from ..solvers.contract.result import Interrupted
from ..solvers.process.interrupt import Run, streamed
from ..solvers.search.running import RunningSearch, answered, too_late
from ..solvers.search.search import Search
from ..solvers.search.settings import GivensSettings
from .givens import agree_on_enough, of_tables
from .uniqueness import UniquenessTest

__all__ = ["generate"]

AnyPuzzle = TypeVar("AnyPuzzle", bound=Puzzle)

TRIES = 100
STEPS = 100
AGAIN = 5  # so many givens are given again at a step


def generate(
    puzzle: AnyPuzzle,
    givens: int | None,
    *,
    tables: Iterable[str | Choices] | None = None,
    tries: int = TRIES,
    **settings: Unpack[GivensSettings],
) -> AnyPuzzle:
    """Return a copy of the puzzle with exactly so many givens and exactly one solution.

    givens  None: as few as come of leaving out one after the other until none can be spared
    puzzle  its rules and forbidden choices stay, its givens are set aside; costs play no part
    tables  only choices of these tables are given; None: of all
    tries   so many random solutions are tried
    seed    another seed, another puzzle; by default 0
    evidence  "agreed": two solvers of different kinds must say that there is one solution;
              "certified": a checker must accept a certificate of that
    progress  receives as `done` how many solutions were tried, as `best` how few givens were found
              to be enough

    Raises ModelError if the puzzle has no solution, and for numbers that are none; Unavailable
    without python-sat; Unreached, whose `best` has the fewest givens that were found to be enough,
    at the end of the tries or of the time, or without agreement; Interrupted with an Unreached on
    Ctrl-C; WrongAnswer.
    """
    number = None if givens is None else whole_number("{} givens", givens, 0)
    tries = whole_number("{} tries", tries, 1)
    wanted = None if tables is None else tuple(tables)
    own = ("givens", "tables", "tries")
    search = Search.part_of("generate", puzzle, "auto", settings, GivensSettings, own)

    def find_givens(running: RunningSearch) -> Options:
        of_tables(puzzle, (), wanted)
        query = replace(running.query, given=())
        enough = _enough(running, query, number, wanted, tries)
        if query.needs_agreement:
            agree_on_enough(query, enough, "generate")
        return enough

    enough = answered(search, find_givens, too_late("generate"), title="generate")
    return puzzle.with_given_options(sorted(enough))


def _enough(
    running: RunningSearch,
    query: Query,
    number: int | None,
    wanted: Sequence[str | Choices] | None,
    tries: int,
) -> Options:
    """Return so many givens that are enough, or few; raises Unreached as `generate` does."""
    puzzle, watch, seed = running.search.problem, running.watch, running.search.settings.seed or 0
    best: Options | None = None

    def work(run: Run[Options]) -> None:
        with UniquenessTest(query, run) as uniqueness:
            rng = Random(seed)
            for attempt in range(tries):
                run.check()
                if watch is not None:
                    watch.values |= {"unit": "solutions tried", "done": attempt}
                pool = uniqueness.solution(
                    (), _compatible(query.matrix, query.forbidden, rng, run.check)
                )
                uniqueness.know(pool)
                givens = _few(uniqueness, of_tables(puzzle, pool, wanted), number, rng)
                if givens is not None and (not run.emit(givens) or number in (None, len(givens))):
                    return

    try:
        for givens in streamed(work, query.deadline):
            if best is None or len(givens) < len(best):
                best = givens
                if watch is not None:
                    watch.note(best=len(best))
    except KeyboardInterrupt:
        raise Interrupted(_unreached(number, best, "interrupted")) from None
    if best is not None and number in (None, len(best)):
        return best
    hint = "another seed, more tries or more givens may do"
    raise _unreached(number, best, hint, late=query.deadline.passed())


def _unreached(
    number: int | None, best: Options | None, reason: str, *, late: bool = False
) -> Unreached:
    wanted = "fewest" if number is None else f"{number}"
    got = "none" if best is None else f"{len(best)}"
    message = f"generate: {wanted} givens wanted, {got} found to be enough; {reason}"
    return Unreached(message, best, late=late)


def _compatible(
    matrix: ExactCover, forbidden: frozenset[int], rng: Random, check: Callable[[], None]
) -> list[int]:
    """Return random options of which no item has too many, and as many as there is room for.

    Weighted items are not looked at: these options are only to begin with.
    """
    room: list[int] = np.where(matrix.weighted_items, matrix.options, matrix.high).tolist()
    tint: dict[int, int] = {}
    chosen = []
    for option in rng.sample(range(matrix.options), matrix.options):
        check()
        entries = matrix.option(option)
        fits = all(room[i] > 0 or (c and tint.get(i) == c) for i, c in entries)
        if option in forbidden or not fits:
            continue
        chosen.append(option)
        for item, color in entries:
            room[item] -= 1
            tint.setdefault(item, color)
    return chosen


def _few(
    uniqueness: UniquenessTest, pool: Sequence[int], wanted: int | None, rng: Random
) -> Options | None:
    """Return `wanted` givens of the pool that are enough, or not many more; None if none are.

    wanted  None: of those that are enough none can be spared
    """
    order = list(pool)
    rng.shuffle(order)
    if len(order) < (wanted or 0) or uniqueness.enough(order) is None:
        return None
    if wanted is None:
        return uniqueness.thinned(order)
    kept = list(uniqueness.thinned(order, wanted))
    for _ in range(STEPS):
        if len(kept) == wanted:
            break
        others = [option for option in pool if option not in kept]
        rng.shuffle(kept)
        # The last ones are left out first: those that were kept before.
        again = [*rng.sample(others, min(AGAIN, len(others))), *kept]
        other = uniqueness.thinned(again, wanted)
        if len(other) <= len(kept):
            kept = list(other)
    return tuple(kept)
