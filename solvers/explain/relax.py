"""Find the fewest statements to remove, and small sets of parts that clash.

To remove the fewest is MaxSAT over statements, by implicit hitting sets (Davies and Bacchus,
"Solving MAXSAT by solving a sequence of simpler SAT instances", CP 2011). What is taken away must
hit every set of statements that clashes. So a cheapest set that hits all clashes known so far
(`HittingSet`) is either enough, and then the least there is, or the rest has another clash. On the
way clashes that have nothing in common are taken out until the rest has a solution; adding what
still fits shows a set that is enough, though perhaps not the least.

The parts: the result, hitting sets, the search, minimal unsatisfiable subsets.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from types import TracebackType
from typing import Any

import numpy as np

from ..contract.batch import Options
from ..contract.deadline import Deadline, Stopped
from ..contract.evidence import Level
from ..contract.verify import Verifier
from ..process.interrupt import Run
from ..process.interrupt import Stopped as SolverStopped
from .parts import Kind, Part, Parts, PartSolver, search_parts, with_conditions
from .statements import Statement, StatementKind

__all__ = ["HittingSet", "Relaxation", "Relaxer", "hits_within", "several", "shrink", "smallest"]

# ---- The result: the fewest statements to remove -------------------------------------------------


@dataclass(frozen=True)
class Relaxation:
    """Statements without which there is a solution (or the choice that was asked about is free).

    statements  what is to be taken away; where several sets are as small, rules are rather kept
                than what is forbidden, and that rather than givens
    total       of how many statements
    options     a solution of what is left, which was looked at; None: what has to be kept clashes
                by itself, and nothing helps
    least       no fewer statements will do; else these are the fewest known so far
    bound       at least so many must go
    evidence    what `least` rests on: `claimed` by SAT, or `agreed` by dancing links, which found
                no solution of each of the sets of statements that show it
    """

    statements: tuple[Statement, ...]
    total: int
    options: Options | None = None
    least: bool = False
    bound: int = 1
    evidence: Level = Level.CLAIMED

    def __len__(self) -> int:
        return len(self.statements)

    def __bool__(self) -> bool:
        return self.options is not None

    def __str__(self) -> str:
        return "\n".join(self.lines("to have a solution"))

    def lines(self, aim: str) -> Iterator[str]:
        """Yield what is to be done; `aim` is what for, as in `to have a solution`."""
        if self.options is None:
            yield f"{aim}, what has to be kept must be changed: it clashes by itself"
            return
        yield f"{aim}, take away {len(self)} of {self.total} statements ({self._rests_on()}):"
        for statement in self.statements:
            yield f"  {statement}"

    def _rests_on(self) -> str:
        if not self.least:
            return f"smallest known so far, at least {self.bound} must go"
        if self.evidence >= Level.AGREED:
            return "no fewer do, as SAT and dancing links agree"
        return "no fewer do, as SAT alone says"


# ---- Hitting sets, by RC2 ------------------------------------------------------------------------
#
# RC2 is the MaxSAT solver of Ignatiev, Morgado and Marques-Silva ("RC2: an efficient MaxSAT
# solver", JSAT 11, 2019), in python-sat: a hitting set is an assignment that keeps as much weight
# false as the sets allow. `hits_within` asks the same of plain Python, which shares nothing with
# it.


class HittingSet:
    """A cheapest set of numbers 1..n; a context manager.

    weights  what each number costs, at least 1; None: 1
    """

    def __init__(self, n: int, run: Run[Any], weights: Sequence[int] | None = None) -> None:
        from pysat.examples.rc2 import RC2
        from pysat.formula import WCNF

        class Interruptible(RC2):  # type: ignore[misc]
            def _call_oracle(self, assumptions: Any = (), expect_interrupt: bool = False) -> Any:
                run.check()
                with run.stoppable(self.oracle.interrupt):
                    answer = self.oracle.solve_limited(list(assumptions), expect_interrupt=True)
                if answer is None:
                    raise SolverStopped
                return answer

        formula = WCNF()
        for k in range(1, n + 1):
            formula.append([-k], weight=1 if weights is None else weights[k - 1])
        self._n = n
        self._rc2: Any = Interruptible(formula, solver="glucose3")

    def __enter__(self) -> HittingSet:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._rc2.delete()

    def hit(self, numbers: Sequence[int]) -> None:
        """Add a set to be hit."""
        self._rc2.add_clause(list(numbers))

    def least(self) -> list[int]:
        """Return the numbers of a cheapest set."""
        model = self._rc2.compute(expect_interrupt=True)
        return [k for k in model or () if 0 < k <= self._n]


def hits_within(
    sets: Sequence[Collection[int]], size: int, check: Callable[[], None]
) -> set[int] | None:
    """Return at most `size` numbers that hit every set; None if there are none.

    check  called now and then, it may raise
    """
    check()
    if not sets:
        return set()
    if not size:
        return None
    for number in min(sets, key=len):
        rest = [group for group in sets if number not in group]
        hits = hits_within(rest, size - 1, check)
        if hits is not None:
            return hits | {number}
    return None


# Of as many statements those are rather taken away that stand for less of the puzzle.
DEARER = {
    StatementKind.GIVEN: 0,
    StatementKind.FORBID: 1,
    StatementKind.RULE: 2,
    StatementKind.ITEM: 2,
}
SHRINKING = 0.5  # seconds for making a clash smaller
CONFIRM = 1.0  # seconds that dancing links get for all clashes


@dataclass
class Relaxer:
    """Looks, in a thread, for ever fewer statements of the parts.

    soft     what may be taken away
    hard     what is kept
    clashes  sets of numbers of soft statements that clash, with what is kept
    """

    parts: Parts
    soft: Sequence[Statement]
    hard: Sequence[Statement]
    seed: int
    deadline: Deadline
    clashes: list[list[int]] = field(default_factory=list)

    def work(self, run: Run[Relaxation]) -> None:
        """Emit relaxations, each better than the one before."""
        with PartSolver(self.parts, run, self.deadline) as solver:
            if self._clash(solver, ()) is not None:
                run.emit(self._blank())
                return
            costs = [self._cost([k]) for k in range(len(self.soft))]
            with HittingSet(len(self.soft), run, costs) as hitting:
                self._close_in(run, solver, hitting)

    def _close_in(self, run: Run[Relaxation], solver: PartSolver, hitting: HittingSet) -> None:
        rng, best = Random(self.seed), self._blank()
        cost = self._cost(range(len(self.soft))) + 1
        while True:
            out = {k - 1 for k in hitting.least()}
            bound = len(out)
            if self._cost(out) == cost:
                run.emit(replace(best, least=True, bound=bound))
                return
            kept = [k for k in range(len(self.soft)) if k not in out]
            clash = self._clash(solver, kept)
            if clash is None:
                run.emit(replace(self._without(out, solver), least=True, bound=bound))
                return
            while clash is not None:
                clash = self._shrunk(solver, clash, rng)
                self.clashes.append(clash)
                hitting.hit([k + 1 for k in clash])
                kept = [k for k in kept if k not in clash]
                clash = self._clash(solver, kept)
            out = self._grown(solver, kept, rng)
            if self._cost(out) < cost:
                cost, best = self._cost(out), self._without(out, solver)
            run.emit(replace(best, bound=max(bound, 1)))

    def _cost(self, numbers: Iterable[int]) -> int:
        """Return what statements cost: their number, and among equal numbers how dear they are."""
        whole = 2 * len(self.soft) + 1
        return sum(whole + DEARER[self.soft[k].kind] for k in numbers)

    def _blank(self) -> Relaxation:
        return Relaxation((), len(self.soft) + len(self.hard))

    def _without(self, out: Collection[int], solver: PartSolver) -> Relaxation:
        gone = tuple(self.soft[k] for k in sorted(out))
        return replace(self._blank(), statements=gone, options=solver.chosen)

    def _parts(self, kept: Iterable[int]) -> dict[Part, int]:
        """Return the parts of what is kept, with the soft statement that makes it; -1: a hard one.

        A part that several statements make is there as long as one of them is.
        """
        parts = {part: k for k in kept for part in self.soft[k].parts}
        return parts | {part: -1 for statement in self.hard for part in statement.parts}

    def _clash(self, solver: PartSolver, kept: Iterable[int]) -> list[int] | None:
        """Return soft statements among those kept that clash; None if there is a solution."""
        parts = self._parts(kept)
        subset = solver.unsatisfiable_subset(parts)
        return None if subset is None else sorted({parts[part] for part in subset} - {-1})

    def _shrunk(self, solver: PartSolver, clash: list[int], rng: Random) -> list[int]:
        """Return a clash among these statements, without what can be spared in a short time."""
        began, rest, needed = time.monotonic(), list(clash), list[int]()
        rng.shuffle(rest)
        while rest and time.monotonic() < began + SHRINKING:
            number = rest.pop()
            conflict = self._clash(solver, [*needed, *rest])
            if conflict is None:
                needed.append(number)
            else:
                rest = [k for k in rest if k in conflict]
        return sorted([*needed, *rest])

    def _grown(self, solver: PartSolver, kept: list[int], rng: Random) -> set[int]:
        """Add what fits to statements of which the solver has just found a solution.

        Return those that do not fit; the solver holds a solution of the others.
        """
        held, out = set(kept), set[int]()
        rest = [k for k in range(len(self.soft)) if k not in held]
        rng.shuffle(rest)
        for k in sorted(rest, key=lambda k: -DEARER[self.soft[k].kind]):
            mine = self.soft[k].parts
            fits = len(solver.satisfied(mine)) == len(mine)
            if fits or self._clash(solver, [*held, k]) is None:
                held.add(k)
            else:
                out.add(k)
        return out

    def confirmed(self, relaxation: Relaxation) -> Relaxation:
        """Look at the solution; and ask dancing links for a while whether no fewer will do."""
        if relaxation.options is None:
            return relaxation
        # Raise WrongAnswer unless the options solve what is left.
        options = relaxation.options
        gone = set(map(id, relaxation.statements))  # a line in a loop may say the same twice
        left = self._parts(k for k, statement in enumerate(self.soft) if id(statement) not in gone)
        numbers = {kind: [part.number for part in left if part.kind is kind] for kind in Kind}
        matrix = with_conditions(self.parts.matrix, numbers[Kind.CONDITION])
        wanted = np.zeros(len(matrix.items), bool)
        wanted[numbers[Kind.ITEM]] = True
        every = np.ones(matrix.options, bool)
        reduced = matrix.part(options=every, items=wanted, costs=None)
        given = [*numbers[Kind.GIVEN], *self.parts.chosen]
        forbidden = [*numbers[Kind.FORBIDDEN], *self.parts.excluded]
        Verifier(reduced, tuple(dict.fromkeys(given)), frozenset(forbidden)).require(options, "sat")
        if not relaxation.least:
            return relaxation
        deadline = self.deadline.within(CONFIRM)
        try:
            if self._agreed(len(relaxation), deadline):
                return replace(relaxation, evidence=Level.AGREED)
        except Stopped:
            pass
        return relaxation

    def _agreed(self, size: int, deadline: Deadline) -> bool:
        """Whether each clash has no solution, and less than these would leave one of them be."""
        clashes = self.clashes or [list(range(len(self.soft)))]
        for clash in clashes:
            complete, solution = search_parts(self.parts, self._parts(clash), deadline)
            if not complete or solution is not None:
                return False
        return hits_within(clashes, size - 1, deadline.check) is None


# ---- Minimal unsatisfiable subsets: from parts that clash to few parts that clash ----------------
#
# `shrink` leaves out part after part (Chinneck and Dravnieks, "Locating minimal infeasible
# constraint sets in linear programs", ORSA Journal on Computing 3, 1991). Where the rest still
# clashes, the subset that the answer names drops many parts at once (Dershowitz, Hanna and Nadel,
# SAT 2006). What remains is minimal, not the smallest. `several` shrinks in some random orders and
# keeps the best subset.
#
# `smallest` proves a least one, by the duality of sets that clash and of parts whose removal mends
# everything: any set that clashes hits every such *correction*. A least set that hits all
# corrections known so far either clashes, and is the answer, or has a solution that yields another
# correction (Ignatiev, Previti, Liffiton and Marques-Silva, "Smallest MUS extraction with minimal
# hitting set dualization", CP 2015).


# Calls that hear of ever smaller sets: the parts, and whether they are irreducible.
Tell = Callable[[Sequence[Part], bool], None]

# Measured on 30 unsolvable sudokus: 53.4 parts on average after 1 try, 40.4 after 4, 38.3 after 12
# (0.16 s a puzzle), 36.9 after 40 (0.8 s), 36.4 after 150 (2.3 s).
TRIES = 12
SECONDS = 3.0  # after so many no further try begins


def shrink(solver: PartSolver, subset: Sequence[Part], rng: Random, tell: Tell) -> list[Part]:
    """Return an irreducible set of parts, out of parts that clash."""
    needed: list[Part] = []
    rest = list(subset)
    rng.shuffle(rest)
    while rest:
        part = rest.pop()
        conflict = solver.unsatisfiable_subset([*needed, *rest])
        if conflict is None:
            needed.append(part)
            continue
        kept = set(conflict)
        rest = [other for other in rest if other in kept]
        tell([*needed, *rest], False)
    tell(needed, True)
    return needed


def several(solver: PartSolver, subset: Sequence[Part], seed: int, tell: Tell) -> list[Part]:
    """Return the smallest of some irreducible sets, each shrunk from one of its own."""
    rng = Random(seed)
    began = time.monotonic()
    best = shrink(solver, subset, rng, tell)
    every = list(solver.parts.all)
    for _ in range(TRIES - 1):
        if time.monotonic() > began + SECONDS or len(best) < 3:
            break
        rng.shuffle(every)
        other = solver.unsatisfiable_subset(every)
        assert other is not None  # all parts together clash, else there is nothing to relax
        candidate = shrink(solver, other, rng, lambda parts, done: None)
        if len(candidate) < len(best):
            best = candidate
            tell(best, True)
    return best


def smallest(solver: PartSolver, best: Sequence[Part]) -> tuple[list[Part], list[tuple[Part, ...]]]:
    """Return an irreducible set that no other undercuts, and the corrections that show it.

    best  a set that clashes
    """
    corrections: list[tuple[Part, ...]] = []
    every = solver.parts.all
    number = {part: place for place, part in enumerate(every, 1)}
    with HittingSet(len(every), solver.run) as hitter:
        while True:
            guess = [every[k - 1] for k in hitter.least()]
            if len(guess) == len(best):
                return list(best), corrections
            if solver.unsatisfiable_subset(guess) is not None:
                return guess, corrections
            corrections.append(tuple(_correction(solver, guess)))
            hitter.hit([number[part] for part in corrections[-1]])


def _correction(solver: PartSolver, feasible: list[Part]) -> list[Part]:
    """Return parts without which the others, `feasible` among them, do not clash; irreducible.

    The solver has just found a solution of `feasible`.
    """
    held = set(feasible) | set(solver.satisfied(solver.parts.all))
    out: list[Part] = []
    for part in solver.parts.all:
        if part in held:
            continue
        if solver.unsatisfiable_subset([*held, part]) is None:
            held.update(solver.satisfied(solver.parts.all))
            held.add(part)
        else:
            out.append(part)
    return out
