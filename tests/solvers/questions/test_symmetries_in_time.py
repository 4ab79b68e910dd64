"""Finding symmetries keeps the time limit, and leaves a search that can do without them its time.

The finder is a stub that never ends, so that no test depends on how fast the machine is.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pytest

from minuet.models import Automorphisms, Puzzle, automorphisms
from minuet.models.symmetry.bliss import Bliss
from minuet.solvers import Deadline, Stopped, count_up_to_symmetry, solutions, solve
from minuet.solvers.questions.symmetries import isolated_bliss
from minuet.solvers.questions.symmetries.alike import symmetries_in_time
from minuet.solvers.questions.symmetries.isolated_bliss import bliss_within
from minuet.solvers.questions.symmetries.orbit_fixing import spared_options

from in_process import minuet
from late import needs
from oracle.problems import queens

pytestmark = needs("igraph")
LONG = 100.0  # seconds: far more than any limit here


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the search for symmetries take for ever, as far as a test can tell."""

    def generators(self: Bliss, classes: Sequence[int]) -> list[Any]:
        time.sleep(LONG)
        return []

    monkeypatch.setattr(Bliss, "generators", generators)


@pytest.mark.usefixtures("endless")
def test_a_search_goes_on_without_symmetries_that_are_not_found_in_time() -> None:
    puzzle = queens(6)
    result = solve(puzzle, symmetries="auto", time_limit=8)
    assert result.answer is not None
    assert puzzle.check(result.answer)


@pytest.mark.usefixtures("endless")
def test_classes_without_symmetries_are_left_open() -> None:
    found = count_up_to_symmetry(queens(6), "auto", time_limit=0.5)
    assert (found.count, found.order, found.complete) == (None, 0, False)
    assert str(found) == "0 solutions so far: the symmetries were not found in time"
    with solutions(queens(6), symmetries="auto", time_limit=0.5) as stream:
        assert list(stream) == []
    assert not stream.complete


@pytest.mark.usefixtures("endless")
def test_the_command_says_that_symmetries_were_not_found() -> None:
    done = minuet("count", "--symmetries", "auto", "--time-limit", "1", "gallery:queens-8")
    assert (done.returncode, done.stdout) == (3, "")
    assert "time limit: 0 solutions so far: the symmetries were not found in time\n" in done.stderr
    done = minuet("solve", "--symmetries", "auto", "--time-limit", "8", "gallery:queens-8")
    assert (done.returncode, done.stdout.count("Q")) == (0, 8)
    assert "symmetries: not found in a part of the time limit" in done.stderr


@pytest.mark.usefixtures("endless")
def test_ctrl_c_ends_the_search_for_symmetries() -> None:
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        count_up_to_symmetry(queens(6), "auto", time_limit=LONG)
    timer.join()


def test_a_child_that_notices_the_limit_first_is_late_and_did_not_fail(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def generators(self: Bliss, classes: Sequence[int]) -> list[Any]:
        raise Stopped

    monkeypatch.setattr(Bliss, "generators", generators)
    monkeypatch.setattr(isolated_bliss, "SMALL", 0)
    found, _ = symmetries_in_time(queens(6), LONG, "auto")
    assert found is None
    assert solve(queens(6), symmetries="auto", time_limit=LONG).answer is not None


def alike_cells() -> Puzzle:
    """Two cells of a ring that are connected: a graph rule, with symmetries of its own."""
    puzzle = Puzzle("ring")
    cell = puzzle.choices("cell", i=range(4))
    puzzle.connected(cell, by="i", along={i: [(i + 1) % 4] for i in range(4)})
    puzzle.exactly(2, cell)
    return puzzle


@pytest.mark.parametrize("small", [0, 50_000])
@pytest.mark.parametrize(("make", "order"), [(alike_cells, 8), (lambda: queens(6), 8)])
def test_a_limit_changes_no_symmetry(
    make: Any, order: int, small: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(isolated_bliss, "SMALL", small)
    puzzle = make()
    found = Automorphisms(puzzle, bliss=bliss_within(Deadline(LONG)))
    free = automorphisms(puzzle)
    assert found.order == free.order == order
    assert found.fixing([0]) == free.fixing([0])
    assert np.array_equal(found.orbits_beside([0]), free.orbits_beside([0]))
    assert found.name([0]) == free.name([0])


def test_what_is_spared_before_the_time_is_over_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = queens(6)
    group = automorphisms(puzzle)
    whole, times = spared_options(group), 0
    orbits = Automorphisms.orbits_beside

    def orbits_beside(self: Automorphisms, *sets: Iterable[int]) -> Any:
        nonlocal times
        times += 1
        if times > 1:
            raise Stopped
        return orbits(self, *sets)

    monkeypatch.setattr(Automorphisms, "orbits_beside", orbits_beside)
    some = spared_options(group)
    assert times == 2
    assert set() < some <= whole


def test_a_stream_of_classes_ends_where_it_is_too_late_to_compare(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = Puzzle("free")  # 6! symmetries, more than are listed
    t = puzzle.choices("t", i=range(7))
    puzzle.at_least(1, t)
    names = Automorphisms.name
    times = 0

    def name(self: Automorphisms, *sets: Iterable[int]) -> bytes:
        nonlocal times
        times += 1
        if times > 3:
            raise Stopped
        return names(self, *sets)

    monkeypatch.setattr(Automorphisms, "name", name)
    with solutions(puzzle, "dlx", symmetries="auto") as stream:
        found = list(stream)
    assert 1 <= len(found) <= 3
    assert times == 4
    assert not stream.complete
    assert stream.result().count == len(found)
