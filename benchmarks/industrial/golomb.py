"""A Golomb ruler: all distances between its marks differ, and it is as short as it can be."""

from itertools import combinations, pairwise

from ortools.sat.python import cp_model

from minuet import Puzzle

OPTIMA = {(7,): 25, (8,): 34, (9,): 44}  # OEIS A003022


def minuet_model(marks: int) -> Puzzle:
    p = Puzzle("golomb")
    pairs = list(combinations(range(marks), 2))
    mark = p.choices("mark", k=range(1, marks), at=range(marks**2))  # the first one is at 0
    gap = p.choices("gap", pair=pairs, d=range(1, marks**2))
    p.exactly_one(mark, by="k")
    p.exactly_one(gap, by="pair")
    p.at_most_one(gap, by="d")
    ends = lambda k, side: [pair for pair in pairs if pair[side] == k]
    x, y = (p.sum(mark, covering=lambda k, n=n: ends(k, n), weight="at") for n in (0, 1))
    p.compare(p.sum(gap, by="pair", weight="d"), "==", y - x)
    p.minimize(mark, lambda k, at: at if k == marks - 1 else 0)
    return p


def cpsat_model(marks: int) -> cp_model.CpModel:
    m = cp_model.CpModel()
    x = [m.NewIntVar(0, marks**2 - 1, "") for _ in range(marks)]
    m.Add(x[0] == 0)
    for a, b in pairwise(x):
        m.Add(a < b)
    gap = {pair: m.NewIntVar(1, marks**2 - 1, "") for pair in combinations(range(marks), 2)}
    for a, b in gap:
        m.Add(gap[a, b] == x[b] - x[a])
    m.AddAllDifferent(gap.values())
    m.Minimize(x[-1])
    return m
