"""What became faster or slower between two runs of a suite, and what did not."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from minuet.experiments import Record

from made_records import reported, rows, run


def suite(seed: int, factor: float = 1.0, repetitions: int = 3) -> list[Record]:
    random = Random(seed)
    return [
        run(f"x-{n}", solver, time * random.lognormvariate(0, 0.02), repetition=repetition)
        for n in range(10)
        for repetition in range(repetitions)
        for solver, time in (
            ("a", (1 + n / 5) * factor),
            ("b", 2 + n / 7),
            ("c", (3 + n / 9) / factor),
        )
    ]


def compared(new: list[Record], old: list[Record]) -> Any:
    return reported(new, against=old)


def verdicts(new: list[Record], old: list[Record]) -> dict[str, str]:
    return {row[0]: row[2] for row in rows(compared(new, old), "Changes")}


def test_what_is_slower_is_told_and_noise_is_not() -> None:
    told = verdicts(suite(1, 1.3), suite(2))
    assert told == {"a": "slower", "b": "no change beyond noise", "c": "faster"}


def test_a_suite_does_not_differ_from_itself() -> None:
    told = compared(suite(1), suite(1))
    same = ["count", "no change beyond noise", "1.00", "1.00 to 1.00", "1", "10", "0", "0"]
    assert rows(told, "Changes") == [[one, *same] for one in "abc"]
    assert "90 pairs of runs" in told.sections[1].words[0]
    assert told.sections[1].words[1] == "Nothing became faster or slower beyond noise."


def test_too_few_instances_tell_nothing() -> None:
    few = [one for one in suite(1) if one.instance in ("x-1", "x-2")]
    assert set(verdicts(few, few).values()) == {"too few to tell"}


def test_the_instances_that_changed_are_beyond_what_repetitions_show() -> None:
    new = [
        replace(one, seconds=one.seconds * 1.5) if one.instance == "x-3" else one
        for one in suite(2)
    ]
    told = rows(compared(new, suite(1)), "Changes", 1)
    assert {(one[0], one[1]) for one in told} == {("x-3", one) for one in "abc"}
    assert all(float(one[5]) == pytest.approx(1.5, abs=0.11) for one in told)


def test_without_repetitions_no_instance_is_called_changed() -> None:
    changed = compared(suite(1, 2.0, 1), suite(2, 1.0, 1)).sections[1].tables[1]
    assert changed.caption == "Instances" and len(changed.rows) == 20
    assert "Nothing was repeated" in changed.note


def test_what_is_solved_only_before_or_only_now_is_counted() -> None:
    old = [run("x-1", "a", 1), run("x-2", "a"), run("x-3", "a", 3)]
    new = [run("x-1", "a"), run("x-2", "a", 2), run("x-3", "a", 3)]
    ((*_, instances, won, lost),) = rows(compared(new, old), "Changes")
    assert (won, lost, instances) == ("1", "1", "1")


def test_answers_that_differ_come_first() -> None:
    old = [run(f"x-{n}", "a", 1) for n in range(3)]
    told = compared([*old[:2], replace(old[2], count=8)], old)
    first = told.sections[1]  # below the disagreements of the new records alone: there are none
    assert told.disagrees and not told.sections[0].is_alarm
    assert first.is_alarm and first.title == "Answers that differ"
    assert {tuple(row[:3]) for row in first.tables[0].rows} == {
        ("x-2", "number of solutions", "7 solutions"),
        ("x-2", "number of solutions", "8 solutions"),
    }


def test_folders_that_have_nothing_in_common_are_not_compared() -> None:
    section = compared([run("x-1", "a", 1)], [run("y-1", "a", 1)]).sections[1]
    said = section.words[0]
    assert said.startswith("No run of ") and said.endswith(" asked: nothing is compared.")
