"""What is left of the matrix as clauses.

The rows (rows.py) become a clause for "at least one" and a cardinality encoding for everything
else. At most one of few variables is written pairwise, of many by bits (Prestwich, 2007: n log n
clauses); at most k by the totalizer (Bailleux and Boufkhad, CP 2003), both of cardinality.py. Other
encodings, python-sat's (pysat.card), can be asked for by name. In 12 seconds of the 6x10
pentominoes (items of some 170 options) glucose4 found 34 solutions pairwise, 11 by bits and 2 by
a sequential counter (a run each; first solutions vary too much to rank); so "few" is up to FEW, as
long as that makes fewer than PAIRS pairs in all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

from .cardinality import by_bits, totalizer
from .losses import reduced_losses
from .residual import residual
from .rows import Rows, rows
from .sat_child import Task, block
from .solver import Options, Search

__all__ = ["ENCODINGS", "Formula", "add_sum", "default_encoding", "few_literals", "formula"]

ENCODINGS = (
    "pairwise",
    "seqcounter",
    "sortnetwrk",
    "cardnetwrk",
    "bitwise",
    "ladder",
    "totalizer",
    "mtotalizer",
    "kmtotalizer",
    "native",
)
# These know "at most one" only.
ONE_ONLY = ("pairwise", "bitwise", "ladder")

FEW, FEWEST = 400, 30
PAIRS = 3_000_000
COMPACT = "bitwise"
COUNTING = "totalizer"


@dataclass(frozen=True)
class Formula:
    """What is left of a search as clauses; variable k of the rows is literal k + 1.

    base  the cost that every solution has at least
    """

    task: Task
    table: Rows
    base: int = 0

    def solution(self, chosen: list[int]) -> Options:
        """Return the options of the matrix that the chosen literals stand for."""
        return self.table.solution([literal - 1 for literal in chosen])


def formula(
    search: Search, solver: str, encoding: str, *, costs: bool, check: Callable[[], None]
) -> Formula | None:
    """Return the formula for a SAT solver; None: there is no solution, that much is seen before."""
    rest = residual(search, check)
    if rest is None:
        return None
    table = rows(rest, check)
    result: Task = {
        "solver": solver,
        "variables": table.variables,
        "options": len(table.options),
        "clauses": [],
        "atmosts": [],
        "loose": [k + 1 for k in table.loose],
        "softs": None,
    }
    clauses = result["clauses"]
    for color, options in table.colors:
        # One direction is enough: only the options are read from a model.
        clauses += [[-1 - option, color + 1] for option in options]
    few = few_literals([len(variables) for variables, _, _ in table.sums])
    for variables, least, most in table.sums:
        check()
        literals = [v + 1 for v in variables]
        add_sum(
            result,
            literals,
            least,
            most,
            encoding or default_encoding(len(literals), most, few),
            check,
        )
    for known in table.excluded(search.excluded):
        check()
        clause = block([v + 1 for v in known], result)
        if not clause:
            return None  # it was the only one left
        clauses.append(clause)
    base = 0
    if costs:
        result["softs"], base = _softs(search, table, check)
    return Formula(result, table, base)


def few_literals(sizes: list[int]) -> int:
    """Return up to how many literals "at most one" is written pairwise, for sums of these sizes."""
    pairs = sum(size * (size - 1) // 2 for size in sizes if size <= FEW)
    return FEW if pairs <= PAIRS else FEWEST


def default_encoding(size: int, high: int, few: int) -> str:
    """Return the encoding of "at most `high` of `size` literals"."""
    if high > 1:
        return COUNTING
    return "pairwise" if size <= few else COMPACT


def add_sum(
    result: Task,
    literals: list[int],
    low: int,
    high: int,
    encoding: str,
    check: Callable[[], None],
) -> None:
    """Add the clauses of `low <= sum of literals <= high` to the task; calls `check` often."""
    if low == 1:
        result["clauses"].append(literals)
    elif low >= len(literals):
        result["clauses"] += [[v] for v in literals] if low == len(literals) else [[]]
    elif low > 1:
        _at_most(result, [-v for v in literals], len(literals) - low, encoding, check)
    if high < len(literals):
        _at_most(result, literals, high, encoding, check)


def _at_most(
    result: Task, literals: list[int], bound: int, encoding: str, check: Callable[[], None]
) -> None:
    def fresh() -> int:
        result["variables"] += 1
        return result["variables"]

    if bound == 0:
        result["clauses"] += [[-v] for v in literals]
        return
    if encoding == "native":
        result["atmosts"].append((literals, bound))
        return
    if bound > 1 and encoding in ONE_ONLY:
        encoding = COUNTING
    if encoding == "pairwise":
        result["clauses"] += ([-v, -w] for v, w in combinations(literals, 2))
    elif encoding == COMPACT:
        result["clauses"] += by_bits(literals, fresh, check)
    elif encoding == COUNTING:
        result["clauses"] += totalizer(literals, bound, fresh, check)
    else:
        _by_name(result, literals, bound, encoding)


def _by_name(result: Task, literals: list[int], bound: int, encoding: str) -> None:
    from pysat.card import CardEnc, EncType

    encoded = CardEnc.atmost(
        literals, bound, top_id=result["variables"], encoding=getattr(EncType, encoding)
    )
    result["clauses"] += encoded.clauses
    result["variables"] = max(result["variables"], encoded.nv)


def _softs(
    search: Search, table: Rows, check: Callable[[], None]
) -> tuple[list[tuple[int, int]], int]:
    """Return what is paid for each choice, after what every solution pays is taken off."""
    prices, base = reduced_losses(search.matrix, table.options, table.given, check)
    softs = []
    for literal, k in enumerate(table.options.tolist(), 1):
        if prices.loss[k] > 0:
            softs.append((-literal, int(prices.loss[k])))
        elif prices.skip[k] > 0:
            softs.append((literal, int(prices.skip[k])))
    return softs, base
