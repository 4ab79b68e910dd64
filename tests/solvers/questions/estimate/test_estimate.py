"""What an estimate says: of how much, how sure it is, and when it says that it is not."""

from __future__ import annotations

import json
import math
import pickle
import sys

import pytest

from minuet.models import ExactCover, ModelError, ModelWarning, Puzzle
from minuet.models.gallery import entry
from minuet.solvers import (
    Confidence,
    Deadline,
    Estimate,
    EstimateInterrupted,
    Snapshot,
    Unreached,
    count,
    estimate,
)
from minuet.solvers.questions.estimate.pace import Finished, Pace, searching
from minuet.solvers.questions.estimate.size import Size
from minuet.solvers.questions.estimate.told import spell_seconds

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
    assert (found.confidence, found.ways) == (Confidence.EXACT, 500)
    assert found.finished is not None
    result = count(queens(8), "dlx")
    assert found.finished.solutions == result.count == 92
    assert found.finished.nodes == result.statistics.nodes
    assert float(found.nodes) == pytest.approx(found.finished.nodes, rel=0.2)
    assert str(found).splitlines()[:2] == ["nodes      1,199", "solutions  92"]


def test_a_tree_beyond_all_floats_is_told() -> None:
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
    found = estimate(entry("queen-domination-5").load(), ways=2000, skewed=False, time_limit=None)
    assert found.tail > 0.8
    assert found.confidence in (Confidence.ROUGH, Confidence.POOR)
    ahead = estimate(entry("queen-domination-5").load(), ways=500, time_limit=None)
    assert ahead.skewed and ahead.confidence is not Confidence.EXACT
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
    found = estimate(entry("fewest-queens").load(), ways=10**7, time_limit=1.0)
    assert 0 < found.ways < found.wanted
    assert found.confidence is Confidence.POOR
    assert "a few of them hold most of it" in str(found)


def test_who_watches_is_told_of_the_ways() -> None:
    seen: list[Snapshot] = []
    estimate(queens(8), ways=3000, progress=seen.append)
    assert (seen[-1].what, seen[-1].done, seen[-1].total) == ("estimate", 3000, 3000)
    assert seen[-1].ended and seen[-1].unit == "ways"


def test_an_interrupt_keeps_what_the_ways_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*arguments: object) -> None:
        raise KeyboardInterrupt

    module = sys.modules["minuet.solvers.questions.estimate.estimate"]
    monkeypatch.setattr(module, "searching", interrupt)
    with pytest.raises(EstimateInterrupted) as caught:
        estimate(queens(8), ways=100)
    known = caught.value.estimate
    assert known is not None and known.ways == 100 and known.time is None
    assert "time       unknown" in str(known)
    assert pickle.loads(pickle.dumps(caught.value)).estimate == known


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"ways": 0}, "ways 0, expected a whole number from 1"),
        ({"ways": True}, "ways True"),
        ({"seed": -1}, "seed -1, expected a whole number from 0"),
        ({"seed": 1 << 32}, "seed 4294967296"),
        ({"given": [99]}, "option number 99"),
    ],
)
def test_arguments_out_of_their_range_are_refused(
    arguments: dict[str, object], complaint: str
) -> None:
    with pytest.raises(ModelError, match=complaint):
        estimate(queens(4), **arguments)  # type: ignore[arg-type]


def test_the_pace_is_the_mean_of_its_slices() -> None:
    class Steady:
        nodes, solutions, left = 0, 5, 4

        def count(self, seconds: float) -> bool:
            self.nodes += 1000
            self.left -= 1
            return not self.left

    told = list(searching(Steady(), 60.0, Deadline()))  # type: ignore[arg-type]
    pace, finished = told[-1]
    assert isinstance(pace, Pace) and pace.rate > 0
    assert isinstance(finished, Finished) and (finished.nodes, finished.solutions) == (4000, 5)
    assert [ended for _, ended in told[:-1]] == [None] * 3


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
def test_durations_are_told_in_units_that_fit(seconds: float, spelled: str) -> None:
    assert spell_seconds(math.log(seconds)) == spelled


@pytest.mark.parametrize(
    ("log10", "spelled"),
    [(0, "1.00"), (2.3, "200"), (6.5, "3,160,000"), (15, "1.00e+15"), (400.3, "2.00e+400")],
)
def test_numbers_are_told_with_three_digits(log10: float, spelled: str) -> None:
    assert str(Size(log10 * math.log(10), 0.0)) == spelled
    assert str(Size(-math.inf, 0.0)) == "0"


def test_a_bare_puzzle_without_a_search_is_one_node() -> None:
    empty = Puzzle("nothing")
    empty.choices("c", x=[1])
    with pytest.warns(ModelWarning, match="no rule reads table c: its one choice"):
        found: Estimate = estimate(empty, ways=5)
    assert found.finished is not None and found.finished.solutions == 2  # chosen or not
