"""Counts by turns: who seems to end soon has more time, as long as it comes as far as it seemed."""

from __future__ import annotations

import pytest
from own_plans import CountRun, Stage
from own_solvers import BitMask, Memo

from minuet.models import ExactCover
from minuet.solvers.contract import Query


def diagonal(size: int) -> ExactCover:
    """Return a matrix of an option for each item."""
    return ExactCover(
        primary=size, items=list(range(size)), starts=range(size + 1), members=range(size)
    )


@pytest.mark.parametrize(
    ("rate", "times"),
    [(10.0, [0.01, 0.02, 0.04, 0.03]), (6.0, [0.01, 0.02, 0.04, 0.08]), (4.0, [0.01])],
    ids=["as promised", "slower", "much slower"],
)
def test_a_promise_is_kept_in_parts_each_as_long_as_all_before(
    rate: float, times: list[float]
) -> None:
    query = Query(diagonal(3))
    masks, other = (CountRun(query, solver, "") for solver in (BitMask(), Memo()))
    other.spent, masks.spent, masks.part.share = 1.0, 0.01, 0.1
    turns = []
    for run, seconds in other.moves(Stage("memo", 0.1, ""), [masks, other]):
        if run is masks:
            turns.append(seconds)
            masks.spent += seconds
            masks.part.share = min(masks.part.share + rate * seconds, 1.0)
            masks.part.complete = masks.gave_up = masks.part.share == 1.0
    assert turns[: len(times)] == pytest.approx(times)
    assert (masks.part.share == 1.0) == (rate > 5)


@pytest.mark.parametrize(("share", "portion"), [(0.1, 0.5), (0.3, 1.0)], ids=["behind", "ahead"])
def test_masks_by_symmetries_have_their_whole_turn_if_they_are_further_than_a_memo(
    share: float, portion: float
) -> None:
    query = Query(diagonal(3))
    masks, memo = (CountRun(query, solver, "") for solver in (BitMask(), Memo()))
    masks.part.repeats, masks.part.share = 0.8, share
    memo.part.repeats, memo.part.share = 0.3, 0.2
    (turn,) = masks.moves(Stage("bitmask", 0.1, ""), [masks, memo])
    assert turn == (masks, pytest.approx(0.1 * portion))
