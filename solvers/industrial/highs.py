"""HiGHS, by OR-Tools' MathOpt, in a child process that is killed to stop it.

(HiGHS: Huangfu and Hall, "Parallelizing the dual revised simplex method", Mathematical Programming
Computation 2018.) MathOpt's HiGHS hears no interrupt, so it works in a fork of this process
(process/isolation.py). It reports no solutions as it goes either, but it can write them to a file:
that is a pipe here, from which a thread hands them on. HiGHS never runs in this process itself, for
threads that it keeps would be missing in the fork.

MathOpt's own way of raising errors is broken (it looks for a `canonical_code` that its errors lack,
in OR-Tools 9.15), so HiGHS' complaint is read from behind the AttributeError.

The last part solves the linear relaxation alone.
"""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from ...models.errors import ModelError, SolverError, Unavailable, Unsupported, WrongAnswer
from ..contract.batch import Options
from ..contract.deadline import Stopped
from ..contract.progress import Progress
from ..contract.query import Query
from ..encoding.conditions import raise_bound
from ..process.interrupt import Run, streamed
from ..process.isolation import End, Ending, Isolated, Tell
from .mip_line import Line
from .mip_program import Program, program

__all__ = ["ended", "highs_version", "relaxed", "search_highs"]

NAME = "mip:highs"
COST_RANGE = 10**8
TOLERANCE = 1e-9
GRACE = 0.4  # seconds for HiGHS to end by itself, with a bound
OWN: dict[str, Any] = {
    "threads": 1,
    "log_to_console": False,
    "mip_feasibility_tolerance": TOLERANCE,
}
PIPE = "mip_improving_solution_file"
INEXACT = (
    "mip_abs_gap",
    "mip_feasibility_tolerance",
    "mip_improving_solution_",
    "mip_max_improving_sols",
    "mip_rel_gap",
    "objective_",
    "primal_feasibility_tolerance",
    "dual_feasibility_tolerance",
    "random_seed",
    "small_matrix_value",
    "solve_relaxation",
    "solver",
    "time_limit",
    "infinite_",
)

Message = tuple[Any, ...]


def highs_version() -> str:
    """Return the solver's name; MathOpt reports no version."""
    require_highs()
    return "HiGHS"


def search_highs(
    query: Query, progress: Progress, *, costs: bool
) -> Generator[Options, None, bool | None]:
    """Yield all solutions, or with costs cheaper ones; return whether everything was searched."""
    imported = yield from streamed(lambda run: _imported(run), query.deadline)
    if not imported:
        return None
    # Without costs nothing is worth waiting for at the deadline, which may be put off until then.
    seconds = query.deadline.left() if costs else query.deadline.longest()
    end = time.monotonic() + seconds

    def work(tell: Tell) -> bool:
        return _Highs(tell, query, end, costs=costs).search()

    with Isolated(work, query.deadline, grace=GRACE if costs else 0.0) as child:
        for kind, value in child:
            if kind == "solution":
                yield tuple(value)
            elif kind == "bound":
                raise_bound(progress, value)
            else:
                setattr(progress, kind, value)
    return ended(child.ending)


def _imported(run: Run[Options]) -> bool:
    require_highs()
    return True


def require_highs() -> None:
    """Import the library. Raises Unavailable if that cannot be."""
    try:
        from ortools.math_opt.python import mathopt  # noqa: F401
    except ImportError as error:
        raise Unavailable(f"solver {NAME}: MathOpt cannot be imported ({error})") from error


def ended(ending: Ending) -> bool | None:
    """Return what the child returned, None if it was cut short; raise what it raised."""
    if ending:
        return bool(ending.value)
    if ending.how in (End.HUNG, End.STOPPED) or ending.error == "Stopped":
        return None
    for kind in (Unsupported, Unavailable, ModelError, WrongAnswer, SolverError):
        if ending.error == kind.__name__:
            raise kind(ending.message)
    raise SolverError(f"solver {NAME}: {ending}")


