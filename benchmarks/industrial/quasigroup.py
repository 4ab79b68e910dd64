"""Fill the holes of a Latin square of order 20."""

import random

from ortools.sat.python import cp_model

from minuet import Puzzle

n, holes = 20, 168
r = random.Random(1)
rows, cols, values = (r.sample(range(n), n) for _ in range(3))
square = {(row, col): values[(rows[row] + cols[col]) % n] for row in range(n) for col in range(n)}
for cell in r.sample(list(square), holes):
    del square[cell]
OPTIMA = {(): 0}


def minuet_model() -> Puzzle:
    p = Puzzle("quasigroup with holes")
    given = lambda row, col, value: square.get((row, col), value) == value
    x = p.choices("cell", row=range(n), col=range(n), value=range(n), where=given)
    for pair in ("row", "col"), ("row", "value"), ("col", "value"):
        p.exactly_one(x, by=pair)
    return p


def cpsat_model() -> cp_model.CpModel:
    m = cp_model.CpModel()
    x = {(r, c): m.NewIntVar(0, n - 1, "") for r in range(n) for c in range(n)}
    for cell, value in square.items():
        m.Add(x[cell] == value)
    for k in range(n):
        m.AddAllDifferent(x[k, c] for c in range(n))
        m.AddAllDifferent(x[r, k] for r in range(n))
    return m
