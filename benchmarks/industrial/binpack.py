"""Put things into as few bins as hold them."""

import random

from ortools.sat.python import cp_model

from minuet import Puzzle

r = random.Random(7)
sizes = [r.randint(18, 60) for _ in range(15)]
capacity = 100
bins = range(9)
OPTIMA = {(): 6}


def minuet_model() -> Puzzle:
    p = Puzzle("bins")

    x = p.choices("put", item=range(len(sizes)), bin=bins)
    p.exactly_one(x, by="item")
    p.at_most(capacity, x, by="bin", weight=lambda item: sizes[item])
    p.minimize(p.count_distinct(x, by="bin"))
    return p


def cpsat_model() -> cp_model.CpModel:
    m = cp_model.CpModel()
    x = {(i, b): m.NewBoolVar("") for i in range(len(sizes)) for b in bins}
    used = [m.NewBoolVar("") for b in bins]
    for i in range(len(sizes)):
        m.AddExactlyOne(x[i, b] for b in bins)
    for b in bins:
        m.Add(sum(sizes[i] * x[i, b] for i in range(len(sizes))) <= capacity * used[b])
    m.Minimize(sum(used))
    return m
