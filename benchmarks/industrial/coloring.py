"""Color a graph with as few colors as possible: queens on a board, and Mycielski's graph."""

from itertools import combinations

import networkx
from ortools.sat.python import cp_model

from minuet import Puzzle

colors = range(9)
OPTIMA = {("queen6_6",): 7, ("queen7_7",): 7, ("myciel4",): 5}  # as in DIMACS


def graph(name: str) -> networkx.Graph:
    if name == "myciel4":
        return networkx.mycielski_graph(5)
    n = int(name[-1])
    board = [(row, col) for row in range(n) for col in range(n)]
    lines = lambda row, col: {("row", row), ("col", col), ("sum", row + col), ("less", row - col)}
    return networkx.Graph((a, b) for a, b in combinations(board, 2) if lines(*a) & lines(*b))


def minuet_model(name: str) -> Puzzle:
    p, g = Puzzle("coloring"), graph(name)
    x = p.choices("paint", v=list(g), c=colors)
    p.exactly_one(x, by="v")
    p.at_most_one(x, covering=lambda v, c: [(frozenset(edge), c) for edge in g.edges(v)])
    p.minimize(p.count_distinct(x, by="c"))
    return p


def cpsat_model(name: str) -> cp_model.CpModel:
    m, g = cp_model.CpModel(), graph(name)
    x = {(v, c): m.NewBoolVar("") for v in g for c in colors}
    used = [m.NewBoolVar("") for c in colors]
    for v in g:
        m.AddExactlyOne(x[v, c] for c in colors)
    for a, b in g.edges:
        for c in colors:
            m.Add(x[a, c] + x[b, c] <= used[c])
    m.Minimize(sum(used))
    return m