class _Highs:
    """The child's side: a program in HiGHS' hands."""

    def __init__(self, tell: Tell, query: Query, end: float, *, costs: bool) -> None:
        self._tell, self._query, self._end, self._costs = tell, query, end, costs
        self._nodes, self._encoded, self._loaded = 0, 0.0, 0.0
        self._error: Exception | None = None  # what a condition raised of a solution on the way

    def search(self) -> bool:
        """Tell solutions; return whether everything was searched."""
        began = time.monotonic()
        most = COST_RANGE if self._costs else 0
        encoding = program(NAME, self._query, self._query.deadline.check, costs=most)
        if encoding is None:
            return True
        if self._costs:
            self._tell(("bound", encoding.least))
        message = message_of(encoding)
        self._encoded = time.monotonic() - began
        while not encoding.infeasible:
            chosen, finished = self._solve(encoding, message)
            first = len(encoding.lines)
            if chosen is not None and encoding.cut_by_conditions(chosen):
                _add_lines(message, encoding.lines[first:])
                if not finished:
                    return False
                continue
            if chosen is not None:
                self._tell(("solution", encoding.solution(chosen)))
            if self._costs or not finished:
                return finished
            if chosen is None:
                return True
            if encoding.cut_off(chosen) is not None:
                _add_lines(message, encoding.lines[-1:])
        return True

    def _solve(self, program: Program, message: Any) -> tuple[list[int] | None, bool]:
        """Return a solution's options, as variables, or None; and whether HiGHS was finished."""
        from ortools.math_opt.python import mathopt

        began = time.monotonic()
        parameters = _parameters(self._query)
        if math.isfinite(left := self._end - began):
            parameters.time_limit = timedelta(seconds=max(left, 0.0))
        model = mathopt.Model.from_model_proto(message)
        hint = {model.get_variable(k): float(v) for k, v in enumerate(program.hint)}
        hints = mathopt.ModelSolveParameters(
            solution_hints=[mathopt.SolutionHint(variable_values=hint)] if hint else []
        )
        with self._solutions(program, parameters):
            result = complaining(
                lambda: mathopt.solve(
                    model, mathopt.SolverType.HIGHS, params=parameters, model_params=hints
                )
            )
        spent = result.solve_stats
        self._nodes += spent.node_count
        self._loaded += max(time.monotonic() - began - spent.solve_time.total_seconds(), 0.0)
        self._tell(("nodes", self._nodes))
        self._tell(("encode_seconds", self._encoded))
        self._tell(("load_seconds", self._loaded))
        return self._read(program, result)

    def _read(self, program: Program, result: Any) -> tuple[list[int] | None, bool]:
        from ortools.math_opt.python import mathopt

        reasons, reason = mathopt.TerminationReason, result.termination.reason
        if reason in (reasons.INFEASIBLE, reasons.INFEASIBLE_OR_UNBOUNDED):
            return None, True
        if reason not in (reasons.OPTIMAL, reasons.FEASIBLE, reasons.NO_SOLUTION_FOUND):
            detail = result.termination.detail
            raise SolverError(f"solver {NAME}: HiGHS gave up: {reason.name} ({detail})")
        dual_bound = result.termination.objective_bounds.dual_bound
        bound = program.bound(dual_bound)
        if self._costs and bound is not None:
            self._tell(("bound", bound))
        if not result.has_primal_feasible_solution():
            return None, False
        values = result.variable_values()
        chosen = program.rounded(
            value for _, value in sorted((variable.id, value) for variable, value in values.items())
        )
        proved = not self._costs or program.proves(dual_bound, chosen)
        return chosen, reason == reasons.OPTIMAL and proved

    @contextmanager
    def _solutions(self, program: Program, parameters: Any) -> Iterator[None]:
        """Tell the solutions that HiGHS writes meanwhile, where it can write to a pipe."""
        if not (self._costs and Path("/dev/fd").exists()):
            yield
            return
        ours, theirs = os.pipe()
        parameters.highs.string_options[PIPE] = f"/dev/fd/{theirs}"
        parameters.highs.bool_options["mip_improving_solution_report_sparse"] = True
        reader = threading.Thread(target=self._relay, args=(program, ours), daemon=True)
        reader.start()
        try:
            yield
        finally:
            os.close(theirs)
            reader.join()
        if self._error is not None:
            raise self._error

    def _relay(self, program: Program, pipe: int) -> None:
        """Tell the solutions that come through the pipe, each `value variable` a line."""
        with open(pipe) as lines:
            values: list[float] = []
            left = 0
            for line in lines:
                word, *rest = line.split() or [""]
                if rest[:1] == ["Columns"]:
                    size = program.rows.variables + len(program.flows.capacities)
                    values, left = [0.0] * size, abs(int(rest[1]))
                elif left and rest[:1] and rest[0].isdigit():
                    values[int(rest[0])] = float(word)
                    left -= 1
                    if not left:
                        # What breaks a line when it is rounded is no solution.
                        self._tell_if_sound(program, values)

    def _tell_if_sound(self, program: Program, values: list[float]) -> None:
        """Tell a solution; what breaks a line when it is rounded is none, nor what a condition."""
        try:
            chosen = program.rounded(values)
        except SolverError:
            return
        try:
            holds = program.holds_conditions(chosen)
        except Exception as error:
            self._error = error
            return
        if holds:
            self._tell(("solution", program.solution(chosen)))


def message_of(program: Program, *, whole: bool = True) -> Any:
    """Return the program as MathOpt's own message: far quicker than a call for each entry.

    whole  options are chosen or not; else they may be chosen in part
    """
    from ortools.math_opt import model_pb2

    message = model_pb2.ModelProto()
    size, capacities = program.rows.variables, program.flows.capacities
    message.variables.ids.extend(range(size + len(capacities)))
    message.variables.lower_bounds.extend([0.0] * (size + len(capacities)))
    message.variables.upper_bounds.extend([*[1.0] * size, *map(float, capacities)])
    message.variables.integers.extend([*[whole] * size, *[False] * len(capacities)])
    _add_lines(message, [*program.flows.lines, *program.lines])
    prices = message.objective.linear_coefficients
    prices.ids.extend(variable for variable, _ in program.prices)
    prices.values.extend(float(price) for _, price in program.prices)
    return message


