"""clingo: answer set programming, by conflict-driven learning over counting constraints.

The rows of the matrix (encoding/rows.py) become a ground program, handed over rule by rule: any
options may be chosen, rules without a head forbid what breaks a row, and a color's atom follows
from the options that give it. What a solution must hold besides is a propagator that looks at total
assignments and adds the clauses that they break, within the one search. (Gebser, Kaminski, Kaufmann
and Schaub, "Multi-shot ASP solving with clingo", TPLP 2019.)
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ...models.errors import ModelError, Unavailable, Unsupported, did_you_mean
from ..contract.batch import Options, closing_stream, singly
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.solver import EVERYTHING, Solver
from ..encoding.conditions import cheaper, cuts, rows_and_implied
from ..encoding.rows import Rows
from ..encoding.selection import selected
from ..encoding.sums import Either
from ..process.interrupt import Run, streamed

if TYPE_CHECKING:
    from clingo import Control, PropagateControl, PropagateInit
    from clingo.backend import Backend

__all__ = ["Clingo"]

LARGEST = 2**31 - 1  # of a weight, and of the sum of a rule's: clasp's are of 32 bits
# The parameters that guide the search. Others would change the question or the output.
GUIDES = (
    *("configuration", "heuristic", "restarts", "deletion", "eq", "sat-prepro", "trans-ext"),
    *("opt-strategy", "opt-heuristic", "opt-usc-shrink", "rand-freq", "sign-def", "strengthen"),
    *("save-progress", "lookahead", "contraction", "loops", "init-moms", "score-res", "otfs"),
    *("score-other", "update-lbd", "local-restarts", "counter-restarts", "del-cfl", "del-init"),
    *("del-grow", "del-max", "del-glue", "del-estimate", "berk-max", "berk-once", "vsids-progress"),
)


class Clingo(Solver):
    """Answer set programming: clingo over one atom an option."""

    name = "clingo"
    summary = "clingo's answer set solver (clause learning over counting constraints)"
    features = EVERYTHING
    most_solutions = 100_000
    reads = frozenset({"rows.py"})
    excludes = True
    takes_parameters = True
    package = "clingo"
    fuzzed = 0.01

    def version(self) -> str:
        """Return clingo's version."""
        _library()
        return self.version_at_hand()

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        """Yield every solution, as clingo meets them."""
        return singly(self._listed(query, progress, 0))

    def first(self, query: Query, progress: Progress) -> Options | None:
        """Return a solution; the search ends with it."""
        with closing_stream(self._listed(query, progress, 1)) as stream:
            return next(iter(stream), None)

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        """Yield ever cheaper solutions, by branch and bound."""
        yield from cheaper(
            query,
            progress,
            streamed(lambda run: _search(run, query, progress, costs=True), query.deadline),
        )

    def _listed(self, query: Query, progress: Progress, most: int) -> Iterator[Options]:
        done = yield from streamed(
            lambda run: _search(run, query, progress, most=most), query.deadline
        )
        progress.complete = bool(done)


def _library() -> Any:
    try:
        import clingo
    except ImportError as error:
        raise Unavailable(f"solver clingo: clingo cannot be imported ({error})") from error
    return clingo


