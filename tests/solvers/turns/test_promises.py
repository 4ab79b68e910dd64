"""Counts by turns: who seems to end soon has more time, as long as it comes as far as it seemed."""

from __future__ import annotations

import pytest

from minuet.models import ExactCover
from minuet.models.errors import Unsupported
from minuet.solvers.contract.query import Query
from minuet.solvers.registry import get_solver
from minuet.solvers.turns.plan import Stage
from minuet.solvers.turns.runs import CountRun


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
    masks, other = (CountRun(query, get_solver(name), "") for name in ("bitmask", "dlx"))
    other.spent, masks.spent, masks.part.share = 1.0, 0.01, 0.1
    turns = []
    for run, seconds in other.moves(Stage("dlx", 0.1, ""), [masks, other]):
        if run is masks:
            turns.append(seconds)
            masks.spent += seconds
            masks.part.share = min(masks.part.share + rate * seconds, 1.0)
            masks.part.complete = masks.gave_up = masks.part.share == 1.0
    assert turns[: len(times)] == pytest.approx(times)
    assert (masks.part.share == 1.0) == (rate > 5)


def test_a_matrix_that_is_large_before_its_reduction_is_not_reduced_for_covers() -> None:
    with pytest.raises(Unsupported, match="131073 entries, expected up to 131072"):
        get_solver("memo:covers").require_size(Query(diagonal((1 << 17) + 1)))
