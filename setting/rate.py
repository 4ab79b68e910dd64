"""How hard a puzzle with one solution is, by what can be said without a taste.

A *single* is a choice that is forced at sight: the only one left for a group that needs one, or the
only one that a group still allows. Where singles follow one another to the end, nobody has to
guess. Else single choices are tried: one from which singles run into a contradiction is out, which
may make new singles. What is left open then needs more than one choice at a time to be supposed;
how many nodes the search tree of dancing links has says how much more.

Singles are the unit propagation of a SAT solver on the matrix as clauses, so a rule that is a sum
is looked through as far as its clauses are. What people call harder techniques (pairs, fish, wings)
stands between singles and trials, and is not distinguished.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Unpack

from ..models.errors import Unavailable
from ..solvers.contract.deadline import Stopped
from ..solvers.contract.goal import Goal
from ..solvers.contract.query import Query
from ..solvers.sat.child import load
from ..solvers.sat.clauses import formula
from ..solvers.search.many import ManyRun
from ..solvers.search.running import RunningSearch, answered, out_of_time, too_late
from ..solvers.search.search import Search
from ..solvers.search.selection import Problem
from ..solvers.search.settings import SelectionSettings

if TYPE_CHECKING:
    from ..solvers.contract.watching import Watch

__all__ = ["Hardness", "Rating", "rate"]

SOLVER = "glucose4"


class Hardness(StrEnum):
    """What it takes to come to the solution of a puzzle that has one; the easiest first."""

    SINGLES = "singles"
    TRIALS = "trials"
    GUESSING = "guessing"


@dataclass(frozen=True)
class Rating:
    """How hard a puzzle is.

    givens     how many choices are given
    solutions  0, 1, or 2 for several
    hardness   what it takes; None unless there is one solution
    trials     so many choices were found to be out, each by a trial of its own
    nodes      of Knuth's search tree: one for each state in which `dlx` chooses an item
    """

    givens: int
    solutions: int
    hardness: Hardness | None
    trials: int
    nodes: int | None

    def to_dict(self) -> dict[str, Any]:
        """Return the fields, by name; the hardness as a word, or None."""
        hardness = None if self.hardness is None else str(self.hardness)
        return {**self.__dict__, "hardness": hardness}

    def __str__(self) -> str:
        if self.hardness is None:
            text = "no solution" if not self.solutions else "several solutions"
            return f"{self.givens} givens: {text}"
        tried = f", {self.trials} choices ruled out by trial" if self.trials else ""
        return f"{self.givens} givens: {self.hardness}{tried}, {self.nodes} nodes"


def rate(puzzle: Problem, **settings: Unpack[SelectionSettings]) -> Rating:
    """Rate a puzzle, with further option numbers given.

    The progress has as `done` how many choices were ruled out by trial. Costs play no part.
    Raises Unavailable without python-sat, Unreached at the time limit, and what `solve` raises.
    """
    search = Search.part_of("rate", puzzle, "auto", settings, SelectionSettings)
    return answered(search, _rated, too_late("rate"), title="rate")


def _rated(running: RunningSearch) -> Rating:
    query, watch = running.query, running.watch
    many = ManyRun(query.matrix, query, running.solver, [()], 2)
    result = next(many.results(), None)
    if result is None or not (result.complete or result.count == 2):
        raise out_of_time("rate")
    number = result.count or 0
    if number != 1:
        return Rating(len(query.given), number, None, 0, None)
    assert result.options is not None  # there is one solution
    try:
        hardness, trials = _hardness(query, set(result.options), watch)
    except Stopped:
        raise out_of_time("rate") from None
    listener = None if watch is None else watch.hear
    search = running.search.but(solver="dlx", time_limit=query.deadline.limit(), progress=listener)
    counted = search.with_goal(Goal.COUNT).run()
    nodes = counted.statistics.nodes if counted.complete else None
    return Rating(len(query.given), 1, hardness, trials, nodes)


def _hardness(query: Query, solution: set[int], watch: Watch | None) -> tuple[Hardness, int]:
    with _Singles(query) as singles:
        if singles.ended:
            return Hardness.SINGLES, 0
        trials, last = 0, -1
        while trials != last:
            last = trials
            for literal in singles.open:
                query.deadline.check()
                if singles.option(literal) not in solution and singles.rules_out(literal):
                    trials += 1
                    if watch is not None:
                        watch.note(done=trials, unit="choices ruled out")
                    if singles.ended:
                        return Hardness.TRIALS, trials
    return Hardness.GUESSING, trials


class _Singles:
    """What follows by singles from the givens, and from choices that were ruled out since.

    open  the literals of the choices that are neither made nor out; a context manager
    """

    def __init__(self, query: Query) -> None:
        check = query.deadline.check
        try:
            from pysat.solvers import Solver
        except ImportError as error:
            raise Unavailable(f"rate: python-sat cannot be imported ({error})") from error
        encoding = formula(query, SOLVER, "", costs=False, check=check)
        assert encoding is not None  # there is a solution
        self._numbers, task = encoding.table.options, encoding.task
        # What is true of itself is supposed, for what follows from nothing is not listed.
        self._known = [clause[0] for clause in task["clauses"] if len(clause) == 1]
        task["clauses"] = [clause for clause in task["clauses"] if len(clause) > 1]
        self._sat = Solver(name=SOLVER)
        load(self._sat, task, check)
        self._options = range(1, task["options"] + 1)
        self._look()

    def __enter__(self) -> _Singles:
        return self

    def __exit__(self, *exception: object) -> None:
        self._sat.delete()

    def _look(self) -> None:
        _, literals = self._sat.propagate(self._known)
        decided = set(map(abs, literals))
        self.open = dict.fromkeys(option for option in self._options if option not in decided)

    @property
    def ended(self) -> bool:
        """Whether nothing is open."""
        return not self.open

    def option(self, literal: int) -> int:
        """Return the option that a literal stands for."""
        return int(self._numbers[literal - 1])

    def rules_out(self, literal: int) -> bool:
        """Try a choice; if singles contradict it, it is out. Tell whether that is new."""
        if literal not in self.open or self._sat.propagate([*self._known, literal])[0]:
            return False
        self._known.append(-literal)
        self._look()
        return True
