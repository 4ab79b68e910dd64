"""Which shares of a search tree are shown: those whose predictions agree with one another."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from minuet.solvers import Snapshot
from minuet.solvers.contract import Progress
from minuet.solvers.contract.watching import Watch


class Shown:
    """Receives snapshots."""

    def __init__(self) -> None:
        self.seen: list[Snapshot] = []

    def hear(self, snapshot: Snapshot) -> None:
        self.seen.append(snapshot)

    def close(self) -> None:
        pass


def shown(share: Callable[[float], float], before: float = 0.0) -> list[Snapshot]:
    """The snapshots of a search of 100 seconds, ten a second, whose share is a function of time."""
    watch = Watch(Shown(), "count")
    seen = []
    for k in range(1, 1000):
        made = {"worked": k / 10, "share": share(k / 1000), "before": before}
        watch.source = lambda made=made: made
        seen.append(watch.snapshot())
    return seen


def test_a_steady_share_is_shown_with_the_time_left() -> None:
    seen = shown(lambda done: done)
    assert all(one.share is not None for one in seen[5:])
    for one in seen[20:]:
        assert one.seconds_left == pytest.approx(100 - one.worked)


@pytest.mark.parametrize(
    "share",
    [
        lambda done: 0.999,
        lambda done: min(0.999, 0.5 + 10 * done),
        lambda done: min(0.95, 5 * done),
        lambda done: 1 - 0.5 ** (20 * done),
    ],
    ids=["at once", "soon", "stuck", "ever slower"],
)
def test_a_share_that_promised_too_much_is_not_shown(share: Callable[[float], float]) -> None:
    seen = shown(share)
    assert all(one.share is None and one.seconds_left is None for one in seen[400:])


def test_no_bar_is_full_long_before_the_end() -> None:
    seen = shown(lambda done: min(0.999, 1.5 * done))
    full = [one.worked for one in seen if one.share is not None and one.share > 0.99]
    assert full and max(full) < 75  # 66 seconds were predicted


def test_a_share_that_is_shown_never_falls() -> None:
    seen = shown(lambda done: done + 0.02 * ((7 * done) % 1))
    shares = [one.share for one in seen if one.share is not None]
    assert len(shares) > 900
    assert shares == sorted(shares)


def test_a_share_that_comes_to_grow_steadily_is_shown_again() -> None:
    seen = shown(lambda done: 0.001 if done < 0.05 else done)
    assert seen[-1].share == pytest.approx(0.999)


def test_what_an_earlier_run_did_took_none_of_the_time() -> None:
    seen = shown(lambda done: 0.4 + 0.6 * done, before=0.4)
    for one in seen[20:]:
        assert one.seconds_left == pytest.approx(100 - one.worked)


def test_the_whole_is_shown_as_soon_as_it_is_done() -> None:
    assert shown(lambda done: 1.0)[0].share == 1.0


def test_who_had_most_of_the_time_tells_the_share_of_several() -> None:
    whole = Progress(found=3, share=0.2, worked=5.0)
    whole.at_work = Progress(found=4, share=0.999, worked=1.0)
    assert (whole.now().share, whole.now().worked) == (0.2, 5.0)
    whole.at_work.worked = 6.0
    assert whole.now().share == 0.999
    whole.at_work.likely = 0.3
    assert whole.now().share == 0.3
