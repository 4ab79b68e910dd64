"""A cross-check whose solvers are asked by workers says what one says that asks them here."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import psutil
import pytest
from own_solvers import Options

from minuet.models import ExactCover, ModelError, Puzzle, Unsupported
from minuet.solvers import crosscheck
from minuet.solvers.contract import Progress, Query
from minuet.solvers.crosscheck import Report

from command_line import one_line
from in_process import minuet
from late import Late
from oracle.liars import ClaimsInfeasible, DropsOne, Faulty
from oracle.problems import queens

distributed: Any = Late("distributed")
Place = Any  # who asks: see `crosscheck`

SOLVERS = ["dlx", "sat", "mip"]
SEVEN = queens(7)  # 40 solutions: more than `mip` lists


def told(report: Report) -> list[tuple[object, ...]]:
    return [
        (one.solver, one.by, one.kind, one.version, str(one.status), one.count, one.note, one.ended)
        for one in report.outcomes
    ]


def require_alike(puzzle: Puzzle | ExactCover, on: Place) -> Report:
    """Whoever asks, the verdict and what rests behind it are those of a check here."""
    here = crosscheck(puzzle, SOLVERS)  # which loads the libraries for the workers, too
    report = crosscheck(puzzle, SOLVERS, on=on)
    assert report.verdict is here.verdict == "agreed"
    assert told(report) == told(here)
    assert all(one.seconds > 0 for one in report.outcomes)
    return report


def test_own_processes_ask_all_solvers() -> None:
    report = require_alike(SEVEN, "processes:2")
    assert [one.asked for one in report.outcomes] == [*2 * ["all solutions"], "another solution"]


def test_an_executor_asks_them() -> None:
    with ProcessPoolExecutor(2) as pool:
        require_alike(queens(6), pool)


@pytest.mark.slow
def test_a_cluster_asks_them() -> None:
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=60
        ) as cluster,
        distributed.Client(cluster, set_as_default=False) as client,
    ):
        require_alike(SEVEN, client)


def test_the_best_is_compared_too() -> None:
    matrix = ExactCover(
        primary=2, items=["a", "b"], starts=[0, 1, 2, 4], members=[0, 1, 0, 1], costs=[2, 2, 3]
    )
    require_alike(matrix, "processes:2")


class Whereabouts(Faulty):
    """Notes in which process it was asked."""

    name = "whereabouts"

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        Path(os.environ["WHEREABOUTS"]).write_text(f"{os.getppid()}")
        return super().solutions(query, progress)


def test_it_is_a_worker_that_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WHEREABOUTS", str(tmp_path / "pid"))
    for on in (None, "processes:1"):
        report = crosscheck(queens(6), [Whereabouts(), "bitmask"], on=on)
        assert report.verdict == "agreed by one kind"
        asked_by = int((tmp_path / "pid").read_text())
        assert (asked_by == os.getpid()) == (on is None)


def test_liars_are_caught_here() -> None:
    report = crosscheck(queens(6), [DropsOne(), Denies(), "bitmask"], on="processes:2")
    assert report.verdict == "disagreed"
    between = {one.between for one in report.disagreements}
    assert {("faulty", "bitmask"), ("denies", "bitmask")} <= {*between, *(x[::-1] for x in between)}


class Denies(ClaimsInfeasible):
    name = "denies"


class Crashes(Faulty):
    name = "crashes"

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        os.kill(os.getpid(), signal.SIGSEGV)
        return super().solutions(query, progress)


class KillsWorkers(Faulty):
    name = "kills"

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        os.kill(os.getppid(), signal.SIGKILL)
        return super().solutions(query, progress)


class Hangs(Faulty):
    name = "hangs"

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        signal.pause()
        return super().solutions(query, progress)


def test_whatever_a_solver_does_there_is_a_line_of_the_report() -> None:
    solvers = [Crashes(), KillsWorkers(), Hangs(), "bitmask", "dlx"]
    report = crosscheck(queens(6), solvers, on="processes:2", time_limit=0.7)
    notes = {one.solver: one.note for one in report.outcomes}
    assert notes["crashes"] == "crashed with SIGSEGV"
    assert notes["kills"] == "ended its process without a word (3 workers died of it)"
    assert "stop" in notes["hangs"]
    assert (notes["bitmask"], notes["dlx"]) == ("", "")
    assert report.verdict == "agreed by one kind"
    assert not [one for one in psutil.Process().children() if one.status() == "stopped"]


def test_a_check_with_workers_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    first = crosscheck(queens(6), ["dlx"], on="processes:1", checkpoint=tmp_path / "kept")
    again = crosscheck(queens(6), ["dlx"], on="processes:1", checkpoint=tmp_path / "kept")
    assert told(first) == told(again)


def test_what_cannot_travel_is_refused() -> None:
    puzzle = Puzzle("odd")
    cell = puzzle.choices("cell", at=range(3))
    puzzle.exactly_one(cell, by=lambda at: 0)
    puzzle.require(lambda answer: True)
    with pytest.raises(Unsupported, match="cannot travel to workers"):
        crosscheck(puzzle, ["dlx", "sat"], on="processes:1")
    with pytest.raises(ModelError, match="on: 'processes:0'"):
        crosscheck(puzzle, on="processes:0")


def test_the_command_asks_workers() -> None:
    words = ["check", "gallery:queens-8", "--solvers", "dlx,bitmask", "--on", "processes:2"]
    done = minuet(*words)
    assert (done.returncode, done.stderr) == (0, "") and "92" in done.stdout
    apart = "given together with --symmetries"
    assert apart in one_line(minuet(*words, "--symmetries", "known"))
