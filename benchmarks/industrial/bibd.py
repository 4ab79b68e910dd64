"""The design (7, 3, 1), the cheapest."""

from ortools.sat.python import cp_model

from minuet import Puzzle

OPTIMUM = 13


def minuet_model() -> Puzzle:
    p = Puzzle("bibd")
    x = p.choices("member", point=range(7), block=range(7))
    both = p.choices("both", a=range(7), b=range(7), block=range(7), where=lambda a, b: a < b)
    p.exactly(3, x, by="point")
    p.exactly(3, x, by="block")
    for a, b, k in both.rows:
        p.equivalent(
            both.where(a=a, b=b, block=k), x.where(point=a, block=k) & x.where(point=b, block=k)
        )
    p.exactly(1, both, by=("a", "b"))
    p.minimize(x, lambda point, block: point * block % 5)
    return p


def cpsat_model() -> cp_model.CpModel:
    m = cp_model.CpModel()
    x = {(p, b): m.NewBoolVar("") for p in range(7) for b in range(7)}
    for k in range(7):
        m.Add(sum(x[k, b] for b in range(7)) == 3)
        m.Add(sum(x[p, k] for p in range(7)) == 3)
    for a in range(7):
        for b in range(a + 1, 7):
            both = [m.NewBoolVar("") for _ in range(7)]
            for k, v in enumerate(both):
                m.AddImplication(v, x[a, k])
                m.AddImplication(v, x[b, k])
                m.AddBoolOr(v, x[a, k].Not(), x[b, k].Not())
            m.Add(sum(both) == 1)
    m.Minimize(sum(p * b % 5 * v for (p, b), v in x.items()))
    return m
