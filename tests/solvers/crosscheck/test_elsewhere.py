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
from minuet.models.gallery import entry
from minuet.solvers import CheckVerdict, Progress, Query, Report, crosscheck

from command_line import minuet, one_line
from late import Late
from oracle.liars import ClaimsInfeasible, DropsOne, Faulty

distributed: Any = Late("distributed")

SOLVERS = ["dlx", "bitmask", "sat", "cpsat", "mip"]


@pytest.fixture(scope="module")
def queens() -> Puzzle:
    return entry("queens-8").load()


def told(report: Report) -> list[tuple[object, ...]]:
    return [
        (one.solver, one.by, one.kind, one.version, str(one.status), one.count, one.note, one.ended)
        for one in report.outcomes
    ]


def require_alike(puzzle: Puzzle | ExactCover, report: Report) -> None:
    """Whoever asked, the verdict and what rests behind it are those of a check here."""
    here = crosscheck(puzzle, SOLVERS)
    assert report.verdict is here.verdict is CheckVerdict.AGREED
    assert told(report) == told(here)
    assert all(one.seconds > 0 for one in report.outcomes)


def test_own_processes_ask_all_solvers(queens: Puzzle) -> None:
    require_alike(queens, crosscheck(queens, SOLVERS, on="processes:2"))


def test_an_executor_asks_them(queens: Puzzle) -> None:
    with ProcessPoolExecutor(2) as pool:
        require_alike(queens, crosscheck(queens, SOLVERS, on=pool))


@pytest.mark.slow
def test_a_cluster_asks_them(queens: Puzzle) -> None:
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=60
        ) as cluster,
        distributed.Client(cluster, set_as_default=False) as client,
    ):
        require_alike(queens, crosscheck(queens, SOLVERS, on=client))


def test_the_best_is_compared_too() -> None:
    matrix = ExactCover(
        primary=2, items=["a", "b"], starts=[0, 1, 2, 4], members=[0, 1, 0, 1], costs=[2, 2, 3]
    )
    require_alike(matrix, crosscheck(matrix, SOLVERS, on="processes:2"))


class Whereabouts(Faulty):
    """Notes in which process it was asked."""

    name = "whereabouts"

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        Path(os.environ["WHEREABOUTS"]).write_text(f"{os.getppid()}")
        return super().solutions(query, progress)


def test_it_is_a_worker_that_asks(
    queens: Puzzle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WHEREABOUTS", str(tmp_path / "pid"))
    for on in (None, "processes:1"):
        report = crosscheck(queens, [Whereabouts(), "bitmask"], on=on)
        assert report.verdict is CheckVerdict.AGREED
        asked_by = int((tmp_path / "pid").read_text())
        assert (asked_by == os.getpid()) == (on is None)


@pytest.mark.parametrize("liar", [DropsOne, ClaimsInfeasible])
def test_a_liar_is_caught_here(queens: Puzzle, liar: type[Faulty]) -> None:
    report = crosscheck(queens, [liar(), "bitmask", "dlx"], on="processes:2")
    assert report.verdict is CheckVerdict.DISAGREED


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


def test_whatever_a_solver_does_there_is_a_line_of_the_report(queens: Puzzle) -> None:
    solvers = [Crashes(), KillsWorkers(), Hangs(), "bitmask", "dlx"]
    report = crosscheck(queens, solvers, on="processes:2", time_limit=2.0)
    notes = {one.solver: one.note for one in report.outcomes}
    assert notes["crashes"] == "crashed with SIGSEGV"
    assert notes["kills"] == "ended its process without a word (3 workers died of it)"
    assert "stop" in notes["hangs"]
    assert (notes["bitmask"], notes["dlx"]) == ("", "")
    assert report.verdict is CheckVerdict.AGREED
    assert not [one for one in psutil.Process().children() if one.status() == "stopped"]


def test_one_more_solution_is_asked_for_by_workers(queens: Puzzle) -> None:
    report = crosscheck(queens, ["mip", "bitmask"], on="processes:2")
    (mip,) = [one for one in report.outcomes if one.solver == "mip"]
    assert (report.verdict, mip.asked) == (CheckVerdict.AGREED, "another solution")


def test_a_check_with_workers_goes_on_from_its_checkpoint(queens: Puzzle, tmp_path: Path) -> None:
    first = crosscheck(queens, ["dlx"], on="processes:1", checkpoint=tmp_path / "kept")
    again = crosscheck(queens, ["dlx"], on="processes:1", checkpoint=tmp_path / "kept")
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
    assert "expected no --up-to-symmetry" in one_line(minuet(*words, "--up-to-symmetry"))
