"""Scores of solvers, against numbers worked out by hand, and what must hold of any records."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from minuet.experiments import Outcome, Record

from drawing import few
from made_records import LIMIT, reported, rows, run

TIMES = {"a": [4, 4, None, None], "b": [2, None, 10, None]}
FOUR = [run(f"i-{n}", name, time) for name in TIMES for n, time in enumerate(TIMES[name])]
# Solved, PAR-2, time / best, its interval, on; fastest, alone, marginal.
BY_HAND = [
    ["a", "2 of 4", "12", "1", "–", "2", "1", "1", "4.0"],
    ["b", "2 of 4", "13", "0.50", "–", "1", "2", "1", "3.0"],
    ["virtual best", "3 of 4", "9.0", "0.71", "–", "2", *"–––"],
]


def told(records: list[Record], by: str = "wall") -> dict[str, list[str]]:
    """What the table of solvers says of each."""
    return {row[0]: row[1:] for row in rows(reported(records, by=by), "Solvers")}


def left_out(records: list[Record]) -> str:
    """What is told of the runs that are not compared."""
    (section,) = (one for one in reported(records).sections if one.title == "Solvers")
    return section.words[0].partition("its answer. ")[2].partition(" not compared")[0]


def test_scores_are_those_worked_out_by_hand() -> None:
    assert rows(reported(FOUR), "Solvers") == BY_HAND


def test_runs_of_one_instance_weigh_as_one() -> None:
    often = [run("x-1", "a", 1, repetition=n) for n in range(9)]
    often += [run("x-1", "b", 3, repetition=n) for n in range(9)]
    assert told([*often, run("x-2", "a", 1), run("x-2", "b", 27)])["b"][2] == "9.0"


def test_a_solver_that_is_alone_contributes_all() -> None:
    found = told([run("x-1", "a", 2), run("x-2", "a")])
    assert found["a"] == ["1 of 2", "11", "1", "–", "1", "1", "1", "9.0"]
    assert found["virtual best"][1] == "11"


def test_solvers_are_compared_on_what_all_of_them_ran() -> None:
    extra = [*FOUR, run("extra-1", "a", 1000)]
    assert rows(reported(extra), "Solvers") == BY_HAND
    assert (left_out(FOUR), left_out(extra)) == ("", "1 run is")


def test_where_no_task_was_run_by_all_nobody_is_ranked() -> None:
    apart = [run("x-1", "a", 1), run("x-2", "b", 2)]
    titles = [one.title for one in reported(apart).sections]
    assert titles == ["Disagreements", "Instances", "Where these numbers are from"]


def test_runs_that_contradict_each_other_are_no_measurement() -> None:
    wrong = [run("bad-1", "a", 1, count=7), run("bad-1", "b", 1, count=8)]
    assert rows(reported([*FOUR, *wrong]), "Solvers") == BY_HAND


def test_a_solution_that_is_none_is_not_solved() -> None:
    wrong = run("i-0", "a", 1, outcome=Outcome.WRONG)
    found = told(
        [replace(one, outcome=wrong.outcome) if one.key == wrong.key else one for one in FOUR]
    )
    assert found["a"][:2] == ["1 of 4", "16"]


def test_without_a_limit_what_is_not_solved_has_no_score() -> None:
    found = told([run("x-1", "a", outcome=Outcome.CRASHED, limits={})])
    assert found["a"][:2] == ["0 of 1", "–"]


def test_the_clock_is_the_one_that_was_asked_for() -> None:
    record = run("x-1", "a", 5, processor_seconds=3.0, search_seconds=2.0)
    scored = [told([record], by)["a"][1] for by in ("wall", "processor", "search")]
    assert scored == ["5.0", "3.0", "2.0"]


def test_each_seed_is_a_task() -> None:
    records = [run("x-1", one, 1 + seed, seed=seed) for one in "ab" for seed in range(3)]
    assert told(records)["a"][:2] == ["3 of 3", "2.0"]


def test_a_task_that_was_run_with_two_limits_is_taken_once() -> None:
    again = [*FOUR, replace(FOUR[0], key="again", limits={"seconds": 99})]
    assert told(again)["a"][0] == "2 of 4" and left_out(again) == "1 run is"


QUESTIONS = ("first", "count", "all", "best", "unique")
TABLE = st.lists(
    st.lists(st.none() | st.floats(0.001, LIMIT), min_size=3, max_size=3), min_size=1, max_size=8
)


@few(5)
@given(st.lists(TABLE, min_size=len(QUESTIONS), max_size=len(QUESTIONS)))
def test_the_virtual_best_solver_is_never_worse(tables: list[list[list[float | None]]]) -> None:
    records = [
        run(f"f-{n}", "abc"[place], time, question=question)
        for question, table in zip(QUESTIONS, tables, strict=True)
        for n, row in enumerate(table)
        for place, time in enumerate(row)
    ]
    report = reported(records)
    for question, table in zip(QUESTIONS, tables, strict=True):
        *found, best = rows(report, f"Solvers: {question}")
        solved = int(best[1].split()[0])
        assert solved == sum(any(one is not None for one in row) for row in table)
        for one in found:
            assert float(best[2]) <= float(one[2]) and float(one[8]) >= 0  # both are rounded
            fastest, alone = int(one[6]), int(one[7])
            assert alone <= fastest <= int(one[1].split()[0]) <= solved
        assert sum(int(one[7]) for one in found) <= solved <= sum(int(one[6]) for one in found)


def test_a_solver_that_draws_nothing_is_one_sample_for_all_seeds() -> None:
    seeds = [run(f"x-{n}", "a", 2.0 * n, seed=seed) for n in (1, 2) for seed in (1, 2, 3)]
    alone = [run(f"x-{n}", "b", 1.0 * n) for n in (1, 2)]
    section = reported([*seeds, *alone]).sections[1]
    assert "b draws nothing at random: one run stands for all seeds" in section.words[0]
    assert "not compared" not in section.words[0]
    by_solver = {row[0]: row for row in section.tables[0].rows}
    assert by_solver["a"][1:3] == ["6 of 6", "3.0"]
    assert by_solver["b"][1:3] == ["6 of 6", "1.5"]
    assert by_solver["a"][3] == "2.0" and by_solver["a"][5] == "2"  # two instances


def test_paired_tests_have_one_sample_an_instance_and_are_corrected_for_all() -> None:
    records = []
    for n in range(8):
        for shuffle in (None, 1, 2):
            records.append(run(f"x-{n}", "a", 1.0, shuffle=shuffle))
            records.append(run(f"x-{n}", "b", 2.0 + n, shuffle=shuffle))
            slow = 1.0 if n % 2 else 4.0
            records.append(run(f"x-{n}", "c", slow, shuffle=shuffle))
    records += [run("y-1", each) for each in "abc"]  # which nobody answers
    found = {(row[1], row[2]): row for row in rows(reported(records), "Paired tests")}
    # Eight differences of one sign: 2 / 2^8, and three tests.
    assert found["a", "b"][5:] == [f"{3 * 2 / 256:.1g}", "8", "8", "0"]
    assert found["a", "c"][4:] == [found["a", "c"][4], f"{2 * 2 / 16:.1g}", "8", "4", "0"]
    assert set(found) == {("a", "b"), ("a", "c"), ("b", "c")}


def test_times_are_read_by_the_clock_that_was_limited() -> None:
    limits = {"seconds": 40.0, "processor_seconds": LIMIT}
    records = [run(f"x-{n}", "a", 4.0, processor_seconds=2.0, limits=limits) for n in (1, 2)]
    records.append(run("x-3", "a", limits=limits))
    section = reported(records, by=None).sections[2]
    assert "Times are processor seconds" in section.words[0] and "10 seconds" in section.words[0]
    assert section.tables[0].rows[0][:3] == ["a", "2 of 3", "8.0"]  # (2 + 2 + 20) / 3


def test_a_run_that_did_not_answer_counts_at_twice_its_limit_in_paired_tests() -> None:
    records = [run(f"x-{n}", "a", 1.0) for n in range(6)] + [run(f"x-{n}", "b") for n in range(6)]
    ((_, first, second, ratio, _, chance, instances, *_),) = rows(reported(records), "Paired tests")
    assert (first, second, ratio) == ("a", "b", "0.050")
    assert (chance, instances) == (f"{2 / 2**6:.1g}", "6")
