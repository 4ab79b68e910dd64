"""OR-Tools' CP-SAT: lazy clause generation over one Boolean an option.

The rows of the matrix (rows.py) become exactly-one, at-most-one and linear constraints. CP-SAT is
Perron and Didier's solver (Google; Stuckey, "Lazy clause generation", CPAIOR 2010, is the idea).

Enumeration runs on one worker: with more, `enumerate_all_solutions` silently miscounts. CP-SAT
tells solutions apart by all variables, so a color's variable is tied to its options both ways.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from ....models.errors import Unavailable
from ...contract.batch import Options, closing_stream, singly
from ...contract.features import EVERYTHING
from ...contract.progress import Progress
from ...contract.query import Query
from ...contract.solver import Solver
from ...encoding.cheaper import cheaper
from ...encoding.conditions import rows_and_implied
from ...encoding.selection import selected
from ...process.interrupt import Run, returned, streamed
from .model import model_of, objective
from .parameters import set_parameters
from .search import Made, search

__all__ = ["CpSat"]


class CpSat(Solver):
    """CP-SAT over one Boolean an option."""

    name = "cpsat"
    summary = "OR-Tools' CP-SAT (clause learning with linear relaxations)"
    features = EVERYTHING
    most_solutions = 100_000
    reads = frozenset({"rows.py"})
    excludes = True
    takes_parameters = True
    takes_threads = True
    package = "ortools"
    fuzzed = 0.01

    def version(self) -> str:
        """Return OR-Tools' version."""
        _library()
        return self.version_at_hand()

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        """Yield every solution, as CP-SAT meets them."""
        progress.complete = bool((yield from singly(self._listed(query, progress))))

    def _listed(self, query: Query, progress: Progress) -> Generator[Options, None, bool | None]:
        return streamed(lambda run: _search(run, query, progress, costs=False), query.deadline)

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        """Yield ever cheaper solutions; several workers: `threads`, or one a core."""
        yield from cheaper(
            query,
            progress,
            streamed(lambda run: _search(run, query, progress, costs=True), query.deadline),
        )

    def many(
        self, query: Query, progress: Progress, selections: Iterable[Options], limit: int
    ) -> Iterator[tuple[int, Options | None]]:
        """Answer many selections with one model, in which the givens of each are fixed.

        (20 hard sudokus took .22 s, with a model each .38 s.)
        """

        def make(run: Run[Options]) -> tuple[Made | None]:
            return (_make(run, query, progress, costs=False),)

        ended: tuple[Made | None] | None = None
        for selection in selections:
            ended = ended or returned(streamed(make, query.deadline))
            if ended is None:
                return
            made = ended[0]
            given = None if made is None else made.table.variables_of(selection)
            if made is None or given is None:
                yield 0, None
                continue
            part = Progress()
            with closing_stream(self._with(query, part, made, given)) as solutions:
                found = self.distinct(list(islice(solutions, limit)))
            progress.add_effort(part)
            if len(found) < limit and not part.complete:
                return
            yield len(found), found[0] if found else None

    def _with(
        self, query: Query, progress: Progress, made: Made, given: list[int]
    ) -> Iterator[Options]:
        done = yield from streamed(
            lambda run: _search_with(run, query, progress, made, given), query.deadline
        )
        progress.complete = bool(done)


def _library() -> None:
    try:
        from ortools.sat.python import cp_model  # noqa: F401
    except ImportError as error:
        raise Unavailable(f"solver cpsat: ortools cannot be imported ({error})") from error


def _search(run: Run[Options], query: Query, progress: Progress, *, costs: bool) -> bool:
    """Search in the thread; return whether everything was searched."""
    made = _make(run, query, progress, costs=costs)
    return True if made is None else search(run, query, progress, made)


def _make(run: Run[Any], query: Query, progress: Progress, *, costs: bool) -> Made | None:
    """Return the model of what is left; None: there is no solution, that much is seen before."""
    _library()
    from ortools.sat.python import cp_model

    set_parameters(cp_model.CpSolver(), query, costs=costs)  # before the work that is in vain
    began = time.monotonic()
    rest = selected(query, run.check)
    if rest is None:
        return None
    table = rows_and_implied(rest, query, run.check)
    goal = objective(rest) if costs else None
    model = model_of(table, query, goal, run.check)
    progress.encode_seconds += time.monotonic() - began
    return Made(model, table, goal, query.matrix.conditions)


def _search_with(
    run: Run[Options], query: Query, progress: Progress, made: Made, given: list[int]
) -> bool:
    """Solve the model with some variables fixed at 1, for this once."""
    variables = made.model.proto.variables
    try:
        for variable in given:
            variables[variable].domain[0] = 1
        return search(run, query, progress, made)
    finally:
        for variable in given:
            variables[variable].domain[0] = 0
