"""Finding symmetries keeps the time limit, and leaves a search that can do without them its time.

The library that finds them, igraph, is a stub that never ends, comes too late or is slow, and the
clock goes on as a test wants, so that no test depends on how fast the machine is.
"""

from __future__ import annotations

import logging
import os
import signal
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from minuet.models import Puzzle, automorphisms
from minuet.solvers import count, solutions, solve
from minuet.solvers.contract import Stopped

from in_process import minuet
from late import Late, needs
from oracle.problems import queens

pytestmark = needs("igraph")
igraph: Any = Late("igraph")
LONG = 1000.0  # seconds: far more than any test takes
ASKED = ("automorphism_group", "count_automorphisms", "canonical_permutation")
Instead = Callable[..., Callable[..., Any]]  # of what igraph does, what it does instead


@pytest.fixture
def altered(monkeypatch: pytest.MonkeyPatch) -> Callable[[Instead], None]:
    """Return what puts something in the place of all that igraph is asked about symmetries."""

    def alter(instead: Instead) -> None:
        for name in ASKED:
            monkeypatch.setattr(igraph.Graph, name, instead(getattr(igraph.Graph, name)))

    return alter


@pytest.fixture
def endless(altered: Callable[[Instead], None]) -> None:
    """Let the search for symmetries take for ever, as far as a test can tell."""
    altered(lambda honest: lambda graph, **more: time.sleep(LONG))


@pytest.fixture
def late(altered: Callable[[Instead], None]) -> None:
    """Let the child that searches notice first that the time for it is over."""

    def stopped(graph: object, **more: object) -> None:
        raise Stopped

    altered(lambda honest: stopped)


@pytest.mark.usefixtures("late")
def test_a_search_goes_on_without_symmetries_that_are_not_found_in_time() -> None:
    puzzle = queens(6)
    result = solve(puzzle, symmetries="auto", time_limit=LONG)
    assert result.answer is not None
    assert puzzle.check(result.answer)
    done = minuet("solve", "--symmetries", "auto", "--time-limit", "1000", "gallery:queens-8")
    assert (done.returncode, done.stdout.count("Q")) == (0, 8)
    assert "symmetries: not found in a part of the time limit" in done.stderr


@pytest.mark.usefixtures("endless")
def test_classes_without_symmetries_are_left_open() -> None:
    found = count(queens(6), symmetries="auto", time_limit=0.05)
    assert (found.total, found.order, found.complete) == (0, 0, False)
    assert str(found) == "0 solutions so far: the symmetries were not found in time"
    with solutions(queens(6), symmetries="auto", time_limit=0.05) as stream:
        assert list(stream) == []
    assert not stream.complete


@pytest.mark.usefixtures("endless")
def test_the_command_says_that_symmetries_were_not_found() -> None:
    done = minuet("count", "--symmetries", "auto", "--time-limit", "0.05", "gallery:queens-8")
    assert (done.returncode, done.stdout) == (3, "")
    assert "time limit: 0 solutions so far: the symmetries were not found in time\n" in done.stderr


def test_ctrl_c_ends_the_search_for_symmetries(altered: Callable[[Instead], None]) -> None:
    parent = os.getpid()

    def interrupting(graph: object, **more: object) -> None:
        os.kill(parent, signal.SIGINT)
        time.sleep(LONG)

    altered(lambda honest: interrupting)
    with pytest.raises(KeyboardInterrupt):
        count(queens(6), symmetries="auto", time_limit=LONG)


def alike_cells() -> Puzzle:
    """Two cells of a ring that are connected: a graph rule, with symmetries of its own."""
    puzzle = Puzzle("ring")
    cell = puzzle.choices("cell", i=range(4))
    puzzle.connected(cell, by="i", along={i: [(i + 1) % 4] for i in range(4)})
    puzzle.exactly(2, cell)
    return puzzle


@pytest.mark.parametrize("slow", [False, True])
@pytest.mark.parametrize("make", [alike_cells, lambda: queens(6)])
def test_a_limit_changes_no_symmetry(
    make: Callable[[], Puzzle], slow: bool, altered: Callable[[Instead], None]
) -> None:
    """Neither where a child is asked once, nor where it is slow, and one is asked each time."""
    puzzle = make()
    free = automorphisms(puzzle)
    told = free.fixing([0]), free.orbits_beside([0]), free.name([0])
    if slow:
        altered(slowly)
    counted = count(puzzle, symmetries="auto", time_limit=LONG)
    assert counted.complete
    found: Any = counted.symmetries
    assert found is not free
    assert found.order == free.order == 8
    assert (found.fixing([0]), found.name([0])) == (told[0], told[2])
    assert np.array_equal(found.orbits_beside([0]), told[1])


def slowly(honest: Callable[..., Any]) -> Callable[..., Any]:
    def answer(*arguments: object, **more: object) -> Any:
        end = time.process_time() + 0.025
        while time.process_time() < end:
            pass
        return honest(*arguments, **more)

    return answer


def spared(caplog: pytest.LogCaptureFixture) -> int:
    """How many options a search for six pigeons in six holes is said to have been spared."""
    puzzle = Puzzle("pigeons")
    place = puzzle.choices("place", pigeon=range(6), hole=range(6))
    puzzle.exactly_one(place, by="pigeon")
    puzzle.at_most_one(place, by="hole")
    caplog.clear()
    with caplog.at_level(logging.INFO, "minuet"):
        result = solve(puzzle, "dlx", symmetries="auto", time_limit=LONG)
    assert result.answer is not None
    (told,) = [line for line in caplog.messages if "spared by symmetry" in line]
    return int(told.split()[0])


def test_what_is_spared_before_its_share_of_the_time_is_over_is_kept(
    altered: Callable[[Instead], None],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A search may take a quarter of its time to find symmetries; three quarters are left then."""
    whole, parent, later = spared(caplog), os.getpid(), 0.0
    asked = 0

    def instead(honest: Callable[..., Any]) -> Callable[..., Any]:
        def answer(*arguments: object, **more: object) -> Any:
            nonlocal later, asked
            if os.getpid() == parent:
                asked += 1
                later += 0.3 * LONG if asked == 2 else 0.0
            return honest(*arguments, **more)

        return answer

    monotonic = time.monotonic
    monkeypatch.setattr(time, "monotonic", lambda: monotonic() + later)
    altered(instead)
    some = spared(caplog)
    assert asked == 2
    assert (some, whole) == (5, 5 + 4 + 3 + 2 + 1)


def test_a_stream_of_classes_ends_where_it_is_too_late_to_compare(
    altered: Callable[[Instead], None],
) -> None:
    puzzle = Puzzle("free")  # 7! symmetries, more than are listed
    t = puzzle.choices("t", i=range(7))
    puzzle.at_least(1, t)
    automorphisms(puzzle).name([0])
    times = 0

    def instead(honest: Callable[..., Any]) -> Callable[..., Any]:
        def answer(*arguments: object, **more: object) -> Any:
            nonlocal times
            times += honest.__name__ == "canonical_permutation"
            if times > 3:
                raise Stopped
            return honest(*arguments, **more)

        return answer

    altered(instead)
    with solutions(puzzle, "dlx", symmetries="auto") as stream:
        found = list(stream)
    assert 1 <= len(found) <= 3
    assert times == 4
    assert not stream.complete
    assert stream.result().count == len(found)
