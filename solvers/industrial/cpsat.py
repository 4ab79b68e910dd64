"""OR-Tools' CP-SAT: lazy clause generation over one Boolean an option.

The rows of the matrix (encoding/rows.py) become exactly-one, at-most-one and linear constraints.
CP-SAT is Perron and Didier's solver (Google; Stuckey, "Lazy clause generation", CPAIOR 2010, is the
idea).

Enumeration runs on one worker: with more, `enumerate_all_solutions` silently miscounts. CP-SAT
tells solutions apart by all variables, so a color's variable is tied to its options both ways.

The parts: the model, the parameters, the search, the solver.
"""

from __future__ import annotations

import contextlib
import dataclasses
import math
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ...models.errors import (
    MinuetError,
    ModelError,
    SolverError,
    Unavailable,
    Unsupported,
    did_you_mean,
)
from ...models.matrix.arrays import absolute_total
from ...models.matrix.conditions import Condition, GraphRule
from ...models.matrix.notes import Greatest, Intervals, Lines, Note
from ..contract.batch import Options, closing_stream, singly
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.solver import EVERYTHING, Solver
from ..encoding.conditions import cheaper, cuts, raise_bound, rows_and_implied
from ..encoding.disjoint_paths import DisjointPaths, disjoint_paths
from ..encoding.rows import Rows
from ..encoding.selection import SelectedMatrix, selected, unselected
from ..encoding.sums import Either
from ..process.interrupt import Run, returned, streamed
from .cpsat_all_different import add_all_different, all_different
from .cpsat_graphs import add_graph_rules, can_say
from .cpsat_greatest import add_extreme, can_add, extreme_of
from .cpsat_integers import IntegerVariables, LinearTerms, add_linear
from .cpsat_intervals import add_tasks, tasks_of
from .cpsat_lines import add_lines, keep_places, lines_of, without_repeats
from .cpsat_paths import PathCircuit

if TYPE_CHECKING:
    from ortools.sat.python.cp_model_helper import CpModelProto, CpSolverResponse, SatParameters

__all__ = ["add_clause", "another", "objective", "search"]

# ---- The model: one Boolean an option, the rows (encoding/rows.py) as constraints ----------------
#
# Costs are divided by their greatest common divisor: CP-SAT reports its bounds in floating point,
# and small ones exactly.


class Aim(Enum):
    """The solutions that are wanted: every one, a first one, or cheaper ones up to the cheapest."""

    EVERY = auto()
    FIRST = auto()
    CHEAPEST = auto()


LARGE = 1 << 62  # no sum of costs reaches it, nor does one that CP-SAT takes
ROUNDING = 2.0**-44  # of a double's 53 bits, a few for each sum and factor


@dataclass(frozen=True)
class Objective:
    """A solution costs offset + step * (the sum of its options' costs).

    costs  int64[options], of the options that are left
    """

    costs: npt.NDArray[np.int64]
    offset: int
    step: int

    def steps(self, chosen: Sequence[int]) -> int:
        """Return the sum of the costs of the chosen options, which are variables."""
        return int(self.costs[list(chosen)].sum())

    def cost(self, steps: int) -> int:
        """Return what a solution costs whose options' costs sum to this."""
        return self.offset + self.step * steps

    def bound(self, solver_bound: float) -> int | None:
        """Return what no solution costs less than, given CP-SAT's bound; None: nothing is known.

        CP-SAT adds an offset of its own to its bound, and scales it, in floating point. Either may
        be greater than all costs together.
        """
        if not math.isfinite(solver_bound):
            return None
        slack = 1e-6 + float(np.abs(self.costs).astype(np.float64).sum()) * ROUNDING
        return self.offset + self.step * math.ceil(solver_bound - slack)


