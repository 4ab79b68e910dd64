"""`auto`: chooses a solver by the question and the matrix, and says which and why.

Which engine suits a matrix shows best by trying. So where it is unsure, `auto` gives a first engine
a short budget and, if that does not finish, moves on to the next (a portfolio in sequence: Gomes
and Selman, "Algorithm portfolios", Artificial Intelligence 126, 2001). The choices rest on the
measurements in docs/benchmarks.md:

    first   dancing links; failure weights (large sparse matrices); SAT (25x25 sudokus: in 30 s
            each, with CaDiCaL 1.9.5 as last stage 9 of 9, with Glucose 4 6)
    all     bit masks where the masks are small, else dancing links
    count   bit masks and counting with memory in turn, with growing budgets
    best    prices on the items; then the MIP solver; then CP-SAT
    many    the batch engine of the bit masks

Only one solver's answers are handed on as solutions of an enumeration: once it has yielded one, it
is not changed any more.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import count as steps
from typing import TypeVar

from ..models.errors import Unavailable, Unsupported
from ..models.exact_cover import ExactCover
from .registry import get_solver
from .solver import Options, Search, Solver

__all__ = ["Auto"]

Found = TypeVar("Found")
Stage = tuple[str, float | None, str]  # a solver, its seconds (None: all that is left), and why

# 64-bit words of option masks on the first level; beyond, streaming them is no longer cheap.
MOST_WORDS = 1 << 21
# A sudoku of 16x16 has 4096 options and is easy; one of 25x25 has 15625 and may be hard.
LARGE_BATCH = 6000

FIRST: tuple[Stage, ...] = (
    ("dlx", 0.3, "dancing links answer most at once"),
    ("dlx:weights", 3.0, "dancing links did not finish; failure weights suit sparse matrices"),
    ("sat:cadical195", None, "failure weights did not finish; clause learning goes furthest"),
)
BEST: tuple[Stage, ...] = (
    ("dlx", 10.0, "there are costs, and prices on the items bound them tightly"),
    ("mip", 60.0, "prices did not finish; branch and cut tightens the bound"),
    ("cpsat", None, "branch and cut did not finish"),
)

log = logging.getLogger("minuet")


class Auto(Solver):
    """One question's choice of solvers; made anew for each question.

    `chosen` is the solver at work, `reason` why it was chosen.
    """

    name = "auto"
    summary = "chooses a solver by the question and the matrix"

    def __init__(self, variant: str = "") -> None:
        super().__init__(variant)
        self.chosen: Solver | None = None
        self.reason = ""

    @property
    def full_name(self) -> str:
        """The name of the solver that answers."""
        return self.name if self.chosen is None else self.chosen.full_name

    def version(self) -> str:
        """Return the version of the solver that answers."""
        return "" if self.chosen is None else self.chosen.version()

    def first(self, search: Search) -> Options | None:
        """Return a solution, if there is one."""
        for solver, part in self._stages(search, FIRST):
            found = self._run(search, part, solver.first)
            if found is not None or search.complete:
                return found
        return None

    def solutions(self, search: Search) -> Iterator[Options]:
        """Yield every solution."""
        solver = self._enumerator(search.matrix)
        yield from solver.solutions(search)

    def count(self, search: Search) -> int:
        """Count, by bit masks and by memory in turn where both can."""
        if search.matrix.has_multiplicities:
            return self._take("dlx", "there are multiplicities").count(search)
        for solver, part in self._stages(search, _counting()):
            self._run(search, part, solver.count)
            if search.complete or search.deadline.passed():
                break
        return search.found

    def improving(self, search: Search) -> Iterator[Options]:
        """Yield ever cheaper solutions, whichever solver finds them."""
        least: int | None = None
        for solver, part in self._stages(search, BEST):
            try:
                for options in solver.improving(part):
                    cost = search.matrix.cost(options)
                    if least is None or cost < least:
                        least = cost
                        yield options
            except Unsupported:
                continue
            finally:
                self._note(search, part)
            if search.complete:
                search.bound = least
                return

    def many(
        self, search: Search, selections: Iterable[Options], limit: int
    ) -> Iterator[tuple[int, Options | None]]:
        """Answer many selections of one matrix."""
        if int(search.matrix.high.max(initial=1)) > 1:
            solver = self._take("dlx", "there are multiplicities")
            yield from solver.many(search, selections, limit)
        elif search.matrix.options <= LARGE_BATCH:
            solver = self._take("bitmask", "one prepared state serves every selection")
            yield from solver.many(search, selections, limit)
        elif limit > 1:
            solver = self._take(
                "sat:cadical195", "clause learning proves uniqueness on large matrices"
            )
            yield from solver.many(search, selections, limit)
        else:
            for selection in selections:
                one = replace(search, given=(*search.given, *selection))
                found = self.first(one)
                if found is None and not one.complete:
                    return
                yield int(found is not None), found

    def _enumerator(self, matrix: ExactCover) -> Solver:
        words = matrix.options * (len(matrix.items) // 64 + 1)
        if matrix.has_multiplicities:
            return self._take("dlx", "there are multiplicities")
        if words <= MOST_WORDS and len(matrix.items) <= 1024:
            return self._take("bitmask", "the option masks are small")
        return self._take("dlx", "dancing links take any size")

    def _take(self, name: str, reason: str) -> Solver:
        self.chosen, self.reason = get_solver(name), reason
        log.info("%s (%s)", name, reason)
        return self.chosen

    def _stages(self, search: Search, stages: Iterable[Stage]) -> Iterator[tuple[Solver, Search]]:
        """Yield the solvers that can, each with its share of the search."""
        for name, seconds, reason in stages:
            if search.deadline.passed():
                return
            part = replace(search, deadline=search.deadline.within(seconds))
            part.nodes = part.updates = part.found = 0
            part.progress = 0.0
            try:
                solver = get_solver(name)
                solver.require(search.matrix)
                solver.version()
            except (Unavailable, Unsupported):
                continue
            self._take(name, reason)
            yield solver, part

    def _run(self, search: Search, part: Search, ask: Callable[[Search], Found]) -> Found | None:
        """Ask one stage; None where it turns out that the solver cannot."""
        try:
            return ask(part)
        except Unsupported:
            return None
        finally:
            self._note(search, part)

    @staticmethod
    def _note(search: Search, part: Search) -> None:
        """Keep what a stage found out."""
        search.complete = part.complete
        search.nodes += part.nodes
        search.updates += part.updates
        search.found = part.found if part.complete else max(search.found, part.found)
        search.progress = max(search.progress, part.progress)
        known = [bound for bound in (search.bound, part.bound) if bound is not None]
        search.bound = max(known, default=None)


def _counting() -> Iterator[Stage]:
    """Alternate for ever, each time with more: the right one is at most some times slower."""
    seconds = 0.5
    for step in steps():
        if step % 2 == 0:
            yield "bitmask", seconds, "bit masks count fastest where states do not repeat"
        else:
            yield "dlx:memo", 2 * seconds, "bit masks did not finish; states may repeat"
            seconds *= 8
