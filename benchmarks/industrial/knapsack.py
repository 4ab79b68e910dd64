"""Choose things within a limit of weight and one of volume."""

import random

from ortools.sat.python import cp_model

from minuet import Puzzle

r = random.Random(3)
things = [(k, r.randint(10, 60), r.randint(10, 60), r.randint(20, 99)) for k in range(25)]
limit_kilos = limit_litres = 400
OPTIMUM = 979


def minuet_model() -> Puzzle:
    p = Puzzle("knapsack")
    names = "name", "kilos", "litres", "worth"
    x = p.choices("thing", rows=[dict(zip(names, thing, strict=True)) for thing in things])
    p.at_most(limit_kilos, x, weight="kilos")
    p.at_most(limit_litres, x, weight="litres")
    p.maximize(x, "worth")
    return p


def cpsat_model() -> cp_model.CpModel:
    m = cp_model.CpModel()
    x = [m.NewBoolVar("") for _ in things]
    m.Add(sum(thing[1] * v for thing, v in zip(things, x, strict=True)) <= limit_kilos)
    m.Add(sum(thing[2] * v for thing, v in zip(things, x, strict=True)) <= limit_litres)
    m.Maximize(sum(thing[3] * v for thing, v in zip(things, x, strict=True)))
    return m