def _add_lines(message: Any, lines: Iterable[Line]) -> None:
    """Add lines; MathOpt wants each one's variables ascending."""
    limits, entries = message.linear_constraints, message.linear_constraint_matrix
    for number, line in enumerate(lines, len(limits.ids)):
        limits.ids.append(number)
        limits.lower_bounds.append(float(line.low))
        limits.upper_bounds.append(float(line.high))
        signed = sorted(line.terms())
        entries.row_ids.extend([number] * len(signed))
        entries.column_ids.extend(variable for variable, _ in signed)
        entries.coefficients.extend(float(weight) for _, weight in signed)


def _parameters(query: Query) -> Any:
    """Return the parameters of HiGHS. Raises ModelError for those that may not be set."""
    from ortools.math_opt.python import mathopt

    parameters = mathopt.SolveParameters(absolute_gap_tolerance=0.0, relative_gap_tolerance=0.0)
    if query.seed is not None:
        parameters.random_seed = query.seed
    for name in query.parameters:
        if name.startswith(INEXACT):
            raise ModelError(
                f"solver {NAME}: parameter {name} is not taken: answers would no longer be exact"
            )
    values = OWN | dict(query.parameters)
    kinds = {
        bool: parameters.highs.bool_options,
        int: parameters.highs.int_options,
        float: parameters.highs.double_options,
        str: parameters.highs.string_options,
    }
    for name, value in values.items():
        if type(value) not in kinds:
            raise ModelError(
                f"solver {NAME}: parameter {name} {value!r}, expected a number, a word or a bool"
            )
        kinds[type(value)][name] = value
    return parameters


def complaining(solve: Callable[[], Any]) -> Any:
    """Call MathOpt; raise what it complains of as SolverError, or ModelError for an option."""
    try:
        return solve()
    except Exception as error:
        complaint = str(error.__context__ or error).partition("\n")[0]
        # What HiGHS itself will not take comes with these words.
        kind = ModelError if complaint.startswith("option ") else SolverError
        raise kind(f"solver {NAME}: {complaint}") from error


# ---- The linear relaxation of a matrix -----------------------------------------------------------
#
# Its optimum is a bound on the cost of every solution; where it has no solution, the matrix has
# none. HiGHS works in a child process here too, so a limit ends it. Its figures are floating point:
# they show how tight the bound is, they prove nothing.


WHOLE = 1e-6  # so near to 0 or 1 a value counts as whole


@dataclass(frozen=True)
class Relaxed:
    """The relaxation's optimum.

    feasible  whether it has a solution; if not, `bound` is infinite
    bound     the least cost, as the matrix has costs: a solution costs no less
    whole     which part of the options that are open at the root it takes whole or not at all
    """

    feasible: bool
    bound: float = math.inf
    whole: float = 1.0


def relaxed(query: Query) -> Relaxed:
    """Return the optimum of the query's relaxation.

    Raises Stopped at the deadline, Unavailable without OR-Tools, Unsupported for costs or weights
    too large for floating point.
    """
    require_highs()

    def work(tell: Tell) -> list[float] | None:
        return _solved(query)

    with Isolated(work, query.deadline) as child:
        for _ in child:
            pass
    if ended(child.ending) is None or child.ending.value is None:
        raise Stopped
    bound, whole = child.ending.value
    return Relaxed(math.isfinite(bound), bound, whole)


def _solved(query: Query) -> list[float] | None:
    """Return the bound and the whole part; None: not in time."""
    from ortools.math_opt.python import mathopt

    encoding = program(NAME, query, query.deadline.check, costs=COST_RANGE)
    if encoding is None or encoding.infeasible:
        return [math.inf, 1.0]
    if not encoding.rows.variables:
        return [float(encoding.offset), 1.0]
    parameters: Any = mathopt.SolveParameters()
    parameters.highs.bool_options["log_to_console"] = False
    if math.isfinite(left := query.deadline.left()):
        parameters.time_limit = timedelta(seconds=left)
    model = mathopt.Model.from_model_proto(message_of(encoding, whole=False))
    result = complaining(lambda: mathopt.solve(model, mathopt.SolverType.HIGHS, params=parameters))
    reasons, reason = mathopt.TerminationReason, result.termination.reason
    if reason in (reasons.INFEASIBLE, reasons.INFEASIBLE_OR_UNBOUNDED):
        return [math.inf, 1.0]
    if reason != reasons.OPTIMAL:
        return None
    values = {variable.id: value for variable, value in result.variable_values().items()}
    options = len(encoding.rows.options)
    whole = sum(abs(values[k] - round(values[k])) <= WHOLE for k in range(options))
    bound = encoding.offset + encoding.step * result.objective_value()
    return [bound, whole / options if options else 1.0]
