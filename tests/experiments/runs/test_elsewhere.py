"""Runs that workers do: each is recorded once, whoever of them dies."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil
import pytest

from minuet.experiments import Experiment, Outcome, Record, Records, contradictions, read_suite
from minuet.experiments.runs import elsewhere
from minuet.experiments.runs.limits.ended import Ended, Limit
from minuet.experiments.runs.limits.watched import Watched
from minuet.experiments.runs.task import Task
from minuet.models import ModelError, SolverError
from minuet.solvers.questions.workers import work

from command_line import MINUET
from in_process import minuet
from late import Late
from oracle.struck import forked, struck

if TYPE_CHECKING:
    from distributed import Client

distributed: Any = Late("distributed")

TINY = "a b c\na b\nc\na\nb c\na c\nb\n"  # four solutions
SUITE = """
files = ["tiny.dlx"]
gallery = ["langford-7", "queens-8"]
questions = ["count"]
solvers = ["dlx", "bitmask"]
seconds = 60
"""
COUNTS = {"tiny.dlx": 4, "gallery:langford-7": 52, "gallery:queens-8": 92}


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    (tmp_path / "tiny.dlx").write_text(TINY)
    (tmp_path / "suite.toml").write_text(SUITE)
    return tmp_path / "suite.toml"


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=60
        ) as cluster,
        distributed.Client(cluster, set_as_default=False) as client,
    ):
        yield client


def require_all(found: list[Record], folder: Path, times: int = 1) -> None:
    """Every run is recorded, once, with its answer and where it was."""
    assert len(found) == 6 * times
    with Records(folder) as records:
        kept = list(records)
    assert sorted(one.key for one in kept) == sorted({one.key for one in found})
    assert contradictions(kept) == []
    for one in kept:
        assert (one.outcome, one.count) == (Outcome.ANSWERED, COUNTS[one.instance])
        assert one.limited_by and one.environment["machine"]
        assert len(one.environment["worker"]) == 8


@pytest.mark.parametrize(
    "kind", [ProcessPoolExecutor, pytest.param(ThreadPoolExecutor, marks=pytest.mark.slow)]
)
def test_an_executor_of_the_caller_does_the_runs(suite: Path, kind: type) -> None:
    experiment = Experiment(read_suite(suite))
    with kind(2) as pool:
        require_all(list(experiment.go(on=pool)), experiment.folder)
        assert list(experiment.go(on=pool)) == []
    with Records(experiment.folder) as records:
        assert {one.environment["git"] for one in records} == {None}


@pytest.mark.slow
def test_a_cluster_does_the_runs_and_files_travel(
    suite: Path, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.wait_for_workers(2, timeout=60)
    files = elsewhere._files

    def taken(tasks: Iterable[Task]) -> dict[str, bytes]:
        found = files(tasks)
        (suite.parent / "tiny.dlx").unlink()  # as if the workers were on other machines
        return found

    monkeypatch.setattr(elsewhere, "_files", taken)
    experiment = Experiment(read_suite(suite))
    require_all(list(experiment.go(on=client)), experiment.folder)


def test_a_file_that_is_another_one_there_is_copied(tmp_path: Path) -> None:
    path = tmp_path / "tiny.dlx"
    luggage = elsewhere.Luggage({str(path): b"a\na\n"})
    for text in (b"a\na\n", b"b\nb\n", None):
        path.unlink() if text is None else path.write_bytes(text)
        place = Path(luggage.place_of(str(path)))
        assert place.read_bytes() == b"a\na\n"
        assert (place == path) == (text == b"a\na\n")
        assert place.name == path.name
    assert luggage.place_of("other.dlx") == "other.dlx"


def test_runs_whose_workers_are_killed_are_done_again(suite: Path) -> None:
    experiment = Experiment(read_suite(suite))
    with struck(forked, psutil.Process.kill, 0.5, most=2) as killed:
        found = list(experiment.go(on="processes:2"))
    require_all(found, experiment.folder)
    assert len(killed) == 2


class Deadly:
    """Kills the worker that is to run one of the solvers."""

    name = "none"

    def run(self, task: Task, limits: Limit, stopped: Callable[[], bool]) -> Ended:
        if task.solver == "bitmask":
            os.kill(os.getpid(), signal.SIGKILL)
        return Watched().run(task, limits, stopped)


def test_a_run_that_three_workers_die_of_is_a_record(suite: Path) -> None:
    experiment = Experiment(read_suite(suite), only_runs=["langford-7"])
    found = {one.solver: one for one in experiment.go(on="processes:1", by=Deadly())}
    assert found["bitmask"].outcome is Outcome.CRASHED
    assert found["bitmask"].message == "3 workers died of it"
    assert found["dlx"].count == 52
    with Records(experiment.folder) as records:
        assert len(records) == 2


def test_a_worker_with_another_minuet_is_refused(
    suite: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work, "version_of", lambda _: "0.0.1")
    going = Experiment(read_suite(suite)).go(on="processes:1")
    with pytest.raises(SolverError, match=r"a worker has minuet 0\.0\.1, expected"):
        next(going)


LONG = """
gallery = ["queens-12"]
questions = ["all"]
solvers = ["bitmask:python"]
"""


@pytest.mark.slow
def test_whoever_waits_no_longer_ends_the_runs_of_a_cluster(tmp_path: Path, client: Client) -> None:
    client.wait_for_workers(2, timeout=60)
    pids = list(client.run(os.getpid).values())
    (tmp_path / "suite.toml").write_text(LONG)
    under_way = threading.Event()

    def look() -> None:
        if runs_below(pids):
            under_way.set()
            raise KeyboardInterrupt

    going = Experiment(read_suite(tmp_path / "suite.toml")).go(on=client, tick=look)
    with pytest.raises(KeyboardInterrupt):
        list(going)
    assert under_way.is_set()
    end = time.monotonic() + 60
    while runs_below(pids) and time.monotonic() < end:
        time.sleep(0.05)
    assert not runs_below(pids)


def runs_below(pids: Iterable[int]) -> list[psutil.Process]:
    """The runs that workers have under way."""
    found = []
    for pid in pids:
        for one in psutil.Process(pid).children(recursive=True):
            with suppress(psutil.NoSuchProcess):
                found += [one] * ("minuet.experiments.runs.child" in one.cmdline())
    return found


def test_features_are_told_by_workers_too(suite: Path) -> None:
    suite.write_text("features = true\n" + SUITE)
    experiment = Experiment(read_suite(suite), only_runs=["langford-7"])
    (told,) = experiment.describe(on="processes:1")
    assert told.features["options"] == 63


def test_a_command_that_is_killed_goes_on(suite: Path) -> None:
    folder = suite.parent / "suite"
    command = [*MINUET, "experiment", str(suite), "--on", "processes:2"]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    end = time.monotonic() + 100
    while recorded(folder) < 2 and time.monotonic() < end:
        time.sleep(0.01)
    below = psutil.Process(running.pid).children(recursive=True)
    running.kill()
    running.wait()
    assert not psutil.wait_procs(below, 30)[1]
    with Records(folder) as records:
        before = [one.key for one in records]
    assert before
    done = minuet("experiment", str(suite), "--on", "processes:2")
    assert done.returncode == 0, done.stderr
    with Records(folder) as records:
        found = list(records)
    assert [one.key for one in found][: len(before)] == before
    require_all(found, folder)


def recorded(folder: Path) -> int:
    """How many records there are in a file that another process writes."""
    path = f"file:{folder / 'records.sqlite'}?mode=ro"
    with suppress(sqlite3.OperationalError), sqlite3.connect(path, uri=True) as file:
        return int(file.execute("SELECT COUNT(*) FROM records").fetchone()[0])
    return 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--on", "processes:0"], "on: 'processes:0', expected processes:1"),
        (["--on", "processes:2", "--jobs", "2"], "--jobs"),
    ],
)
def test_a_place_without_workers_is_one_line(suite: Path, words: list[str], said: str) -> None:
    done = minuet("experiment", str(suite), *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr and done.stderr.count("\n") == 1
    assert not (suite.parent / "suite").exists()


def test_jobs_and_workers_are_not_asked_together(suite: Path) -> None:
    with pytest.raises(ModelError, match="jobs 2 beside on="):
        next(Experiment(read_suite(suite)).go(jobs=2, on="processes:2"))


def test_a_plan_is_told_with_its_workers(suite: Path) -> None:
    done = minuet("experiment", str(suite), "--on", "processes:3", "--dry-run")
    assert "6 runs left, of 60 s at most each: up to 2.00 minutes, and the time" in done.stdout
    done = minuet("experiment", str(suite), "--on", "tcp://nowhere:8786", "--dry-run")
    assert "up to 6.00 minutes, which the workers share, and the time" in done.stdout
