"""A cyclic roster of six weeks: the same for all, one week later; free weekends count."""

from ortools.sat.python import cp_model

from minuet import Puzzle

weeks = 6
need = {"D": [2, 2, 2, 2, 2, 1, 1], "A": [1, 1, 1, 1, 1, 1, 1], "N": [1, 1, 1, 1, 1, 1, 1]}
OPTIMUM = -26


def minuet_model() -> Puzzle:
    p = Puzzle("cyclic roster")
    days = 7 * weeks
    s = p.choices("shift", t=range(days), kind=list("DANF"))
    p.exactly_one(s, by="t")
    p.exactly(
        {(d, k): need[k][d] for d in range(7) for k in need},
        s,
        by=lambda t, kind: (t % 7, kind) if kind != "F" else None,
    )
    for one, after in "ND", "NA", "AD":
        p.at_most_one(
            s,
            covering=lambda t, kind, one=one, after=after: (
                [t] * (kind == one) + [(t - 1) % days] * (kind == after)
            ),
        )
    p.at_least(
        1, s, covering=lambda t, kind: [(t - k) % days for k in range(7)] if kind == "F" else []
    )
    p.at_least(
        1, s, covering=lambda t, kind: [(t - k) % days for k in range(5)] if kind != "F" else []
    )
    for free in True, False:  # no day off alone, no shift alone: no two ends round one day
        for t in range(days):
            a, b, c = (s.where(t=(t + k) % days, kind="F") for k in range(3))
            p.any_of(*((a, ~b, c) if free else (~a, b, ~c)))
    w = p.choices("weekend", week=range(weeks))
    for k in range(weeks):
        for d in 5, 6:
            p.implies(w.where(week=k), s.where(t=7 * k + d, kind="F"))
    p.minimize(w, -10)
    p.minimize(s, lambda t, kind: t * 7 % 5 * (kind == "N"))
    return p


def cpsat_model() -> cp_model.CpModel:
    m = cp_model.CpModel()
    days = 7 * weeks
    x = {(t, k): m.NewBoolVar("") for t in range(days) for k in "DANF"}
    for t in range(days):
        m.AddExactlyOne(x[t, k] for k in "DANF")
    for k in need:
        for d in range(7):
            m.Add(sum(x[t, k] for t in range(d, days, 7)) == need[k][d])
    for t in range(days):
        for one, after in "ND", "NA", "AD":
            m.AddImplication(x[t, one], x[(t + 1) % days, after].Not())
        m.AddBoolOr(x[(t + k) % days, "F"] for k in range(7))
        m.AddBoolOr(x[(t + k) % days, "F"].Not() for k in range(5))
        a, b, c = (x[(t + k) % days, "F"] for k in range(3))
        m.AddBoolOr(a, b.Not(), c)
        m.AddBoolOr(a.Not(), b, c.Not())
    w = [m.NewBoolVar("") for _ in range(weeks)]
    for k in range(weeks):
        for d in 5, 6:
            m.AddImplication(w[k], x[7 * k + d, "F"])
    m.Minimize(-10 * sum(w) + sum(t * 7 % 5 * x[t, "N"] for t in range(days)))
    return m
