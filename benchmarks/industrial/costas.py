"""Costas arrays: a dot in each row and column, and the arrows between any two dots differ."""

from itertools import combinations

from ortools.sat.python import cp_model

from minuet import Puzzle

COUNTS = {(6,): 116, (9,): 760}  # OEIS A008404


def minuet_model(n: int) -> Puzzle:
    p = Puzzle("costas")
    x = p.choices("dot", col=range(n), row=range(n))
    pairs = list(combinations(range(n), 2))
    arrow = p.choices("arrow", pair=pairs, a=range(n), b=range(n), where=lambda a, b: a != b)
    p.exactly_one(x, by="col")
    p.exactly_one(x, by="row")
    p.exactly_one(arrow, by="pair")
    ends = lambda pair, a, b: {(pair, pair[0]): a, (pair, pair[1]): b}
    p.agree({x: lambda col, row: {(q, col): row for q in pairs if col in q}, arrow: ends})
    p.at_most_one(arrow, by=lambda pair, a, b: (pair[1] - pair[0], b - a))
    return p


def cpsat_model(n: int) -> cp_model.CpModel:
    m = cp_model.CpModel()
    x = [m.NewIntVar(0, n - 1, "") for _ in range(n)]
    m.AddAllDifferent(x)
    for apart in range(1, n):
        rises = [m.NewIntVar(1 - n, n - 1, "") for _ in range(n - apart)]
        for a, rise in enumerate(rises):
            m.Add(rise == x[a + apart] - x[a])
        m.AddAllDifferent(rises)
    return m
