"""The question `explain`: why is there no solution, why must a choice be made, why can it not?

All three are one: which parts of the puzzle (parts.py), few of them, have no solution? A choice is
forced if nothing is left where it is not made, and impossible if nothing is left where it is. The
clashes that one sees at once are looked for first; else a SAT solver says whether there is one
(parts.py) and the parts are thinned out (relax.py). At the end dancing links are
asked to confirm that the parts have no solution.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any, Unpack

from ...models.errors import ModelError, WrongAnswer
from ...models.matrix.exact_cover import ExactCover
from ...models.puzzle import Given, Puzzle
from ...models.tables.rows import Row
from ...models.tables.table import Choices
from ..contract.batch import Options
from ..contract.deadline import Deadline
from ..contract.evidence import EACH, SOLUTION, Evidence
from ..contract.progress import Progress
from ..contract.result import Interrupted
from ..process.interrupt import Run, streamed
from ..registry import get_solver
from ..search.running import RunningSearch, answered, query_of
from ..search.search import Search
from ..search.selection import Problem, checked_options
from ..search.settings import ExplainSettings, Settings
from .confirming import confirmed, of_obstacle
from .explanation import Explanation, Verdict
from .parts import Kind, Part, Parts, PartSolver, plain_clash
from .relax import Relaxer, several
from .relax import smallest as least_subset
from .statements import StatementKind, statements

__all__ = ["Choice", "explain", "option_of"]

Choice = int | Given | Row | tuple[str | Choices, Mapping[str, Any]]
Kinds = frozenset[StatementKind]

log = logging.getLogger("minuet")

CLASHES = (Verdict.CLASH, Verdict.FORCED, Verdict.IMPOSSIBLE)


def explain(
    puzzle: Problem,
    choice: Choice | None = None,
    *,
    smallest: bool = False,
    relax: bool = False,
    keep: Collection[str] = (),
    **settings: Unpack[ExplainSettings],
) -> Explanation:
    """Explain why a puzzle has no solution; or why a choice is forced, or impossible.

    What a puzzle shows itself without a search, as a packing whose pieces have too few cells does,
    is the whole explanation: its `obstacle`.

    choice      a row of a table; or a table and values that name one of its rows, as in
                `("digit", {"row": 0, "col": 2, "value": 4})`; a Given; or an option number
    smallest    look for a set of parts that no other undercuts; may take very long
    relax       look also for the fewest statements to take away so that there is a solution, or
                that the choice is no longer forced or impossible; they are the `relaxation`. A
                statement is a given, a `forbid`, or a rule as it is written (statements.py). It has
                half of the time
    keep        kinds of statements that may not be taken away: "given", "forbid", "rule" and, of
                a bare matrix, "item"
    seed        of the random orders in which parts are left out
    evidence    "agreed": dancing links must find no solution of the parts either; "certified": a
                checker must accept a certificate of that. In both cases a solution without each
                part is looked at, which shows that it is needed. The explanation's `evidence`
                says what was not reached
    progress    receives as `done` how many parts still clash, as `best` and `bound` the fewest
                statements to take away

    A puzzle with solutions is no error: the verdict then is FEASIBLE, or OPEN for a choice that
    some solutions make and some do not. A choice in a puzzle without solutions is not looked at:
    the verdict is CLASH. Costs play no part.

    Raises ModelError for a choice that is not in the puzzle or an unknown kind, Unavailable without
    python-sat; Interrupted on Ctrl-C, whose `result` is the explanation so far.
    """
    kinds = [str(kind) for kind in StatementKind]
    for name in [keep] if isinstance(keep, str) else keep:
        if name not in kinds:
            raise ModelError(f"keep: no kind {name!r}, expected {', '.join(kinds)}")
    kept = frozenset(map(StatementKind, [keep] if isinstance(keep, str) else keep))
    if isinstance(puzzle, Puzzle):
        puzzle = puzzle.with_rules_apart()
    own = ("choice", "smallest", "relax", "keep")
    search = Search.part_of("explain", puzzle, "auto", settings, ExplainSettings, own)

    def explained(running: RunningSearch) -> Explanation:
        option = None if choice is None else option_of(puzzle, choice)
        return _explained(running, option, smallest, kept if relax else None)

    return answered(
        search, explained, lambda _: Explanation(puzzle, Verdict.UNKNOWN), title="explain"
    )


def _explained(
    running: RunningSearch, choice: int | None, smallest: bool, kept: Kinds | None
) -> Explanation:
    """Return the explanation, or raise Interrupted with it.

    kept  what may not be taken away; None: it is not looked for what could be
    """
    best = Explanation(running.search.problem, Verdict.UNKNOWN, choice)
    try:
        with closing(_explaining(running, best, smallest, kept)) as better:
            for best in better:
                if running.watch is not None:
                    running.watch.note(**_seen(best))
    except KeyboardInterrupt:
        raise Interrupted(best) from None
    for witness in best.witnesses:
        running.verifier.require(witness, "auto")
    return best


def _explaining(
    running: RunningSearch, blank: Explanation, smallest: bool, kept: Kinds | None
) -> Generator[Explanation, None, None]:
    """Yield ever better explanations."""
    query, seed = running.query, running.search.settings.seed or 0
    parts = Parts(query.matrix, query.given, tuple(sorted(query.forbidden)))
    deadline = query.deadline
    obstacle = blank.problem.obstacle if isinstance(blank.problem, Puzzle) else None
    if obstacle is None:
        best, supposed = _settled(parts, blank, deadline)
        yield best
        if best.verdict not in CLASHES:
            return
        best = _of_parts(best, parts.all, False, False)
        yield best
        log.debug("%d parts clash; looking for fewer", len(best))
        thinning = deadline if kept is None else deadline.within(deadline.left() / 2)
        thinner = _Thinner(supposed, best, smallest, seed, thinning)
        for best in streamed(thinner.work, thinning):
            yield best
        best = confirmed(supposed, best, query.evidence, deadline)
    else:
        # What a puzzle itself shows: the groups of some rules cannot all be as they must.
        items = [k for k, item in enumerate(query.matrix.items) if item.rule in obstacle.rules]
        result = replace(blank, verdict=Verdict.CLASH, items=tuple(items), obstacle=obstacle.reason)
        best, supposed = replace(result, evidence=of_obstacle(query)), parts
    yield best
    if kept is None:
        return
    every = statements(blank.problem, supposed.given, supposed.forbidden)
    soft = [statement for statement in every if statement.kind not in kept and statement.parts]
    hard = [statement for statement in every if statement.kind in kept]
    relaxer = Relaxer(supposed, soft, hard, seed, deadline)
    for relaxation in streamed(relaxer.work, deadline):
        best = replace(best, relaxation=relaxation)
        yield best
    if best.relaxation is not None:
        yield replace(best, relaxation=relaxer.confirmed(best.relaxation))


def _seen(explanation: Explanation) -> dict[str, Any]:
    """Return what a `Snapshot` shows of an explanation."""
    if explanation.relaxation is None:
        return {"done": len(explanation), "unit": "parts clash"} if len(explanation) else {}
    relaxation = explanation.relaxation
    fewest = len(relaxation) if relaxation.options is not None else None
    return {"done": None, "unit": "", "best": fewest, "bound": relaxation.bound}


def option_of(puzzle: Problem, choice: Choice) -> int:
    """Return the option number of a choice. Raises ModelError if it names none, or several."""
    matrix = puzzle if isinstance(puzzle, ExactCover) else puzzle.matrix
    if isinstance(choice, Given):
        choice = choice.option
    if not isinstance(choice, tuple):
        return checked_options(matrix, [choice])[0]
    if not isinstance(puzzle, Puzzle):
        raise ModelError("choice: a bare matrix has no tables, expected an option number")
    named = getattr(choice, "_asdict", None)
    if named is not None:  # a row of a table, which is named after its table
        choice = type(choice).__name__, named()
    if len(choice) != 2 or not isinstance(choice[1], Mapping):
        raise ModelError(
            f"choice: {choice!r}, expected a row of a table, or a table and a mapping of values"
        )
    name, values = choice
    table = puzzle.table(name)
    spelled = ", ".join(f"{column}={value!r}" for column, value in values.items())
    purpose = f"choice {table.name}({spelled})"
    rows = table.find(purpose, values)
    if len(rows) != 1:
        problem = "no such choice" if not rows else f"{len(rows)} choices match, expected one"
        raise ModelError(f"{purpose}: {problem}")
    return table.offset + rows[0]


def _settled(parts: Parts, blank: Explanation, deadline: Deadline) -> tuple[Explanation, Parts]:
    """Ask for solutions; return the verdict, and the parts with what is supposed besides."""
    choice = blank.choice
    ended, first = _solution(parts, deadline)
    if first is None:
        return replace(blank, verdict=Verdict.CLASH if ended else Verdict.UNKNOWN), parts
    if choice is None:
        seen = Evidence((SOLUTION,))
        return replace(blank, verdict=Verdict.FEASIBLE, witnesses=(first,), evidence=seen), parts
    if choice in first:
        verdict, parts = Verdict.FORCED, replace(parts, excluded=(choice,))
    else:
        verdict, parts = Verdict.IMPOSSIBLE, replace(parts, chosen=(choice,))
    ended, second = _solution(parts, deadline)
    if second is None:
        return replace(blank, verdict=verdict if ended else Verdict.UNKNOWN), parts
    both = (first, second) if choice in first else (second, first)
    seen = Evidence((EACH,))
    return replace(blank, verdict=Verdict.OPEN, witnesses=both, evidence=seen), parts


def _solution(parts: Parts, deadline: Deadline) -> tuple[bool, Options | None]:
    """Return whether the search came to an end, and a solution."""
    given, forbidden = (*parts.given, *parts.chosen), (*parts.forbidden, *parts.excluded)
    search = Search(parts.matrix, settings=Settings(given=given, forbidden=forbidden))
    query, progress = query_of(search, deadline), Progress()
    solution = get_solver("auto").first(query, progress)
    return solution is not None or progress.complete, solution and tuple(sorted(solution))


@dataclass
class _Thinner:
    """Looks, in a thread, for ever fewer parts that clash."""

    parts: Parts
    blank: Explanation
    smallest: bool
    seed: int
    deadline: Deadline

    def work(self, run: Run[Explanation]) -> None:
        with PartSolver(self.parts, run, self.deadline) as solver:
            subset = solver.unsatisfiable_subset(self.parts.all)
            if subset is None:
                raise WrongAnswer("explain: a puzzle that is said to have no solution has one")
            # Hand on ever smaller sets of parts, beginning with these.

            def tell(parts: Iterable[Part], irreducible: bool, least: bool = False) -> None:
                run.emit(_of_parts(self.blank, parts, irreducible, least))

            tell(subset, False)
            best: Sequence[Part] | None = plain_clash(solver.parts)
            if best is not None:
                tell(best, True, len(best) == 1)
            else:
                best = several(solver, subset, self.seed, tell)
            if self.smallest and len(best) > 1:
                least, corrections = least_subset(solver, best)
                result = _of_parts(self.blank, least, True, True)
                run.emit(replace(result, corrections=tuple(corrections)))


def _of_parts(
    blank: Explanation, parts: Iterable[Part], irreducible: bool, least: bool
) -> Explanation:
    numbers: dict[Kind, list[int]] = {kind: [] for kind in Kind}
    for kind, number in parts:
        numbers[kind].append(number)
    return replace(
        blank,
        items=tuple(sorted(numbers[Kind.ITEM])),
        givens=tuple(sorted(numbers[Kind.GIVEN])),
        forbidden=tuple(sorted(numbers[Kind.FORBIDDEN])),
        conditions=tuple(sorted(numbers[Kind.CONDITION])),
        irreducible=irreducible,
        smallest=least,
    )
