"""Visit 14 towns along the shortest tour."""

import random

from ortools.sat.python import cp_model

from minuet import Puzzle

r = random.Random(11)
towns = [(r.randint(0, 99), r.randint(0, 99)) for _ in range(14)]
OPTIMUM = 291


def dist(a: int, b: int) -> int:
    (x, y), (u, v) = towns[a], towns[b]
    return round(((x - u) ** 2 + (y - v) ** 2) ** 0.5)


def minuet_model() -> Puzzle:
    p = Puzzle("tour")
    x = p.choices("leg", a=range(14), b=range(14), where=lambda a, b: a != b)
    for end in "ab":
        p.exactly_one(x, by=end)
    p.one_cycle(x, by=("a", "b"))
    p.minimize(x, dist)
    return p


def cpsat_model() -> cp_model.CpModel:
    m = cp_model.CpModel()
    x = {(a, b): m.NewBoolVar("") for a in range(14) for b in range(14) if a != b}
    m.AddCircuit([(a, b, v) for (a, b), v in x.items()])
    m.Minimize(sum(dist(a, b) * v for (a, b), v in x.items()))
    return m
