"""Scores of solvers, against numbers worked out by hand, and what must hold of any records."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minuet.experiments import Outcome, Record
from minuet.experiments.reports.statistics.ratios import ratio_of
from minuet.experiments.reports.statistics.scores import VBS, Score, scores
from minuet.experiments.reports.study import Study
from minuet.models import ModelError

from made_records import LIMIT, run

TIMES = {"a": [1, 2, None, None], "b": [4, None, 8, None]}
FOUR = [run(f"i-{n}", name, time) for name in TIMES for n, time in enumerate(TIMES[name])]


def told(records: list[Record], by: str = "wall") -> dict[str, Score]:
    study = Study(records, by)
    (question,) = study.questions
    return {one.solver: one for one in scores(study.compared(question)[0])}


def test_scores_are_those_worked_out_by_hand() -> None:
    found = told(FOUR)
    assert list(found) == ["a", "b", VBS]
    assert found["a"] == Score("a", 4, 2, (1 + 2 + 20 + 20) / 4, 2, 1, 13 - 7.75)
    assert found["b"] == Score("b", 4, 2, (4 + 20 + 8 + 20) / 4, 1, 1, 10.75 - 7.75)
    assert (found[VBS].solved, found[VBS].par2) == (3, (1 + 2 + 8 + 20) / 4)


def test_a_ratio_is_of_what_both_solved() -> None:
    runs, _ = Study(FOUR).compared("count")
    assert ratio_of(runs, "b", "a").mean == pytest.approx(4)
    assert ratio_of(runs, "b", "a").instances == 1
    assert ratio_of(runs, VBS, "b").mean == pytest.approx(math.sqrt(1 / 4))


def test_runs_of_one_instance_weigh_as_one() -> None:
    often = [run("x-1", "a", 1, repetition=n) for n in range(9)]
    often += [run("x-1", "b", 3, repetition=n) for n in range(9)]
    runs, _ = Study([*often, run("x-2", "a", 1), run("x-2", "b", 27)]).compared("count")
    assert ratio_of(runs, "b", "a").mean == pytest.approx(9)


def test_a_solver_that_is_alone_contributes_all() -> None:
    (alone, best) = told([run("x-1", "a", 1), run("x-2", "a")]).values()
    assert (alone.par2, alone.marginal) == (10.5, 20 - 10.5)
    assert best.par2 == alone.par2


def test_solvers_are_compared_on_what_all_of_them_ran() -> None:
    study = Study([*FOUR, run("extra-1", "a", 1000)])
    runs, left = study.compared("count")
    assert left == 1 and told([*FOUR, run("extra-1", "a", 1000)]) == told(FOUR)
    assert set(runs["instance"]) == {f"i-{n}" for n in range(4)}


def test_where_no_task_was_run_by_all_each_has_its_own() -> None:
    runs, left = Study([run("x-1", "a", 1), run("x-2", "b", 2)]).compared("count")
    assert len(runs) == 2 and left == 0


def test_runs_that_contradict_each_other_are_no_measurement() -> None:
    wrong = [run("bad-1", "a", 1, count=7), run("bad-1", "b", 1, count=8)]
    assert told([*FOUR, *wrong]) == told(FOUR)


def test_a_solution_that_is_none_is_not_solved() -> None:
    wrong = run("i-0", "a", 1, outcome=Outcome.WRONG)
    found = told(
        [replace(one, outcome=wrong.outcome) if one.key == wrong.key else one for one in FOUR]
    )
    assert found["a"].solved == 1 and found["a"].par2 == (20 + 2 + 20 + 20) / 4


def test_without_a_limit_what_is_not_solved_has_no_score() -> None:
    (one, _) = told([run("x-1", "a", outcome=Outcome.CRASHED, limits={})]).values()
    assert math.isnan(one.par2) and one.solved == 0


def test_the_clock_is_the_one_that_was_asked_for() -> None:
    record = run("x-1", "a", 5, processor_seconds=3.0, search_seconds=2.0)
    scored = {by: told([record], by)["a"].par2 for by in ("wall", "processor", "search")}
    assert scored == {"wall": 5, "processor": 3, "search": 2}


def test_a_clock_that_the_records_do_not_tell_is_an_error() -> None:
    with pytest.raises(ModelError, match="a on x-1 tells no processor seconds"):
        told([run("x-1", "a", 5, processor_seconds=None)], "processor")


def test_each_seed_is_a_task() -> None:
    records = [run("x-1", one, 1 + seed, seed=seed) for one in "ab" for seed in range(3)]
    assert told(records)["a"].tasks == 3 and told(records)["a"].par2 == 2


def test_a_task_that_was_run_with_two_limits_is_taken_once() -> None:
    again = replace(FOUR[0], key="again", limits={"seconds": 99})
    assert told([*FOUR, again])["a"].tasks == 4
    assert Study([*FOUR, again]).compared("count")[1] == 1


MADE = st.lists(
    st.lists(st.none() | st.floats(0.001, LIMIT), min_size=3, max_size=3), min_size=1, max_size=8
)


@settings(max_examples=25)
@given(MADE, st.randoms(use_true_random=False))
def test_the_virtual_best_solver_is_never_worse(table: list[list[float]], random: Random) -> None:
    records = [
        run(f"f{n % 2}-{n}", "abc"[place], time)
        for n, row in enumerate(table)
        for place, time in enumerate(row)
    ]
    found = told(records)
    best = found.pop(VBS)
    for one in found.values():
        assert best.par2 <= one.par2 + 1e-9 and best.solved >= one.solved
        assert one.marginal >= -1e-9 and one.alone <= one.fastest <= one.solved
    assert sum(one.alone for one in found.values()) <= best.solved
    assert sum(one.fastest for one in found.values()) >= best.solved
    assert told(random.sample(records, len(records))) == {**found, VBS: best}
