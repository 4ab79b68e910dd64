"""Lessons of a university: rooms that hold them, slots that teachers like, not too many at once."""

import random

from ortools.sat.python import cp_model

from minuet import Puzzle

r = random.Random(5)
lessons = [(f"L{k}", f"t{k % 5}", f"c{k % 4}", r.choice([15, 20, 25, 30])) for k in range(12)]
rooms = {"R1": 20, "R2": 25, "R3": 30}
slots = range(6)
dislike = {
    (t, s): r.randint(1, 9)
    for t in ("t0", "t1", "t2", "t3", "t4")
    for s in slots
    if r.random() < 0.5
}
OPTIMA = {(): 6}


def minuet_model() -> Puzzle:
    p = Puzzle("timetable")

    rows = [
        {"lesson": lesson, "teacher": t, "group": c, "room": r, "slot": s}
        for lesson, t, c, size in lessons
        for r in rooms
        for s in slots
        if size <= rooms[r]
    ]
    x = p.choices("lesson", rows=rows)
    p.exactly_one(x, by="lesson")
    for who in "room", "teacher", "group":
        p.at_most_one(x, by=(who, "slot"))
    p.minimize(x, lambda teacher, slot: dislike.get((teacher, slot), 0))
    p.prefer(p.between(1, 2, x, by=lambda group, slot: (group, slot // 3)), 4, per="unit")
    p.prefer(
        p.at_most(1, x, covering=lambda teacher, slot: [(teacher, slot), (teacher, slot - 1)]), 3
    )
    return p


def cpsat_model() -> cp_model.CpModel:
    m = cp_model.CpModel()
    x = {
        (lesson, t, c, r, s): m.NewBoolVar("")
        for lesson, t, c, size in lessons
        for r in rooms
        for s in slots
        if size <= rooms[r]
    }
    for lesson, *_ in lessons:
        m.AddExactlyOne(x[k] for k in x if k[0] == lesson)
    for who in 1, 2, 3:
        for key in {(k[who], k[4]) for k in x}:
            m.AddAtMostOne(x[k] for k in x if (k[who], k[4]) == key)
    cost = sum(dislike.get((k[1], k[4]), 0) * x[k] for k in x)
    for g in {lesson[2] for lesson in lessons}:
        for half in 0, 1:
            n = sum(x[k] for k in x if k[2] == g and k[4] // 3 == half)
            e, f = m.NewIntVar(0, 12, ""), m.NewIntVar(0, 1, "")
            m.Add(n <= 2 + e)
            m.Add(n >= 1 - f)
            cost += 4 * e + 4 * f
    for t in {lesson[1] for lesson in lessons}:
        for s in range(5):
            b = m.NewBoolVar("")
            m.Add(sum(x[k] for k in x if k[1] == t and k[4] in (s, s + 1)) <= 1 + b)
            cost += 3 * b
    m.Minimize(cost)
    return m
