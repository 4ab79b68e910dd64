"""Reads linear rows over 0/1 variables from texts, and tries all values: small ones alone.

Each reader knows no more than what minuet writes, and shares nothing with what writes it. The
readers of libraries and programs are asked beside them, where there are any.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

__all__ = ["Rows", "lp_rows", "minizinc_rows", "mps_rows", "opb_rows"]

MOST = 18  # variables of which all values are tried
Terms = dict[int, int]


@dataclass
class Rows:
    """low <= the sum of coefficient times variable <= high, for each row; the least cost is wanted.

    Variables are counted from 1.
    """

    variables: int
    rows: list[tuple[Terms, float, float]] = field(default_factory=list)
    costs: Terms = field(default_factory=dict)

    def add(self, terms: Terms, sign: str, bound: float) -> None:
        """Add a row by its sign: =, <= or >=."""
        low = bound if sign in ("=", ">=") else -np.inf
        self.rows.append((terms, low, bound if sign in ("=", "<=") else np.inf))

    def solutions(self, options: int) -> dict[tuple[int, ...], tuple[int, int]]:
        """Return how many values of all variables choose which options, and what these cost."""
        assert self.variables <= MOST
        every = np.arange(1 << self.variables)[:, None] >> np.arange(self.variables) & 1
        kept = np.ones(len(every), bool)
        for terms, low, high in self.rows:
            total = _sum(every, terms)
            kept &= (low <= total) & (total <= high)
        found: dict[tuple[int, ...], tuple[int, int]] = {}
        for values, cost in zip(every[kept], _sum(every, self.costs)[kept], strict=True):
            chosen = tuple(np.flatnonzero(values[:options]).tolist())
            found[chosen] = found.get(chosen, (0, 0))[0] + 1, int(cost)
        return found


def _sum(every: np.ndarray, terms: Terms) -> np.ndarray:
    total = np.zeros(len(every), np.int64)
    for variable, factor in terms.items():
        total += factor * every[:, variable - 1]
    return total


def _terms(pairs: Iterable[tuple[str, str]]) -> Terms:
    return {int(variable): int(factor) for factor, variable in pairs}


def opb_rows(text: str) -> Rows:
    """Read OPB."""
    lines = text.splitlines()
    told = re.fullmatch(r"\* #variable= (\d+) #constraint= (\d+)", lines[0])
    assert told is not None
    found = Rows(int(told[1]))
    for line in lines:
        if line.startswith("*"):
            continue
        begin = re.fullmatch(r"(min: )?((?:[+-]\d+ x\d+ )+)(?:(=|>=) (-?\d+) )?;", line)
        assert begin is not None, line
        terms = _terms(re.findall(r"([+-]\d+) x(\d+) ", begin[2]))
        if begin[1]:
            found.costs = terms
        else:
            found.add(terms, begin[3], int(begin[4]))
    assert len(found.rows) == int(told[2])
    return found


def lp_rows(text: str) -> Rows:
    """Read CPLEX's LP format."""
    bare = "\n".join(line for line in text.split("\n") if not line.startswith("\\"))
    whole = re.fullmatch(r"Minimize(.*)Subject To(.*)Binary(.*)End\n", bare, re.DOTALL)
    assert whole is not None
    assert all(len(line) < 255 for line in bare.splitlines())
    found = Rows(len(whole[3].split()))
    assert whole[3].split() == [f"x{k}" for k in range(1, found.variables + 1)]
    found.costs = _lp_terms(whole[1].partition(":")[2])
    rows = re.findall(r" (\w+):([^:]*?) (=|<=|>=) (-?\d+)\n", whole[2])
    assert len({name for name, *_ in rows}) == len(rows) == whole[2].count(":")
    for _, left, sign, bound in rows:
        found.add(_lp_terms(left), sign, int(bound))
    return found


def _lp_terms(text: str) -> Terms:
    words = re.findall(r"([+-])? ?(?:(\d+) )?x(\d+)", text)
    return _terms((f"{sign}{factor or 1}", variable) for sign, factor, variable in words)


def minizinc_rows(text: str) -> Rows:
    """Read MiniZinc as it is written here."""
    size = re.search(r"^array\[1\.\.(\d+)\] of var 0\.\.1: x;$", text, re.MULTILINE)
    assert size is not None
    found = Rows(int(size[1]))
    pattern = r"^constraint sum\(\[(.*)\]\) (=|<=|>=|in) (-?\d+)(?:\.\.(-?\d+))?;$"
    for terms, sign, bound, other in re.findall(pattern, text, re.MULTILINE):
        if sign == "in":
            found.rows.append((_mzn_terms(terms), int(bound), int(other)))
        else:
            found.add(_mzn_terms(terms), sign, int(bound))
    assert len(found.rows) == len(re.findall("^constraint", text, re.MULTILINE))
    cost = re.search(r"^solve (?:satisfy|minimize sum\(\[(.*)\]\));$", text, re.MULTILINE)
    assert cost is not None
    found.costs = _mzn_terms(cost[1] or "")
    return found


def _mzn_terms(text: str) -> Terms:
    words = re.findall(r"(?:(-?\d+)\*)?x\[(\d+)\]", text)
    return _terms((factor or "1", variable) for factor, variable in words)


def mps_rows(text: str) -> Rows:
    """Read MPS by OR-Tools' own reader."""
    from ortools.math_opt.io.python import mps_converter

    model = mps_converter.mps_to_model_proto(text)
    names = list(model.variables.names)
    assert names == [f"x{k}" for k in range(1, len(names) + 1)]
    assert all(model.variables.integers)
    assert set(model.variables.lower_bounds) <= {0} and set(model.variables.upper_bounds) <= {1}
    assert not model.objective.maximize and not model.objective.offset
    number = {one: k for k, one in enumerate(model.variables.ids, 1)}
    terms: dict[int, Terms] = {row: {} for row in model.linear_constraints.ids}
    entries = model.linear_constraint_matrix
    for row, column, factor in zip(
        entries.row_ids, entries.column_ids, entries.coefficients, strict=True
    ):
        terms[row][number[column]] = int(factor)
    limits = model.linear_constraints
    bounds = zip(limits.ids, limits.lower_bounds, limits.upper_bounds, strict=True)
    prices = model.objective.linear_coefficients
    costs = {number[k]: int(v) for k, v in zip(prices.ids, prices.values, strict=True)}
    return Rows(len(names), [(terms[row], low, high) for row, low, high in bounds], costs)
