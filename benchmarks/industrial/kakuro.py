"""Kakuro: the digits of each run of white cells differ and add up to its sum."""

from ortools.sat.python import cp_model

from minuet import Puzzle

# A black cell has the sum of the run below it and that of the run on its right.
text = """
        -     -   20,    3,   13,     -     -    3,   10,   25,     -     -
        -   4,6     0     0     0   11,   ,18     0     0     0     -     -
      ,19     0     0     0     0     0 24,10     0     0     0   12,     -
       ,9     0     0   ,24     0     0     0   30,  10,7     0     0     -
        -     -     -     -     - 30,26     0     0     0     0     0   17,
        -   13,   10,     -  6,30     0     0     0     0   ,11     0     0
      ,13     0     0   ,10     0     0  6,11     0     0   ,10     0     0
       ,5     0     0 26,19     0     0     0     0     -     -     -     -
        -   ,22     0     0     0     0     0    7,   19,     -   11,   16,
        -   ,10     0     0    4,   6,6     0     0     0 10,17     0     0
        -     -    ,6     0     0     0   ,31     0     0     0     0     0
        -     -   ,14     0     0     0     -   ,12     0     0     0     -
"""
grid = {
    (r, c): w for r, line in enumerate(text.split("\n")[1:-1]) for c, w in enumerate(line.split())
}
sums, runs = {}, {cell: [] for cell, mark in grid.items() if mark == "0"}
for (row, col), mark in grid.items():
    for total, down, right in zip(mark.split(","), (1, 0), (0, 1), strict=False):
        if "," in mark and total:
            sums[row, col, down] = int(total)
            cell = row + down, col + right
            while cell in runs:
                runs[cell].append((row, col, down))
                cell = cell[0] + down, cell[1] + right
COUNTS = {(): 1}


def minuet_model() -> Puzzle:
    p = Puzzle("kakuro")
    x = p.choices("digit", cell=list(runs), value=range(1, 10))
    p.exactly_one(x, by="cell")
    p.at_most_one(x, covering=lambda cell, value: [(run, value) for run in runs[cell]])
    p.sum_equals(sums, x, covering=lambda cell: runs[cell], weight="value")
    return p


def cpsat_model() -> cp_model.CpModel:
    m = cp_model.CpModel()
    x = {cell: m.NewIntVar(1, 9, "") for cell in runs}
    for run, total in sums.items():
        cells = [x[cell] for cell in x if run in runs[cell]]
        m.AddAllDifferent(cells)
        m.Add(sum(cells) == total)
    return m
