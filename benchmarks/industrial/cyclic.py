"""A cyclic roster of six weeks: the same for all, one week later; free weekends count."""

from ortools.sat.python import cp_model

from minuet import Puzzle

weeks = 6
need = {"D": [2, 2, 2, 2, 2, 1, 1], "A": [1, 1, 1, 1, 1, 1, 1], "N": [1, 1, 1, 1, 1, 1, 1]}
OPTIMA = {(): -26}


def minuet_model() -> Puzzle:
    p = Puzzle("cyclic roster")
    days = 7 * weeks
    s = p.choices("shift", t=range(days), kind=list("DANF"))
    p.exactly_one(s, by="t")
    need_on = {(d, k): need[k][d] for d in range(7) for k in need}
    p.exactly(need_on, s, by=lambda t, kind: (t % 7, kind) if kind in need else None)
    for one, after in "ND", "NA", "AD":
        p.not_both(s.where(kind=one).by("t"), s.where(kind=after).by(lambda t: (t - 1) % days))
    free, on = s.where(kind="F"), s.where(kind=lambda kind: kind != "F")
    for some, most in (free, 7), (on, 5):
        p.any_of(some, covering=lambda t, most=most: [(t + k) % days for k in range(most)])
    for alone in free, on:  # no day off alone, no shift alone
        p.implies(alone.by("t"), alone.covering(lambda t: [(t - 1) % days, (t + 1) % days]))
    w = p.choices("weekend", week=range(weeks))
    for d in 5, 6:
        off = s.where(kind="F", t=lambda t, d=d: t % 7 == d)
        p.implies(w.where().by("week"), off.by(lambda t: t // 7))
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
