"""What any function of Python's requires of an answer."""

from __future__ import annotations

import math
import pickle
from copy import deepcopy
from itertools import chain, combinations
from typing import Any

import pytest

from minuet.models import ModelError, Puzzle, WrongAnswer
from minuet.models.matrix.conditions import Clause, cut


def shifts() -> tuple[Puzzle, Any, Any]:
    puzzle = Puzzle("shifts")
    early = puzzle.choices("early", nurse=["Ann", "Bob"], day=range(2))
    late = puzzle.choices("late", nurse=["Ann", "Bob"], day=range(2))
    return puzzle, early, late


def clause_of(puzzle: Puzzle, *options: int) -> Clause | None:
    (condition,) = puzzle.rules[0].conditions()
    return cut(condition, options)


def few(answer: Any) -> bool:
    return len(answer["early"]) < 2


def test_a_function_without_a_clause_forbids_what_it_looked_at() -> None:
    puzzle, _, _ = shifts()
    puzzle.require(few)
    assert clause_of(puzzle, 1, 7) is None
    assert clause_of(puzzle, 1, 2, 7) == Clause((1, 2), (0, 3))  # `late` was not looked at


def test_a_function_that_looks_at_all_options_forbids_all_of_them() -> None:
    puzzle, _, _ = shifts()
    puzzle.require(lambda answer: len(answer.options) < 2)
    assert clause_of(puzzle, 1, 7) == Clause((1, 7), (0, 2, 3, 4, 5, 6))


def test_a_function_that_is_false_of_everything_is_an_empty_clause() -> None:
    puzzle, _, _ = shifts()
    puzzle.require(lambda answer: False)
    assert clause_of(puzzle, 1) == Clause((), ())


def test_a_table_may_be_named_by_itself_or_by_its_name() -> None:
    puzzle, early, late = shifts()
    puzzle.require(lambda answer: len(answer[early]) + len(answer["late"]) < 2, over=[early, late])
    assert clause_of(puzzle, 1, 7) is not None


def test_over_narrows_what_may_be_looked_at() -> None:
    puzzle, early, _ = shifts()
    rule = puzzle.require(few, over=early)
    assert rule.tables == (early,)
    puzzle.rules.clear()
    puzzle.require(lambda answer: answer["late"], over="early", name="peek")
    with pytest.raises(ModelError, match=r"rule peek .*: it looks at table 'late', expected one"):
        clause_of(puzzle, 1)


def test_a_clause_names_rows_that_may_not_be_chosen_together() -> None:
    puzzle, _, _ = shifts()

    def rest(answer: Any) -> bool:
        return not set(answer["early"]) & set(answer["late"])

    def both(answer: Any) -> list[Any]:
        early, late = answer["early"], answer["late"]
        return [next(row for row in early if row in late), next(r for r in late if r in early)]

    puzzle.require(rest, clause=both)
    assert clause_of(puzzle, 1, 2, 5) == Clause((1, 5), ())


def test_a_clause_may_name_rows_that_mend_it() -> None:
    puzzle, early, _ = shifts()
    puzzle.require(
        lambda answer: len(answer["early"]) != 1,
        clause=lambda answer: (answer["early"], [r for r in early if r not in answer["early"]]),
    )
    assert clause_of(puzzle, 2, 7) == Clause((2,), (0, 1, 3))


def test_every_combination_is_met_once() -> None:
    puzzle, _, _ = shifts()
    puzzle.require(lambda answer: math.prod(row.day for row in answer["early"]) == 1)
    (condition,) = puzzle.rules[0].conditions()
    known: list[Clause] = []
    for some in chain.from_iterable(combinations(range(8), k) for k in range(9)):
        if all(not {*one.chosen} <= {*some} or {*one.needed} & {*some} for one in known):
            clause = condition.clause(some)
            known += [] if clause is None else [clause]
    assert len(known) == len(set(known)) == 12  # sets of early shifts with one on day 0


# ---- What is wrong ---------------------------------------------------------------------------


def test_a_function_that_raises_is_named_with_its_line() -> None:
    puzzle, _, _ = shifts()
    puzzle.require(lambda answer: 1 / len(answer["early"]), name="fair")
    said = r"^rule fair \(test_requirement.py:\d+\): its function raised ZeroDivisionError: "
    with pytest.raises(ModelError, match=said + r"division by zero \(at test_requirement.py:\d+\)"):
        clause_of(puzzle)
    with pytest.raises(ModelError, match="raised ZeroDivisionError"):
        puzzle.check(puzzle.read([]))


def test_a_function_that_gives_nothing_is_no_predicate() -> None:
    puzzle, _, _ = shifts()
    puzzle.require(lambda answer: print(end=""))
    with pytest.raises(ModelError, match="gave None, expected true or false"):
        clause_of(puzzle)


def test_a_clause_of_no_rows_is_refused_where_it_would_cut_every_answer() -> None:
    puzzle, _, _ = shifts()
    puzzle.require(few, clause=lambda answer: [])
    with pytest.raises(ModelError, match=r"its clause holds no row, expected some that may not al"):
        clause_of(puzzle, 0, 1)


def test_a_clause_that_does_not_cut_is_a_wrong_answer() -> None:
    puzzle, early, _ = shifts()
    puzzle.require(few, clause=lambda answer: [early.rows[0]])
    with pytest.raises(WrongAnswer, match="few: its clause does not cut"):
        clause_of(puzzle, 1, 2)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (lambda answer: None, "its clause holds None, expected rows"),
        (lambda answer: [3], "its clause holds 3, expected rows"),
        (lambda answer: [answer["early"][0]._replace(day=9)], "which is no row of a table"),
    ],
)
def test_a_clause_of_other_things_is_told(given: Any, said: str) -> None:
    puzzle, _, _ = shifts()
    puzzle.require(few, clause=given)
    with pytest.raises(ModelError, match=said):
        clause_of(puzzle, 1, 2)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"holds": 3}, "3, expected a function of the answer"),
        ({"holds": few, "clause": 3}, "3, expected a function of the answer"),
        ({"holds": few, "over": "night"}, "no table 'night'"),
        ({"holds": few, "over": []}, "no table to look at"),
    ],
)
def test_mistakes_are_told_in_a_line(arguments: dict[str, Any], said: str) -> None:
    puzzle, _, _ = shifts()
    with pytest.raises(ModelError, match=said):
        puzzle.require(**arguments)


# ---- Words and travelling --------------------------------------------------------------------


def test_what_is_required_is_said() -> None:
    puzzle, _, _ = shifts()
    rule = puzzle.require(few)
    assert rule.name == "few"
    assert list(rule.violations(puzzle.read([0, 1]).numbers)) == ["few is required: not so"]
    assert rule.summary.startswith("few: what its function says of 8 choices of early, late (")
    puzzle.say(rule, lambda key: "one early shift at most")
    assert list(puzzle.check(puzzle.read([0, 1])).violations) == ["one early shift at most: not so"]


def test_a_function_of_a_module_travels_and_another_says_that_it_does_not() -> None:
    puzzle, _, _ = shifts()
    puzzle.require(math.isfinite, name="by name")
    assert pickle.loads(pickle.dumps(puzzle)).rules[0].name == "by name"
    puzzle.require(lambda answer: True, name="nameless")
    assert deepcopy(puzzle).rules[1].name == "nameless"
    said = r"rule nameless .*: its function <lambda> cannot travel, expected one of a module"
    with pytest.raises(ModelError, match=said):
        pickle.dumps(puzzle)
