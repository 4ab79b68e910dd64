"""Car sequencing (CSPLib 1, twice as many cars): windows of an option may be broken at a cost."""

from ortools.sat.python import cp_model

from minuet import Puzzle

cars = {"a": 2, "b": 2, "c": 4, "d": 4, "e": 5, "f": 4}
options = [(1, 2, "aef"), (2, 3, "cdf"), (1, 3, "ae"), (2, 5, "abd"), (1, 5, "c")]
line = range(sum(cars.values()))
OPTIMA = {(): 2}


def minuet_model() -> Puzzle:
    p = Puzzle("cars")

    x = p.choices("car", at=line, kind=list(cars))
    p.exactly_one(x, by="at")
    p.exactly(cars, x, by="kind")
    windows = [(option, k) for option in options for k in range(len(line) - option[1] + 1)]
    most = {(option, k): option[0] for option, k in windows}
    inside = lambda at, kind: [(o, k) for o, k in windows if kind in o[2] and k <= at < k + o[1]]
    p.prefer(p.at_most(most, x, covering=inside), per="unit")
    return p


def cpsat_model() -> cp_model.CpModel:
    m = cp_model.CpModel()
    x = {(t, k): m.NewBoolVar("") for t in line for k in cars}
    for t in line:
        m.AddExactlyOne(x[t, k] for k in cars)
    for k in cars:
        m.Add(sum(x[t, k] for t in line) == cars[k])
    cost = []
    for most, of, who in options:
        for t in range(len(line) - of + 1):
            e = m.NewIntVar(0, of, "")
            cost.append(e)
            m.Add(sum(x[t + d, k] for d in range(of) for k in who) <= most + e)
    m.Minimize(sum(cost))
    return m
