"""Color the squares of a board so that squares on one line of a queen differ; 6 by 6."""

from itertools import combinations, product

from ortools.sat.python import cp_model

from minuet import Puzzle

board = list(product(range(6), repeat=2))
edges = [
    (a, b)
    for a, b in combinations(range(36), 2)
    if any(
        f(*board[a]) == f(*board[b])
        for f in (
            lambda r, c: (0, r),
            lambda r, c: (1, c),
            lambda r, c: (2, r + c),
            lambda r, c: (3, r - c),
        )
    )
]
colors = range(9)
OPTIMUM = 7


def minuet_model() -> Puzzle:
    p = Puzzle("coloring")

    x = p.choices("paint", v=range(36), c=colors)
    p.exactly_one(x, by="v")
    p.at_most_one(x, covering=lambda v, c: [(e, c) for e in edges if v in e])
    p.minimize(p.count_distinct(x, by="c"))
    return p


def cpsat_model() -> cp_model.CpModel:
    m = cp_model.CpModel()
    x = {(v, c): m.NewBoolVar("") for v in range(36) for c in colors}
    used = [m.NewBoolVar("") for c in colors]
    for v in range(36):
        m.AddExactlyOne(x[v, c] for c in colors)
    for a, b in edges:
        for c in colors:
            m.Add(x[a, c] + x[b, c] <= used[c])
    m.Minimize(sum(used))
    return m
