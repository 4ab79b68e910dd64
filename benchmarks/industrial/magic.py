"""A magic square whose corner away from the first cell holds little."""

from ortools.sat.python import cp_model

from minuet import Puzzle

OPTIMA = {(4,): 246, (5,): 1054}


def minuet_model(n: int) -> Puzzle:
    p = Puzzle("magic square")
    x = p.choices("digit", row=range(n), col=range(n), value=range(1, n * n + 1))
    p.exactly_one(x, by=("row", "col"))
    p.exactly_one(x, by="value")
    diagonals = lambda row, col: ["falling"] * (row == col) + ["rising"] * (row + col == n - 1)
    lines = lambda row, col: [("row", row), ("col", col), *diagonals(row, col)]
    p.sum_equals(n * (n * n + 1) // 2, x, covering=lines, weight="value")
    p.minimize(x, lambda row, col, value: row * col * value)
    return p


def cpsat_model(n: int) -> cp_model.CpModel:
    m = cp_model.CpModel()
    x = {(r, c): m.NewIntVar(1, n * n, "") for r in range(n) for c in range(n)}
    m.AddAllDifferent(x.values())
    total = n * (n * n + 1) // 2
    for k in range(n):
        m.Add(sum(x[k, c] for c in range(n)) == total)
        m.Add(sum(x[r, k] for r in range(n)) == total)
    m.Add(sum(x[k, k] for k in range(n)) == total)
    m.Add(sum(x[k, n - 1 - k] for k in range(n)) == total)
    m.Minimize(sum(r * c * v for (r, c), v in x.items()))
    return m
