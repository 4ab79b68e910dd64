"""Which rules of a puzzle with one solution could be spared.

A rule can be spared if the puzzle has no other solution without it: for no choice of the solution
is there one that lacks it. A SAT solver with a selector for each part of the puzzle answers all of
these questions.
"""

from __future__ import annotations

from typing import Unpack

from ..models.errors import ModelError
from ..models.puzzle import Puzzle
from ..solvers.explain.parts import Kind, Part, Parts, PartSolver
from ..solvers.explain.statements import StatementKind, statements
from ..solvers.process.interrupt import Run, streamed
from ..solvers.search.running import RunningSearch, answered, out_of_time, too_late
from ..solvers.search.search import Search
from ..solvers.search.settings import GivensSettings

__all__ = ["redundant_rules"]


def redundant_rules(puzzle: Puzzle, **settings: Unpack[GivensSettings]) -> tuple[str, ...]:
    """Return the names of the rules that could be spared, each alone.

    Without such a rule the puzzle still has one solution in its choices; without two of them
    together perhaps not. The progress has as `done` how many rules were looked at. Raises
    ModelError unless the puzzle has exactly one solution, Unavailable without python-sat, Unreached
    at the time limit.
    """
    puzzle = puzzle.with_rules_apart()
    search = Search.part_of("redundant_rules", puzzle, "auto", settings, GivensSettings)

    def spared(running: RunningSearch) -> tuple[str, ...]:
        return _spared(puzzle, running)

    return answered(search, spared, too_late("redundant rules"), title="redundant rules")


def _spared(puzzle: Puzzle, running: RunningSearch) -> tuple[str, ...]:
    query, watch = running.query, running.watch
    forbidden = sorted(query.forbidden)
    visible = range(puzzle.visible_options)
    parts = Parts(query.matrix, query.given, tuple(sorted({*forbidden, *visible})))
    rules = [
        statement
        for statement in statements(puzzle, query.given, forbidden)
        if statement.kind is StatementKind.RULE and statement.parts
    ]
    always = [Part(Kind.GIVEN, option) for option in query.given]
    always += [Part(Kind.FORBIDDEN, option) for option in forbidden]
    every = [part for part in parts.all if part.kind in (Kind.ITEM, Kind.CONDITION)]

    def work(run: Run[tuple[str, ...]]) -> None:
        with PartSolver(parts, run, query.deadline) as solver:
            if solver.unsatisfiable_subset([*always, *every]) is not None:
                raise ModelError("redundant rules: there is no solution; explain tells why")
            solution = [option for option in solver.chosen if option in visible]

            def has_another(kept: list[Part]) -> bool:
                return any(
                    solver.unsatisfiable_subset([*kept, Part(Kind.FORBIDDEN, option)]) is None
                    for option in solution
                    if option not in query.given
                )

            if has_another([*always, *every]):
                raise ModelError("redundant rules: several solutions, expected one")
            spare = []
            for place, rule in enumerate(rules):
                if watch is not None:
                    watch.values |= {"unit": "rules", "done": place, "total": len(rules)}
                own = set(rule.parts)
                if not has_another([*always, *(part for part in every if part not in own)]):
                    spare.append(rule.text)
            run.emit(tuple(spare))

    results = list(streamed(work, query.deadline))
    if not results:
        raise out_of_time("redundant rules")
    return results[-1]