def objective(rest: SelectedMatrix) -> Objective:
    """Return what is to be minimised: all costs of a matrix sum to less than 2^62."""
    step = math.gcd(*rest.costs.tolist()) or 1
    return Objective(rest.costs // step, rest.offset, step)


def encoded(
    table: Rows,
    notes: Sequence[Note],
    query: Query,
    aim: Aim,
    goal: Objective | None,
    lines: Sequence[Lines],
    check: Callable[[], None],
    *,
    replace: bool,
) -> Encoding:
    """Write the rows straight into CP-SAT's own message, a call a row.

    notes    what is said by constraints in place of rows
    lines    those that have an automaton in place of rows
    replace  whether integer variables may stand in place of Booleans, which no clause then names
    """
    from ortools.sat.python.cp_model_helper import CpModelProto

    sums = table.sums
    integers = IntegerVariables(table.variables, sums)
    writers = _structures(table, notes, lines, integers, check)
    prices = np.zeros(0, np.int64) if goal is None else goal.costs
    paid = np.flatnonzero(prices)
    costs = integers.linear(paid, prices[paid], new=False)
    paths, others = _paths(query)
    _keep_named(integers, table, others)
    gone: list[int] = []
    if paths is not None:
        circuit = PathCircuit(paths, table, sums, integers, check)
        gone += circuit.derive(replace=replace)
        writers.append(circuit.write)
    differing: list[list[LinearTerms]] = []
    if replace:
        differing, told = all_different(sums, integers, check)
        gone += [*told, *integers.replace()]
    sums = [sums[place] for place in sorted(set(range(len(sums))).difference(gone))]
    # It is known now which Booleans are needed.
    model = CpModelProto()
    integers.write(model)
    for write in writers:
        write(model)
    for numbers in differing:
        add_all_different(model, numbers, integers)
    integers.tie(model)
    _add_rows(model, table, sums, integers, check)
    add_graph_rules(model, others, table, integers, check, once=aim is Aim.EVERY)
    for chosen in table.excluded(query.excluded):
        check()
        another(model, table, chosen)
    if begin := query.hint or query.guess:
        add_hint(model, integers.hinted(table.values(begin)))
    total = integers.named(costs)
    if goal is not None:
        total.write(model.objective)
    return Encoding(model, table, integers, lines, aim, goal, total, query.matrix.conditions)


def _structures(
    table: Rows,
    notes: Iterable[Note],
    lines: Sequence[Lines],
    integers: IntegerVariables,
    check: Callable[[], None],
) -> list[Callable[[CpModelProto], None]]:
    """Ask for the integer variables of weighted rows and notes, and for the Booleans of lines.

    Return what writes these constraints, once it is known which Booleans are needed.
    """
    weighted = []
    for row in table.weighted:
        check()
        weighted.append((integers.linear(row.variables, row.weights), row.low, row.high))
    writers: list[Callable[[CpModelProto], None]] = [
        partial(_add_weighted, rows=weighted, integers=integers, check=check)
    ]
    for note in notes:
        if isinstance(note, Intervals):
            tasks = tasks_of(note, table, integers, check)
            writers.append(partial(add_tasks, tasks=tasks, integers=integers, check=check))
        elif isinstance(note, Greatest):
            extreme = extreme_of(note, table, integers, check)
            writers.append(partial(add_extreme, extreme=extreme, integers=integers))
    keep_places(lines, table, integers)
    writers.append(partial(add_lines, notes=lines, table=table, integers=integers, check=check))
    return writers


def _add_weighted(
    model: CpModelProto,
    rows: Iterable[tuple[LinearTerms, int, int]],
    integers: IntegerVariables,
    check: Callable[[], None],
) -> None:
    for terms, low, high in rows:
        check()
        named = integers.named(terms)
        bounds = low - named.constant, high - named.constant
        add_linear(model, named.variables, named.coefficients, *bounds)


def _paths(query: Query) -> tuple[DisjointPaths | None, Sequence[Condition]]:
    """Return the paths that share no vertex, if there are some, and the other conditions."""
    paths, conditions = disjoint_paths(query.matrix), query.matrix.conditions
    return paths, conditions if paths is None else paths.others(conditions)


def _keep_named(integers: IntegerVariables, table: Rows, conditions: Iterable[Condition]) -> None:
    """Note which Booleans clauses, colors and graph rules name."""
    integers.keep(variable for row in table.clauses for variable in (*row.yes, *row.no))
    integers.keep(variable for color, options in table.colors for variable in (color, *options))
    for condition in conditions:
        if isinstance(condition, GraphRule):
            places = table.places(condition.options.astype(np.int64))
            integers.keep(places[places >= 0].tolist())


def _add_rows(
    model: CpModelProto,
    table: Rows,
    sums: Iterable[tuple[list[int], int, int]],
    integers: IntegerVariables,
    check: Callable[[], None],
) -> None:
    """Add those sums of the rows, the clauses and the colors."""
    constraints = model.constraints
    for booleans, low, high in sums:
        check()
        variables = integers.names(booleans)
        if (low, high) == (1, 1):
            constraints.add().exactly_one.literals.extend(variables)
        elif (low, high) == (0, 1):
            constraints.add().at_most_one.literals.extend(variables)
        else:
            add_linear(model, variables, [1] * len(variables), low, high)
    for clause in table.clauses:
        check()
        add_clause(model, integers.names(clause.yes), integers.names(clause.no))
    for each in table.colors:
        check()
        color, *options = integers.names([each[0], *each[1]])
        # A negated literal is -1 minus its variable.
        constraints.add().bool_or.literals.extend([*options, -1 - color])
        for option in options:
            constraint = constraints.add()
            constraint.enforcement_literal.append(option)
            constraint.bool_and.literals.append(color)


def another(model: CpModelProto, table: Rows, chosen: list[int]) -> None:
    """Exclude a solution: another one leaves one of these options, or has one more."""
    add_clause(model, table.joining(chosen), chosen)


def add_clause(model: CpModelProto, yes: Sequence[int], no: Sequence[int]) -> None:
    """Have one of `yes` chosen, or one of `no` not."""
    literals = [*yes, *(-1 - variable for variable in no)]
    model.constraints.add().bool_or.literals.extend(literals)


def no_dearer(model: CpModelProto, costs: LinearTerms, steps: int) -> None:
    """Exclude what costs so much, or more."""
    high = steps - 1 - costs.constant
    add_linear(model, costs.variables, costs.coefficients, -LARGE, high)


def add_hint(model: CpModelProto, values: Mapping[int, int]) -> None:
    """Give values of variables to begin with."""
    hint = model.solution_hint
    hint.vars.clear()
    hint.values.clear()
    hint.vars.extend(list(values))
    hint.values.extend(list(values.values()))


# ---- The parameters of CP-SAT --------------------------------------------------------------------
#
# A parameter must not silently make an answer wrong. So those are rejected that widen the gaps,
# that end a search early and still let CP-SAT claim an optimum, that fix variables, and those that
# minuet has settings for. Limits on conflicts or on deterministic time are accepted: CP-SAT reports
# when one ends it. Several workers miscount an enumeration, so they are accepted for costs alone.


INSTEAD = {
    "max_time_in_seconds": "use time_limit",
    "random_seed": "use seed",
    "num_search_workers": "use num_workers or threads",
}
INEXACT = frozenset(
    {
        "absolute_gap_limit",
        "catch_sigint_signal",
        "cp_model_presolve_only",
        "enumerate_all_solutions",
        "fill_additional_solutions_in_response",
        "fill_tightened_domains_in_response",
        "fix_variables_to_their_hinted_value",
        "keep_all_feasible_solutions_in_presolve",
        "relative_gap_limit",
        "stop_after_first_solution",
        "stop_after_presolve",
        "stop_after_root_propagation",
    }
)
REPEATS = (
    "use_probing_search"  # enumerating with it, CP-SAT finds the same solution again and again
)
CONFLICTS = "max_number_of_conflicts"
WORKERS = ("num_workers", "interleave_search", "num_full_subsolvers")


def parameters_of(query: Query, aim: Aim) -> SatParameters:
    """Return the parameters of a query, those that it brings along last.

    Raises ModelError, in one line, for a name that CP-SAT does not know, for a value of another
    type, and for what would leave answers inexact.
    """
    from ortools.sat.python.cp_model_helper import SatParameters

    chosen = SatParameters()
    chosen.catch_sigint_signal = False
    # Gaps are measured in floating point: with great costs one of 0 need not be none.
    chosen.absolute_gap_limit = 0.0
    chosen.relative_gap_limit = 0.0
    if math.isfinite(left := query.deadline.longest()):
        chosen.max_time_in_seconds = left
    if query.seed is not None:
        chosen.random_seed = query.seed
    costs = aim is Aim.CHEAPEST
    if not costs:
        chosen.num_workers = 1
        # Else CP-SAT breaks symmetries: of solutions that are alike it need not find each.
        chosen.enumerate_all_solutions = aim is Aim.EVERY
    else:
        # Several workers race: where their conflicts are limited they even begin anew forever.
        chosen.num_workers = 1 if CONFLICTS in query.parameters else query.threads
        if any(can_say(condition, once=False) for condition in query.matrix.conditions):
            # The clauses that join a tree's edges are in the relaxation then: ten times as fast.
            chosen.linearization_level = 2
    if query.parameters:
        chosen.merge_text_format(_as_text(query.parameters, costs=costs))
    return chosen


def _as_text(parameters: Any, *, costs: bool) -> str:
    """Return the parameters in the text that CP-SAT reads, each checked."""
    from ortools.sat import sat_parameters_pb2

    message = sat_parameters_pb2.SatParameters()
    for name, value in parameters.items():
        place = f"solver cpsat: parameter {name}"
        if name not in message.DESCRIPTOR.fields_by_name:
            close = did_you_mean(name, message.DESCRIPTOR.fields_by_name)
            raise ModelError(
                f"solver cpsat: unknown parameter {name!r}, expected a SatParameter{close}"
            )
        if name in INSTEAD:
            raise ModelError(f"{place} is not taken, {INSTEAD[name]}")
        if name.startswith("debug_"):
            raise ModelError(f"{place} is not taken: it may end the process")
        if name in INEXACT:
            raise ModelError(f"{place} is not taken: answers would no longer be exact")
        if name in WORKERS and not costs and value not in (1, False):
            raise ModelError(f"{place} is taken for costs alone: several workers miscount")
        if name == REPEATS and not costs:
            raise ModelError(f"{place} is taken for costs alone: solutions would come again")
        try:
            setattr(message, name, value)
        except (TypeError, ValueError, AttributeError) as error:
            raise ModelError(f"{place} {value!r}: {error}") from None
    return str(message)


# ---- The search, restarted with more clauses where a condition is broken -------------------------
#
# A solution of the rows that breaks a condition ends the search soon, and CP-SAT begins anew with
# the clauses that cut such solutions off (encoding/conditions.py): it can be given none on the
# way. Solutions emitted by then are excluded, or, where the cheapest is wanted, what costs
# as much is. What one run meets in vain is kept small beside what it emits, so restarts are few,
# and nothing comes twice.


IN_VAIN = 3  # solutions that break a condition, in one run; more where an eighth is fewer
SHARE = 8


@dataclass
class Encoding:
    """A model, the rows that it says, what is to be minimised, and what a solution holds besides.

    integers  the integer variables, some of which stand in place of Booleans
    lines    those whose hidden options have no Booleans
    total    the sum that is minimised, over the variables of the model
    emitted  the solutions of this search, as variables, which are excluded where it begins anew
    seen     those of an enumeration with automata, as options
    repeats  whether CP-SAT found one of these again
    """

    model: CpModelProto
    table: Rows
    integers: IntegerVariables
    lines: Sequence[Lines]
    aim: Aim
    goal: Objective | None
    total: LinearTerms
    conditions: tuple[Condition, ...] = ()
    emitted: list[list[int]] = field(default_factory=list)
    seen: set[Options] = field(default_factory=set)
    repeats: bool = False

    def is_new(self, options: Options) -> bool:
        """Note a solution; return whether an enumeration did not find it before."""
        if not self.lines or self.aim is not Aim.EVERY:
            return True
        self.repeats = self.repeats or options in self.seen
        self.seen.add(options)
        return not self.repeats

    def solution(self, chosen: Sequence[int]) -> Options:
        """Return the options that the chosen variables stand for, and those that follow."""
        options = self.table.solution(chosen)
        if not self.lines:
            return options
        there = np.array(options, np.int64)
        return tuple(sorted(chain(options, *[note.repeated(there) for note in self.lines])))

    @property
    def least(self) -> int:
        """The sum of the costs of the options of the cheapest emitted solution; there is one."""
        assert self.goal is not None
        return min(map(self.goal.steps, self.emitted))


def search(run: Run[Options], query: Query, progress: Progress, encoding: Encoding) -> bool:
    """Solve the model; return whether everything was searched."""
    encoding.emitted.clear()
    first = len(encoding.model.constraints)
    handled = 0  # of the emitted solutions that the model excludes
    excluded: list[int] = []
    try:
        while True:
            turn = _Turn(run, query, progress, encoding)
            done = turn.solved()
            if not turn.clauses or turn.over or run.stopping or query.deadline.passed():
                return done
            for clause in turn.clauses:
                add_clause(encoding.model, clause.yes, clause.no)
            excluded += _excluded(encoding, handled)
            handled = len(encoding.emitted)
            add_hint(encoding.model, turn.hint)
    finally:
        # Emitted solutions are no part of the next question; the clauses stay, for they hold.
        for place in excluded:
            constraint = encoding.model.constraints[place]
            constraint.clear_bool_or()
            constraint.clear_linear()
        assert first <= len(encoding.model.constraints)


def _excluded(encoding: Encoding, handled: int) -> list[int]:
    """Exclude the solutions emitted since; return the places of the constraints that say so."""
    first = len(encoding.model.constraints)
    if encoding.goal is not None:
        if len(encoding.emitted) > handled:
            no_dearer(encoding.model, encoding.total, encoding.least)
    else:
        for chosen in encoding.emitted[handled:]:
            another(encoding.model, encoding.table, chosen)
    return list(range(first, len(encoding.model.constraints)))


class _Turn:
    """One run of CP-SAT on the model.

    clauses  which every solution keeps, and a solution of the model did not
    over     what more is found is not wanted
    hint     each variable's value in the last solution that broke a condition
    """

    def __init__(
        self, run: Run[Options], query: Query, progress: Progress, encoding: Encoding
    ) -> None:
        self._run, self._query, self._progress, self._encoding = run, query, progress, encoding
        self.clauses: list[Either] = []
        self.hint: dict[int, int] = {}
        self.over = False
        self._in_vain = 0
        self._error: BaseException | None = None
        self._stop: Callable[[], object] = lambda: None
        self._before = (progress.nodes, progress.conflicts, progress.propagations)

    def solved(self) -> bool:
        """Solve; return whether everything was searched, if there are no clauses."""
        from ortools.sat.python.cp_model_helper import CpSolverStatus

        response = self._run_on(presolve=True)
        model, invalid = self._encoding.model, CpSolverStatus.MODEL_INVALID
        if response.status == invalid and not _complaint(response, model):
            # The model is valid, but presolve moved costs along exactly-one rows past 2^62.
            response = self._run_on(presolve=False)
        if response.status == invalid:
            raise _refusal(_complaint(response, model), self._query)
        nodes, conflicts, propagations = self._before
        progress = self._progress
        progress.nodes = progress.decisions = nodes + response.num_branches
        progress.conflicts = conflicts + response.num_conflicts
        progress.propagations = propagations + response.num_binary_propagations
        done = response.status in (CpSolverStatus.OPTIMAL, CpSolverStatus.INFEASIBLE)
        return done and not self.over and not self.clauses

    def _run_on(self, *, presolve: bool) -> CpSolverResponse:
        """Run CP-SAT, with its presolve or without."""
        from ortools.sat.python.cp_model_helper import SolutionCallback, SolveWrapper

        solver: Any = SolveWrapper()
        encoding, query, goal = self._encoding, self._query, self._encoding.goal
        parameters = parameters_of(query, encoding.aim)
        if not presolve:
            parameters.cp_model_presolve = False
        solver.set_parameters(parameters)
        if goal is not None:
            solver.add_best_bound_callback(lambda bound: self._note_bound(goal.bound(bound)))
        emit, count = self._emit, len(encoding.table.options)

        class Emit(SolutionCallback):
            def OnSolutionCallback(self) -> None:  # noqa: N802  CP-SAT's name
                response: CpSolverResponse = self.Response()  # type: ignore[no-untyped-call]
                values = _values(response)
                chosen = encoding.integers.chosen(values)
                if not emit([each for each in chosen if each < count], values):
                    self.StopSearch()

        callback = Emit()
        solver.add_solution_callback(callback)
        try:
            with self._run.stoppable(solver.stop_search):
                response: CpSolverResponse = solver.solve(encoding.model)
        finally:
            solver.clear_solution_callback(callback)
        if self._error is not None:
            raise self._error
        return response

    def _emit(self, chosen: list[int], values: Any) -> bool:
        """Tell a solution of the model if it holds all conditions; False: CP-SAT is to stop."""
        if self.over or self._error is not None:
            return False
        encoding = self._encoding
        try:
            if not self._breaks(chosen, values):
                options = encoding.solution(chosen)
                if not encoding.is_new(options):
                    return False
                encoding.emitted.append(chosen) if encoding.conditions else None
                self.over = not self._run.emit(options)
                return not self.over
        except BaseException as error:  # it must not pass through CP-SAT
            self._error = error
            return False
        # A cheaper one than one that is no solution is no use: CP-SAT would look for no other.
        if encoding.goal is not None:
            return False
        return self._in_vain <= max(IN_VAIN, len(encoding.emitted) // SHARE)

    def _breaks(self, chosen: list[int], values: Any) -> bool:
        """Whether a solution of the model breaks a condition; then there is a clause for it."""
        encoding = self._encoding
        if not encoding.conditions:
            return False
        there = set(chosen)
        if all(clause.holds(there) for clause in self.clauses):
            new = cuts(encoding.conditions, encoding.table, encoding.table.solution(chosen))
            if not new:
                return False
            self.clauses += new
        self._in_vain += 1
        self.hint = dict(enumerate(values.tolist()))
        return True

    def _note_bound(self, bound: int | None) -> None:
        if bound is None:
            return
        encoding = self._encoding
        if encoding.goal is not None and encoding.emitted:
            # CP-SAT searched only below the cost of the best one alone.
            bound = min(bound, encoding.goal.cost(encoding.least))
        raise_bound(self._progress, bound)


def _values(response: CpSolverResponse) -> npt.NDArray[np.int64]:
    """Return the values of all variables: text is read in a sixth of the time of single numbers."""
    return np.fromstring(str(response.solution)[1:-1], np.int64, sep=",")


def _complaint(response: CpSolverResponse, model: CpModelProto) -> str:
    """Return why CP-SAT refuses a model; "" where it gives no reason."""
    from ortools.sat.python.cp_model_helper import CpSatHelper

    reason: str = response.solution_info or CpSatHelper.validate_model(model)
    return reason


def _refusal(reason: str, query: Query) -> MinuetError:
    """Return the error for a model that CP-SAT refuses, for this reason."""
    if reason and query.parameters:  # without them no model is refused for a reason
        return ModelError(f"solver cpsat: CP-SAT refuses the parameters: {reason}")
    if reason:
        return SolverError(f"solver cpsat: CP-SAT refuses the model: {reason}")
    total = absolute_total(query.matrix.costs)
    return Unsupported(f"solver cpsat does not support costs that sum to {total} in this matrix")


class CpSat(Solver):
    """CP-SAT over one Boolean an option."""

    name = "cpsat"
    summary = "OR-Tools' CP-SAT (clause learning with linear relaxations)"
    features = EVERYTHING
    most_solutions = 100_000
    reads = frozenset({"rows.py", "disjoint_paths.py"})
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
        listed: Generator[Options, None, bool | None] = streamed(
            lambda run: _search(run, query, progress, Aim.EVERY), query.deadline
        )
        progress.complete = bool((yield from singly(listed)))

    def first(self, query: Query, progress: Progress) -> Options | None:
        """Return a solution."""
        found: Generator[Options, None, bool | None] = streamed(
            lambda run: _search(run, query, progress, Aim.FIRST), query.deadline
        )
        with contextlib.closing(found):
            try:
                return next(found)
            except StopIteration as end:
                progress.complete = bool(end.value)
                return None

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        """Yield ever cheaper solutions, by as many workers as `threads`."""
        yield from cheaper(
            query,
            progress,
            streamed(lambda run: _search(run, query, progress, Aim.CHEAPEST), query.deadline),
        )

    def many(
        self, query: Query, progress: Progress, selections: Iterable[Options], limit: int
    ) -> Iterator[tuple[int, Options | None]]:
        """Answer many selections with one model, in which the givens of each are fixed.

        (20 hard sudokus took .22 s, with a model each .38 s.)
        """

        def make(run: Run[Options]) -> tuple[Encoding | None]:
            return (_make(run, query, progress, Aim.EVERY, replace=False),)

        ended: tuple[Encoding | None] | None = None
        for selection in selections:
            ended = ended or returned(streamed(make, query.deadline))
            if ended is None:
                return
            encoding = ended[0]
            given = None if encoding is None else encoding.table.variables_of(selection)
            if encoding is None or given is None:
                yield 0, None
                continue
            part = Progress()
            with closing_stream(self._with(query, part, encoding, given)) as solutions:
                distinct = self.distinct(list(islice(solutions, limit)))
            progress.add_effort(part)
            if len(distinct) < limit and not part.complete:
                return
            yield len(distinct), distinct[0] if distinct else None

    def _with(
        self, query: Query, progress: Progress, encoding: Encoding, given: list[int]
    ) -> Iterator[Options]:
        done = yield from streamed(
            lambda run: _search_with(run, query, progress, encoding, given), query.deadline
        )
        progress.complete = bool(done)


def _library() -> None:
    try:
        from ortools.sat.python import cp_model_helper  # noqa: F401  cp_model loads pandas
    except ImportError as error:
        raise Unavailable(f"solver cpsat: ortools cannot be imported ({error})") from error


def _search(run: Run[Options], query: Query, progress: Progress, aim: Aim) -> bool:
    """Search in the thread; return whether everything was searched."""
    # The clauses of broken conditions, excluded solutions and symmetries name Booleans.
    said = all(can_say(each, once=aim is Aim.EVERY) for each in query.matrix.conditions)
    replace = said and not (query.excluded or query.symmetries)
    encoding = _make(run, query, progress, aim, replace=replace)
    if encoding is None:
        return True
    done = search(run, query, progress, encoding)
    if not encoding.repeats:
        return done
    # CP-SAT adds variables for automata, and where these are free it finds a solution again and
    # again: then the hidden options get Booleans, which are not.
    rest = dataclasses.replace(query, excluded=(*query.excluded, *encoding.seen))
    return _search(run, rest, progress, aim)


def _make(
    run: Run[Any], query: Query, progress: Progress, aim: Aim, *, replace: bool
) -> Encoding | None:
    """Return the model of what is left; None: there is no solution, that much is seen before."""
    _library()
    parameters_of(query, aim)  # what is wrong with them shows before the work
    began = time.monotonic()
    whole = unselected(query.matrix, brief=True)
    # With costs the steps are better: as a flow they are in the linear relaxation (docs/best.md).
    lines = lines_of(query, whole) if replace and aim is not Aim.CHEAPEST else []
    whole = without_repeats(whole, lines)
    rest = selected(query, run.check, whole)
    if rest is None:
        return None
    notes: list[Intervals | Greatest] = [
        note
        for note in query.matrix.notes
        if isinstance(note, Intervals)
        or (isinstance(note, Greatest) and replace and can_add(note, rest))
    ]
    if notes:
        silent = np.zeros(len(rest.low), bool)
        silent[np.concatenate([note.items for note in notes])] = True
        rest = rest.without(silent)
    table = rows_and_implied(
        rest, query, run.check, said=lambda condition: can_say(condition, once=aim is Aim.EVERY)
    )
    goal = objective(rest) if aim is Aim.CHEAPEST else None
    encoding = encoded(table, notes, query, aim, goal, lines, run.check, replace=replace)
    progress.encode_seconds += time.monotonic() - began
    return encoding


def _search_with(
    run: Run[Options], query: Query, progress: Progress, encoding: Encoding, given: list[int]
) -> bool:
    """Solve the model with some variables fixed at 1, for this once."""
    variables = encoding.model.variables
    try:
        for variable in given:
            variables[variable].domain[0] = 1
        return search(run, query, progress, encoding)
    finally:
        for variable in given:
            variables[variable].domain[0] = 0
