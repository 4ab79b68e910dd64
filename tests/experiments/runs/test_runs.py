"""Runs as processes: whatever a solver does, what came of it is a record."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from minuet.experiments import Experiment, Outcome, Record, Records, contradictions, read_suite
from minuet.experiments.runs.limits.bounded import Bounded
from minuet.experiments.runs.limits.ended import Ended, Enforcer
from minuet.experiments.runs.limits.runexec import RunExec, is_there
from minuet.experiments.runs.limits.watched import Watched
from minuet.experiments.runs.made import record_of
from minuet.models import CheckpointError

TINY = "a b c\na b\nc\na\nb c\na c\nb\n"  # four solutions


def ran(folder: Path, text: str, *, by: Enforcer | None = None, jobs: int = 2) -> list[Record]:
    (folder / "suite.toml").write_text(text)
    return list(Experiment(read_suite(folder / "suite.toml")).go(by=by, jobs=jobs))


def by_solver(records: list[Record]) -> dict[str, Record]:
    return {one.solver: one for one in records}


def test_whatever_a_solver_does_is_a_record(tmp_path: Path, odd: Path) -> None:
    (tmp_path / "tiny.dlx").write_text(TINY)
    variants = ["segfault", "raises", "exits", "prints", "breaks"]
    names = ", ".join(f'"odd:{one}"' for one in variants)
    found = by_solver(
        ran(tmp_path, f'files = ["tiny.dlx"]\nquestions = ["all"]\nsolvers = [{names}]\n')
    )
    told = {name.partition(":")[2]: (one.outcome, one.message) for name, one in found.items()}
    assert told["segfault"] == (Outcome.CRASHED, "crashed with SIGSEGV")
    assert told["raises"] == (Outcome.CRASHED, "failed with KeyError: 'nothing'")
    assert told["exits"] == (Outcome.CRASHED, "ended its process with status 3")
    assert told["breaks"][0] is Outcome.WRONG and "odd:breaks" in told["breaks"][1]
    assert told["prints"] == (Outcome.ANSWERED, "")
    assert found["odd:prints"].count == 4
    assert {one.limited_by for one in found.values()} <= {"psutil", "runexec"}


BOXED = pytest.mark.skipif(not is_there(), reason="runexec is not there, or has no control groups")


@pytest.mark.parametrize(
    "by",
    [
        Watched(),
        pytest.param(Bounded(), marks=pytest.mark.slow),
        pytest.param(RunExec(), marks=BOXED),
    ],
    ids=["psutil", "rlimit", "runexec"],
)
def test_limits_are_enforced_from_outside(
    tmp_path: Path, odd: Path, monkeypatch: pytest.MonkeyPatch, by: Enforcer
) -> None:
    pids = tmp_path / "pids"
    monkeypatch.setenv("ODD_PIDS", str(pids))
    pids.write_text("")
    (tmp_path / "tiny.dlx").write_text(TINY)
    nests = ', "odd:nests"' if not isinstance(by, Bounded) else ""
    found = by_solver(
        ran(
            tmp_path,
            'files = ["tiny.dlx"]\nquestions = ["count"]\n'
            f'solvers = ["odd:hangs", "odd:burns", "odd:hoards"{nests}]\n'
            'seconds = 6\nprocessor_seconds = 1\nmemory = "300M"\n',
            by=by,
        )
    )
    assert found["odd:hangs"].outcome is Outcome.TIMEOUT
    assert found["odd:hangs"].message == "killed at its limit of seconds"
    assert found["odd:burns"].outcome is Outcome.TIMEOUT
    assert "processor seconds" in found["odd:burns"].message
    assert found["odd:burns"].processor_seconds > 1
    assert found["odd:hoards"].outcome is Outcome.MEMORY
    assert found["odd:hoards"].limited_by == by.name
    for name in pids.read_text().split():  # what a run began ends with it
        with suppress(psutil.NoSuchProcess):
            assert psutil.Process(int(name)).status() == psutil.STATUS_ZOMBIE
    if nests:
        assert found["odd:nests"].outcome is Outcome.TIMEOUT
        assert "processor seconds" in found["odd:nests"].message


def test_what_was_found_at_a_limit_is_in_the_record(tmp_path: Path) -> None:
    (one,) = ran(
        tmp_path,
        'gallery = ["pentominoes-6x10"]\nquestions = ["all"]\nsolvers = ["bitmask:python"]\n'
        "seconds = 1.5\n",
    )
    assert one.outcome is Outcome.TIMEOUT
    assert (one.status, one.complete, one.solutions) in {
        ("FEASIBLE", False, ""),
        ("UNKNOWN", False, ""),
    }
    assert one.count is not None and one.count < 9356
    assert 1.5 < one.seconds < 6


def test_questions_and_orders_agree(tmp_path: Path) -> None:
    (tmp_path / "costs.dlx").write_text("a b c\na |3\nb |2\nc |1\na b |9\nb c |1\n")
    found = ran(
        tmp_path,
        'files = ["costs.dlx"]\nquestions = ["first", "count", "all", "best", "unique"]\n'
        'solvers = ["dlx"]\nshuffles = 1\nseconds = 60\n',
    )
    assert [one.outcome for one in found] == [Outcome.ANSWERED] * 10
    assert contradictions(found) == []
    told = {(one.question, one.shuffle): one for one in found}
    for shuffle in (None, 1):
        assert told["count", shuffle].count == told["all", shuffle].count == 3
        assert told["best", shuffle].objective == 4
        assert told["unique", shuffle].count == 2
        assert told["first", shuffle].status == "OPTIMAL"
        assert told["first", shuffle].objective is None
    assert told["all", None].solutions == told["all", 1].solutions != ""


def test_a_run_says_what_it_took_and_where(tmp_path: Path) -> None:
    (one,) = ran(tmp_path, 'gallery = ["queens-8"]\nquestions = ["count"]\nsolvers = ["cpsat"]\n')
    assert (one.count, one.outcome) == (92, Outcome.ANSWERED)
    assert one.processor_seconds is not None and one.processor_seconds > 0
    assert one.start_processor_seconds > 0.1  # Python begins, and loads a library
    assert one.start_seconds > 0 and one.seconds > 0
    assert one.peak_memory > 20 << 20
    assert one.conflicts is not None and one.evidence == "claimed"
    where = one.environment
    assert where["packages"]["ortools"] in one.version
    assert {"machine", "python", "simd", "git", "minuet_git", "began"} <= set(where)


def test_an_instance_that_changes_under_way_is_no_measurement(tmp_path: Path) -> None:
    (tmp_path / "a.dlx").write_text(TINY)
    text = 'files = ["a.dlx"]\nquestions = ["count"]\nsolvers = ["dlx"]\n'
    (tmp_path / "suite.toml").write_text(text)
    experiment = Experiment(read_suite(tmp_path / "suite.toml"))
    (tmp_path / "a.dlx").write_text(TINY + "c\n")
    (one,) = experiment.go()
    assert one.outcome is Outcome.CRASHED
    assert "another one than when the experiment began" in one.message


def test_records_are_in_the_file_as_they_come(tmp_path: Path) -> None:
    (tmp_path / "a.dlx").write_text(TINY)
    text = 'files = ["a.dlx"]\nquestions = ["count"]\nsolvers = ["dlx", "bitmask"]\n'
    (tmp_path / "suite.toml").write_text(text)
    going = Experiment(read_suite(tmp_path / "suite.toml"), tmp_path / "out").go()
    first = next(going)
    with Records(tmp_path / "out") as records:
        assert list(records) == [first]
    going.close()
    assert not [one for one in psutil.Process(os.getpid()).children() if "child" in one.cmdline()]


def test_the_digest_of_solutions_is_no_time_of_the_solver(tmp_path: Path) -> None:
    text = 'gallery = ["queens-8"]\nquestions = ["all"]\nsolvers = ["bitmask"]\nseconds = 60\n'
    (tmp_path / "suite.toml").write_text(text)
    (run,) = Experiment(read_suite(tmp_path / "suite.toml")).runs
    lines = [
        {"pid": 1, "start_seconds": 0.5},
        {"outcome": "answered", "seconds": 3.0, "processor_seconds": 2.5, "digested": [2.0, 1.5]},
    ]
    ended = Ended("\n".join(map(json.dumps, lines)), "", 0, 3.5, 2.5, None)
    answered = record_of(run, ended, {}, "test")
    assert (answered.seconds, answered.processor_seconds) == (1.0, 1.0)


@pytest.mark.parametrize(
    ("seconds", "outcome"),
    [(1.0, Outcome.CRASHED), (3.95, Outcome.TIMEOUT), (4.2, Outcome.TIMEOUT)],
)
def test_a_solver_may_stop_a_little_before_its_limit(
    tmp_path: Path, seconds: float, outcome: Outcome
) -> None:
    text = 'gallery = ["queens-8"]\nquestions = ["count"]\nsolvers = ["dlx"]\nseconds = 4\n'
    (tmp_path / "suite.toml").write_text(text)
    (run,) = Experiment(read_suite(tmp_path / "suite.toml")).runs
    ended = Ended(f'{{"outcome": "timeout", "seconds": {seconds}}}', "", 0, seconds, 0.1, 1 << 20)
    assert record_of(run, ended, {}, "nobody").outcome is outcome


def test_a_folder_is_one_experiments_at_a_time(tmp_path: Path) -> None:
    (tmp_path / "a.dlx").write_text(TINY)
    text = 'files = ["a.dlx"]\nquestions = ["count"]\nsolvers = ["dlx", "bitmask"]\n'
    (tmp_path / "suite.toml").write_text(text)
    experiment = Experiment(read_suite(tmp_path / "suite.toml"))
    going = experiment.go()
    next(going)
    for other in (experiment.go(), experiment.describe()):
        with pytest.raises(CheckpointError, match="another process is at work on it"):
            next(other)
    going.close()
    assert len(list(experiment.go())) == 1
