"""What a puzzle is made of, where parts of it are looked for that clash.

A part is an item with the number of choices that it wants (one group of one rule), or with what
their weights must come to, a given, a forbidden option, or a condition. A set of parts is a problem
of its own: the other items want nothing, the other options may be chosen or not. It *clashes* if
that problem has no solution.

`plain_clash` finds the clashes that need no search: a group that no choice can fill, a choice both
given and forbidden, givens that overfill one group. They are what a person slips on most, and
smaller than most sets that a search comes upon. The other two parts of this file write a set of
parts as a matrix for dancing links, and as clauses.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, partial
from types import TracebackType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ...models.errors import Unavailable, Unsupported
from ...models.matrix.exact_cover import ExactCover
from ..contract.batch import Options
from ..contract.deadline import Deadline
from ..contract.progress import Progress
from ..contract.query import Query
from ..encoding.conditions import cuts, implied
from ..encoding.rows import Rows, rows
from ..encoding.selection import unselected
from ..encoding.sums import Either
from ..process.interrupt import Run, RunDeadline, Stopped
from ..registry import native_solver
from ..sat.child import Task, pairs
from ..sat.sums import Sums, new_task
from ..search.running import query_of
from ..search.search import Search
from ..search.settings import Settings

__all__ = [
    "Kind",
    "Part",
    "PartSolver",
    "Parts",
    "entries_by_item",
    "overfull",
    "plain_clash",
    "search_parts",
    "selected_parts",
    "weights_by_item",
    "with_conditions",
]


class Kind(StrEnum):
    """The kinds of parts."""

    ITEM = "item"
    GIVEN = "given"
    FORBIDDEN = "forbidden"
    CONDITION = "condition"


class Part(NamedTuple):
    """A part: its kind, and the number of its item, option or condition."""

    kind: Kind
    number: int


@dataclass(frozen=True)
class Parts:
    """A matrix and a selection on it, taken apart; and what is supposed besides.

    chosen    options that are chosen whatever the parts say
    excluded  options that are not chosen whatever the parts say
    """

    matrix: ExactCover
    given: Options
    forbidden: Options
    chosen: Options = ()
    excluded: Options = ()

    @cached_property
    def all(self) -> list[Part]:
        """Every part: givens, then forbidden options, then items, then conditions."""
        return [
            *(Part(Kind.GIVEN, option) for option in self.given),
            *(Part(Kind.FORBIDDEN, option) for option in self.forbidden),
            *(Part(Kind.ITEM, item) for item in range(len(self.matrix.items))),
            *(Part(Kind.CONDITION, number) for number in range(len(self.matrix.conditions))),
        ]


def entries_by_item(matrix: ExactCover) -> Callable[[int], dict[int, int]]:
    """Return a function from an item to its options, ascending, with their colors."""
    starts, owners = matrix.item_lists()
    colors = matrix.colors[np.argsort(matrix.members, kind="stable")]

    def entries(item: int) -> dict[int, int]:
        part = slice(starts[item], starts[item + 1])
        return dict(zip(owners[part].tolist(), colors[part].tolist(), strict=True))

    return entries


def weights_by_item(matrix: ExactCover) -> dict[int, dict[int, int]]:
    """Return of each weighted item its options, ascending, with their weights."""
    weights: dict[int, dict[int, int]] = {}
    if matrix.has_weights:
        weighted = np.flatnonzero(matrix.weighted_items[matrix.members])
        owners, members = matrix.owners()[weighted], matrix.members[weighted]
        for option, item, weight in zip(
            owners.tolist(), members.tolist(), matrix.weights[weighted].tolist(), strict=True
        ):
            weights.setdefault(item, {})[option] = weight
    return weights


def _is_out_of_reach(matrix: ExactCover, item: int, weights: Collection[int]) -> bool:
    """Whether no choice of a weighted item's options comes between its bounds."""
    least, most = (sum(w for w in weights if sign * w > 0) for sign in (-1, 1))
    return least > int(matrix.high[item]) or most < int(matrix.low[item])


def plain_clash(parts: Parts) -> list[Part] | None:
    """Return the smallest irreducible set that clashes at first sight; None if none does."""
    return min(_plain_clashes(parts), key=len, default=None)


