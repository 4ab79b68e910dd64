"""`minuet pareto` and `minuet diverse`: the front of two totals, and answers that differ."""

from __future__ import annotations

import pytest

from documents import documents
from in_process import minuet

COVER = "a b c\na |3\nb |2\nc |1\na b |9\nb c |1\n"
WAYS = """\
[choices.way]
columns = ["name", "price", "minutes"]
rows = [["bus", 2, 40], ["taxi", 30, 10], ["walk", 0, 90], ["coach", 5, 40]]
[rules]
one = { exactly_one = "way", by = "1" }
"""
FAST = '[[minimize]]\nlevel = 1\nway = "price"\n[[minimize]]\nway = [8.5, "5/2", 20, 8.5]\n'
DEAR = '[maximize]\nlevel = 1\nway = "price"\n[minimize]\nway = "minutes"\n'


def test_the_front_is_a_table_from_the_best_first_total_on() -> None:
    done = minuet("pareto", text=WAYS + FAST)
    assert done.returncode == 0
    assert [line.split() for line in done.stdout.splitlines()] == [
        ["first", "second"],
        ["0", "20"],
        ["2", "17/2"],
        ["30", "5/2"],
    ]


def test_each_level_is_large_or_small_as_it_is_stated() -> None:
    done = minuet("pareto", "--json", text=WAYS + DEAR)
    *points, front = documents(done.stdout)
    assert [(one["first"], one["second"]) for one in points] == [(30, 10)]
    assert points[0]["answer"] == {"way": [{"name": "taxi", "price": 30, "minutes": 10}]}
    assert (front["points"], front["complete"]) == (1, True)


def test_a_front_of_no_answers_is_empty() -> None:
    none = WAYS.replace("exactly_one", "exactly").replace(
        'exactly = "way"', 'exactly = 5, of = "way"'
    )
    assert minuet("pareto", text=none + FAST).stdout == "INFEASIBLE\n"
    (front,) = documents(minuet("pareto", "--json", text=none + FAST).stdout)
    assert (front["points"], front["complete"]) == (0, True)


def test_a_limit_is_told() -> None:
    done = minuet("diverse", "-n", "2", "--time-limit", "0", text=COVER)
    assert (done.returncode, done.stdout) == (3, "")
    assert "time limit: 0 of 2 solutions" in done.stderr


def test_answers_that_differ_begin_with_the_best() -> None:
    done = minuet("diverse", "-n", "2", text=COVER)
    best, other = done.stdout.split("objective 4\n")
    assert (best, done.returncode) == ("a |3\nb c |1\n", 0)
    assert other.endswith(("objective 6\n", "objective 10\n"))
    near = minuet("diverse", "-n", "2", "--within", "2", text=COVER)
    assert near.stdout == "a |3\nb c |1\nobjective 4\n\na |3\nb |2\nc |1\nobjective 6\n"


def test_fewer_come_where_there_are_no_more() -> None:
    done = minuet("diverse", "-n", "9", "--json", text=COVER)
    *found, last = documents(done.stdout)
    assert done.returncode == 0
    assert sorted(one["objective"] for one in found) == [4, 6, 10]
    assert (last["kind"], last["count"], last["complete"]) == ("solutions", 3, True)
    assert "there are no more than these 3" in done.stderr


def test_answers_of_a_puzzle_tell_their_levels() -> None:
    found = documents(minuet("diverse", "-n", "2", "--json", text=WAYS + FAST).stdout)
    assert found[0]["objectives"] == [0, 20]
    assert minuet("diverse", "-n", "1", text=WAYS + FAST).stdout.endswith("objectives 0 20\n")


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (["pareto"], "pareto: no two totals in the puzzle, expected an objective of two levels"),
        (["pareto", "-n", "2"], "No such option '-n'"),
        (["diverse", "--gap", "1"], "No such option '--gap'"),
        (["diverse", "--symmetries", "known"], "No such option '--symmetries'"),
        (["diverse", "--parameter", "a=b"], "parameters: solver auto takes none"),
        (["diverse", "--solver", "dlx"], "solver dlx cannot leave known solutions out"),
        (["diverse", "-n", "0"], "greater than or equal to 1"),
        (["solve", "--within", "2"], "did you mean minuet diverse --within W?"),
    ],
)
def test_what_does_not_go_together_is_refused(arguments: list[str], wrong: str) -> None:
    done = minuet(*arguments, text=COVER)
    assert (done.returncode, done.stdout) == (2, "")
    assert wrong in done.stderr
    assert done.stderr.count("\n") == 1
