"""Workers and coordinators die, hang and differ; what is counted stays exact."""

from __future__ import annotations

import os
import re
import signal
import struct
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from itertools import product
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest
from hurried import clock

from minuet.models import ExactCover, SolverError
from minuet.models.formats import read
from minuet.solvers import checkpoint_status, count

from oracle.aged import OTHER, aged
from oracle.forged_checkpoints import forge, opened
from oracle.killed import killed_again_and_again

COUNT = 216288  # of Langford pairs of 1 to 12
SOLVER = "bitmask:portable"  # the same on every machine
GUARD = 300  # seconds after which a search that hangs ends
PATIENCE = 50  # looks whether a younger worker has answered, a millisecond apart
LEAP = 1000.0  # seconds: more than the patience with a worker

Befall = Callable[[Connection, bytes], None]


@pytest.fixture(scope="module")
def langford(data: Path) -> ExactCover:
    (matrix,) = read((data / "instances/langford12.dlx").read_bytes()).problems
    assert isinstance(matrix, ExactCover)
    return matrix


@pytest.fixture(autouse=True)
def _guarded() -> Iterator[None]:
    def end(*_: object) -> None:
        raise TimeoutError("the search hangs")

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(GUARD)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


answer: Any = Connection._send_bytes


def die(pipe: Connection, data: bytes) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def die_amid(pipe: Connection, data: bytes) -> None:
    os.write(pipe.fileno(), struct.pack("!i", len(data)) + bytes(data)[: len(data) // 2])
    os.kill(os.getpid(), signal.SIGKILL)


def stop_before(pipe: Connection, data: bytes) -> None:
    os.kill(os.getpid(), signal.SIGSTOP)


def stop_behind(pipe: Connection, data: bytes) -> None:
    """Do not read the next task, of which a pipe holds only a part."""
    answer(pipe, data)
    os.kill(os.getpid(), signal.SIGSTOP)


class Fate:
    """What happens to workers instead of an answer, so many times.

    younger  whether it happens only to one that was forked before another that has answered, and
             so may have what belongs to the first
    """

    def __init__(self, befall: Befall, most: int, folder: Path, *, younger: bool = True) -> None:
        self._befall, self._parent, self._folder = befall, os.getpid(), folder
        self._marks = [folder / f"met-{number}" for number in range(most)]
        self._younger, self._looks = younger, 0

    def answer(self, pipe: Connection, data: bytes) -> None:
        """Answer, or do not."""
        if os.getpid() != self._parent and self._comes_due() and self._is_next():
            self._befall(pipe, data)
        else:
            answer(pipe, data)

    def _comes_due(self) -> bool:
        """Wait a while for a younger one, lest the search ends before it has begun."""
        (self._folder / f"answered-{os.getpid()}").touch()
        for _ in range(PATIENCE):
            if self.met or self._is_due():
                break
            time.sleep(0.001)
        return self._is_due()

    def _is_due(self) -> bool:
        others = (int(one.name.partition("-")[2]) for one in self._folder.glob("answered-*"))
        return not self._younger or any(one > os.getpid() for one in others)

    def _is_next(self) -> bool:
        for mark in self._marks:
            with suppress(FileExistsError):
                mark.touch(exist_ok=False)
                return True
        return False

    @property
    def met(self) -> bool:
        """Whether all of it has happened."""
        return self._marks[-1].exists()

    def now(self, real: Callable[[], float]) -> Callable[[], float]:
        """Return a clock that leaps once that is so, and the coordinator has looked again."""

        def now() -> float:
            self._looks += self.met
            return real() + (LEAP if self._looks > 30 else 0.0)

        return now


@pytest.mark.parametrize(
    ("befall", "most", "cut"),
    [(die, 2, 8), (die_amid, 2, 8), (stop_before, 1, 8), (stop_behind, 1, 12)],
)
def test_workers_that_die_or_hang_are_replaced(
    befall: Befall, most: int, cut: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Options as one likes, and a part for each choice of the first ones: of twelve, a task is more
    # than a pipe holds.
    matrix, path = ExactCover(primary=0, items=[], starts=[0] * 21, members=[]), tmp_path / "kept"
    parts = []
    for chosen in product((False, True), repeat=cut):
        above = " ".join(str(k) for k in range(cut) if chosen[k])
        parts.append((above, " ".join(str(k) for k in range(cut) if not chosen[k]), 2**-cut))
    count(matrix, SOLVER, checkpoint=path, time_limit=0)
    forge(path, opened, parts)
    fate = Fate(befall, most, tmp_path)
    monkeypatch.setattr(Connection, "_send_bytes", lambda *sent: fate.answer(*sent))
    with clock(fate.now(time.monotonic)):
        result = count(matrix, SOLVER, on="processes:2", checkpoint=path)
    assert (result.count, result.complete) == (2**20, True)
    assert fate.met


def test_a_part_of_which_workers_die_is_told(
    langford: ExactCover, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "kept"
    count(langford, SOLVER, checkpoint=path, time_limit=0)
    forge(path, opened, [("7", "", 1.0)])
    fate = Fate(die, 100, tmp_path, younger=False)
    with monkeypatch.context() as deadly:
        deadly.setattr(Connection, "_send_bytes", lambda *sent: fate.answer(*sent))
        with pytest.raises(SolverError, match=r"3 workers died of .* below the options 7;"):
            count(langford, SOLVER, on="processes:2", checkpoint=path)
    assert not checkpoint_status(path).complete
    result = count(langford, SOLVER, on="processes:2", checkpoint=path)
    assert (result.count, result.complete) == (count(langford, "dlx", given=[7]).count, True)


class Elsewhere(ThreadPoolExecutor):
    """Two threads; what befalls a task does so in the thread that does it."""

    def __init__(self, befall: Callable[[Callable[[], Any]], Any]) -> None:
        super().__init__(2)
        self._befall = befall

    def submit(self, work: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        return super().submit(lambda: self._befall(lambda: work(*given, **named)))


def test_a_slow_worker_only_takes_longer(langford: ExactCover) -> None:
    slow, names = threading.local(), iter(range(2))

    def befall(work: Callable[[], Any]) -> Any:
        if not hasattr(slow, "name"):
            slow.name = next(names)
        if slow.name == 0:
            time.sleep(0.02)
        return work()

    with Elsewhere(befall) as pool:
        result = count(langford, SOLVER, on=pool)
    assert (result.count, result.complete) == (COUNT, True)


def test_a_worker_with_another_minuet_is_refused(langford: ExactCover) -> None:
    class Aged(ThreadPoolExecutor):
        def submit(self, work: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
            return super().submit(work, *map(aged, given), **named)

    with Aged(2) as pool, pytest.raises(SolverError, match=f"expected {re.escape(OTHER)}"):
        count(langford, "dlx", on=pool)


def test_a_coordinator_that_is_killed_goes_on(langford: ExactCover, tmp_path: Path) -> None:
    path = tmp_path / "kept"

    def work(number: int) -> None:
        with ThreadPoolExecutor(1 + number % 2) as pool:
            count(langford, SOLVER, on=pool, checkpoint=path)

    assert killed_again_and_again(work, 1)
    assert 0 < checkpoint_status(path).share < 1
    killed_again_and_again(work, 3)
    result = count(langford, SOLVER, threads=2, checkpoint=path)  # by threads, for a change
    assert (result.count, result.complete) == (COUNT, True)


def test_a_worker_that_fails_is_told_in_a_line(langford: ExactCover) -> None:
    def befall(work: Callable[[], Any]) -> Any:
        raise MemoryError

    with Elsewhere(befall) as pool, pytest.raises(SolverError, match="out of memory") as caught:
        count(langford, "dlx", on=pool)
    assert "\n" not in str(caught.value)
