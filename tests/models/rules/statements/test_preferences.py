"""Rules that may be broken: costs against plain Python, on all sets of choices."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from contextlib import AbstractContextManager
from itertools import chain, combinations, pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import Choices, ModelError, Puzzle

from drawing import few
from oracle.subsets import solutions_of

ROWS = [(at, value) for at in range(2) for value in range(2)]  # of table a: options 0 to 3
OPTIONS = range(6)  # and 4, 5 of table b


def table(puzzle: Puzzle) -> tuple[Choices, Choices]:
    return puzzle.choices("a", at=range(2), v=range(2)), puzzle.choices("b", k=range(2))


def subsets() -> list[tuple[int, ...]]:
    return list(chain.from_iterable(combinations(OPTIONS, k) for k in range(len(OPTIONS) + 1)))


def state(puzzle: Puzzle, kind: str, number: int) -> Any:
    a, b = puzzle.tables
    if kind == "between":
        return puzzle.between(number, [None, number][number % 2], [a, b], by={a: "at", b: "k"})
    if kind == "at_most":
        return puzzle.between(0, number, [a, b], by={a: lambda: 0, b: lambda: 0})
    if kind == "different":
        return puzzle.all_different(a, value="v")
    if kind == "regular":
        return puzzle.regular(["0 1", "0*", "1 .|0 0"][number % 3], a, along="at", value="v")
    if kind == "increasing":
        return puzzle.increasing(a, along="at", value="v", strict=bool(number % 2))
    return getattr(puzzle, kind)(a.where(at=0, v=number % 2), b.where(k=1) & ~a.where(v=1))


def breaks(kind: str, number: int, some: tuple[int, ...]) -> list[int] | None:
    """Return by how much a set of choices breaks a rule, group by group; None: it may not be."""
    rows = [ROWS[k] for k in some if k < 4]
    places = {at: [v for place, v in rows if place == at] for at in range(2)}
    if kind == "between":
        high = [99, number][number % 2]
        made = [len(places[k]) + (k + 4 in some) for k in range(2)]
        return [max(number - n, n - high) for n in made if not number <= n <= high]
    if kind == "at_most":
        return [len(some) - number] if len(some) > number else []
    if kind == "different":
        return [n - 1 for n in (sum(v == w for _, v in rows) for w in range(2)) if n > 1]
    if kind in ("regular", "increasing"):
        if any(len(values) != 1 for values in places.values()):
            return None
        (one,), (other,) = places.values()
        if kind == "increasing":
            return [1] * (not (one < other or (one == other and number % 2 == 0)))
        word = f"{one}{other}"
        return [1] * (word not in [["01"], ["00"], ["10", "11", "00"]][number % 3])
    x = number % 2 in places[0]
    y = 5 in some and all(v != 1 for _, v in rows)
    good = {
        "implies": not x or y,
        "equivalent": x == y,
        "any_of": x or y,
        "not_both": not (x and y),
    }
    return [] if good[kind] else [1]


KINDS = st.sampled_from(
    [
        *("between", "at_most", "different", "regular", "increasing"),
        *("implies", "equivalent", "any_of", "not_both"),
    ]
)
SOFT = st.tuples(
    KINDS,
    st.integers(0, 2),
    st.integers(1, 4),
    st.sampled_from([0, 0, 1, -1]),
    st.sampled_from(["group", "unit"]),
)


@given(st.lists(SOFT, min_size=1, max_size=2), st.sampled_from([None, 1, -1]), st.booleans())
@few(60)
def test_an_answer_pays_for_what_it_breaks(
    told: Callable[[bool], AbstractContextManager[None]],
    soft: list[tuple[str, int, int, int, str]],
    aim: int | None,
    stepwise: bool,
) -> None:
    puzzle = Puzzle("preferences")
    a, _ = table(puzzle)
    with told(stepwise):
        for kind, number, weight, level, per in soft:
            puzzle.prefer(state(puzzle, kind, number), weight, level=level, per=per)
        if aim:
            (puzzle.minimize if aim > 0 else puzzle.maximize)(a, lambda at, v: 3 * at - 2 * v + 1)
        puzzle.unread_remarks()  # b, where no rule that is drawn reads it
        if puzzle.matrix.options > 17:
            puzzle.rules.pop()
            puzzle._changed()
            puzzle.unread_remarks()
            soft = soft[: len(puzzle.rules)]
        found = solutions_of(puzzle.matrix)
    paid: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    for some in subsets():
        costs = []
        for kind, number, weight, level, per in soft:
            amounts = breaks(kind, number, some)
            if amounts is None:
                break
            costs += [(level, weight * (n if per == "unit" else 1)) for n in amounts]
        else:
            paid[some] = costs
    visible = [tuple(option for option in one if option < 6) for one in found]
    assert len(set(visible)) == len(visible)
    assert set(visible) == set(paid)
    again = pickle.loads(pickle.dumps(puzzle))
    ranked: list[tuple[list[int], int]] = []
    for one, some in zip(found, visible, strict=True):
        answer = puzzle.read(one)
        assert sorted((broken.level, broken.cost) for broken in answer.broken) == sorted(paid[some])
        assert again.read(one).broken == answer.broken
        cost = sum(int(puzzle.matrix.costs[option]) for option in one)
        assert answer.objective == puzzle.objective(cost) == puzzle.read(some).objective
        own = sum(3 * at - 2 * v + 1 for at, v in (ROWS[k] for k in some if k < 4))
        levels = [sum(c for level, c in paid[some] if level == wanted) for wanted in (1, 0, -1)]
        levels[1] += (aim or 0) * own
        ranked.append((levels, cost))
    ranked.sort()
    for (one_level, one_cost), (other_level, other_cost) in pairwise(ranked):
        assert (one_level < other_level) == (one_cost < other_cost)


def small() -> tuple[Puzzle, Choices]:
    puzzle = Puzzle("small")
    return puzzle, puzzle.choices("cell", row=range(2), col=range(2))


def test_what_is_broken_is_told_in_words() -> None:
    puzzle, cell = small()
    puzzle.exactly_one(cell, by="row", name="row")
    puzzle.prefer(puzzle.at_most_one(cell, by="col", name="column"), 5)
    puzzle.prefer(
        puzzle.exactly({0: 0, 1: 2}, cell, by="col", name="count"), 2, level=1, per="unit"
    )
    answer = puzzle.read([0, 2])
    assert puzzle.check(answer)
    assert [str(one) for one in answer.broken] == [
        "column 0: 2 chosen, expected at most one (costs 5)",
        "count 0: 2 chosen, expected exactly 0 (costs 4 at level 1)",
        "count 1: 0 chosen, expected exactly 2 (costs 4 at level 1)",
    ]
    assert answer.broken[0].rule == "column"
    assert "rule column: at most one in each of 2 groups of 2 choices of cell" in puzzle.describe()
    assert "or 5\n" in puzzle.describe()
    assert "\n  minimize what is broken of 2 rules\n" in puzzle.describe()


def test_levels_come_one_after_the_other() -> None:
    puzzle, cell = small()
    puzzle.exactly_one(cell, by="row")
    puzzle.minimize(cell, lambda row, col: 10 * col)
    puzzle.prefer(puzzle.any_of(cell.where(row=0, col=1)), 1, level=1)
    puzzle.prefer(puzzle.any_of(cell.where(row=0, col=0)), 9)
    best = min(
        (puzzle.read(one) for one in solutions_of(puzzle.matrix)),
        key=lambda answer: answer.objective,
    )
    assert [tuple(row) for row in best["cell"]] == [(0, 1), (1, 0)]
    assert [broken.cost for broken in best.broken] == [9]


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        ({"weight": 0}, "weight 0, expected 1 or more"),
        ({"weight": 1.5}, "weight 1.5, expected an integer"),
        ({"weight": 2**62}, "expected 1 or more, below 2"),
        ({"weight": True}, "weight True, expected an integer"),
        ({"level": "high"}, "level 'high', expected an integer"),
        ({"per": "row"}, "per 'row', expected one of group, unit"),
    ],
)
def test_a_wrong_cost_is_refused(arguments: dict[str, Any], wrong: str) -> None:
    puzzle, cell = small()
    rule = puzzle.at_most_one(cell, by="row")
    with pytest.raises(ModelError, match=wrong):
        puzzle.prefer(rule, **arguments)
    assert puzzle.rules == [rule]


def test_what_cannot_be_preferred_is_refused() -> None:
    puzzle, cell = small()
    other, stars = small()
    with pytest.raises(ModelError, match="puzzle 'small' has no rule"):
        puzzle.prefer(other.at_most_one(stars, by="row"), 1)
    with pytest.raises(ModelError, match=r"has no rule 'row', expected what a method returned"):
        puzzle.prefer("row", 1)  # type: ignore[arg-type]
    letters = puzzle.agree({cell: lambda row, col: {row: col}})
    with pytest.raises(ModelError, match="a rule of the kind Agreement, which has no cost"):
        puzzle.prefer(letters, 1)
    whole = puzzle.connected(cell, by=("row", "col"))
    with pytest.raises(ModelError, match="no cost; expected one that counts; make a choice of yes"):
        puzzle.prefer(whole, 1)
    puzzle.prefer(puzzle.at_most_one(cell, by="row"), 2**40, level=0)
    puzzle.prefer(puzzle.at_most_one(cell, by="col"), 2**40, level=1)
    with pytest.raises(ModelError, match=r"over the levels 0, 1, expected less than 2\^62"):
        puzzle.matrix  # noqa: B018


def test_words_that_were_said_first_are_kept_by_what_takes_the_place_of_a_rule() -> None:
    puzzle = Puzzle("lamps")
    lamp = puzzle.choices("lamp", row=range(2), col=range(2))
    soft = puzzle.exactly_one(lamp, by="row")
    puzzle.say(soft, lambda row: f"row {row} is lit once")
    puzzle.prefer(soft, 3)
    bound = puzzle.at_most_one(lamp, by="col")
    puzzle.say(bound, lambda col: f"column {col} is lit once at most")
    puzzle.if_chosen(lamp.where(row=0, col=0), bound)
    broken = puzzle.broken(puzzle.answer([(0, 0), (1, 0)]))
    assert broken == ()
    assert [one.text for one in puzzle.broken(puzzle.answer([(0, 0)]))] == [
        "row 1 is lit once: 0 chosen"
    ]
    (wrong,) = puzzle.check([(0, 0), (1, 0)]).violations
    assert wrong.startswith("column 0 is lit once at most: 2 chosen")
