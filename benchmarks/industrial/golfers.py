"""Nine golfers in trios, four weeks, no pair twice (the cheapest plan)."""

import itertools

from ortools.sat.python import cp_model

from minuet import Puzzle

OPTIMUM = 10


def minuet_model() -> Puzzle:
    p = Puzzle("golfers")
    x = p.choices("trio", week=range(4), who=list(itertools.combinations(range(9), 3)))
    p.exactly_one(x, covering=lambda week, who: [(week, g) for g in who])
    p.at_most_one(x, covering=lambda who: list(itertools.combinations(who, 2)))
    p.minimize(x, lambda week, who: sum(who) * (week + 1) % 7)
    return p


def cpsat_model() -> cp_model.CpModel:
    m = cp_model.CpModel()
    trios = list(itertools.combinations(range(9), 3))
    x = {(w, t): m.NewBoolVar("") for w in range(4) for t in trios}
    for w in range(4):
        for g in range(9):
            m.AddExactlyOne(x[w, t] for t in trios if g in t)
    for a, b in itertools.combinations(range(9), 2):
        m.AddAtMostOne(x[w, t] for w, t in x if a in t and b in t)
    m.Minimize(sum(sum(t) * (w + 1) % 7 * v for (w, t), v in x.items()))
    return m
