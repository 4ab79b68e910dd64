"""Runs that workers do: each is recorded once, whoever of them dies."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil
import pytest

from minuet.experiments import Experiment, Outcome, Record, Records, contradictions, read_suite
from minuet.models import ModelError, SolverError

from in_process import minuet
from late import Late
from made_runs import answering
from runs_below import runs_below
from wrong_plug_ins import plug_in

if TYPE_CHECKING:
    from distributed import Client

distributed: Any = Late("distributed")

TINY = "a b c\na b\nc\na\nb c\na c\nb\n"  # four solutions
SUITE = """
files = ["tiny.dlx"]
gallery = ["langford-7"]
questions = ["count"]
solvers = ["dlx", "bitmask"]
seconds = 60
"""
COUNTS = {"tiny.dlx": 4, "gallery:langford-7": 52}


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


def require_all(found: list[Record], folder: Path) -> None:
    """Every run is recorded, once, with its answer and where it was."""
    with Records(folder) as records:
        kept = list(records)
    assert len(kept) == 2
    assert sorted(one.key for one in kept) == sorted({one.key for one in found})
    assert contradictions(kept) == []
    for one in kept:
        assert (one.outcome, one.count) == (Outcome.ANSWERED, COUNTS[one.instance])
        assert one.limited_by and one.environment["machine"]
        assert len(one.environment["worker"]) == 8


def require_done_on(place: Any, suite: Path) -> None:
    experiment = Experiment(read_suite(suite), only_runs=["tiny.dlx"])
    require_all(list(experiment.go(on=place)), experiment.folder)
    assert list(experiment.go(on=place)) == []
    with Records(experiment.folder) as records:
        assert {one.environment["git"] for one in records} == {None}


@pytest.mark.parametrize(
    "kind", [ProcessPoolExecutor, pytest.param(ThreadPoolExecutor, marks=pytest.mark.slow)]
)
def test_an_executor_of_the_caller_does_the_runs(suite: Path, kind: type) -> None:
    with kind(2) as pool:
        require_done_on(pool, suite)


class Far(ProcessPoolExecutor):
    """Workers on another machine, as it were: what stood at a place here is not there."""

    def __init__(self, change: Callable[[], object]) -> None:
        super().__init__(1, get_context("fork"))
        self.change = change

    def submit(self, task: Callable[..., Any], /, *words: Any, **more: Any) -> Future[Any]:
        self.change()
        return super().submit(task, *words, **more)


@pytest.mark.parametrize("is_there", [False, True])
def test_a_file_that_is_another_one_there_or_none_is_copied(suite: Path, is_there: bool) -> None:
    file = suite.parent / "tiny.dlx"

    def change() -> None:
        if is_there:
            file.write_text("a\na\n")
        else:
            file.unlink(missing_ok=True)

    experiment = Experiment(read_suite(suite), only_runs=["tiny.dlx,dlx"])
    with Far(change) as pool:
        (record,) = experiment.go(on=pool)
    assert (record.outcome, record.count) == (Outcome.ANSWERED, 4)


@pytest.mark.slow
def test_a_cluster_does_the_runs(suite: Path, client: Client) -> None:
    client.wait_for_workers(2, timeout=60)
    require_done_on(client, suite)


@pytest.mark.parametrize(("deaths", "outcome"), [(1, Outcome.ANSWERED), (3, Outcome.CRASHED)])
def test_a_run_whose_worker_dies_is_done_again_until_three_died_of_it(
    suite: Path, monkeypatch: pytest.MonkeyPatch, deaths: int, outcome: Outcome
) -> None:
    left = suite.parent / "deaths"
    left.write_text(str(deaths))
    monkeypatch.setenv("ODD_DEATHS", str(left))
    suite.write_text(SUITE.replace("bitmask", "odd:deadly") + plug_in(suite.parent))
    runs = "tiny.dlx,odd:deadly" if deaths < 3 else "tiny.dlx"
    experiment = Experiment(read_suite(suite), only_runs=[runs])
    found = {one.solver: one for one in experiment.go(on="processes:1")}
    died = found["odd:deadly"]
    assert (died.outcome, left.read_text()) == (outcome, "-1" if deaths < 3 else "0")
    assert died.message == ("" if deaths < 3 else "3 workers died of it")
    assert died.count == (4 if deaths < 3 else None)
    assert deaths < 3 or found["dlx"].count == 4
    with Records(experiment.folder) as records:
        assert sorted(one.key for one in records) == sorted(one.key for one in found.values())


def test_a_worker_with_another_minuet_is_refused(suite: Path) -> None:
    older = suite.parent / "older"
    (older / "minuet-0.0.1.dist-info").mkdir(parents=True)
    (older / "minuet-0.0.1.dist-info/METADATA").write_text("Name: minuet\nVersion: 0.0.1\n")
    first = f"import sys; sys.path.insert(0, {str(older)!r})"
    with ProcessPoolExecutor(1, get_context("spawn"), exec, (first,)) as pool:
        going = Experiment(read_suite(suite)).go(on=pool)
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

    def running() -> list[psutil.Process]:
        return [one for pid in pids for one in runs_below(pid)]

    (tmp_path / "suite.toml").write_text(LONG)
    under_way = threading.Event()

    def look() -> None:
        if running():
            under_way.set()
            raise KeyboardInterrupt

    going = Experiment(read_suite(tmp_path / "suite.toml")).go(on=client, tick=look)
    with pytest.raises(KeyboardInterrupt):
        list(going)
    assert under_way.is_set()
    end = time.monotonic() + 60
    while running() and time.monotonic() < end:
        time.sleep(0.05)
    assert not running()


def test_features_are_told_by_workers_too(suite: Path) -> None:
    suite.write_text("features = 6000\n" + SUITE)
    experiment = Experiment(read_suite(suite), only_runs=["tiny.dlx"])
    with ThreadPoolExecutor(1) as pool:
        (told,) = experiment.describe(on=pool, by=answering(features={"options": 6}))
    assert told.features == {"options": 6}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--on", "processes:0"], "'--on': 'processes:0', expected processes:1"),
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
    assert "4 runs left, of 60 s at most each: up to 80.0 s, and the time" in done.stdout
    done = minuet("experiment", str(suite), "--on", "tcp://nowhere:8786", "--dry-run")
    assert "up to 4.00 minutes, which the workers share, and the time" in done.stdout
