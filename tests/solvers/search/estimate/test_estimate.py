"""What an estimate says: of how much, how sure it is, and when it says that it is not."""

from __future__ import annotations

import json
import math
import pickle
import time
from dataclasses import replace
from typing import Any

import pytest
from hurried import clock, hurried

from minuet.models import ExactCover, ModelError, ModelWarning, Puzzle, Unreached, Unsupported
from minuet.models.gallery import entry
from minuet.solvers import (
    Interrupted,
    Snapshot,
    count,
    estimate,
)

from oracle.problems import queens


def three_each(items: int) -> ExactCover:
    """A tree whose nodes have three children each, so deep that no float holds its size."""
    return ExactCover(
        primary=items,
        items=[f"i{k}" for k in range(items)],
        starts=range(3 * items + 1),
        members=[k for k in range(items) for _ in range(3)],
    )


def test_a_search_that_ends_meanwhile_is_exact() -> None:
    found = estimate(queens(8), ways=500)
    assert (found.confidence, found.ways) == ("exact", 500)
    assert found.finished is not None
    result = count(queens(8), "dlx")
    assert found.finished.solutions == result.count == 92
    assert found.finished.nodes == result.statistics.nodes
    assert float(found.nodes) == pytest.approx(found.finished.nodes, rel=0.2)
    assert str(found).splitlines()[:2] == ["nodes      1,199", "solutions  92"]


def test_a_tree_beyond_all_floats_is_told() -> None:
    with hurried():
        found = estimate(three_each(800), ways=50, time_limit=None)
    exact = (801 * math.log(3) - math.log(2)) / math.log(10)  # 1 + 3 + ... + 3^800
    assert found.nodes.log10 == pytest.approx(exact)
    assert float(found.nodes) == math.inf
    assert found.solutions.log10 == pytest.approx(800 * math.log10(3))
    assert found.time is not None and found.time.log10 > 360
    assert "e+381 ± 0.0 %" in str(found) and " years " in str(found)
    told = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert told["nodes"]["value"] is None and told["nodes"]["log10"] > 381


def test_a_heavy_tail_is_no_good_confidence() -> None:
    # Ten thousand plain ways say 2.1 million nodes within 8 %, and there are 3,564,411.
    matrix = entry("queen-domination-5").load().matrix
    with hurried():
        found = estimate(matrix, ways=2000, skewed=False, time_limit=None)
        ahead = estimate(matrix, ways=500, time_limit=None)
    assert found.tail > 0.8
    assert found.confidence in ("rough", "poor")
    assert ahead.skewed and ahead.confidence != "exact"
    assert float(ahead.nodes) == pytest.approx(3_564_411, rel=0.35)


def test_givens_and_forbidden_choices_count() -> None:
    puzzle = queens(8)
    table = puzzle.table("queen")
    puzzle.given(table, row=0, col=0)
    found = estimate(puzzle, ways=100)
    assert found.finished is not None and found.finished.solutions == 4
    assert estimate(queens(8), given=[0], ways=100).finished.solutions == 4  # type: ignore[union-attr]
    puzzle.given(table, row=0, col=1)
    clash = estimate(puzzle, ways=10)
    assert clash.finished is not None and (clash.finished.nodes, clash.finished.solutions) == (0, 0)
    assert clash.nodes.log == -math.inf and str(clash).startswith("nodes      0\n")
    puzzle.lift(puzzle.givens[1])
    puzzle.forbid(table, row=1, where=lambda col: col > 2)
    assert estimate(puzzle, ways=10).finished.solutions == 0  # type: ignore[union-attr]


def test_the_same_seed_tells_the_same() -> None:
    once, again = (estimate(queens(9), ways=300, seed=7) for _ in range(2))
    assert (once.nodes, once.solutions, once.depth) == (again.nodes, again.solutions, again.depth)
    assert once.nodes != estimate(queens(9), ways=300, seed=8).nodes


def test_no_time_is_said_so() -> None:
    with pytest.raises(Unreached, match="before the first random way"):
        estimate(queens(8), time_limit=0)


def test_a_limit_ends_the_ways_and_keeps_what_they_told() -> None:
    matrix, leap = entry("fewest-queens").load().matrix, 0.0
    real = time.monotonic

    def look(shot: Snapshot) -> None:
        nonlocal leap
        if shot.done:
            leap = 1e6  # seconds, behind the first ways

    with clock(lambda: real() + leap):
        found = estimate(matrix, ways=10**7, time_limit=1e5, progress=look)
    assert 0 < found.ways < found.wanted
    assert found.confidence == "poor"
    assert "a few of them hold most of it" in str(found)


