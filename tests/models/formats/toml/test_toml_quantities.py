"""Quantities and intervals in TOML: read, written again, and as a Python program."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations, product
from typing import Any

import pytest

from minuet.models import InputError, ModelError, Puzzle
from minuet.models.formats import read, same_cover, write
from minuet.solvers import count, solve

from oracle.toml_texts import ROSTER, SHOP, mistake, program_of, puzzle_of

SOLVERS = ["propagate", "cpsat"]
NURSES = ("Ann", "Bob", "Cem")
EXTRA = (("Ann", 2), ("Bob", 1), ("Cem", 1), ("Bob", 3))
TASKS = (("saw", 3), ("drill", 2), ("drill", 2), ("saw", 4))  # A1, A2, B1, B2


def roster_in_python() -> Puzzle:
    puzzle = Puzzle("roster")
    shift = puzzle.choices("shift", nurse=NURSES, day=range(1, 4), kind=["early", "night"])
    extra = puzzle.choices("extra", [{"nurse": who, "hours": hours} for who, hours in EXTRA])
    puzzle.exactly_one(shift, by=("day", "kind"))
    puzzle.at_most_one(shift, by=("nurse", "day"))
    puzzle.exactly(2, extra)
    load = puzzle.sum(shift, by="nurse") + puzzle.sum(extra, by="nurse", weight="hours")
    most = puzzle.maximum(load, name="most")
    nights = puzzle.sum(shift, by="nurse", where={"kind": "night"}) + 1
    least = puzzle.minimum(nights, values=range(5), name="least")
    kinds = puzzle.count_distinct(shift, by=("nurse", "kind"), name="kinds")
    puzzle.compare(most, "<=", 3 * least)
    puzzle.minimize(2 * most - least + kinds)
    return puzzle


def roster_costs() -> list[int]:
    """Return the cost of every roster, found by trying all."""
    costs = []
    pairs = list(permutations(NURSES, 2))  # who works early, who at night
    for days in product(pairs, repeat=3):
        for more in combinations(EXTRA, 2):
            load, nights = Counter(NURSES), Counter(night for _, night in days)
            load.subtract(NURSES)
            load.update(who for day in days for who in day)
            for who, hours in more:
                load[who] += hours
            most, least = max(load.values()), min(nights[who] for who in NURSES) + 1
            if most <= 3 * least:
                kinds = len({(day[k], k) for day in days for k in (0, 1)})
                costs.append(2 * most - least + kinds)
    return costs


def shop_in_python() -> Puzzle:
    puzzle = Puzzle("shop")
    tasks = [
        {"job": job, "task": task, "machine": machine, "took": took, "at": at}
        for (job, task), (machine, took) in zip(product("AB", (1, 2)), TASKS, strict=True)
        for at in range(10)
    ]
    start = puzzle.choices("start", tasks)
    puzzle.exactly_one(start, by=("job", "task"))
    puzzle.no_overlap(start, by="machine", along="at", length="took")
    puzzle.no_overlap(start, by=lambda task: "door" if task == 1 else None, along="at")
    ends = [
        puzzle.sum(start, by="job", weight=lambda at, took: at + took, where={"task": task})
        for task in (1, 2)
    ]
    puzzle.compare(ends[0], "<=", puzzle.sum(start, by="job", weight="at", where={"task": 2}))
    puzzle.minimize(puzzle.maximum(ends[1], name="end"))
    return puzzle


def shop_costs() -> list[int]:
    """Return when the last task of every plan ends, found by trying all."""
    costs = []
    for starts in product(range(10), repeat=4):
        spans = [(m, at, at + took) for (m, took), at in zip(TASKS, starts, strict=True)]
        apart = all(
            first[0] != second[0] or first[2] <= second[1] or second[2] <= first[1]
            for first, second in combinations(spans, 2)
        )
        in_order = spans[0][2] <= starts[1] and spans[2][2] <= starts[3]
        if apart and in_order and starts[0] != starts[2]:
            costs.append(max(spans[1][2], spans[3][2]))
    return costs


CASES = [
    pytest.param(ROSTER, roster_in_python, roster_costs, id="roster"),
    pytest.param(SHOP, shop_in_python, shop_costs, id="shop"),
]


@pytest.mark.parametrize("engine", SOLVERS)
@pytest.mark.parametrize(("text", "in_python", "costs"), CASES)
def test_a_text_has_the_answers_of_the_program(
    text: str, in_python: Any, costs: Any, engine: str
) -> None:
    right = costs()
    puzzle = puzzle_of(text)
    assert count(puzzle, engine).count == len(right)
    for form in (puzzle, in_python()):
        result = solve(form, engine)
        assert result.objective == min(right)
        assert not form.check(result.answer).violations


@pytest.mark.parametrize(("text", "in_python"), [case.values[:2] for case in CASES])
def test_it_is_written_as_toml_and_as_python(text: str, in_python: Any) -> None:
    described = puzzle_of(text)
    made: dict[str, Any] = {"__name__": "program"}
    exec(program_of(text), made)
    assert same_cover(made["puzzle"].matrix, described.matrix)
    for puzzle in (described, in_python()):
        written = write(puzzle, "toml")
        assert same_cover(puzzle_of(written).matrix, puzzle.matrix)
        assert write(puzzle_of(written), "toml") == written


def test_a_quantity_is_written_in_few_words() -> None:
    written = write(roster_in_python(), "toml")
    assert "[choices.most]" not in written
    assert "one most" not in written
    for part in (
        '[{ of = "shift", by = "nurse" }, { of = "extra", by = "nurse", weight = "hours" }]',
        """minimum = [{ of = "shift", by = "nurse", where = "kind == 'night'" }, 1]
