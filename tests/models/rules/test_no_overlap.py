"""Intervals that do not overlap, against plain loops over all answers."""

from __future__ import annotations

import pickle
import random
from itertools import chain, combinations, product

import pytest

from minuet import count, solve
from minuet.models import ModelError, Puzzle


def apart(intervals: list[tuple[int, int, int]]) -> bool:
    """Whether no two of the intervals (resource, start, end) overlap."""
    return all(
        first[0] != second[0] or first[2] <= second[1] or second[2] <= first[1]
        for first, second in combinations(intervals, 2)
    )


@pytest.mark.parametrize("name", ["dlx", "bitmask", "cpsat", "sat"])
@pytest.mark.parametrize("seed", range(10))
def test_tasks_are_counted_and_minimized_as_by_trying_all(seed: int, name: str) -> None:
    rng = random.Random(seed)
    took = [rng.randint(1, 3) for _ in range(4)]
    machine = [rng.randrange(2) for _ in range(4)]
    puzzle = Puzzle("tasks")
    start = puzzle.choices("start", task=range(4), at=range(6))
    puzzle.exactly_one(start, by="task")
    by, length = (lambda task: machine[task]), (lambda task: took[task])
    puzzle.no_overlap(start, by=by, along="at", length=length)
    right = [
        starts
        for starts in product(range(6), repeat=4)
        if apart([(machine[k], at, at + took[k]) for k, at in enumerate(starts)])
    ]
    assert count(puzzle, name).count == len(right)
    puzzle.minimize(start, lambda task, at: (at + took[task]) * (task + 1))
    best = min(sum((at + took[k]) * (k + 1) for k, at in enumerate(starts)) for starts in right)
    assert solve(puzzle, name if name == "cpsat" else "dlx").objective == best


@pytest.mark.parametrize("name", ["dlx", "cpsat"])
@pytest.mark.parametrize("seed", range(10))
def test_intervals_by_themselves_may_be_left_out(seed: int, name: str) -> None:
    rng = random.Random(seed)
    rows = [
        {"room": rng.choice("ab"), "begins": rng.randint(-2, 4), "long": rng.randint(0, 4)}
        for _ in range(7)
    ]
    puzzle = Puzzle("bookings")
    booking = puzzle.choices("booking", [{"number": k, **row} for k, row in enumerate(rows)])
    puzzle.no_overlap(booking, by="room", along="begins", length="long")
    spans = [(row["room"], row["begins"], row["begins"] + row["long"]) for row in rows]
    subsets = chain.from_iterable(combinations(spans, size) for size in range(8))
    right = [subset for subset in subsets if apart([s for s in subset if s[1] < s[2]])]
    assert count(puzzle, name).count == len(right)
    puzzle.given(booking, number=0)
    puzzle.maximize(booking)
    kept = max(len(subset) for subset in right if spans[0] in subset[:1])
    assert solve(puzzle, name).objective == kept


def test_a_row_without_a_resource_overlaps_nothing() -> None:
    puzzle = Puzzle("bookings")
    booking = puzzle.choices("booking", room=["a", "b"], at=range(2))
    puzzle.no_overlap(booking, along="at", length=2, by=lambda room: room if room == "a" else None)
    assert count(puzzle, "cpsat").count == count(puzzle, "dlx").count == 3 * 4
    assert count(pickle.loads(pickle.dumps(puzzle)), "cpsat").count == 12
    assert count(puzzle.copy(), "cpsat").count == 12
    wrong = puzzle.check({"booking": [("a", 0), ("a", 1)]})
    assert "booking" in str(wrong) and wrong.violations


def test_notes_change_neither_digest_nor_equality() -> None:
    puzzle = Puzzle("bookings")
    booking = puzzle.choices("booking", at=range(3))
    puzzle.no_overlap(booking, along="at", length=2)
    matrix = puzzle.matrix
    bare = matrix.replaced()
    assert matrix.notes and not bare.notes
    assert matrix == bare and matrix.digest == bare.digest


def test_mistakes_name_the_row() -> None:
    puzzle = Puzzle("bookings")
    booking = puzzle.choices("booking", at=[0, "x"])
    with pytest.raises(ModelError, match=r"test_no_overlap.py:\d+.*'x'.*expected an integer"):
        puzzle.no_overlap(booking, along="at")
    with pytest.raises(ModelError, match=r"the length -1"):
        puzzle.no_overlap(booking, along=lambda at: 0, length=-1)


def test_a_resource_without_a_hash_is_named_with_its_row() -> None:
    puzzle = Puzzle("bookings")
    booking = puzzle.choices("booking", room=range(2), at=range(2))
    wrong = r"test_no_overlap.py:\d+\): booking\(room=1, at=0\) .*unhashable list \[1\], expected"
    with pytest.raises(ModelError, match=wrong):
        puzzle.no_overlap(booking, along="at", by=lambda room: [room] if room else "a")


@pytest.mark.parametrize("large", [1 << 61, 1 << 70, -(1 << 70)])
def test_a_start_beyond_61_bits_is_named_with_its_row(large: int) -> None:
    puzzle = Puzzle("bookings")
    booking = puzzle.choices("booking", at=[0, large])
    with pytest.raises(ModelError, match=rf"booking\(at={large}\) has the start {large}, expected"):
        puzzle.no_overlap(booking, along="at")
