"""What the sections of a report say, of records whose contents are known."""

from __future__ import annotations

from typing import Any

from minuet.experiments import Outcome, Record

from made_records import reported, rows, run


def titles(records: list[Record]) -> list[str]:
    return [one.title for one in reported(records).sections]


def test_an_instance_tells_its_answer_and_each_solver_s_seconds_and_nodes() -> None:
    records = [
        run("x-1", "a", 0.5, nodes=1200, n=8, repetition=0),
        run("x-1", "a", 0.7, nodes=1400, n=8, repetition=1),
        run("x-1", "b", n=8, outcome=Outcome.MEMORY),
        run("x-2", "a", 1e-5, nodes=1, n=10, count=10**30),
        run("x-2", "b", 3, n=10, count=10**30),
        run("x-2", "b", n=10, repetition=1),
    ]
    assert rows(reported(records), "Instances") == [
        ["x-1", "8", "7", "0.60", "1,300", "memory"],
        ["x-2", "10", "10000000000…00000000000", "< 0.001", "1", "3.0 (1 of 2)"],
    ]


def test_what_is_disputed_has_no_answer() -> None:
    records = [run("x-1", "a", 1, count=1), run("x-1", "b", 2, count=2)]
    assert rows(reported(records), "Instances")[0][2] == "disputed"


def test_families_have_their_own_best() -> None:
    records = [run("x-1", "a", 1), run("x-1", "b", 2), run("y-1", "a"), run("y-1", "b", 4)]
    told = reported(records)
    assert rows(told, "Families") == [
        ["x", "1", "1.0", "2.0", "1.0"],
        ["y", "1", "20 (0 of 1)", "4.0", "4.0"],
    ]
    (section,) = (one for one in told.sections if one.title == "Families")
    assert section.tables[0].strong == {(0, 2), (1, 3)}


def test_questions_stand_apart() -> None:
    records = [
        run(f"{family}-1", "a", 1, question=one) for one in ("all", "first") for family in "xy"
    ]
    assert [one for one in titles(records) if one.startswith("Families")] == [
        "Families: first",
        "Families: all",
    ]


def grown(**told: Any) -> list[Record]:
    return [
        run(f"x-{n}", "a", 9.0, n=n, search_seconds=0.01 * 2**n, nodes=5 * 3**n, **told)
        for n in range(4, 9)
    ]


def test_growth_is_that_of_the_search_and_of_nodes() -> None:
    assert rows(reported(grown()), "Growth") == [
        ["x", "a", "4 to 8", "×2.00 ± 0.00 per n", "×3.00 ± 0.00 per n"]
    ]


def test_growth_without_sizes_is_not_told() -> None:
    assert "Growth" not in titles([run(f"x-{n}", "a", n) for n in range(1, 9)])


def test_nodes_stand_beside_seconds() -> None:
    records = [run("x-1", "a", 2, nodes=3000, peak_memory=60_000_000)]
    (row,) = rows(reported(records), "Nodes and memory")
    assert row == ["a", "1", "3,000", "3,000", "1500", "60"]


def test_each_pair_of_few_solvers_is_shown_and_of_many_each_beside_the_best() -> None:
    def pairs(solvers: str) -> int:
        records = [run("x-1", one, place + 1) for place, one in enumerate(solvers)]
        (section,) = (one for one in reported(records).sections if one.title == "Head to head")
        return len(section.plots)

    assert (pairs("ab"), pairs("abcd"), pairs("abcdef")) == (1, 6, 5)


def test_a_feature_that_goes_with_seconds_is_found() -> None:
    told = {"items": 1.0, "odd": 3.0, "gap": None}
    records = [
        run(f"x-{n}", "a", n if n < 9 else None, features={**told, "items": 2.0 * n})
        for n in range(1, 10)
    ]
    (section,) = (one for one in reported(records).sections if one.title == "Features")
    correlations, values = section.tables
    assert correlations.rows == [["items", "1.00"]]  # a constant ranks nothing
    assert values.columns == ["instance", "gap", "items", "odd"]
    assert values.rows[0] == ["x-1", "–", "2", "3"]


def test_luck_needs_runs_of_one_task() -> None:
    assert "Luck" not in titles([run("x-1", "a", 1)])
    (row,) = rows(reported([run("x-1", "a", 1), run("x-1", "a", 4, repetition=1)]), "Luck")
    assert row[0] == "a" and row[2:6] == ["–", "–", "–", "4.0"]


def test_where_records_are_from_is_told_and_what_failed() -> None:
    environment = {"packages": {"numpy": "2.4", "ortools": "9.15"}, "simd": "avx2"}
    records = [
        run("x-1", "a", 1, environment=environment, version="1.0"),
        run("x-1", "b", outcome=Outcome.CRASHED, message="signal\n11", environment=environment),
        run("x-2", "b", outcome=Outcome.CRASHED, message="signal\n11", environment=environment),
    ]
    section = reported(records).sections[-1]
    told = dict(section.tables[0].rows)
    assert told["packages"] == "numpy 2.4, ortools 9.15" and told["version of a"] == "1.0"
    assert told["limit of memory"] == "1,073,741,824" and told["records"] == "3"
    assert section.tables[1].rows == [["crashed", "b", "2", "signal 11"]]


def test_runs_that_got_less_than_a_core_are_told_before_all_scores() -> None:
    records = [
        run("x-1", "a", 1),
        run("x-2", "a", 1, processor_seconds=0.5),
        run("x-3", "a", processor_seconds=4.0),
        run("x-4", "a", 0.05, processor_seconds=0.001),  # too short to tell
        run("x-1", "b", 1, processor_seconds=0.95),
    ]
    section = reported(records).sections[1]
    assert section.title == "Runs that got less than a core" and section.is_alarm
    assert "2 runs of 4" in section.words[0]
    assert section.tables[0].rows == [["a", "3", "2", "1", "0.50", "0.40"]]
    assert "Runs that got less than a core" not in titles([run("x-1", "a", 1)])


def test_a_solver_of_which_every_run_crashed_is_told_first() -> None:
    crashed = {"outcome": Outcome.CRASHED, "message": "ended with status 1", "seconds": 0.0}
    records = [run("x-1", "a", 1), run("x-1", "b", **crashed), run("x-2", "b", **crashed)]
    section = reported(records).sections[1]
    assert section.title == "Solvers that crashed" and section.is_alarm
    assert section.tables[0].rows == [["b", "ended with status 1", "2"]]


def test_who_solved_nothing_is_not_the_best() -> None:
    (table,) = reported([run(f"x-{n}", each) for n in range(6) for each in "ab"]).sections[1].tables
    assert [row[:4] for row in table.rows][:2] == [[each, "0 of 6", "20", "–"] for each in "ab"]
    assert not table.strong
