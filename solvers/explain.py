"""The question `explain`: why is there no solution, why must a choice be made, why can it not?

All three are one: which parts of the puzzle (parts.py), few of them, have no solution? A choice is
forced if nothing is left where it is not made, and impossible if nothing is left where it is. The
clashes that one sees at once are looked for first; else a SAT solver says whether there is one
(part_clauses.py) and the parts are thinned out (cores.py). At the end dancing links are asked to
confirm that the parts have no solution.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..models.errors import ModelError, WrongAnswer
from ..models.exact_cover import ExactCover
from ..models.puzzle import Given, Puzzle
from ..models.table import Choices
from .cores import several
from .cores import smallest as least_clash
from .explanation import ExplainInterrupted, Explanation, Verdict
from .interrupt import Run, streamed
from .part_clauses import PartSolver
from .part_links import search_parts
from .parts import Kind, Part, Parts, plain_clash
from .queries import Problem, checked_options, selection_of
from .solver import Deadline
from .verify import Verifier

__all__ = ["Choice", "explain", "option_of"]

Choice = int | Given | tuple[str | Choices, Mapping[str, Any]]

log = logging.getLogger("minuet")

CONFIRM = 1.0  # seconds that dancing links get to confirm a clash


def explain(
    puzzle: Problem,
    choice: Choice | None = None,
    *,
    smallest: bool = False,
    time_limit: float | None = None,
    given: Sequence[int] = (),
    seed: int = 0,
) -> Explanation:
    """Explain why a puzzle has no solution; or why a choice is forced, or impossible.

    choice      an option number, a Given, or a table and values that name one of its rows, as in
                `("digit", {"row": 0, "col": 2, "value": 4})`
    smallest    look for a set of parts that no other undercuts; may take very long
    time_limit  seconds, compiling included; what was found by then is kept
    given       further option numbers that are given
    seed        of the random orders in which parts are left out

    A puzzle with solutions is no error: the verdict then is FEASIBLE, or OPEN for a choice that
    some solutions make and some do not. A choice in a puzzle without solutions is not looked at:
    the verdict is CLASH. Costs play no part.

    Raises ModelError for a choice that is not in the puzzle, Unavailable without python-sat;
    ExplainInterrupted on Ctrl-C, which keeps the parts found so far.
    """
    deadline = Deadline(time_limit)
    matrix, selected, forbidden = selection_of(puzzle, given)
    option = None if choice is None else option_of(puzzle, choice)
    parts = Parts(matrix, selected, tuple(sorted(forbidden)))
    found = Explanation(puzzle, Verdict.UNKNOWN, option)
    asked = _Asked(parts, found, smallest, seed, deadline)
    try:
        for found in streamed(asked.work, deadline):
            before, asked.latest = asked.latest, found
            if len(found) and not len(before):
                log.info("%d parts clash; looking for fewer", len(found))
        found = _confirmed(parts, asked.latest, deadline)
    except KeyboardInterrupt:
        raise ExplainInterrupted(asked.latest) from None
    verifier = Verifier(matrix, selected, forbidden)
    for witness in found.witnesses:
        verifier.require(witness, "sat")
    return found


def option_of(puzzle: Problem, choice: Choice) -> int:
    """Return the option number of a choice. Raises ModelError if it names none, or several."""
    matrix = puzzle if isinstance(puzzle, ExactCover) else puzzle.matrix
    if isinstance(choice, Given):
        choice = choice.option
    if not isinstance(choice, tuple):
        return checked_options(matrix, [choice])[0]
    name, values = choice
    if not isinstance(puzzle, Puzzle):
        raise ModelError("choice: a bare matrix has no tables, expected an option number")
    table = puzzle.table(name)
    spelled = ", ".join(f"{column}={value!r}" for column, value in values.items())
    purpose = f"choice {table.name}({spelled})"
    rows = table.find(purpose, values)
    if len(rows) != 1:
        found = "no such choice" if not rows else f"{len(rows)} choices match, expected one"
        raise ModelError(f"{purpose}: {found}")
    return table.offset + rows[0]


@dataclass
class _Asked:
    """One question, answered in a thread that hands on ever better explanations."""

    parts: Parts
    latest: Explanation
    smallest: bool
    seed: int
    deadline: Deadline

    def work(self, run: Run[Explanation]) -> None:
        blank, choice = self.latest, self.latest.choice
        with PartSolver(self.parts, run, self.deadline) as solver:
            core = solver.core(self.parts.all)
            if core is not None:
                self._thin(run, replace(blank, verdict=Verdict.CLASH), solver, core)
                return
            witness = solver.chosen
        if choice is None:
            run.emit(replace(blank, verdict=Verdict.FEASIBLE, witnesses=(witness,)))
            return
        if choice in witness:
            verdict, parts = Verdict.FORCED, replace(self.parts, unmade=(choice,))
        else:
            verdict, parts = Verdict.IMPOSSIBLE, replace(self.parts, made=(choice,))
        with PartSolver(parts, run, self.deadline) as solver:
            core = solver.core(parts.all)
            if core is not None:
                self._thin(run, replace(blank, verdict=verdict), solver, core)
                return
            other = solver.chosen
        both = (witness, other) if choice in witness else (other, witness)
        run.emit(replace(blank, verdict=Verdict.OPEN, witnesses=both))

    def _thin(
        self,
        run: Run[Explanation],
        blank: Explanation,
        solver: PartSolver,
        core: Sequence[Part],
    ) -> None:
        """Hand on ever smaller sets of parts, beginning with the core."""

        def tell(parts: Iterable[Part], irreducible: bool, least: bool = False) -> None:
            run.emit(_of_parts(blank, parts, irreducible, least))

        tell(core, False)
        best: Sequence[Part] | None = plain_clash(solver.parts)
        if best is not None:
            tell(best, True, len(best) == 1)
        else:
            best = several(solver, core, self.seed, tell)
        if self.smallest and len(best) > 1:
            tell(least_clash(solver, best), True, True)


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
        irreducible=irreducible,
        smallest=least,
    )


def _confirmed(parts: Parts, found: Explanation, deadline: Deadline) -> Explanation:
    """Ask dancing links whether the parts really have no solution; they get a second at most."""
    if found.verdict not in (Verdict.CLASH, Verdict.FORCED, Verdict.IMPOSSIBLE):
        return found
    choice = () if found.choice is None else (found.choice,)
    supposed = replace(
        parts,
        made=choice if found.verdict is Verdict.IMPOSSIBLE else (),
        unmade=choice if found.verdict is Verdict.FORCED else (),
    )
    kept = [
        *(Part(Kind.ITEM, item) for item in found.items),
        *(Part(Kind.GIVEN, option) for option in found.givens),
        *(Part(Kind.FORBIDDEN, option) for option in found.forbidden),
    ]
    complete, solution = search_parts(supposed, kept, deadline.within(CONFIRM))
    if solution is not None:
        raise WrongAnswer("explain: parts that are said to clash have a solution")
    return replace(found, confirmed=complete)
