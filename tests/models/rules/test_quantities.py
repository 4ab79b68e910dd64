"""The greatest and least of sums, groups with a choice: against plain loops over all answers."""

from __future__ import annotations

import pickle
import random
from itertools import chain, combinations

import pytest

from minuet import count, solve
from minuet.models import ModelError, Puzzle

ITEMS = range(5)


def subsets() -> list[tuple[int, ...]]:
    return list(chain.from_iterable(combinations(ITEMS, size) for size in range(len(ITEMS) + 1)))


def drawn(seed: int) -> tuple[Puzzle, dict[int, int], dict[int, int]]:
    """Return a puzzle of items that may be taken, the part and the weight of each."""
    rng = random.Random(seed)
    part = {item: rng.randrange(3) for item in ITEMS}
    weight = {item: rng.randint(-3, 5) or 1 for item in ITEMS}
    puzzle = Puzzle("taken")
    puzzle.choices("take", item=ITEMS)
    return puzzle, part, weight


def loads(
    taken: tuple[int, ...], part: dict[int, int], weight: dict[int, int], more: int
) -> list[int]:
    return [
        more + sum(weight[item] for item in taken if part[item] == group)
        for group in {*part.values()}
    ]


@pytest.mark.parametrize("name", ["propagate:tree", "propagate:learning", "cpsat", "sat"])
@pytest.mark.parametrize("seed", range(12))
def test_extremes_are_counted_and_minimized_as_by_trying_all(seed: int, name: str) -> None:
    puzzle, part, weight = drawn(seed)
    more = seed % 3 - 1
    load = puzzle.sum("take", by=lambda item: part[item], weight=lambda item: weight[item]) + more
    most, least = puzzle.maximum(load), puzzle.minimum(load)
    puzzle.compare(most, "<=", 6)
    puzzle.compare(most - least, ">=", 2)
    right = [
        taken
        for taken in subsets()
        if (sums := loads(taken, part, weight, more))
        and max(sums) <= 6
        and max(sums) - min(sums) >= 2
    ]
    assert count(puzzle, name).count == len(right)
    puzzle.minimize(3 * most - least)
    costs = [3 * max(sums) - min(sums) for sums in (loads(t, part, weight, more) for t in right)]
    answer = solve(puzzle, name).answer
    assert (None if answer is None else answer.objective) == min(costs, default=None)
    if answer is not None:
        assert not puzzle.check(answer).violations


@pytest.mark.parametrize("seed", range(12))
def test_groups_with_a_choice_are_counted(seed: int) -> None:
    puzzle, part, _ = drawn(seed)
    distinct = puzzle.count_distinct("take", by=lambda item: part[item], name="parts")
    puzzle.compare(distinct, "==", 2)
    puzzle.maximize(puzzle.sum("take"))
    right = [taken for taken in subsets() if len({part[item] for item in taken}) == 2]
    assert count(puzzle, "propagate").count == len(right)
    result = solve(puzzle, "cpsat")
    if not right:
        assert result.answer is None
        return
    assert result.answer.objective == max(map(len, right))
    taken = [row.item for row in result.answer["take"]]
    assert {row.group for row in result.answer["parts"]} == {part[item] for item in taken}


def test_a_sum_of_a_group_that_holds_one_choice_reaches_no_further_than_its_largest() -> None:
    puzzle = Puzzle("dice")
    die = puzzle.choices("die", number=range(3), face=range(1, 7))
    puzzle.exactly_one(die, by="number")
    most = puzzle.maximum(puzzle.sum(die, by="number", weight="face"), name="most")
    puzzle.compare(most, "<", 5)
    assert [row.value for row in puzzle.table("most")] == [1, 2, 3, 4, 5, 6]
    assert count(puzzle).count == 4**3


def test_a_wrong_value_is_no_answer() -> None:
    puzzle = Puzzle("taken")
    take = puzzle.choices("take", item=range(3))
    puzzle.maximum(puzzle.sum(take, by="item"), name="most")
    wrong = puzzle.check({"take": [(0,)], "most": [(0,)]})
    assert "most is 0, expected 1" in str(wrong)
    assert not puzzle.check({"take": [(0,)], "most": [(1,)]}).violations
    puzzle.count_distinct(take, by="item", name="kinds")
    wrong = puzzle.check({"take": [(0,)], "most": [(1,)], "kinds": [(1,)]})
    assert "kinds 0 has a choice and is not among kinds" in str(wrong)


def test_a_puzzle_of_quantities_travels() -> None:
    puzzle, part, weight = drawn(3)
    load = puzzle.sum("take", by=lambda item: part[item], weight=lambda item: weight[item])
    puzzle.compare(puzzle.spread(load), "<=", 3)
    puzzle.compare(puzzle.count_distinct("take", by=lambda item: part[item]), ">=", 2)
    counted = count(puzzle).count
    assert count(pickle.loads(pickle.dumps(puzzle))).count == counted
    assert count(puzzle.copy()).count == counted


def test_mistakes_name_their_line() -> None:
    puzzle = Puzzle("taken")
    take = puzzle.choices("take", item=range(3))
    with pytest.raises(ModelError, match=r"maximum: the sum .* is one number.*test_quantities"):
        puzzle.maximum(puzzle.sum(take))
    with pytest.raises(ModelError, match=r"minimum: 3, expected what `sum` returned"):
        puzzle.minimum(3)  # type: ignore[arg-type]
    with pytest.raises(ModelError, match=r"objective .*has groups, expected one number"):
        puzzle.minimize(puzzle.sum(take, by="item"))
    with pytest.raises(ModelError, match=r"objective .*expected no constant"):
        puzzle.minimize(puzzle.sum(take) + 1)
    with pytest.raises(ModelError, match=r"a sum with a cost"):
        puzzle.minimize(puzzle.sum(take), 2)
    with pytest.raises(ModelError, match=r"no row of .* is in a group, expected some"):
        puzzle.maximum(puzzle.sum(take, by=lambda item: None))
    for values, wrong in (([], "no values"), ([1, "x"], "the value 'x'")):
        with pytest.raises(ModelError, match=f"maximum: {wrong}, expected integers .*test_quant"):
            puzzle.maximum(puzzle.sum(take, by="item"), values=values)  # type: ignore[arg-type]
    far = puzzle.sum(take, by="item", weight=lambda item: 10**6)
    with pytest.raises(ModelError, match=r"1000001 values of .*give `values`"):
        puzzle.maximum(far)
    assert len(puzzle.tables) == 1
    puzzle.maximum(far, values=[0, 10**6])
