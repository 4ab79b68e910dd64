"""What became faster or slower between two runs of a suite, and what did not."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from minuet.experiments import Record
from minuet.experiments.reports.sections.comparison import comparison
from minuet.experiments.reports.statistics.changes import changes, moved, paired
from minuet.experiments.reports.study import Study

from made_records import run


def suite(seed: int, factor: float = 1.0, repetitions: int = 3) -> list[Record]:
    random = Random(seed)
    return [
        run(f"x-{n}", solver, time * random.lognormvariate(0, 0.02), repetition=repetition)
        for n in range(10)
        for repetition in range(repetitions)
        for solver, time in (("a", (1 + n / 5) * factor), ("b", 2 + n / 7))
    ]


def verdicts(new: list[Record], old: list[Record]) -> dict[str, str]:
    pairs = paired(Study(new).runs, Study(old).runs)
    return {one.solver: one.verdict for one in changes(pairs)}


def test_what_is_slower_is_told_and_noise_is_not() -> None:
    assert verdicts(suite(1), suite(2)) == dict.fromkeys("ab", "no change beyond noise")
    assert verdicts(suite(1, 1.3), suite(2)) == {"a": "slower", "b": "no change beyond noise"}
    assert verdicts(suite(1), suite(2, 1.3)) == {"a": "faster", "b": "no change beyond noise"}


def test_a_suite_does_not_differ_from_itself() -> None:
    told = changes(paired(Study(suite(1)).runs, Study(suite(1)).runs))
    assert {(one.ratio.mean, one.chance, one.pairs) for one in told} == {(1.0, 1.0, 30)}


def test_too_few_instances_tell_nothing() -> None:
    few = [one for one in suite(1) if one.instance in ("x-1", "x-2")]
    assert set(verdicts(few, few).values()) == {"too few to tell"}


def test_the_instances_that_changed_are_beyond_what_repetitions_show() -> None:
    old = suite(1)
    new = [
        replace(one, seconds=one.seconds * 1.5) if one.instance == "x-3" else one
        for one in suite(2)
    ]
    studies = Study(new), Study(old)
    told = moved(paired(studies[0].runs, studies[1].runs), studies[0].runs, studies[1].runs)
    assert {(one.instance, one.solver) for one in told if one.is_beyond_noise} == {
        ("x-3", "a"),
        ("x-3", "b"),
    }
    assert abs(told[0].after / told[0].before - 1.5) < 0.1


def test_without_repetitions_no_instance_is_called_changed() -> None:
    new, old = Study(suite(1, 2.0, 1)), Study(suite(2, 1.0, 1))
    told = moved(paired(new.runs, old.runs), new.runs, old.runs)
    assert told and not any(one.is_beyond_noise for one in told)


def test_what_is_solved_only_before_or_only_now_is_counted() -> None:
    old = [run("x-1", "a", 1), run("x-2", "a"), run("x-3", "a", 3)]
    new = [run("x-1", "a"), run("x-2", "a", 2), run("x-3", "a", 3)]
    (told,) = changes(paired(Study(new).runs, Study(old).runs))
    assert (told.won, told.lost, told.ratio.instances) == (1, 1, 1)


def test_answers_that_differ_come_first() -> None:
    old = [run(f"x-{n}", "a", 1) for n in range(3)]
    new = [*old[:2], replace(old[2], count=8)]
    first, *_ = comparison(Study(new), Study(old), ("new", "old"))
    assert first.is_alarm and first.title == "Answers that differ"
    assert {tuple(row[:3]) for row in first.tables[0].rows} == {
        ("x-2", "number of solutions", "7 solutions"),
        ("x-2", "number of solutions", "8 solutions"),
    }


def test_folders_that_have_nothing_in_common_are_not_compared() -> None:
    (section,) = comparison(Study([run("x-1", "a", 1)]), Study([run("y-1", "a", 1)]), ("n", "o"))
    assert section.words == ["No run of n asked what a run of o asked: nothing is compared."]
