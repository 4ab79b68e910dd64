"""Workers, schedulers and coordinators die, hang and differ; what is counted stays exact."""

from __future__ import annotations

import os
import queue
import signal
import struct
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from pathlib import Path

import psutil
import pytest

from minuet.models import ExactCover, SolverError
from minuet.models.formats import read
from minuet.solvers import checkpoint_status, count
from minuet.solvers.questions.checkpoint import engine_run
from minuet.solvers.questions.workers import executors, job, processes, tasks, work

from oracle.killed import killed_again_and_again
from oracle.struck import forked, struck

COVERS = 9356  # of the pentominoes
SOLVER = "bitmask:portable"  # the same on every machine


@pytest.fixture(scope="module")
def pentominoes(data: Path) -> ExactCover:
    (matrix,) = read((data / "instances/pent6x10.dlx").read_bytes()).problems
    assert isinstance(matrix, ExactCover)
    return matrix


@pytest.mark.parametrize("run", [0, *(pytest.param(i, marks=pytest.mark.slow) for i in range(9))])
def test_workers_that_are_killed_are_no_harm(run: int, pentominoes: ExactCover) -> None:
    with struck(forked, psutil.Process.kill, 0.35) as killed:
        result = count(pentominoes, SOLVER, on="processes:2")
    assert (result.count, result.complete) == (COVERS, True)
    assert killed


def test_a_worker_that_is_stopped_is_replaced(
    pentominoes: ExactCover, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "PATIENCE", 0.5)
    with struck(forked, psutil.Process.suspend, 0.1, most=1) as stopped:
        result = count(pentominoes, SOLVER, on="processes:2")
    assert (result.count, result.complete) == (COVERS, True)
    assert stopped


def test_a_worker_that_dies_in_the_midst_of_an_answer_is_replaced(
    pentominoes: ExactCover, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    whole, parent = Connection._send_bytes, os.getpid()

    def torn(self: Connection, data: bytes) -> None:
        if os.getpid() == parent or (tmp_path / "torn").exists() or not (tmp_path / "one").exists():
            (tmp_path / "one").touch()  # another one has begun by then, or soon will
            return whole(self, data)
        (tmp_path / "torn").touch()
        os.write(self.fileno(), struct.pack("!i", len(data)) + bytes(data)[: len(data) // 2])
        os.kill(os.getpid(), signal.SIGKILL)
        return None

    monkeypatch.setattr(Connection, "_send_bytes", torn)
    result = count(pentominoes, SOLVER, on="processes:2", time_limit=30)
    assert (result.count, result.complete) == (COVERS, True)
    assert (tmp_path / "torn").exists()


def test_a_worker_that_does_not_read_its_task_can_be_killed() -> None:
    ended: queue.SimpleQueue[tuple[work.Work, executors.Outcome]] = queue.SimpleQueue()
    first, second = processes._Process(), processes._Process()
    task = tasks.Task("minuet-1", "0.0.1", (), 1.0)
    for one in (first, second):  # the second is a fork, and has what its parent had
        one.submit(work.Parcel("key", ""), task, ended)
        assert isinstance(ended.get(timeout=30)[1].result(), work.Refused)
    (child,) = first._executor._processes.values()  # type: ignore[union-attr]
    os.kill(child.pid, signal.SIGSTOP)
    first.submit(work.Parcel("key", "", bytes(1 << 20)), task, ended)
    time.sleep(0.1)  # for the thread that writes, to be in the midst of it
    killing = threading.Thread(target=first.kill, daemon=True)
    killing.start()
    killing.join(30)
    second.kill()
    assert not killing.is_alive()


def test_a_part_of_which_workers_die_is_told(
    pentominoes: ExactCover, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    engine, path = job.Prepared.engine, tmp_path / "kept"

    def deadly(self: job.Prepared, subtree: tuple[tuple[int, ...], tuple[int, ...]]) -> object:
        if len(subtree[0]) == 1:
            os.kill(os.getpid(), signal.SIGKILL)
        return engine(self, subtree)

    with monkeypatch.context() as patched:
        patched.setattr(job.Prepared, "engine", deadly)
        with pytest.raises(SolverError, match=r"3 workers died of .* the options [0-9]+;"):
            count(pentominoes, SOLVER, on="processes:2", checkpoint=path)
    assert not checkpoint_status(path).complete
    result = count(pentominoes, SOLVER, on="processes:2", checkpoint=path)
    assert (result.count, result.complete) == (COVERS, True)


def test_a_slow_worker_only_takes_longer(
    pentominoes: ExactCover, monkeypatch: pytest.MonkeyPatch
) -> None:
    work_at, slow = tasks._Search.work_at, threading.local()
    names = iter(range(100))

    def slowly(self: object, part: object) -> None:
        slow.number = getattr(slow, "number", None) or next(names) + 1
        if slow.number == 1:
            time.sleep(0.05)
        work_at(self, part)  # type: ignore[arg-type]

    monkeypatch.setattr(tasks._Search, "work_at", slowly)
    with ThreadPoolExecutor(2) as pool:
        result = count(pentominoes, SOLVER, on=pool)
    assert (result.count, result.complete) == (COVERS, True)


def test_a_worker_with_another_minuet_is_refused(
    pentominoes: ExactCover, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work, "version_of", lambda _: "0.0.1")
    with (
        ThreadPoolExecutor(2) as pool,
        pytest.raises(SolverError, match=r"minuet 0\.0\.1, exp"),
    ):
        count(pentominoes, "dlx", on=pool)


def test_a_coordinator_that_is_killed_goes_on(
    pentominoes: ExactCover, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "kept"

    def work(number: int) -> None:
        count(pentominoes, SOLVER, on=f"processes:{1 + number % 2}", checkpoint=path)

    with monkeypatch.context() as hasty:
        hasty.setattr(engine_run, "TURN", 0.01)
        hasty.setattr(engine_run, "DEAR", 0)
        assert killed_again_and_again(path, work, 5)
    assert 0 < checkpoint_status(path).share < 1
    result = count(pentominoes, SOLVER, threads=2, checkpoint=path)  # by threads, for a change
    assert (result.count, result.complete) == (COVERS, True)


def test_a_worker_that_fails_is_told_in_a_line(
    pentominoes: ExactCover, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: object, part: object) -> None:
        raise MemoryError

    monkeypatch.setattr(tasks._Search, "work_at", broken)
    with ThreadPoolExecutor(2) as pool, pytest.raises(SolverError, match="out of memory"):
        count(pentominoes, "dlx", on=pool)
