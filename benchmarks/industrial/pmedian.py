"""Serve places from three depots of limited capacity."""

import random

from ortools.sat.python import cp_model

from minuet import Puzzle

r = random.Random(13)
places = [(r.randint(0, 99), r.randint(0, 99)) for _ in range(12)]
demand = [r.randint(5, 20) for _ in range(12)]
depot_cap = sum(demand) // 3 + 8
OPTIMA = {(): 1844}


def way(a: int, b: int) -> int:
    (x, y), (u, v) = places[a], places[b]
    return round(((x - u) ** 2 + (y - v) ** 2) ** 0.5)


def minuet_model() -> Puzzle:
    p = Puzzle("depots")
    x = p.choices("serves", depot=range(12), place=range(12))
    is_open = p.choices("open", depot=range(12))
    p.exactly_one(x, by="place")
    p.exactly(3, is_open)
    load = p.sum(x, by="depot", weight=lambda place: demand[place])
    p.compare(load, "<=", depot_cap * p.sum(is_open, by="depot"))
    p.minimize(x, lambda depot, place: demand[place] * way(depot, place))
    return p


def cpsat_model() -> cp_model.CpModel:
    m = cp_model.CpModel()
    x = {(d, p): m.NewBoolVar("") for d in range(12) for p in range(12)}
    is_open = [m.NewBoolVar("") for _ in range(12)]
    for p in range(12):
        m.AddExactlyOne(x[d, p] for d in range(12))
    m.Add(sum(is_open) == 3)
    for d in range(12):
        m.Add(sum(demand[p] * x[d, p] for p in range(12)) <= depot_cap * is_open[d])
    m.Minimize(sum(demand[p] * way(d, p) * v for (d, p), v in x.items()))
    return m
