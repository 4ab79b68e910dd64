"""Choose things within a limit of weight and one of volume."""

import random

from ortools.sat.python import cp_model

from minuet import Puzzle

r = random.Random(3)
ranges = {"kilos": (10, 60), "litres": (10, 60), "worth": (20, 99)}
things = [{"name": k, **{of: r.randint(*ends) for of, ends in ranges.items()}} for k in range(25)]
limits = {"kilos": 400, "litres": 400}
OPTIMA = {(): 979}


def minuet_model() -> Puzzle:
    p = Puzzle("knapsack")
    x = p.choices("thing", rows=things)
    for of, limit in limits.items():
        p.at_most(limit, x, weight=of)
    p.maximize(x, "worth")
    return p


def cpsat_model() -> cp_model.CpModel:
    m = cp_model.CpModel()
    x = [m.NewBoolVar("") for _ in things]
    for of, limit in limits.items():
        m.Add(sum(thing[of] * v for thing, v in zip(things, x, strict=True)) <= limit)
    m.Maximize(sum(thing["worth"] * v for thing, v in zip(things, x, strict=True)))
    return m