def _search(
    run: Run[Options], query: Query, progress: Progress, *, costs: bool = False, most: int = 0
) -> bool:
    """Search in the thread; return whether everything was searched.

    most  the number of solutions after which it ends; 0: none
    """
    # Raises ModelError for a parameter's.
    clingo = _library()
    arguments = [f"--models={most}", f"--seed={1 if query.seed is None else query.seed}"]
    for name, value in query.parameters.items():
        if name not in GUIDES:
            expected = f"expected one of {', '.join(GUIDES)}{did_you_mean(name, GUIDES)}"
            raise ModelError(f"solver clingo: parameter {name!r}, {expected}")
        if isinstance(value, bool):
            value = "yes" if value else "no"
        arguments.append(f"--{name}={value}")
    try:
        control: Control = clingo.Control(arguments, logger=lambda code, message: None)
    except RuntimeError as error:
        raise ModelError(f"solver clingo: {error}") from None
    began = time.monotonic()
    rest = selected(query, run.check)
    if rest is None:
        return True
    table = rows_and_implied(rest, query, run.check)
    encoded = time.monotonic()
    progress.encode_seconds += encoded - began
    with control.backend() as backend:
        atoms = _write(backend, table, query, run.check)
        if costs:
            # Minimize the costs of the options, divided by what they have in common.
            prices = rest.costs.tolist()
            step = math.gcd(*prices) or 1
            priced = [(atoms[k], cost // step) for k, cost in enumerate(prices) if cost]
            largest = max((abs(cost) for _, cost in priced), default=0)
            if largest > LARGEST:
                raise Unsupported(
                    f"solver clingo does not support a cost of {largest}: at most {LARGEST}"
                )
            backend.add_minimize(0, priced)
    if query.matrix.conditions:
        conditions: Any = _Conditions(run, query, table, atoms)  # of a Propagator's shape
        control.register_propagator(conditions)
    progress.load_seconds += time.monotonic() - encoded

    def on_model(model: Any) -> bool:
        symbols = model.symbols(atoms=True)
        return run.emit(table.solution([symbol.arguments[0].number for symbol in symbols]))

    with run.stoppable(control.interrupt):
        ended = control.solve(on_model=on_model)
    effort = control.statistics["solving"]["solvers"]
    progress.nodes = progress.decisions = int(effort["choices"])
    progress.conflicts = int(effort["conflicts"])
    return bool(ended.exhausted) and not ended.interrupted


def _write(backend: Backend, table: Rows, query: Query, check: Callable[[], None]) -> list[int]:
    """Write the rows as rules; return each variable's atom, those of options with their number."""
    from clingo import Function, Number

    count = len(table.options)
    atoms = [backend.add_atom(Function("option", [Number(k)])) for k in range(count)]
    atoms += [backend.add_atom() for _ in range(table.variables - count)]
    # An atom that no rule derives would be false: all but the colors' may be chosen.
    derived = {color for color, _ in table.colors}
    backend.add_rule([atom for k, atom in enumerate(atoms) if k not in derived], choice=True)
    for color, options in table.colors:
        check()
        for option in options:
            backend.add_rule([atoms[color]], [atoms[option]])
    for variables, low, high in table.sums:
        check()
        _bound(backend, [(atoms[variable], 1) for variable in variables], low, high)
    for row in table.weighted:
        check()
        terms = zip(row.variables, row.weights, strict=True)
        _bound(
            backend, [(atoms[variable], weight) for variable, weight in terms], row.low, row.high
        )
    for clause in table.clauses:
        check()
        _require(backend, atoms, clause)
    for chosen in table.excluded(query.excluded):
        check()
        _require(backend, atoms, Either(table.joining(chosen), chosen))
    return atoms


def _require(backend: Backend, atoms: Sequence[int], clause: Either) -> None:
    """Forbid that none of a clause's literals holds."""
    backend.add_rule([], [*(-atoms[k] for k in clause.yes), *(atoms[k] for k in clause.no)])


def _bound(backend: Backend, terms: Sequence[tuple[int, int]], low: int, high: int) -> None:
    """Forbid that the sum of the chosen weights is below `low` or above `high`."""
    least = sum(min(weight, 0) for _, weight in terms)
    most = sum(max(weight, 0) for _, weight in terms)
    if most - least > LARGEST:
        raise Unsupported(
            f"solver clingo does not support weights that sum to {most - least}: at most {LARGEST}"
        )
    if high < most:
        _forbid(backend, terms, high + 1 - least)
    if low > least:
        _forbid(backend, [(atom, -weight) for atom, weight in terms], most - low + 1)


def _forbid(backend: Backend, terms: Iterable[tuple[int, int]], lower: int) -> None:
    """Forbid that the terms exceed the least that they may sum to by `lower` or more."""
    positive = [(atom if weight > 0 else -atom, abs(weight)) for atom, weight in terms]
    backend.add_weight_rule([], lower, positive)


class _Conditions:
    """A propagator of clingo's: what a total assignment must hold besides its rows."""

    def __init__(self, run: Run[Options], query: Query, table: Rows, atoms: Sequence[int]) -> None:
        self._run, self._table, self._atoms = run, table, atoms
        self._conditions = query.matrix.conditions
        self._literals: list[int] = []

    def init(self, init: PropagateInit) -> None:
        """Ask for total assignments, and learn by which literals clingo knows the atoms."""
        from clingo import PropagatorCheckMode

        init.check_mode = PropagatorCheckMode.Total
        self._literals = [init.solver_literal(atom) for atom in self._atoms]

    def check(self, control: PropagateControl) -> None:
        """Add the clauses that an assignment breaks."""
        self._run.check()
        is_true, literals = control.assignment.is_true, self._literals
        count = len(self._table.options)
        chosen = [k for k, literal in enumerate(literals[:count]) if is_true(literal)]
        for clause in cuts(self._conditions, self._table, self._table.solution(chosen)):
            wanted = [literals[k] for k in clause.yes] + [-literals[k] for k in clause.no]
            if not control.add_clause(wanted):
                return