def test_who_watches_is_told_of_the_ways() -> None:
    seen: list[Snapshot] = []
    estimate(queens(8), ways=3000, progress=seen.append)
    assert (seen[-1].question, seen[-1].done, seen[-1].total) == ("estimate", 3000, 3000)
    assert seen[-1].ended and seen[-1].unit == "ways"


def test_an_interrupt_keeps_what_the_ways_told() -> None:
    def interrupt(shot: Snapshot) -> None:
        if shot.done == 100:
            raise KeyboardInterrupt

    with hurried(), pytest.raises(Interrupted) as caught:
        estimate(queens(8), ways=100, time_limit=None, progress=interrupt)
    known = caught.value.result
    assert known is not None and known.ways == 100 and known.time is None
    assert "time       unknown" in str(known)
    assert pickle.loads(pickle.dumps(caught.value)).result == known


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"ways": 0}, "0 random ways, expected a whole number, 1 to 10000000"),
        ({"ways": True}, "True random ways"),
        ({"seed": -1}, "seed -1, expected a whole number, 0 to"),
        ({"seed": 1 << 32}, "seed 4294967296"),
        ({"given": [99]}, "option number 99"),
    ],
)
def test_arguments_out_of_their_range_are_refused(
    arguments: dict[str, object], complaint: str
) -> None:
    with pytest.raises(ModelError, match=complaint):
        estimate(queens(4), **arguments)  # type: ignore[arg-type]


def test_a_keyword_that_there_is_not_names_the_nearest() -> None:
    with pytest.raises(ModelError, match="estimate: no setting 'way'; did you mean ways"):
        estimate(queens(4), way=3)  # type: ignore[call-arg]


def test_the_pace_is_the_mean_of_its_slices() -> None:
    with hurried(4):  # a pace of one slice, as of a busy machine, has no spread
        found = estimate(three_each(40), ways=1, time_limit=None)
    assert found.pace is not None and found.pace.rate > 0
    assert 0 <= found.pace.spread < math.inf
    assert found.time is not None and found.finished is None
    assert found.time.log == pytest.approx(found.nodes.log - math.log(found.pace.rate))
    assert found.time.spread == pytest.approx(math.hypot(found.nodes.spread, found.pace.spread))


@pytest.fixture(scope="module")
def known() -> Any:
    return estimate(queens(4), ways=5)


@pytest.mark.parametrize(
    ("seconds", "spelled"),
    [
        (0.0001, "less than 1 ms"),
        (0.25, "0.250 s"),
        (90, "90.0 s"),
        (600, "10.0 minutes"),
        (86_400, "24.0 hours"),
        (10**6, "11.6 days"),
        (10**12, "31,700 years"),
        (1e40, "3.17e+32 years"),
    ],
)
def test_durations_are_told_in_units_that_fit(known: Any, seconds: float, spelled: str) -> None:
    time = replace(known.nodes, log=math.log(seconds), spread=0.0)
    assert spelled in str(replace(known, time=time, finished=None))


@pytest.mark.parametrize(
    ("log10", "spelled"),
    [(0, "1.00"), (2.3, "200"), (6.5, "3,160,000"), (15, "1.00e+15"), (400.3, "2.00e+400")],
)
def test_numbers_are_told_with_three_digits(known: Any, log10: float, spelled: str) -> None:
    assert str(replace(known.nodes, log=log10 * math.log(10))) == spelled
    assert str(replace(known.nodes, log=-math.inf)) == "0"


def test_a_bare_puzzle_without_a_search_is_one_node() -> None:
    empty = Puzzle("nothing")
    empty.choices("c", x=[1])
    with pytest.warns(ModelWarning, match="no rule reads table c: its one choice"):
        found = estimate(empty, ways=5)
    assert found.finished is not None and found.finished.solutions == 2  # chosen or not


def test_what_is_more_than_a_cover_is_refused_in_its_own_name() -> None:
    for name, what in (("loops-3", "graph rules"), ("kakurasu-6", "weights")):
        with pytest.raises(Unsupported, match=f"estimate does not support {what}"):
            estimate(entry(name).load())
