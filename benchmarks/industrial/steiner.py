"""Join eight of the crossings of a grid of streets by the shortest net (a Steiner tree)."""

import random

import networkx
from ortools.sat.python import cp_model

from minuet import Puzzle

r = random.Random(4)
streets = networkx.grid_2d_graph(7, 7)
length = {edge: r.randint(1, 9) for edge in streets.edges}
terminals = r.sample(list(streets), 8)
OPTIMA = {(): 44}


def minuet_model() -> Puzzle:
    p = Puzzle("steiner tree")
    x = p.choices("street", ends=list(length))
    p.tree(x, by="ends")
    p.at_least(1, x, covering=lambda ends: [end for end in ends if end in terminals])
    p.minimize(x, lambda ends: length[ends])
    return p


def cpsat_model() -> cp_model.CpModel:
    m = cp_model.CpModel()
    x = {arc: m.NewBoolVar("") for a, b in length for arc in ((a, b), (b, a))}
    used = {v: m.NewBoolVar("") for v in streets}
    depth = {v: m.NewIntVar(0, len(streets), "") for v in streets}
    root = terminals[0]
    for v in terminals:
        m.Add(used[v] == 1)
    for v in streets:
        m.Add(sum(x[u, v] for u in streets[v]) == (used[v] if v != root else 0))
        for u in streets[v]:
            m.AddImplication(x[u, v], used[u])
            m.Add(depth[v] == depth[u] + 1).OnlyEnforceIf(x[u, v])
    m.Minimize(sum(length[edge] * (x[edge] + x[edge[::-1]]) for edge in length))
    return m