def _plain_clashes(parts: Parts) -> Iterator[list[Part]]:
    matrix, entries = parts.matrix, entries_by_item(parts.matrix)
    chosen = dict.fromkeys((*parts.chosen, *parts.given))
    out = dict.fromkeys((*parts.excluded, *parts.forbidden))
    for option in chosen:
        if option in out:
            yield _parts_of(parts, (), (option,), (option,))
    weights = weights_by_item(matrix)
    for item in range(len(matrix.items)):
        if item in weights:
            if _is_out_of_reach(matrix, item, weights[item].values()):
                yield _parts_of(parts, (item,), (), ())
            continue
        colors = entries(item)
        spare = max(len(colors) - int(matrix.low[item]), -1)
        lost = [option for option in out if option in colors][: spare + 1]
        if len(lost) > spare:
            yield _parts_of(parts, (item,), (), lost)
        covering = [option for option in chosen if option in colors]
        if clash := overfull(colors, covering, int(matrix.high[item])):
            yield _parts_of(parts, (item,), clash, ())


def overfull(colors: Mapping[int, int], chosen: Sequence[int], high: int) -> list[int]:
    """Return as few of the `chosen` options as are too many for an item; none if they fit.

    colors  of each option of the item its color there
    """
    if not any(colors.values()):
        return list(chosen[: high + 1]) if len(chosen) > high else []
    for place, option in enumerate(chosen):
        for other in chosen[:place]:
            if not colors[option] or colors[option] != colors[other]:
                return [other, option]
    return []


def _parts_of(
    parts: Parts, items: Iterable[int], chosen: Iterable[int], excluded: Iterable[int]
) -> list[Part]:
    """Return the parts; what is supposed anyway is none."""
    return [
        *(Part(Kind.GIVEN, option) for option in chosen if option not in parts.chosen),
        *(Part(Kind.FORBIDDEN, option) for option in excluded if option not in parts.excluded),
        *(Part(Kind.ITEM, item) for item in items),
    ]


# ---- The parts as a matrix, for dancing links ----------------------------------------------------
#
# Where clause learning proves that there is no solution by going through all cases, dancing links
# do so a hundred times faster, word squares and Langford's pairs for example. They share nothing
# with the clauses, so they also confirm what was found there.


def search_parts(
    parts: Parts, kept: Iterable[Part], deadline: Deadline
) -> tuple[bool, Options | None]:
    """Look for a solution of some of the parts, and of what is supposed besides.

    Return whether the search came to an end, and the solution; without the native module, or where
    dancing links do not know what the parts say, no search comes to an end.
    """
    query, options = selected_parts(parts, kept, deadline)
    if not query.forbidden.isdisjoint(query.given):
        return True, None
    matrix, progress = query.matrix, Progress()
    try:
        solver = native_solver(matrix)
        solver.version()
        solver.require(matrix)
    except (Unavailable, Unsupported):
        return False, None
    solution = solver.first(query, progress)
    if solution is None:
        return progress.complete, None
    return True, tuple(sorted(options[list(solution)].tolist()))


def selected_parts(
    parts: Parts, kept: Iterable[Part], deadline: Deadline
) -> tuple[Query, npt.NDArray[np.int64]]:
    """Return some of the parts, and what is supposed besides, as a query on their own matrix.

    Besides the numbers of its options in the whole matrix, ascending. It has a solution if the
    parts have one; each of its solutions is one of the parts.
    """
    numbers: dict[Kind, list[int]] = {kind: [] for kind in Kind}
    for kind, number in kept:
        numbers[kind].append(number)
    given = list(dict.fromkeys((*numbers[Kind.GIVEN], *parts.chosen)))
    forbidden = {*numbers[Kind.FORBIDDEN], *parts.excluded}
    # A matrix of these items, and which options of the whole matrix it holds, ascending. It has a
    # solution with the givens if the parts have one. Options that no item needs are left out, for
    # each would double the solutions; but not where they weigh, or where there are conditions,
    # which may need them.
    cover = parts.matrix
    items = numbers[Kind.ITEM]
    conditions = numbers[Kind.CONDITION]
    wanted = np.zeros(len(cover.items), bool)
    wanted[list(items)] = True
    needed = wanted & ((cover.low > 0) | cover.weighted_items)
    owner = cover.owners()
    stays = np.bincount(owner[needed[cover.members]], minlength=cover.options) > 0
    stays |= bool(conditions)
    stays[list(forbidden)] = False
    stays[list(given)] = True
    reduced = with_conditions(cover, conditions).part(options=stays, items=wanted, costs=None)
    matrix, options = reduced, np.flatnonzero(stays)
    given_places, clashing = (
        np.searchsorted(options, np.array(some, np.int64)).tolist()
        for some in (given, sorted(forbidden.intersection(given)))
    )
    search = Search(matrix, settings=Settings(given=given_places, forbidden=clashing))
    return query_of(search, deadline), options


