"""A Golomb ruler: all distances between its marks differ, and it is as short as it can be."""

from itertools import combinations, pairwise

from ortools.sat.python import cp_model

from minuet import Puzzle

OPTIMA = {(7,): 25, (8,): 34, (9,): 44}  # OEIS A003022


def minuet_model(marks: int) -> Puzzle:
    p = Puzzle("golomb")
    gap = p.choices("gap", pair=list(combinations(range(marks), 2)), d=range(1, marks**2))
    p.exactly_one(gap, by="pair")
    p.at_most_one(gap, by="d")
    within = lambda a, b: [(c, d) for c, d in combinations(range(marks), 2) if c <= a and b <= d]
    steps = lambda pair: within(*pair) if pair[1] == pair[0] + 1 else []
    p.compare(p.sum(gap, by="pair", weight="d"), "==", p.sum(gap, covering=steps, weight="d"))
    p.minimize(gap, lambda pair, d: d if pair == (0, marks - 1) else 0)
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
