"""A Dask cluster whose workers die, hang or differ, and whose scheduler goes: counts are exact."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil
import pytest
from hurried import hurried

from minuet.models import ExactCover, SolverError, Sudoku, Unavailable
from minuet.models.formats import read
from minuet.solvers import Snapshot, checkpoint_status, count

from command_line import one_line
from in_process import minuet
from late import Late
from oracle.aged import OTHER, aged
from oracle.struck import struck

if TYPE_CHECKING:
    from distributed import Client, Future

distributed: Any = Late("distributed")

SOMA = 240 * 2 * 24  # Conway and Guy's, their mirror images, and all as they may be turned
SOLVER = "bitmask:portable"  # the same on every machine
GUARD = 120.0  # seconds after which a search that hangs ends
LANGFORD = 216288  # pairs of 1 to 12


@contextmanager
def two_workers() -> Iterator[Client]:
    """Two workers, processes that are begun anew where they die."""
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=60
        ) as cluster,
        distributed.Client(cluster, set_as_default=False) as client,
    ):
        yield client


@pytest.fixture(scope="module")
def dask() -> Iterator[Client]:
    with two_workers() as client:
        yield client


@pytest.fixture
def client(dask: Client) -> Client:
    dask.cluster.scale(2)
    dask.wait_for_workers(2, timeout=120)
    return dask


@pytest.fixture(scope="module")
def langford(data: Path) -> ExactCover:
    return matrix_of(data, "langford12")


def matrix_of(data: Path, name: str) -> ExactCover:
    (matrix,) = read((data / f"instances/{name}.dlx").read_bytes()).problems
    assert isinstance(matrix, ExactCover)
    return matrix


@contextmanager
def killing(client: Client, seconds: float) -> Iterator[list[int]]:
    """Kill one of two workers every so many seconds, during the block; yield whom."""
    client.wait_for_workers(2, timeout=60)
    with struck(lambda: at_work(client), psutil.Process.kill, seconds, spared=1) as killed:
        yield killed


def at_work(client: Client) -> list[int]:
    """Return the processes of workers that have begun: one that dies before is given up by Dask."""
    known = client.scheduler_info(n_workers=-1)["workers"]
    nannies = list(client.cluster.workers.values())
    begun = [one for one in nannies if one.process and one.worker_address in known]
    return [one.process.pid for one in begun if one.process.status.name == "running"]


def test_a_cluster_counts_soma(client: Client, data: Path) -> None:
    for solver in ("bitmask", "dlx", "dlx:links", "auto"):
        result = count(matrix_of(data, "soma"), solver, on=client)
        assert (result.count, result.complete) == (SOMA, True)


@pytest.mark.slow
@pytest.mark.parametrize("run", range(10))
def test_killed_workers_are_no_harm(run: int, data: Path) -> None:
    matrix = matrix_of(data, "pent6x10")
    solver, seconds = (SOLVER, 0.3) if run == 0 else ("dlx:cells", 1.0)
    with two_workers() as client, killing(client, seconds) as killed:
        result = count(matrix, solver, on=client)
    assert (result.count, result.complete) == (9356, True)
    assert killed


@pytest.mark.slow
def test_soma_is_counted_though_workers_are_killed(data: Path) -> None:
    with two_workers() as client, killing(client, 0.1) as killed:
        result = count(matrix_of(data, "soma"), "dlx:links", on=client)
    assert (result.count, result.complete) == (SOMA, True)
    assert killed


def test_a_worker_that_is_cut_off_is_passed_by(client: Client, langford: ExactCover) -> None:
    stopped = next(iter(client.run(os.getpid).values()))
    os.kill(stopped, signal.SIGSTOP)
    try:
        with hurried(20, here=True):
            result = count(langford, SOLVER, on=client, time_limit=20 * GUARD)
    finally:
        os.kill(stopped, signal.SIGCONT)
    assert (result.count, result.complete) == (LANGFORD, True)


def test_a_result_that_does_not_come_is_asked_for_again(
    client: Client, langford: ExactCover, monkeypatch: pytest.MonkeyPatch
) -> None:
    result_of, stuck = distributed.Future._result, list[str]()

    async def lost(self: Future, raiseit: bool = True) -> object:
        key = str(self.key)
        if len(stuck) < 2 and "+" not in key and "-load-" not in key:
            await self._state.wait()
            stuck.append(key)
            if len(stuck) == 1:
                await asyncio.sleep(3600)  # it waits for a worker that died
            raise distributed.KilledWorker(key, None, 0)  # as_completed never hears of it
        return await result_of(self, raiseit)

    monkeypatch.setattr(distributed.Future, "_result", lost)
    with hurried(20, here=True):
        result = count(langford, SOLVER, on=client, time_limit=20 * GUARD)
    assert (result.count, result.complete) == (LANGFORD, True)
    assert len(stuck) == 2


def test_a_load_that_kills_its_workers_is_handed_over_anew(
    client: Client, langford: ExactCover, monkeypatch: pytest.MonkeyPatch
) -> None:
    result_of, failed, loads = distributed.Future._result, list[str](), list[str]()
    submit = client.submit

    def watched(work: Any, *given: Any, key: str, **settings: Any) -> Future:
        loads.extend([key] if "-load-" in key else [])
        return submit(work, *given, key=key, **settings)

    async def without_load(self: Future, raiseit: bool = True) -> object:
        key = str(self.key)
        if not failed and "-load-" not in key:
            failed.append(key)
            error = distributed.KilledWorker(loads[0], None, 3)
            return type(error), error, None
        return await result_of(self, raiseit)

    monkeypatch.setattr(client, "submit", watched)
    monkeypatch.setattr(distributed.Future, "_result", without_load)
    result = count(langford, SOLVER, on=client, time_limit=GUARD)
    assert (result.count, result.complete) == (LANGFORD, True)
    assert failed
    assert len(loads) == 2


def test_a_client_that_is_closed_is_told_at_once(client: Client, langford: ExactCover) -> None:
    other = distributed.Client(client.scheduler.address, set_as_default=False)
    other.close()
    with pytest.raises(SolverError, match="the scheduler is gone"):
        count(langford, SOLVER, on=other)


def test_a_worker_of_another_version_is_refused_in_a_line(
    client: Client, langford: ExactCover, monkeypatch: pytest.MonkeyPatch
) -> None:
    submit = client.submit

    def older(work: Any, *given: Any, **settings: Any) -> Future:
        kept = (one if isinstance(one, distributed.Future) else aged(one) for one in given)
        return submit(work, *kept, **settings)

    monkeypatch.setattr(client, "submit", older)
    with pytest.raises(SolverError, match=f"a worker has .*{re.escape(OTHER)}") as told:
        count(langford, SOLVER, on=client)
    assert "\n" not in str(told.value)


def test_a_scheduler_that_does_not_answer_is_one_line() -> None:
    address = ("--on", "tcp://127.0.0.1:1", "--time-limit", "0.1")
    done = minuet("count", "gallery:langford-8", *address)
    assert "no scheduler answers" in one_line(done)


@pytest.mark.slow
def test_a_cluster_that_loses_all_workers_is_told(client: Client) -> None:
    gone = threading.Thread(target=client.cluster.scale, args=(0,))

    def look(shot: Snapshot) -> None:
        if shot.found and not gone.ident:
            gone.start()

    with hurried(20, here=True), pytest.raises(SolverError, match="no workers any more"):
        count(Sudoku("." * 81), SOLVER, on=client, progress=look)
    gone.join()


@pytest.mark.slow
def test_a_scheduler_that_goes_is_told_and_the_next_goes_on(data: Path, tmp_path: Path) -> None:
    matrix, path, seen = matrix_of(data, "pent6x10"), tmp_path / "kept", threading.Event()
    address = free_address()

    def look(shot: Snapshot) -> None:
        if shot.found:
            seen.set()

    with scheduled(address) as scheduler:
        killer = threading.Thread(target=lambda: (seen.wait(60), scheduler.kill()))
        killer.start()
        with pytest.raises(SolverError, match="the scheduler is gone"):
            count(matrix, SOLVER, on=address, checkpoint=path, progress=look)
        killer.join()
    assert 0 < checkpoint_status(path).share < 1
    with scheduled(address):
        result = count(matrix, SOLVER, on=address, checkpoint=path, time_limit=0.5)
        assert not result.complete
    result = count(matrix, SOLVER, threads=2, checkpoint=path)
    assert (result.count, result.complete) == (9356, True)


@pytest.mark.slow
def test_a_scheduler_that_does_not_answer_keeps_nobody(data: Path, tmp_path: Path) -> None:
    matrix, path, address = matrix_of(data, "pent6x10"), tmp_path / "kept", free_address()
    with scheduled(address) as scheduler, stopping(scheduler) as (stop, late):
        result = count(matrix, "dlx", on=address, checkpoint=path, time_limit=3.0, progress=stop(0))
        assert not result.complete
        assert result.count == checkpoint_status(path).found > 0
        with pytest.raises(Unavailable, match=f"on: {address}: no scheduler answers"):
            count(matrix, "dlx", on=address, time_limit=0.5)
        scheduler.send_signal(signal.SIGCONT)
        with (
            hurried(20, here=True),
            pytest.raises(SolverError, match=r"has not answered for 30 seconds; .* kept") as told,
        ):
            count(matrix, "dlx", on=address, checkpoint=path, progress=stop(result.count))
        assert "\n" not in str(told.value)
        assert not late
    assert result.count < checkpoint_status(path).found < 9356
    result = count(matrix, "dlx", threads=2, checkpoint=path)
    assert (result.count, result.complete) == (9356, True)


@contextmanager
def stopping(
    scheduler: subprocess.Popen[bytes],
) -> Iterator[tuple[Callable[[int], Callable[[Snapshot], None]], list[bool]]]:
    """Yield what stops a scheduler once more is found, and whether it was killed at last."""
    late: list[bool] = []

    def end() -> None:
        late.append(True)
        scheduler.kill()

    def beyond(found: int) -> Callable[[Snapshot], None]:
        def look(shot: Snapshot) -> None:
            if shot.found > found:
                scheduler.send_signal(signal.SIGSTOP)

        return look

    timer = threading.Timer(90, end)
    timer.start()
    try:
        yield beyond, late
    finally:
        timer.cancel()


def free_address() -> str:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"tcp://127.0.0.1:{free.getsockname()[1]}"


@contextmanager
def scheduled(address: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a scheduler and a worker, each a process of its own."""
    begun: list[subprocess.Popen[bytes]] = []

    def begin(module: str, *arguments: str) -> None:
        program = f"import sys; from distributed.cli.{module} import main; main(sys.argv[1:])"
        command = [sys.executable, "-c", program, *arguments]
        begun.append(
            subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        )

    host, port = address.removeprefix("tcp://").split(":")
    try:
        begin("dask_scheduler", "--host", host, "--port", port, "--dashboard-address", ":0")
        begin("dask_worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard")
        for _ in range(600):
            with suppress(OSError), socket.create_connection((host, int(port)), 1.0):
                break
            time.sleep(0.05)
        yield begun[0]
    finally:
        for one in reversed(begun):
            one.kill()
            one.wait()