def with_conditions(matrix: ExactCover, numbers: Collection[int]) -> ExactCover:
    """Return the matrix with these of its conditions alone."""
    if len(numbers) == len(matrix.conditions):
        return matrix
    first = len(matrix.graph_rules)
    return matrix.replaced(
        graph_rules=[rule for k, rule in enumerate(matrix.graph_rules) if k in numbers],
        statements=[
            statement for k, statement in enumerate(matrix.statements, first) if k in numbers
        ],
    )


# ---- The parts as clauses, each switched off by an assumption ------------------------------------
#
# Every clause of an item (sat/sums.py) also holds the negation of the item's *selector*, a
# variable that is assumed true where the item counts and is free where it does not. A given is
# assumed as its option's own literal, a forbidden option through a selector. One SAT solver so
# answers for every set of parts and keeps what it learned, and of a set that clashes it names the
# assumptions that it used: a core (Eén and Sörensson, "An extensible SAT-solver", SAT 2003).
#
# What a condition says is not written down: a solution that breaks one that counts is cut off by
# its clause (encoding/conditions.py), behind the selector of the condition, and the solver asked
# again.


SOLVER = "glucose4"
CONFLICTS = 3000  # of the SAT solver's first turn
SECONDS = 0.2  # at least, for a turn of dancing links; else as long as the SAT solver had


class PartSolver:
    """A SAT solver over the parts of a problem; a context manager, to be used by one thread.

    chosen  the options of the solution found last
    links   until when dancing links may be asked where it takes long; `Deadline(0)`: never, so
            that all that is found is the same each time
    """

    def __init__(self, parts: Parts, run: Run[Any], links: Deadline) -> None:
        try:
            from pysat.solvers import Solver
        except ImportError as error:
            raise Unavailable(f"explain: python-sat cannot be imported ({error})") from error
        task, self._literal, self._table = _guarded(parts, run)
        self.run = run
        self._links = links
        self.parts = parts
        self.chosen: Options = ()
        self.loose = task["loose"]
        self._part = {literal: part for part, literal in self._literal.items()}
        self._variables = task["variables"]
        self._always: list[int] = []
        self._model: set[int] = set()
        self._sat = Solver(name=SOLVER, bootstrap_with=task["clauses"])
        for option in parts.chosen:
            self.suppose([option + 1])
        for option in parts.excluded:
            self.suppose([-1 - option])
        # A solution that was asked for some parts then often satisfies many others.
        self.prefer(self._literal.values())

    def __enter__(self) -> PartSolver:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._sat.delete()

    def suppose(self, clause: list[int]) -> None:
        """Hold a clause (literal k: option k - 1 is chosen) from now on, whatever the parts."""
        # Behind a selector, for a literal that is false from the start would empty the subsets.
        self._variables += 1
        self._always.append(self._variables)
        self._sat.add_clause([*clause, -self._variables])

    def retract(self) -> None:
        """Drop the clause that was supposed last."""
        self._always.pop()

    def prefer(self, literals: Iterable[int]) -> None:
        """Ask for solutions in which these literals are true, where it is all the same."""
        self._sat.set_phases(list(literals))

    def unsatisfiable_subset(self, parts: Iterable[Part]) -> list[Part] | None:
        """Return parts among these that clash; None if there is a solution, kept in `chosen`.

        Where it takes long, dancing links try too, in turn and for as long.
        """
        every = [part for part in parts if part in self._literal]
        assumptions = self._always + [self._literal[part] for part in every]
        conflicts = CONFLICTS
        answer: bool | None = None
        while answer is None or (answer and self._is_cut(every)):
            began = time.monotonic()
            turns = not self._links.passed()
            answer = self._solve(assumptions, conflicts if turns else -1)
            if answer is None:
                conflicts *= 4
                seconds = time.monotonic() - began
                deadline = RunDeadline(self.run, self._links.within(max(seconds, SECONDS)))
                ended, solution = search_parts(self.parts, every, deadline)
                self.run.check()
                if ended and solution is None:
                    return every
                if solution is not None:
                    chosen = set(solution)
                    assumptions += [
                        option + 1 if option in chosen else -1 - option
                        for option in range(self.parts.matrix.options)
                    ]
        if not answer:
            return [self._part[v] for v in self._sat.get_core() or () if v in self._part]
        return None

    def _is_cut(self, every: list[Part]) -> bool:
        """Whether the model breaks conditions among the parts; it is cut off then, else kept."""
        self._model = {literal for literal in self._sat.get_model() or () if literal > 0}
        options = range(self.parts.matrix.options)
        self.chosen = tuple(option for option in options if option + 1 in self._model)
        broken = False
        for part in every:
            if part.kind is not Kind.CONDITION:
                continue
            condition = self.parts.matrix.conditions[part.number]
            for clause in cuts([condition], self._table, self.chosen):
                self._sat.add_clause([*_literals(clause), -self._literal[part]])
                broken = True
        return broken

    def _solve(self, assumptions: list[int], conflicts: int) -> bool | None:
        """Return whether there is a model; None after that many conflicts (-1: no limit)."""
        self._sat.conf_budget(conflicts)
        with self.run.stoppable(self._sat.interrupt):
            answer: bool | None = self._sat.solve_limited(assumptions, expect_interrupt=True)
        if answer is None and (conflicts < 0 or self.run.stopping):
            raise Stopped
        return answer

    def satisfied(self, parts: Collection[Part]) -> list[Part]:
        """Return those of the parts that the solution found last is known to satisfy."""
        return [part for part in parts if self._satisfies(part)]

    def _satisfies(self, part: Part) -> bool:
        if part.kind is Kind.CONDITION:  # its selector may be true where nothing was looked at
            return self.parts.matrix.conditions[part.number].clause(self.chosen) is None
        return part not in self._literal or self._literal[part] in self._model


