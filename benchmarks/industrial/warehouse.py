"""Open warehouses and supply each store from one of them, as cheaply as possible (CSPLib 34)."""

from ortools.sat.python import cp_model

from minuet import Puzzle

opening = 30
capacity = [1, 4, 2, 1, 3]
cost = [  # of each store from each warehouse
    [20, 24, 11, 25, 30],
    [28, 27, 82, 83, 74],
    [74, 97, 71, 96, 70],
    [2, 55, 73, 69, 61],
    [46, 96, 59, 83, 4],
    [42, 22, 29, 67, 59],
    [1, 5, 73, 59, 56],
    [10, 73, 13, 43, 96],
    [93, 35, 63, 85, 46],
    [47, 65, 55, 71, 95],
]
OPTIMA = {(): 383}


def minuet_model() -> Puzzle:
    p = Puzzle("warehouses")
    x = p.choices("supply", store=range(10), warehouse=range(5))
    p.exactly_one(x, by="store")
    p.at_most(dict(enumerate(capacity)), x, by="warehouse")
    p.minimize(x, lambda store, warehouse: cost[store][warehouse])
    p.minimize(opening * p.count_distinct(x, by="warehouse"))
    return p


def cpsat_model() -> cp_model.CpModel:
    m = cp_model.CpModel()
    x = {(s, w): m.NewBoolVar("") for s in range(10) for w in range(5)}
    is_open = [m.NewBoolVar("") for _ in range(5)]
    for s in range(10):
        m.AddExactlyOne(x[s, w] for w in range(5))
    for w in range(5):
        m.Add(sum(x[s, w] for s in range(10)) <= capacity[w])
        for s in range(10):
            m.AddImplication(x[s, w], is_open[w])
    m.Minimize(opening * sum(is_open) + sum(cost[s][w] * v for (s, w), v in x.items()))
    return m
