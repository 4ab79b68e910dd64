"""The integer program of a matrix, which SCIP and HiGHS share: its lines, its prices, its cuts.

The rows of the matrix (encoding/rows.py) are the lines of the program, and graph rules have flows
(mip_flows.py). A solution is cut off by a no-good cut (Balas and Jeroslow, "Canonical cuts on the
unit hypercube", 1972). Reduced costs (encoding/priced_matrix.py) are minimised, divided by what
they have in common.

Both solvers compute in floating point. So their gaps are set to 0, their solutions are rounded and
checked against the rows in integers, and costs that may sum to more than floating point is trusted
with are refused. A bound is lowered by what the solver's tolerances may make of it: that of a
linear program by prices under which every reduced cost is off by up to DUAL is off by DUAL for each
variable, as none exceeds 1, and for each unit of a flow's capacity; and sums are rounded. An
optimum is one only if the solution, rounded and added up in integers, costs no more than that.
docs/trust.md has the proof.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import islice

import numpy as np

from ...models.errors import SolverError, Unsupported
from ...models.matrix.conditions import Condition
from ..contract.batch import Options
from ..contract.query import Query
from ..encoding.conditions import cuts, rows_and_implied
from ..encoding.priced_matrix import remaining_reduced_costs
from ..encoding.rows import Rows
from ..encoding.selection import selected
from .mip_flows import Flows, flows_of
from .mip_line import Line

__all__ = ["Program", "program"]

DUAL = 1e-7  # the dual feasibility tolerance of SCIP and of HiGHS
GAP = 1e-6  # by which SCIP may think two values equal
ROUNDING = 2.0**-44  # of a double's 53 bits, a few for each sum and factor
MOST_WEIGHT = 10**6  # of a line: what a variable may be off 0 or 1, times that, is far from 1


@dataclass
class Program:
    """What an integer programming solver is handed, and how to read what it answers.

    name        the solver, for errors
    rows        what the variables and lines stand for
    lines       the lines of the rows, and of what was cut off
    flows       further variables, and their lines
    prices      (variable, price) of those that are not free; a solution is to be cheapest
    step        what all prices were divided by
    offset      what a solution costs besides
    least       what it costs at least, as prices may be negative
    spread      what the prices of a solution may sum to
    hint        for each variable its value in a solution that may be good; empty: none
    conditions  what a solution must hold besides
    infeasible  an excluded solution was the only possible one
    """

    name: str
    rows: Rows
    lines: list[Line]
    flows: Flows
    prices: list[tuple[int, int]] = field(default_factory=list)
    step: int = 1
    offset: int = 0
    least: int = 0
    spread: int = 0
    hint: list[int] = field(default_factory=list)
    conditions: tuple[Condition, ...] = ()
    infeasible: bool = False

    def cut_off(self, options: list[int]) -> Line | None:
        """Exclude a solution, given by its variables; return the new line.

        One of its options must be left, or one of the loose ones join: no other option could. None
        if it was the only possible one: then the program is infeasible.
        """
        joining = self.rows.joining(options)
        if not options and not joining:
            self.infeasible = True
            return None
        self.lines.append(Line(-len(joining), options, joining, len(options) - 1))
        return self.lines[-1]

    def holds_conditions(self, options: list[int]) -> bool:
        """Whether a solution, given by its variables, breaks no condition."""
        return not cuts(self.conditions, self.rows, self.solution(options))

    def cut_by_conditions(self, options: list[int]) -> int:
        """Add lines that cut off a solution, given by its variables, if it breaks a condition.

        Return how many; 0: it holds. Raises WrongAnswer for a clause that does not cut it off.
        """
        clauses = cuts(self.conditions, self.rows, self.solution(options))
        self.infeasible = self.infeasible or not all(clause.yes or clause.no for clause in clauses)
        self.lines += map(Line.of_clause, clauses)
        return len(clauses)

    def bound(self, value: float) -> int | None:
        """Return what no solution costs less than, given a bound on the prices; None: nothing."""
        if not math.isfinite(value) or abs(value) > 2 * sum(abs(price) for _, price in self.prices):
            return None
        return self.offset + self.step * math.ceil(value - self.slack)

    @property
    def slack(self) -> float:
        """By how much a bound on the prices may be too high."""
        most = self.rows.variables + sum(self.flows.capacities)
        return GAP + DUAL * most + ROUNDING * self.spread

    def proves(self, value: float, options: list[int]) -> bool:
        """Whether a bound on the prices proves a solution, given by its variables, to be best.

        Its prices, summed in integers, must match the reported value, and its cost the bound.
        """
        chosen = set(options)
        total = sum(price for variable, price in self.prices if variable in chosen)
        cost, bound = self.offset + self.step * total, self.bound(value)
        return cost <= self.least or (
            bound is not None and cost <= bound and total <= value + self.slack
        )

    def rounded(self, values: Iterable[float]) -> list[int]:
        """Return the chosen options, as variables, given the values of all variables.

        Raises SolverError if a line is not kept, in integers.
        """
        whole = [round(value) for value in islice(values, self.rows.variables)]
        kept = set(whole) <= {0, 1} and all(line.holds(whole) for line in self.lines)
        if not kept:
            raise SolverError(f"solver {self.name}: a solution, rounded, is not a solution")
        return [k for k in range(len(self.rows.options)) if whole[k]]

    def solution(self, chosen: list[int]) -> Options:
        """Return the options of the matrix that the chosen variables stand for."""
        return self.rows.solution(chosen)


def program(
    name: str, query: Query, check: Callable[[], None], *, costs: int = 0
) -> Program | None:
    """Return the program of a query; None: there is no solution.

    costs  how far the prices of a solution may sum before floating point is no longer trusted; 0:
           costs play no part
    check  called often; it may raise

    Raises Unsupported for costs that are too large.
    """
    rest = selected(query, check)
    if rest is None:
        return None
    table = rows_and_implied(rest, query, check)
    lines = [Line(low, variables, (), high) for variables, low, high in table.sums]
    for color, options in table.colors:
        check()
        # Each option <= color <= their sum: tighter than one line for all.
        lines.append(Line(0, options, [color], len(options)))
        lines += [Line(0, [color], [option], 1) for option in options]
    for row in table.weighted:
        check()
        lines.append(Line(row.low, row.variables, (), row.high, row.weights))
    lines += map(Line.of_clause, table.clauses)
    flows = flows_of(query.matrix.conditions, table, check)
    model = Program(name, table, lines, flows, conditions=query.matrix.conditions)
    model.infeasible = not all(clause.yes or clause.no for clause in table.clauses)
    total = max((sum(map(abs, row.weights)) for row in model.rows.weighted), default=0)
    if total > MOST_WEIGHT:
        raise Unsupported(
            f"solver {model.name} does not support weights as large as these: those of an item sum "
            f"to {total}, and floating point is trusted up to {MOST_WEIGHT}"
        )
    if begin := query.hint or query.guess:
        model.hint = table.values(begin)
    for excluded in table.excluded(query.excluded):
        check()
        model.cut_off(excluded)
    if costs:
        _price(model, query, costs, check)
    return model


def _price(program: Program, query: Query, most: int, check: Callable[[], None]) -> None:
    """Let the program minimise the cost, less what every solution pays."""
    live = program.rows.options
    prices, program.least = remaining_reduced_costs(query.matrix, live, program.rows.given, check)
    skip = np.maximum(prices.skip[live], 0)
    program.offset = program.least + int(skip.sum())
    price = prices.reduced[live] - skip
    paid = np.flatnonzero(price).tolist()
    program.step = math.gcd(*price.tolist()) or 1
    program.prices = [(variable, int(price[variable]) // program.step) for variable in paid]
    matrix = query.matrix
    free = np.ones(matrix.options, bool)
    primary = np.flatnonzero(matrix.members < matrix.primary)
    free[np.searchsorted(matrix.starts, primary, side="right") - 1] = False
    sizes = [abs(price) for _, price in program.prices]
    program.spread = total = sum(sizes)
    if not matrix.has_weights:
        chosen = int(free.sum()) + sum(matrix.high[: matrix.primary].tolist())
        program.spread = total = min(total, chosen * max(sizes, default=0))
    if total > most:
        raise Unsupported(
            f"solver {program.name} does not support costs as large as these: a solution's may "
            f"differ by {total}, and floating point is trusted up to {most}"
        )
