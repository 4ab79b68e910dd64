"""What `explain` finds: which parts of a puzzle clash."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from ...models.answer import Answer
from ...models.puzzle import Puzzle
from ..contract.batch import Options
from ..contract.evidence import Evidence
from ..contract.result import NOTHING
from ..search.selection import Problem
from .parts import Part
from .relaxation import Relaxation
from .statements import Statement, grouped

__all__ = ["Finding", "Verdict"]


class Verdict(StrEnum):
    """What was found out.

    CLASH       there is no solution: the parts clash
    FEASIBLE    nothing clashes: there is a solution
    FORCED      every solution makes the choice: without it the parts clash
    IMPOSSIBLE  no solution makes the choice: with it the parts clash
    OPEN        some solutions make the choice and some do not
    UNKNOWN     the time was over before anything was known
    """

    CLASH = "CLASH"
    FEASIBLE = "FEASIBLE"
    FORCED = "FORCED"
    IMPOSSIBLE = "IMPOSSIBLE"
    OPEN = "OPEN"
    UNKNOWN = "UNKNOWN"


@dataclass(frozen=True)
class Finding:
    """Why a puzzle has no solution, or why a choice is forced or impossible.

    problem      what was explained: of a puzzle whose matrix joins rules, `with_rules_apart()`
    verdict      what was found out (see `Verdict`)
    choice       the option that was asked about; None: the puzzle as a whole
    items        the items (groups of rules) that clash, as item numbers, ascending
    givens       the given options that clash with them
    forbidden    the forbidden options that matter
    conditions   the graph rules and statements that do, by their numbers in the matrix's conditions
    irreducible  without any one of these parts the others do not clash
    smallest     no smaller set of parts clashes
    confirmed    dancing links, too, find no solution of these parts
    witnesses    solutions: one if FEASIBLE; if OPEN one with the choice and one without
    obstacle     why there can be no solution, where the puzzle tells that without a search: the
                 parts are then all groups of the rules that cannot hold together
    relaxation   the fewest statements to take away, where that was asked for and is known
    corrections  of a smallest set: sets of parts, without each of which the others do not clash;
                 so whatever clashes has a part of each
    evidence     what it rests on that the parts clash, and that none can be spared

    `len()` is the number of parts.
    """

    problem: Problem
    verdict: Verdict
    choice: int | None = None
    items: Options = ()
    givens: Options = ()
    forbidden: Options = ()
    irreducible: bool = False
    smallest: bool = False
    confirmed: bool = False
    witnesses: tuple[Options, ...] = ()
    relaxation: Relaxation | None = None
    conditions: Options = ()
    obstacle: str = ""
    corrections: tuple[tuple[Part, ...], ...] = field(default=(), repr=False)
    evidence: Evidence = NOTHING

    @property
    def statements(self) -> tuple[Statement, ...]:
        """What made these parts, statement by statement: givens of one line count as one."""
        return grouped(self.problem, self.items, self.givens, self.forbidden, self.conditions)

    @property
    def groups(self) -> tuple[Any, ...]:
        """The items' names: of a puzzle, the groups of its rules."""
        matrix = self.problem.matrix if isinstance(self.problem, Puzzle) else self.problem
        return tuple(matrix.items[item] for item in self.items)

    @property
    def answers(self) -> tuple[Answer | Options, ...]:
        """The witnesses: answers of a puzzle, option numbers of a bare matrix."""
        puzzle = self.problem
        if isinstance(puzzle, Puzzle):
            return tuple(puzzle.read(options) for options in self.witnesses)
        return self.witnesses

    def __len__(self) -> int:
        parts = self.items, self.givens, self.forbidden, self.conditions
        return sum(map(len, parts))

    def __bool__(self) -> bool:
        return True  # it has a length, but even of no parts it is an explanation
