"""Visit towns along the shortest tour."""

import random

from ortools.sat.python import cp_model

from minuet import Puzzle

r = random.Random(11)
towns = [(r.randint(0, 99), r.randint(0, 99)) for _ in range(20)]
OPTIMA = {(12,): 273, (14,): 291, (20,): 357}


def dist(a: int, b: int) -> int:
    (x, y), (u, v) = towns[a], towns[b]
    return round(((x - u) ** 2 + (y - v) ** 2) ** 0.5)


def minuet_model(n: int) -> Puzzle:
    p = Puzzle("tour")
    x = p.choices("leg", a=range(n), b=range(n), where=lambda a, b: a != b)
    p.exactly_one(x, covering=lambda a, b: [("from", a), ("to", b)])
    p.one_cycle(x, by=("a", "b"))
    p.minimize(x, dist)
    return p


def cpsat_model(n: int) -> cp_model.CpModel:
    m = cp_model.CpModel()
    x = {(a, b): m.NewBoolVar("") for a in range(n) for b in range(n) if a != b}
    m.AddCircuit([(a, b, v) for (a, b), v in x.items()])
    m.Minimize(sum(dist(a, b) * v for (a, b), v in x.items()))
    return m