values = "0..4"
""",
        """count_distinct = "shift"
by = "nurse, kind"
""",
        """[minimize]
most = "2 * value"
least = "-value"
kinds = 1
""",
    ):
        assert part in written


def test_intervals_are_written_row_by_row_where_no_expression_fits() -> None:
    puzzle = Puzzle("bookings")
    booking = puzzle.choices("booking", number=range(4), at=range(2))
    rooms, long = ["a", None, "b", "a"], [1, 2, 1, 0]
    puzzle.no_overlap(
        booking,
        by=lambda number: rooms[number],
        along="at",
        length=lambda number: long[number],
        name="room",
    )
    puzzle.no_overlap(booking, along="at", length=3, name="all")
    written = write(puzzle, "toml")
    assert 'by = { rows = [["a"], ["a"], [], [], ["b"], ["b"], ["a"], ["a"]] }' in written
    assert "length = { rows = [1, 1, 2, 2, 1, 1, 0, 0] }" in written
    assert '[rules.all]\nno_overlap = "booking"\nalong = "at"\nlength = 3\n' in written
    assert same_cover(puzzle_of(written).matrix, puzzle.matrix)


def test_a_table_may_be_added_behind_a_quantity() -> None:
    puzzle = Puzzle("late")
    take = puzzle.choices("take", item=range(4))
    most = puzzle.maximum(puzzle.sum(take, by=lambda item: item // 2, weight="item"), name="most")
    late = puzzle.choices("late", row=range(2), col=range(2))
    puzzle.connected(late, by=("row", "col"))
    puzzle.compare(most, "==", puzzle.sum(late))
    puzzle.given(late, row=1, col=1)
    puzzle.forbid(take, item=3)
    puzzle.maximize(late)
    again = puzzle_of(write(puzzle, "toml"))
    assert [table.name for table in again.tables] == ["take", "late", "most"]
    assert [str(given) for given in again.givens] == [str(given) for given in puzzle.givens]
    # What is taken of 0, 1 and 2 comes to 1 or 2 at most in a pair, as many cells as are chosen.
    right = 2 * 1 + 4 * 2  # 1 without 2 and the cell (1,1); 2 and the cell with one of two others
    for form in (puzzle, again):
        assert count(form, "propagate").count == right
        assert solve(form, "cpsat").objective == 2


def test_sums_with_weights_of_their_own_in_each_group_come_back() -> None:
    puzzle = Puzzle("weights")
    take = puzzle.choices("take", item=range(1, 4))
    puzzle.maximum(puzzle.sum(take, covering=lambda item: {"a": item, "b": 0, "c": -1}))
    puzzle.minimum(2 * puzzle.sum(take, covering=lambda item: [0, item]) - puzzle.sum(take))
    written = write(puzzle, "toml")
    assert "weights = [[1, 0, -1], [2, 0, -1], [3, 0, -1]]" in written
    assert same_cover(puzzle_of(written).matrix, puzzle.matrix)
    assert count(puzzle_of(written)).count == 8


def test_a_quantity_beside_a_rule_of_its_name_is_refused() -> None:
    puzzle = Puzzle("names")
    take = puzzle.choices("take", item=range(3))
    puzzle.at_most(2, take, name="most")
    puzzle.maximum(puzzle.sum(take, by="item"), name="most")
    with pytest.raises(ModelError, match="rule 'most#2' adds the table 'most', expected one name"):
        write(puzzle, "toml")


HEAD = """\
[choices.a]
x = "1..3"
y = ["p", "q"]
[rules]
"""
MISTAKES = {
    'r = { maximum = "a" }': "17: a string, expected an integer, or a sum as a table with `of`",
    'r = { maximum = { of = "a" } }': "17: no sum with groups, expected one with `by` or",
    "r = { maximum = [] }": "17: no sum with groups, expected one with `by` or `covering`",
    'r = { maximum = { of = "a", by = "x", over = [1] } }': "39: unknown key 'over', expected",
    'r = { maximum = { of = "b", by = "x" } }': "24: no table 'b', expected one of a",
    'r = { minimum = { of = "a", by = "x" }, values = [1, "y"] }': "54: a string, expected an",
    'r = { minimum = { of = "a", by = "x" }, values = "2..1" }': "1: minimum: no values, expected",
    'r = { maximum = { of = "a", by = "x" }, says = "most" }': "41: 'says' in a rule of 'maximum'",
    'r = { maximum = { of = "a", by = "x" }, prefer = 2 }': "41: 'prefer' in a rule of 'maximum'",
    'a = { maximum = { of = "a", by = "x" } }': "1: a second table 'a', expected a name of its",
    '"r s" = { maximum = { of = "a", by = "x" } }': "1: table 'r s', expected a name of letters",
    'r = { maximum = { of = "a", by = "x", weight = "999999 * x" } }': "1: maximum: 5999995 values",
    'r = { count_distinct = "a" }': "1: expected one of `by` and `covering`",
    'r = { count_distinct = "a", by = "x", weight = 2 }': "39: 'weight' in a rule of 'count_dist",
    'r = { spread = { of = "a", by = "x" } }': "7: unknown key 'spread', expected one of",
    'r = { no_overlap = "a" }': "1: no along, expected",
    'r = { no_overlap = "a", along = "y" }': "1: rule r (p.toml:5): a(x=1, y='p') has the start",
    'r = { no_overlap = "a", along = "x", length = -1 }': "1: rule r (p.toml:5): a(x=1, y='p') has",
    'r = { no_overlap = "a", along = "x", over = [1] }': "38: 'over' in a rule of 'no_overlap'",
}


@pytest.mark.parametrize("rule", MISTAKES)
def test_a_mistake_is_one_line_at_its_place(rule: str) -> None:
    assert mistake(HEAD + rule).startswith(f"p.toml:5:{MISTAKES[rule]}")


@pytest.mark.parametrize(
    "rule",
    [
        'r = { maximum = { of = "a", by = "x" }, values = "1..1000" }',
        'r = { maximum = { of = "a", by = "x" }, values = "1..900" }',
        'r = { no_overlap = "a", along = "x", length = 100000 }',
    ],
)
def test_what_asks_for_too_much_is_refused(rule: str) -> None:
    text = HEAD.replace("1..3", "1..400") + rule
    with pytest.raises(InputError, match=r"expected [0-9]+ (choices )?at most"):
        read(text, file="p.toml", form="toml", most_choices=1000)
