"""Intervals that do not overlap, against plain loops over all answers."""

from __future__ import annotations

import pickle
import random
from itertools import chain, combinations, product

import pytest

from minuet import count, solve
from minuet.models import ModelError, Puzzle
from minuet.solvers import verify


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


def spelled(puzzle: Puzzle) -> list[set[str]]:
    """Return the items of each option of the matrix, by the text form of each."""
    matrix = puzzle.matrix
    return [{str(matrix.items[item]) for item, _ in matrix.option(k)} for k in range(4)]


def rooms() -> Puzzle:
    """Return two bookings of two places each, in a room that is large and one that is small."""
    puzzle = Puzzle("rooms")
    booking = puzzle.choices("booking", room=["a", "b"], at=[0, 1])
    puzzle.no_overlap(booking, by="room", along="at", length=2)
    puzzle.no_overlap(booking, along="at", length=lambda room: 1 + (room == "b"), name="whole")
    return puzzle


def test_an_option_reads_the_same_before_and_after_all_entries_are_written_out() -> None:
    puzzle = rooms()
    first, second = "booking/room", "whole"
    of_rooms = [{(0,), (1,)}, {(1,)}] * 2
    right = [
        {f"{first} ({'ab'[k // 2]},{at})" for (at,) in of_rooms[k]}
        | {f"{second} (all,{at})" for at in ([0], [1], [0, 1], [1])[k]}
        for k in range(4)
    ]
    assert spelled(puzzle) == right
    assert len(puzzle.matrix.members) == sum(map(len, right))
    assert spelled(puzzle) == right
    assert spelled(pickle.loads(pickle.dumps(puzzle))) == right


@pytest.mark.parametrize("written_out", [False, True])
def test_what_is_no_solution_is_said_before_and_after_all_entries_are_written_out(
    written_out: bool,
) -> None:
    puzzle = Puzzle("many")
    booking = puzzle.choices("booking", at=range(0, 40, 2))
    puzzle.no_overlap(booking, along="at", length=2)
    matrix = puzzle.matrix
    if written_out:
        assert matrix.starts[-1] == 20
    assert verify(matrix, range(20)) is None
    assert "twice" in str(verify(matrix, [*range(20), 3]))
    assert "option number 20" in str(verify(matrix, range(1, 21)))
    assert "given" in str(verify(matrix, range(15), given=[17]))
    assert "forbidden" in str(verify(matrix, range(15), forbidden=[7]))
    dense = Puzzle("too many")
    booking = dense.choices("booking", at=range(20))
    dense.no_overlap(booking, along="at", length=2)
    if written_out:
        assert dense.matrix.starts[-1] == 39
    assert "covered too often" in str(verify(dense.matrix, range(20)))


@pytest.mark.parametrize("name", ["cpsat", "auto", "propagate"])
def test_given_and_forbidden_intervals_hold_for_every_solver(name: str) -> None:
    puzzle = Puzzle("tasks")
    start = puzzle.choices("start", task=range(3), at=range(9))
    puzzle.exactly_one(start, by="task")
    puzzle.no_overlap(start, along="at", length=3)
    puzzle.given(start, task=1, at=3)
    puzzle.forbid(start, task=0, at=lambda at: at > 6)
    right = [
        (a, b)
        for a, b in product(range(7), range(9))
        if apart([(0, at, at + 3) for at in (a, 3, b)])
    ]
    assert count(puzzle, name).count == len(right)
    puzzle.minimize(puzzle.maximum(puzzle.sum(start, by="task", weight="at")))
    assert solve(puzzle, name).objective == min(max(a, b, 3) for a, b in right)
