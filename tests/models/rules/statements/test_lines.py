"""Rules on lines against plain Python: every set of choices of small tables is looked at."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from contextlib import AbstractContextManager
from itertools import chain, combinations, pairwise, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import Automaton, Choices, ModelError, Puzzle
from minuet.solvers import count, solutions, solve

from drawing import few

Row = tuple[Any, ...]
SOLVERS = ("dlx", "bitmask", "sat")


def subsets(rows: list[Row]) -> list[tuple[int, ...]]:
    numbers = range(len(rows))
    return list(chain.from_iterable(combinations(numbers, size) for size in range(len(rows) + 1)))


def agree_with(puzzle: Puzzle, holds: Callable[[list[Row]], bool], solver: str = "dlx") -> int:
    """Compare the solutions, and what `check` says of every set of choices, with plain Python."""
    (table,) = puzzle.tables
    right = {some for some in subsets(table.rows) if holds([table.rows[k] for k in some])}
    found = [answer.choices for answer in solutions(puzzle, solver)]
    assert len(found) == len(set(found))  # hidden rows follow from the choices
    assert set(found) == right
    for some in subsets(table.rows):
        assert bool(puzzle.check(puzzle.read(some))) == (some in right), some
    again = pickle.loads(pickle.dumps(puzzle))
    assert again.matrix == puzzle.matrix
    assert all(again.check(again.read(some)) for some in right)
    return len(right)


def values_along(rows: list[Row], places: list[int], empty: Any = None) -> list[Any] | None:
    """Return the values at the places; None where one has several choices, or wrongly none."""
    found = []
    for place in places:
        here = [value for at, value in rows if at == place]
        if len(here) > 1 or (not here and empty is None):
            return None
        found.append(here[0] if here else empty)
    return found


PATTERNS = ["0*1{2}0*", "(0|1 2)*", "[^0]*", "1 .* 2|0+", "(0 0)*1?", "2", ".*"]


@given(
    st.sampled_from(PATTERNS),
    st.sets(st.tuples(st.integers(1, 4), st.sampled_from([1, 2])), max_size=5),
    st.sampled_from([None, 0, "blank"]),
    st.booleans(),
)
@few(60)
def test_regular_holds_where_the_automaton_accepts_the_line(
    told: Callable[[bool], AbstractContextManager[None]],
    pattern: str,
    drawn: set[Row],
    empty: Any,
    stepwise: bool,
) -> None:
    blanks = [(at, 0) for at in range(1, 5)] if empty is None else []
    rows = sorted({(1, 1), (1, 2), *blanks, *drawn})
    if empty == "blank":
        pattern = pattern.replace("0", "blank ")
    puzzle = Puzzle("line")
    table = puzzle.choices("cell", [{"at": at, "value": value} for at, value in rows])
    with told(stepwise):
        rule = puzzle.regular(pattern, table, along="at", value="value", empty=empty)
        automaton = rule.automaton("line")
        places = sorted({at for at, _ in rows})

        def holds(chosen: list[Row]) -> bool:
            values = values_along(chosen, places, empty)
            return values is not None and automaton.accepts(values)

        agree_with(puzzle, holds)


def grid(rows: int, cols: int) -> tuple[Puzzle, Choices]:
    puzzle = Puzzle("grid")
    return puzzle, puzzle.choices("cell", row=range(rows), col=range(cols))


@pytest.mark.parametrize("engine", SOLVERS)
@pytest.mark.parametrize("stepwise", [False, True])
def test_a_nonogram_is_a_regular_expression_a_line(
    engine: str, stepwise: bool, told: Callable[[bool], AbstractContextManager[None]]
) -> None:
    with told(stepwise):
        lines_of_a_nonogram_are_counted(engine)


def lines_of_a_nonogram_are_counted(engine: str) -> None:
    puzzle, cell = grid(3, 4)
    clues = {0: "0*1{2}0*", 1: "0*1 0+ 1 0*", 2: "0*1 0*"}
    puzzle.regular(clues, cell, by="row", along="col", name="row")

    def fits(marks: str, row: int) -> bool:
        runs = [len(run) for run in marks.split("0") if run]
        return runs == {0: [2], 1: [1, 1], 2: [1]}[row]

    lines = ["".join(marks) for marks in product("01", repeat=4)]
    expected = 1
    for row in range(3):
        expected *= sum(fits(line, row) for line in lines)
    assert expected == 3 * 3 * 4
    assert count(puzzle, engine).count == expected
    puzzle.regular("(0|1 0)*1?", cell, by="col", along="row", name="column")
    grids = [rows for rows in product(lines, repeat=3) if all(map(fits, rows, range(3)))]
    apart = [
        rows
        for rows in grids
        if not any(a == b == "1" for one in pairwise(rows) for a, b in zip(*one, strict=True))
    ]
    assert count(puzzle, engine).count == len(apart)


def test_words_of_three_kinds_of_shifts() -> None:
    puzzle = Puzzle("roster")
    shift = puzzle.choices("shift", day=["Mon", "Tue", "Wed"], kind=["D", "N", "F"])
    puzzle.regular("(D|F|N(N|F))*", shift, along="day", value="kind")
    order = {"Mon": 0, "Tue": 1, "Wed": 2}

    def holds(chosen: list[Row]) -> bool:
        kinds = values_along([(order[day], kind) for day, kind in chosen], [0, 1, 2])
        word = "".join(kinds or [])
        while word:
            if word[0] in "DF":
                word = word[1:]
            elif word[:2] in ("NN", "NF"):
                word = word[2:]
            else:
                return False
        return kinds is not None

    assert agree_with(puzzle, holds) == 16


def test_places_come_as_they_were_declared_whatever_a_filter_leaves() -> None:
    puzzle = Puzzle("week")
    days = ["Mon", "Tue", "Wed"]
    shift = puzzle.choices(
        "shift",
        nurse=["Ann", "Bob"],
        day=days,
        where=lambda nurse, day: (nurse, day) != ("Ann", "Mon"),
    )
    rule = puzzle.regular("1 0*", shift, by="nurse", along="day")
    assert [line.places for line in rule.lines] == [days[1:], days]
    assert [day for _, day in solve(puzzle).answer["shift"]] == ["Tue", "Mon"]
    later = pickle.loads(pickle.dumps(puzzle))
    rule = later.regular("0* 1", later.table("shift"), by="nurse", along="day", name="b")
    assert [line.places for line in rule.lines] == [days[1:], days]


@pytest.mark.parametrize("engine", SOLVERS)
def test_table_rule_takes_the_tuples_that_are_listed(engine: str) -> None:
    tuples = [(1, 2, 1), (2, 2, 3), (3, 1, 1), (1, 2, 1)]
    puzzle = Puzzle("tuples")
    digit = puzzle.choices("digit", at=range(3), value=[1, 2, 3])
    puzzle.table_rule(tuples, digit, along="at", value="value")
    assert (
        agree_with(puzzle, lambda rows: tuple(values_along(rows, [0, 1, 2]) or ()) in tuples) == 3
    )
    assert count(puzzle, engine).count == 3


def test_table_rule_of_no_tuples_has_no_solution() -> None:
    puzzle, cell = grid(1, 2)
    puzzle.table_rule([], cell, along="col")
    assert count(puzzle).count == 0


def test_an_empty_place_is_one_of_the_values_of_a_tuple() -> None:
    puzzle, cell = grid(1, 3)
    puzzle.table_rule([(0, 0, 0), (1, 0, 1)], cell, along="col")
    assert agree_with(puzzle, lambda rows: [col for _, col in rows] in ([], [0, 2])) == 2


@given(
    st.sets(st.tuples(st.integers(0, 3), st.integers(0, 2)), min_size=1, max_size=8),
    st.booleans(),
    st.sampled_from([(), (0,)]),
)
@few(40)
def test_all_different_lets_no_value_stand_twice_in_a_group(
    drawn: set[Row], grouped: bool, besides: tuple[int, ...]
) -> None:
    puzzle = Puzzle("different")
    rows = [{"at": at, "value": value} for at, value in sorted(drawn)]
    table = puzzle.choices("digit", rows)
    by = (lambda at: at // 2) if grouped else None
    puzzle.all_different(table, by=by, value="value", besides=besides)

    def holds(chosen: list[Row]) -> bool:
        said = [(at // 2 if grouped else 0, v) for at, v in chosen if v not in besides]
        return len(set(said)) == len(said)

    agree_with(puzzle, holds)


@given(
    st.sets(st.tuples(st.integers(0, 3), st.integers(0, 2)), min_size=1, max_size=8),
    st.booleans(),
)
@few(40)
def test_increasing_compares_each_place_with_the_next(drawn: set[Row], strict: bool) -> None:
    puzzle = Puzzle("increasing")
    table = puzzle.choices("digit", [{"at": at, "value": v} for at, v in sorted(drawn)])
    puzzle.increasing(table, along="at", value="value", strict=strict)
    places = sorted({at for at, _ in drawn})

    def holds(chosen: list[Row]) -> bool:
        values = values_along(chosen, places)
        return values is not None and all(
            a < b or (a == b and not strict) for a, b in pairwise(values)
        )

    agree_with(puzzle, holds)


def test_lines_may_be_told_place_by_place() -> None:
    puzzle = Puzzle("futoshiki")
    digit = puzzle.choices("digit", row=range(2), col=range(2), value=[1, 2, 3])
    puzzle.exactly_one(digit, by=("row", "col"))
    path = [(1, 1), (0, 1), (0, 0)]
    puzzle.increasing(digit, along=("row", "col"), lines=[path], value="value", strict=True)
    assert count(puzzle).count == 3
    two = {"a": [(0, 0), (0, 1)], "b": [(1, 0), (0, 0), (1, 1)]}
    puzzle.table_rule([(3, 2)], digit, along=("row", "col"), lines=[two["a"]], value="value")
    rule = puzzle.regular(
        {"a": "3 2", "b": "1 3 1"}, digit, along=("row", "col"), lines=two, value="value"
    )
    assert [line.places for line in rule.lines] == list(two.values())
    assert solve(puzzle).answer["digit"] == [(0, 0, 3), (0, 1, 2), (1, 0, 1), (1, 1, 1)]
    again = pickle.loads(pickle.dumps(puzzle))
    assert again.matrix == puzzle.matrix
    for lines, wrong in (
        ([[(0, 0), (5, 5)]], r"line 1 has the place \(5,5\), where there is no choice"),
        ([[(0, 0), (0, 0)]], r"line 1 has \(0,0\) twice"),
        ("ab", "lines .*'ab'.*expected places in order"),
        ([3], "line 1 '3', expected places in order"),
    ):
        with pytest.raises(ModelError, match=wrong):
            puzzle.increasing(digit, along=("row", "col"), lines=lines, value="value")


def test_lines_say_what_is_wrong_with_them() -> None:
    puzzle, cell = grid(2, 3)
    puzzle.regular("0*1{2}0*", cell, by="row", along="col", name="row")
    wrong = puzzle.check(puzzle.read([0, 2, 3, 4]))
    assert str(wrong) == "row 0: reads '1 0 1', must match 0*1{2}0*"
    numbers = Puzzle("numbers")
    digit = numbers.choices("digit", at=[1, 2], value=[1, 2])
    numbers.increasing(digit, along="at", value="value", strict=True, name="pair")
    numbers.all_different(digit, value="value", name="values")
    told = numbers.check(numbers.read([1, 3])).violations
    assert told == (
        "pair line: reads '2 2', must increase strictly",
        "values line: 2 chosen more than once, expected all values different",
    )
    numbers.say(numbers.rules[0], lambda key: "the pair rises")
    assert (
        numbers.check(numbers.read([0, 1, 3])).violations[0]
        == "the pair rises: 2 chosen at 1, expected one choice"
    )


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        ({"along": "colum"}, "no column 'colum'.*did you mean col"),
        ({"along": lambda col: None}, "has no place along the line"),
        ({"along": lambda col: [col]}, "a place that cannot be hashed"),
        ({"along": "col", "value": lambda row: None}, "has the value None"),
        ({"along": "col", "value": "row", "empty": 0}, "has the value 0, is what an empty place"),
        ({"along": "col", "by": "row", "covering": "row"}, "expected one of `by` and `covering`"),
        ({"along": "col", "by": "row", "over": [0]}, "in the group 1, which `over` does not name"),
    ],
)
def test_a_line_that_cannot_be_read_is_refused(arguments: dict[str, Any], wrong: str) -> None:
    puzzle, cell = grid(2, 2)
    with pytest.raises(ModelError, match=wrong):
        puzzle.regular(".*", cell, **arguments)
    assert not puzzle.rules


def test_wrong_languages_and_tuples_are_refused() -> None:
    puzzle, cell = grid(2, 2)
    for language, wrong in (
        (3, "'3', expected a regular expression or an Automaton"),
        ({0: ".*"}, "in the group 1, which `over` does not name"),
        ({0: ".*", 1: "2"}, "1: pattern '2': '2' begins with no value, expected one of 0, 1"),
    ):
        with pytest.raises(ModelError, match=wrong):
            puzzle.regular(language, cell, by="row", along="col")  # type: ignore[arg-type]
    for tuples, wrong in (
        ([(1, 1), (1,)], r"tuple '\(1,\)', expected 2 values"),
        ([(1, 1, 1)], "tuples of 3 values for 2 places of the line 0"),
        (["11"], "'11'.*expected a tuple"),
    ):
        with pytest.raises(ModelError, match=wrong):
            puzzle.table_rule(tuples, cell, by="row", along="col")
    with pytest.raises(ModelError, match="2 tables, expected one"):
        puzzle.all_different([cell, puzzle.choices("b", row=range(2))], value="row")


def test_an_automaton_of_too_many_steps_is_refused() -> None:
    puzzle = Puzzle("long")
    cell = puzzle.choices("cell", at=range(70), value=range(20))
    steps = {(state, value): (state + value) % 200 for state in range(200) for value in range(20)}
    with pytest.raises(ModelError, match="over 200000 steps on a line, expected fewer states"):
        puzzle.regular(Automaton(steps, 0, [0]), cell, along="at", value="value").items  # noqa: B018


def test_an_automaton_of_states_may_be_given() -> None:
    even = Automaton(
        {("even", 0): "even", ("even", 1): "odd", ("odd", 0): "odd", ("odd", 1): "even"},
        "even",
        ["even"],
    )
    puzzle, cell = grid(2, 3)
    puzzle.regular(even, cell, by="row", along="col")
    puzzle.regular(even, cell, by="col", along="row")
    assert count(puzzle).count == 4  # parities of the last row and column follow


def test_hidden_rows_that_do_not_follow_from_the_choices_are_wrong() -> None:
    puzzle, cell = grid(2, 2)
    puzzle.regular("1 0|0 1", cell, by="row", along="col", name="row")
    right = solve(puzzle).options
    assert puzzle.check(puzzle.read(right))
    assert puzzle.check(puzzle.read([option for option in right if option < 4]))
    for wrong in (right[:-1], (*right[:-1], right[-1] ^ 1), (0, 2, *right[2:-1])):
        told = puzzle.check(puzzle.read(wrong)).violations
        assert "row: its hidden rows do not go with the choices" in told
    beyond = puzzle.check(puzzle.read([0, 2, 99])).violations
    assert "choice 99 is not in any table" in beyond


def test_hidden_rows_are_in_no_answer() -> None:
    puzzle, cell = grid(1, 2)
    puzzle.regular("1 0", cell, along="col")
    after = puzzle.choices("after", k=range(2))
    puzzle.exactly_one(after, by=lambda: 0)
    result = solve(puzzle)
    assert result.answer.to_dict() == {"cell": [{"row": 0, "col": 0}], "after": [{"k": 0}]}
    assert puzzle.show(result.answer) == "cell(row=0, col=0)\nafter(k=0)"
    assert len(result.answer.choices) == 2 < len(result.options) == 3
    assert [table.name for table in puzzle.tables] == ["cell", "after"]
    assert puzzle.describe(4) == "cell/lines line = 1 0"
    assert "word" not in puzzle.describe()
