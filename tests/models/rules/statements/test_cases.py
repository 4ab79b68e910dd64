"""Statements that hold for each group of choices, and the puzzle of the zebra stated with them."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from itertools import chain, combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import Choices, ModelError, Puzzle, automorphisms
from minuet.models.formats import write
from minuet.solvers import certify, count, explain, solve

from drawing import few
from oracle.subsets import solutions_of

KINDS = ("implies", "equivalent", "not_both", "any_of")
KEYS = st.fixed_dictionaries({k: st.sets(st.integers(0, 2), max_size=2) for k in range(7)})
ROWS = st.frozensets(st.integers(0, 6), max_size=5)
Keys = Mapping[int, set[int]]


def meaning(kind: str, x: bool, y: bool) -> bool:
    if kind == "implies":
        return y or not x
    if kind == "equivalent":
        return x == y
    return not (x and y) if kind == "not_both" else x or y


@given(st.sampled_from(KINDS), ROWS, ROWS, KEYS, KEYS, st.booleans(), st.booleans())
@few(80)
def test_a_statement_holds_for_each_group(
    kind: str,
    first: frozenset[int],
    second: frozenset[int],
    keys: Keys,
    own: Keys,
    has_own: bool,
    named: bool,
) -> None:
    puzzle = Puzzle("groups")
    choices = puzzle.choices("k", k=range(7))
    puzzle.exactly_one(choices, by=lambda k: k % 3 if k < 6 else None)
    one, other = choices.where(lambda k: k in first), choices.where(lambda k: k in second)
    if has_own:
        other = other.covering(lambda k: own[k])
    over = range(4) if named else None
    rule = getattr(puzzle, kind)(one, other, covering=lambda k: keys[k], over=over)
    theirs = own if has_own else keys
    groups = {g for k in first for g in keys[k]} | {g for k in second for g in theirs[k]}
    groups = set(range(4)) if named else groups
    assert set(rule.groups) == groups

    def holds(some: set[int]) -> bool:
        return all(
            meaning(
                kind,
                any(k in some and group in keys[k] for k in first),
                any(k in some and group in theirs[k] for k in second),
            )
            for group in groups
        )

    every = chain.from_iterable(combinations(range(7), size) for size in range(8))
    exact = [some for some in every if all(len({k, k + 3} & set(some)) == 1 for k in range(3))]
    right = {some for some in exact if holds(set(some))}
    assert solutions_of(puzzle.matrix) == right
    again = pickle.loads(pickle.dumps(puzzle))
    assert again.matrix == puzzle.matrix
    for some in exact:
        assert bool(again.check(again.read(some))) == (some in right)


HOUSES = range(1, 6)
THINGS = {
    "nation": ["Englishman", "Spaniard", "Ukrainian", "Norwegian", "Japanese"],
    "color": ["red", "green", "ivory", "yellow", "blue"],
    "pet": ["dog", "snails", "fox", "horse", "zebra"],
    "drink": ["coffee", "tea", "milk", "juice", "water"],
    "smoke": ["OldGold", "Kools", "Chesterfields", "LuckyStrike", "Parliaments"],
}
TOGETHER = [
    ("Englishman", "red"),
    ("Spaniard", "dog"),
    ("green", "coffee"),
    ("Ukrainian", "tea"),
    ("OldGold", "snails"),
    ("Kools", "yellow"),
    ("LuckyStrike", "juice"),
    ("Japanese", "Parliaments"),
]


def zebra() -> tuple[Puzzle, dict[str, Choices]]:
    """Return the puzzle with a table for each kind of thing."""
    puzzle = Puzzle("zebra")
    tables = {kind: puzzle.choices(kind, what=THINGS[kind], house=HOUSES) for kind in THINGS}
    for table in tables.values():
        puzzle.exactly_one(table, by="what")
        puzzle.exactly_one(table, by="house")
    of = {what: tables[kind].where(what=what) for kind, whats in THINGS.items() for what in whats}
    for one, other in TOGETHER:
        puzzle.implies(of[one], of[other], by="house", name=f"{one} {other}")
    right = of["green"].by(lambda house: house - 1)
    puzzle.equivalent(of["ivory"], right, by="house", over=range(6), name="right of ivory")
    for one, other in (("Chesterfields", "fox"), ("Kools", "horse"), ("Norwegian", "blue")):
        beside = of[other].covering(lambda house: [house - 1, house + 1])
        puzzle.implies(of[one], beside, by="house", name=f"{one} beside {other}")
    puzzle.given(tables["drink"], what="milk", house=3)
    puzzle.given(tables["nation"], what="Norwegian", house=1)
    return puzzle, tables


def test_the_zebra_needs_no_weights_and_so_goes_everywhere(tmp_path: Path) -> None:
    puzzle, _ = zebra()
    assert not puzzle.matrix.has_weights
    assert not puzzle.matrix.has_multiplicities
    answer = solve(puzzle, "dlx").answer
    assert [row.what for row in answer["pet"] if row.house == 5] == ["zebra"]
    assert [row.what for row in answer["drink"] if row.house == 1] == ["water"]
    for solver in ("dlx", "bitmask", "memo", "cpsat", "sat"):
        assert count(puzzle, solver).count == 1, solver
    assert write(puzzle, "cnf").startswith("c ")
    assert certify(puzzle).check() == "1 solution"
    path = tmp_path / "zebra.checkpoint"
    assert count(puzzle, "dlx", checkpoint=path).count == 1
    assert path.exists()


def test_houses_in_which_nothing_differs_are_symmetric() -> None:
    puzzle = Puzzle("houses")
    color = puzzle.choices("color", what=["red", "blue", "white"], house=range(3))
    drink = puzzle.choices("drink", what=["milk", "tea", "water"], house=range(3))
    for table in (color, drink):
        puzzle.exactly_one(table, by="what")
        puzzle.exactly_one(table, by="house")
    puzzle.implies(color.where(what="red"), drink.where(what="milk"), by="house")
    symmetries = automorphisms(puzzle)
    assert symmetries.order == 6 * 2 * 2  # of the houses; blue and white; tea and water
    assert count(puzzle, symmetries="auto").count == 1


def test_a_clue_is_one_statement_to_take_away() -> None:
    puzzle, tables = zebra()
    puzzle.given(tables["nation"], what="Englishman", house=3)
    puzzle.given(tables["color"], what="red", house=5)
    found = explain(puzzle, relax=True, keep="given", smallest=True)
    assert found.verdict == "CLASH"
    told = str(found)
    assert "Englishman red 3: if nation(what=Englishman), then color(what=red): " in told
    assert found.relaxation is not None
    taken = [one.text for one in found.relaxation.statements]
    assert "Englishman red" in taken


def test_what_is_taken_away_is_the_rule_alone() -> None:
    """The statement's items are of other rules' groups; without these it says what it said."""
    puzzle = Puzzle("houses")
    color = puzzle.choices("color", what=["red", "blue"], house=range(2))
    drink = puzzle.choices("drink", what=["milk", "tea", "wine"])
    _ = puzzle.exactly_one(color, by="what"), puzzle.exactly_one(color, by="house")
    puzzle.exactly_one(drink, by=lambda what: "drink", name="one drink")
    puzzle.implies(color.where(what="red", house=0), drink.where(what="milk"), name="red: milk")
    puzzle.given(color, what="red", house=0)
    puzzle.given(drink, what="tea")
    puzzle.given(drink, what="wine")
    found = explain(puzzle, relax=True, keep=("given",))
    assert found.relaxation is not None
    # Without "one drink" the givens still contradict the statement, unless milk is drunk too.
    assert [one.text for one in found.relaxation.statements] == ["one drink"]
    solution = found.problem.read(found.relaxation.options)  # type: ignore[union-attr]
    assert {row.what for row in solution["drink"]} == {"milk", "tea", "wine"}


def test_messages_name_the_group() -> None:
    puzzle, _ = zebra()
    answer = solve(puzzle, "dlx").answer
    rows = {kind: list(answer[kind]) for kind in THINGS}
    rows["color"] = [
        row._replace(what={"red": "blue", "blue": "red"}.get(row.what, row.what))
        for row in rows["color"]
    ]
    said = puzzle.check(puzzle.answer(rows)).violations
    assert said == (
        "Englishman red 3: if nation(what=Englishman), then color(what=red): it is not so",
        "Norwegian beside blue 1: if nation(what=Norwegian), then color(what=blue): it is not so",
    )
    rule = next(rule for rule in puzzle.rules if rule.name == "Englishman red")
    puzzle.say(rule, lambda house: f"an Englishman in house {house} lives in red")
    said = puzzle.check(puzzle.answer(rows)).violations
    assert said[0] == "an Englishman in house 3 lives in red: it is not so"
    assert "in each of 5 groups" in puzzle.describe()


def test_each_group_of_a_preference_costs() -> None:
    puzzle, tables = zebra()
    tables["nation"].where(what="Spaniard")
    wish = puzzle.not_both(
        tables["nation"].where(lambda what: what != "Japanese"),
        tables["drink"].where(lambda what: what != "water"),
        by="house",
        name="thirst",
    )
    puzzle.prefer(wish, 5)
    result = solve(puzzle, "dlx")
    assert result.objective == 15  # all but the Norwegian, who drinks water, and the Japanese
    assert not puzzle.matrix.has_weights
    assert {one.cost for one in result.broken} == {5}
    assert sorted(one.text.split(":")[0] for one in result.broken) == [
        f"thirst {house}" for house in (2, 3, 4)
    ]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"by": "house", "over": [1]}, r"is in the group 2, which `over` does not name"),
        ({"over": [1]}, "`over` alone, expected `by` or `covering`"),
        ({"by": "house", "covering": "house"}, "expected one of `by` and `covering`"),
        ({"by": "where"}, "no column 'where'"),
        ({"by": lambda house: [house]}, "unhashable"),
        ({"covering": "house"}, "not iterable"),
    ],
)
def test_groups_that_cannot_be_read_are_refused(arguments: dict[str, object], told: str) -> None:
    puzzle, tables = zebra()
    one, other = tables["color"].where(what="red"), tables["drink"].where(what="milk")
    with pytest.raises(ModelError, match=told):
        puzzle.implies(one, other, **arguments)  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="expected `by` or `covering`"):
        puzzle.implies(one, other.by("house"))
    with pytest.raises(ModelError, match="groups of its own, expected none here"):
        puzzle.if_chosen(one.by("house"), puzzle.implies(one, other))
