"""Share jobs among four workers so that their hours differ least."""

import random

from ortools.sat.python import cp_model

from minuet import Puzzle

r = random.Random(17)
hours = [r.randint(3, 40) for _ in range(14)]
workers = range(4)
OPTIMA = {(): 0}


def minuet_model() -> Puzzle:
    p = Puzzle("balance")

    x = p.choices("task", job=range(len(hours)), worker=workers)
    p.exactly_one(x, by="job")
    p.minimize(p.spread(p.sum(x, by="worker", weight=lambda job: hours[job])))
    return p


def cpsat_model() -> cp_model.CpModel:
    m = cp_model.CpModel()
    x = {(j, w): m.NewBoolVar("") for j in range(len(hours)) for w in workers}
    for j in range(len(hours)):
        m.AddExactlyOne(x[j, w] for w in workers)
    hi, lo = m.NewIntVar(0, sum(hours), ""), m.NewIntVar(0, sum(hours), "")
    for w in workers:
        load = sum(hours[j] * x[j, w] for j in range(len(hours)))
        m.Add(load <= hi)
        m.Add(load >= lo)
    m.Minimize(hi - lo)
    return m
