"""A magic square of order 4 whose corner away from the first cell holds little."""

from ortools.sat.python import cp_model

from minuet import Puzzle

OPTIMUM = 246


def minuet_model() -> Puzzle:
    p = Puzzle("magic square")

    x = p.choices("digit", row=range(4), col=range(4), value=range(1, 17))
    p.exactly_one(x, by=("row", "col"))
    p.exactly_one(x, by="value")
    for line in (
        "row",
        "col",
        lambda row, col: row == col or None,
        lambda row, col: row + col == 3 or None,
    ):
        p.sum_equals(34, x, by=line, weight="value")
    p.minimize(x, lambda row, col, value: row * col * value)
    return p


def cpsat_model() -> cp_model.CpModel:
    m = cp_model.CpModel()
    x = {(r, c): m.NewIntVar(1, 16, "") for r in range(4) for c in range(4)}
    m.AddAllDifferent(x.values())
    for k in range(4):
        m.Add(sum(x[k, c] for c in range(4)) == 34)
        m.Add(sum(x[r, k] for r in range(4)) == 34)
    m.Add(sum(x[k, k] for k in range(4)) == 34)
    m.Add(sum(x[k, 3 - k] for k in range(4)) == 34)
    m.Minimize(sum(r * c * v for (r, c), v in x.items()))
    return m
