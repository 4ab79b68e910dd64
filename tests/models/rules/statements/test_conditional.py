"""Rules that hold where a choice is made: every set of choices is looked at."""

from __future__ import annotations

import pickle
from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ModelError, Puzzle

from drawing import few
from oracle.subsets import solutions_of

SUBSETS = list(chain.from_iterable(combinations(range(7), k) for k in range(8)))


@given(
    st.sampled_from(["all", "by at", "by v", "different", "statement"]),
    st.integers(0, 3),
    st.sampled_from([0, 1, None]),
    st.sampled_from(["k = 0", "k < 2", "at = 0"]),
)
@few(60)
def test_a_rule_holds_where_its_condition_does(
    kind: str, low: int, more: int | None, condition: str
) -> None:
    puzzle = Puzzle("conditional")
    a = puzzle.choices("a", at=range(2), v=range(2))
    b = puzzle.choices("b", k=range(3))
    high = None if more is None else low + more
    columns = {"all": (lambda: 0, lambda: 0), "by at": ("at", "k"), "by v": ("v", "k")}
    if kind in columns:
        of_a, of_b = columns[kind]
        rule = puzzle.between(low, high, [a, b], by={a: of_a, b: of_b})
    elif kind == "different":
        rule = puzzle.all_different(a, value="v")
    else:
        rule = puzzle.any_of(a.where(at=1), b.where(k=1))
    puzzle.unread_remarks()  # b, where neither the rule nor its condition reads it
    plain = pickle.loads(pickle.dumps(puzzle))
    wanted = {"k = 0": {4}, "k < 2": {4, 5}, "at = 0": {0, 1}}[condition]
    selection = {
        "k = 0": b.where(k=0),
        "k < 2": b.where(lambda k: k < 2),
        "at = 0": a.where(at=0),
    }[condition]
    puzzle.if_chosen(selection, rule)
    right = {some for some in SUBSETS if wanted.isdisjoint(some) or plain.check(plain.read(some))}
    assert solutions_of(puzzle.matrix) == right
    again = pickle.loads(pickle.dumps(puzzle))
    assert again.matrix == puzzle.matrix
    for some in SUBSETS:
        assert bool(puzzle.check(puzzle.read(some))) == (some in right)
        assert bool(again.check(again.read(some))) == (some in right)


def test_what_a_condition_demands_is_told() -> None:
    puzzle = Puzzle("shops")
    shop = puzzle.choices("open", n=range(2))
    visit = puzzle.choices("visit", n=range(2), day=range(3))
    for n in range(2):
        puzzle.if_chosen(
            shop.where(n=n),
            puzzle.between(
                1, 2, visit, by=lambda n, n0=n: "visits" if n == n0 else None, name=f"s{n}"
            ),
        )
    assert str(puzzle.check(puzzle.read([0]))) == (
        "s0 visits: 0 chosen, expected 1 to 2, for open(n=0) is chosen"
    )
    rule = puzzle.rules[0]
    assert rule.demand("visits") == "s0 visits needs 1 to 2 if open(n=0) is chosen"
    assert puzzle.check(puzzle.read([0, 2]))


def test_what_cannot_depend_on_choices_is_refused() -> None:
    puzzle = Puzzle("shops")
    shop = puzzle.choices("open", n=range(2))
    letters = puzzle.agree({shop: lambda n: {n: n}})
    with pytest.raises(ModelError, match="a rule of the kind Agreement, which cannot depend on"):
        puzzle.if_chosen(shop.where(n=0), letters)
    loop = puzzle.connected(shop, by="n", along=[(0, 1)])
    with pytest.raises(ModelError, match="make a choice of yes or no, `require` that it is what"):
        puzzle.if_chosen(shop.where(n=0), loop)
    one = puzzle.exactly_one(shop, by=lambda: 0)
    with pytest.raises(ModelError, match="expected one selection"):
        puzzle.if_chosen(~shop.where(n=0), one)
    with pytest.raises(ModelError, match="expected a selection as"):
        puzzle.if_chosen(True, one)  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="has no rule"):
        puzzle.if_chosen(shop.where(n=0), "one")  # type: ignore[arg-type]
