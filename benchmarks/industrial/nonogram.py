"""A nonogram of 25 by 25: the numbers are the runs of black cells in each row and column."""

import random
from itertools import groupby

from ortools.sat.python import cp_model

from minuet import Puzzle

n = 25
r = random.Random(3)
noise = [[r.random() for _ in range(n + 2)] for _ in range(n + 2)]
around = [(down, right) for down in range(3) for right in range(3)]
smooth = lambda row, col: sum(noise[row + down][col + right] for down, right in around) > 4.5
picture = [[smooth(row, col) for col in range(n)] for row in range(n)]


def runs(line: list[bool]) -> list[int]:
    return [len(list(cells)) for black, cells in groupby(line) if black]


row_runs, col_runs = list(map(runs, picture)), list(map(runs, zip(*picture, strict=True)))
COUNTS = {(): 1}


def minuet_model() -> Puzzle:
    p = Puzzle("nonogram")
    x = p.choices("black", row=range(n), col=range(n))
    pattern = lambda line: "0*" + "0+".join(f"1{{{run}}}" for run in line) + "0*"
    p.regular(dict(enumerate(map(pattern, row_runs))), x, by="row", along="col")
    p.regular(dict(enumerate(map(pattern, col_runs))), x, by="col", along="row")
    return p


def cpsat_model() -> cp_model.CpModel:
    m = cp_model.CpModel()
    x = {(r, c): m.NewBoolVar("") for r in range(n) for c in range(n)}
    lines = [(row_runs[k], [x[k, c] for c in range(n)]) for k in range(n)]
    lines += [(col_runs[k], [x[r, k] for r in range(n)]) for k in range(n)]
    for clue, cells in lines:
        arcs, state = [(0, 0, 0)], 0
        for run in clue:
            if state:
                arcs += [(state, 0, state + 1), (state + 1, 0, state + 1)]
                state += 1
            for _ in range(run):
                arcs.append((state, 1, state + 1))
                state += 1
        arcs.append((state, 0, state + 1))
        arcs.append((state + 1, 0, state + 1))
        m.AddAutomaton(cells, 0, [state, state + 1], arcs)
    return m
