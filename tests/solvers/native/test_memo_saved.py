"""A counter with memory that is saved and taken back: it counts on as if nothing had been."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from native_problems import problem_of

from minuet.models import ExactCover
from minuet.solvers._native import MemoCounter, Orders
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Query, Stopped

from drawing import one_in
from oracle.matrices import matrices
from oracle.tilings import l_trominoes

Words = npt.NDArray[np.uint64]
ALL = 1 << 40  # bytes: nothing stays out
SLICE = 1e-9  # seconds: one step of the counter
ALWAYS = {"warm_up": 1 << 60}  # never assess whether the memo pays
SETTINGS: dict[str, dict[str, Any]] = {
    "race": {"memory": 1 << 24},
    "race of searches": {"memory": 1 << 24, "widest": 1.0},
    "smallest": {"memory": 1 << 25, "orders": Orders.SMALLEST, **ALWAYS},
    "given": {"memory": 1 << 25, "orders": Orders.GIVEN, **ALWAYS},
    "breadth": {"memory": 1 << 25, "orders": Orders.BREADTH, **ALWAYS},
    "levels": {"memory": 1 << 24, "orders": Orders.LEVELS},
    "forgetting": {"memory": 4_000, "orders": Orders.GIVEN, **ALWAYS},
    "many keys collide": {"memory": 1 << 25, "orders": Orders.SMALLEST, "hash_mask": 255, **ALWAYS},
    "without a memo": {"memory": 1 << 20, "warm_up": 1, "least_hits": 2.0},
}
SMALLER = ("smallest", "forgetting", "many keys collide", "without a memo")
UNLIKE = ("race", "race of searches", "without a memo", "forgetting")  # masks are cut, memos packed


class Kept:
    """What a file would hold."""

    def __init__(self) -> None:
        self.head: Words = np.empty(0, np.uint64)
        self.logs: dict[int, list[Words]] = {}

    def save(self, counter: MemoCounter, memo: int = ALL, fresh: int = ALL) -> None:
        self.head, logs = counter.save(ALL, memo, fresh)
        before, self.logs = self.logs, {}
        for number, anew, states in logs:
            self.logs[number] = [*([] if anew else before.get(number, [])), states]

    def restore(self, counter: MemoCounter) -> bool:
        return counter.restore(self.head, [*self.arrays()])

    def arrays(self) -> Iterator[tuple[int, Words]]:
        for number, states in self.logs.items():
            yield number, np.concatenate(states)


def counter_of(matrix: ExactCover, **settings: Any) -> MemoCounter:
    return MemoCounter(problem_of(Query(matrix)), **settings)


def counted(counter: MemoCounter) -> MemoCounter:
    while not counter.count(0.03):
        pass
    return counter


BOARD, SMALL = l_trominoes(9, 11), l_trominoes(9, 8)


@pytest.mark.parametrize("name", one_in(2, SETTINGS))
def test_it_goes_on_as_if_it_had_not_been_saved(name: str) -> None:
    settings, board = SETTINGS[name], SMALL if name in SMALLER else BOARD
    whole = counted(counter_of(board, **settings))
    kept, rng, steps, over = Kept(), Random(name), 0, False
    counter = counter_of(board, **settings)
    while not over:
        over = counter.count(SLICE)
        steps += 1
        if not over and rng.random() < 0.5:
            kept.save(counter)
            counter = counter_of(board, **settings)
            assert kept.restore(counter)
    assert steps > 1
    assert counter.solutions == whole.solutions
    if name not in UNLIKE:
        assert (counter.nodes, counter.lookups) == (whole.nodes, whole.lookups)
        assert counter.hits == whole.hits


@pytest.mark.parametrize("name", SETTINGS)
@given(matrix=matrices(), seed=st.integers(0, 1 << 30))
def test_random_matrices_are_counted_across_saves(name: str, matrix: ExactCover, seed: int) -> None:
    if (matrix.high > 1).any():
        return
    expected, settings = len(all_solutions(matrix, set(), set())), SETTINGS[name]
    kept, rng = Kept(), Random(seed)
    counter = counter_of(matrix, **settings)
    for _ in range(rng.randrange(3)):
        if counter.count(SLICE):
            break
        kept.save(counter)
        counter = counter_of(matrix, **settings)
        assert kept.restore(counter)
    assert counted(counter).solutions == expected


@pytest.mark.parametrize("name", SETTINGS)
def test_a_count_that_is_complete_is_taken_back_as_complete(name: str) -> None:
    whole, kept = counted(counter_of(SMALL, **SETTINGS[name])), Kept()
    kept.save(whole)
    counter = counter_of(SMALL, **SETTINGS[name])
    assert kept.restore(counter)
    assert counter.count(SLICE)
    assert (counter.solutions, counter.nodes) == (whole.solutions, whole.nodes)


def test_states_that_stay_out_are_found_again() -> None:
    settings = SETTINGS["given"]
    whole = counted(counter_of(BOARD, **settings))
    kept, counter = Kept(), counter_of(BOARD, **settings)
    sizes = []
    while not counter.count(SLICE):
        kept.save(counter, memo=200_000, fresh=4_000)
        counter = counter_of(BOARD, **settings)
        assert kept.restore(counter)
        sizes.append(sum(states.nbytes for _, states in kept.arrays()))
    assert counter.solutions == whole.solutions
    assert counter.nodes > whole.nodes
    assert 0 < max(sizes) <= 200_000


def test_only_what_is_new_is_told() -> None:
    counter = counter_of(BOARD, **SETTINGS["given"])
    counter.count(SLICE)
    (((_, first, states),), ((_, again, more),)) = (counter.save(ALL, ALL, ALL)[1] for _ in "12")
    assert first
    assert len(states)
    assert (again, len(more)) == (False, 0)
    counter.count(SLICE)
    ((_, anew, new),) = counter.save(ALL, ALL, ALL)[1]
    assert not anew
    assert len(new)


@pytest.mark.parametrize("name", ["race of searches", "smallest", "levels"])
def test_what_is_of_another_search_or_cut_is_not_taken(name: str) -> None:
    settings, kept = SETTINGS[name], Kept()
    counter = counter_of(BOARD, **settings)
    for _ in range(2):
        assert not counter.count(SLICE)
    kept.save(counter)
    other = Kept()
    other.logs = kept.logs
    for end in range(len(kept.head)):
        other.head = kept.head[:end]
        assert not other.restore(counter_of(BOARD, **settings))
    other.head = kept.head
    for number, states in kept.arrays():
        if len(states):
            other.logs = kept.logs | {number: [states[:-1]]}
            assert not other.restore(counter_of(BOARD, **settings))
    small = l_trominoes(2, 3)
    other.logs = kept.logs
    assert not other.restore(counter_of(small, **settings))


def test_a_counter_that_was_cut_short_in_a_step_says_so() -> None:
    ends = False

    def check() -> None:
        if ends:
            raise Stopped

    counter = MemoCounter(problem_of(Query(l_trominoes(30, 30))), 1 << 24, check=check)
    assert counter.intact
    ends = True
    time.sleep(0.02)  # a look is due every 10 ms, and the next one is in the first long step
    with pytest.raises(Stopped):  # the searches are built when the levels take long
        for _ in range(100_000):
            assert not counter.count(SLICE)
    assert not counter.intact