def _guarded(parts: Parts, run: Run[Any]) -> tuple[Task, dict[Part, int], Rows]:
    """Return the clauses, each part's literal (an item that wants nothing has none), the rows."""
    matrix = parts.matrix
    table = rows(unselected(matrix), run.check)
    literal = {Part(Kind.GIVEN, option): option + 1 for option in parts.given}
    selected = [
        *(Part(Kind.ITEM, item) for item in table.speaking),
        *(Part(Kind.FORBIDDEN, option) for option in parts.forbidden),
        *(Part(Kind.CONDITION, number) for number in range(len(matrix.conditions))),
    ]
    literal |= {part: selector for selector, part in enumerate(selected, table.variables + 1)}
    variables = table.variables + len(selected)
    task = new_task(SOLVER, variables, matrix.options, table.loose)
    sizes = [len(variables) for variables, _, _ in table.sums]
    clauses, sums = task["clauses"], Sums(task, run.check, sizes)
    for color, options in table.colors:
        clauses += [[-1 - option, color + 1] for option in options]
    for item, write in _written(table, sums):
        run.check()
        first = len(clauses)
        write()
        apart = [pair for group in task["apart"] for pair in pairs(group)]
        task["apart"].clear()
        selector = literal[Part(Kind.ITEM, item)]
        clauses[first:] = [[*clause, -selector] for clause in (*clauses[first:], *apart)]
    for option in parts.forbidden:
        clauses.append([-1 - option, -literal[Part(Kind.FORBIDDEN, option)]])
    for number, condition in enumerate(matrix.conditions):
        selector = literal[Part(Kind.CONDITION, number)]
        clauses += [[*_literals(clause), -selector] for clause in implied(condition, table)]
    return task, literal, table


def _written(table: Rows, sums: Sums) -> Iterator[tuple[int, Callable[[], None]]]:
    """Yield for each row of an item what writes its clauses."""
    for item, (variables, low, high) in zip(table.items, table.sums, strict=True):
        yield item, partial(sums.between, [v + 1 for v in variables], low, high)
    for clause in table.clauses:
        yield clause.item, partial(sums.write, [_literals(clause)])
    for row in table.weighted:
        own = [v + 1 for v in row.variables]
        yield row.item, partial(sums.weighted, own, row.weights, row.low, row.high)


def _literals(clause: Either) -> list[int]:
    return [*(v + 1 for v in clause.yes), *(-1 - v for v in clause.no)]
