"""Runs as processes: whatever a solver does, what came of it is a record."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from shutil import which

import psutil
import pytest

from minuet.experiments import Experiment, Outcome, Record, Records, contradictions, read_suite
from minuet.experiments.runs.limits import Bounded, Watched
from minuet.models import CheckpointError, ModelError

from made_runs import answering, ending
from runs_below import runs_below
from wrong_plug_ins import plug_in

TINY = "a b c\na b\nc\na\nb c\na c\nb\n"  # four solutions
Limits = dict[str, float | None]


def experiment(folder: Path, text: str) -> Experiment:
    """Of a suite in a folder, with a tiny matrix and the solver `odd` beside it."""
    folder.mkdir(exist_ok=True)
    (folder / "tiny.dlx").write_text(TINY)
    (folder / "suite.toml").write_text(text + plug_in(folder))
    return Experiment(read_suite(folder / "suite.toml"))


def asking(solvers: str, question: str = "count", more: str = "") -> str:
    names = ", ".join(f'"{one}"' for one in solvers.split())
    return f'files = ["tiny.dlx"]\nquestions = ["{question}"]\nsolvers = [{names}]\n{more}'


def test_whatever_a_solver_does_is_a_record(tmp_path: Path) -> None:
    text = asking("odd:segfault odd:raises odd:exits odd:prints odd:breaks", "all")
    found = {one.solver.partition(":")[2]: one for one in experiment(tmp_path, text).go(jobs=2)}
    told = {name: (one.outcome, one.message) for name, one in found.items()}
    assert told["segfault"] == (Outcome.CRASHED, "crashed with SIGSEGV")
    assert told["raises"] == (Outcome.CRASHED, "failed with KeyError: 'nothing'")
    assert told["exits"] == (Outcome.CRASHED, "ended its process with status 3")
    assert told["breaks"][0] is Outcome.WRONG and "odd:breaks" in told["breaks"][1]
    assert told["prints"] == (Outcome.ANSWERED, "")
    assert found["prints"].count == 4
    assert {one.limited_by for one in found.values()} <= {"psutil", "runexec"}


def test_what_was_found_at_a_limit_is_in_the_record(tmp_path: Path) -> None:
    (one,) = experiment(tmp_path, asking("odd:waits", "all", "seconds = 0.4\n")).go()
    assert (one.outcome, one.message) == (Outcome.TIMEOUT, "stopped at its limit of seconds")
    assert (one.status, one.complete, one.solutions) == ("FEASIBLE", False, "")
    assert one.count is not None and 1 <= one.count <= 4
    assert one.seconds > 0.4


@pytest.mark.parametrize(
    "by",
    [
        Watched(),
        pytest.param(Bounded(), marks=pytest.mark.slow),
        pytest.param(
            None, marks=pytest.mark.skipif(which("runexec") is None, reason="runexec is not there")
        ),
    ],
    ids=["psutil", "rlimit", "runexec"],
)
def test_limits_are_enforced_from_outside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by: Watched | Bounded | None
) -> None:
    pids = tmp_path / "pids"
    monkeypatch.setenv("ODD_PIDS", str(pids))
    pids.write_text("")
    nests = " odd:nests" if not isinstance(by, Bounded) else ""
    suites = {
        "seconds": asking("odd:hangs", more="seconds = 0.05\n"),
        "processor": asking(f"odd:burns{nests}", more="processor_seconds = 0.1\n"),
        "memory": asking("odd:hoards", more='memory = "300M"\n'),
    }

    def ran(name: str) -> list[Record]:
        return list(experiment(tmp_path / name, suites[name]).go(by=by, jobs=2))

    with ThreadPoolExecutor() as pool:
        found = {one.solver: one for records in pool.map(ran, suites) for one in records}
    assert found["odd:hangs"].outcome is Outcome.TIMEOUT
    assert found["odd:hangs"].message == "killed at its limit of seconds"
    assert found["odd:burns"].outcome is Outcome.TIMEOUT
    assert "processor seconds" in found["odd:burns"].message
    assert (found["odd:burns"].processor_seconds or 0) > 0.1
    assert found["odd:hoards"].outcome is Outcome.MEMORY
    assert {one.limited_by for one in found.values()} <= (
        {by.name} if by else {"psutil", "runexec"}
    )
    for name in pids.read_text().split():  # what a run began ends with it
        with suppress(psutil.NoSuchProcess):
            assert psutil.Process(int(name)).status() == psutil.STATUS_ZOMBIE
    if nests:
        assert found["odd:nests"].outcome is Outcome.TIMEOUT
        assert "processor seconds" in found["odd:nests"].message


def test_questions_and_orders_agree(tmp_path: Path) -> None:
    (tmp_path / "costs.dlx").write_text("a b c\na |3\nb |2\nc |1\na b |9\nb c |1\n")
    text = (
        'files = ["costs.dlx"]\nquestions = ["first", "all", "best", "unique"]\n'
        'solvers = ["dlx"]\nshuffles = 1\n'
    )
    begun = experiment(tmp_path, text)
    begun.chosen = tuple(one for one in begun.chosen if one.shuffle or one.question == "all")
    found = list(begun.go(jobs=2))
    assert [one.outcome for one in found] == [Outcome.ANSWERED] * 5
    assert contradictions(found) == []
    told = {(one.question, one.shuffle): one for one in found}
    assert told["all", 1].count == told["all", None].count == 3
    assert told["best", 1].objective == 4
    assert told["unique", 1].count == 2
    assert (told["first", 1].status, told["first", 1].objective) == ("OPTIMAL", None)
    assert told["all", None].solutions == told["all", 1].solutions != ""


def test_a_run_says_what_it_took_and_where(tmp_path: Path) -> None:
    text = 'gallery = ["queens-8"]\nquestions = ["count"]\nsolvers = ["cpsat"]\n'
    (one,) = experiment(tmp_path, text).go()
    assert (one.count, one.outcome) == (92, Outcome.ANSWERED)
    assert one.processor_seconds is not None and one.processor_seconds > 0
    # Python began, and loaded a library, whose processor time is beside that of the question.
    assert one.start_processor_seconds is not None and one.start_processor_seconds > 0
    assert (one.start_seconds or 0) > 0 and one.seconds > 0
    assert (one.peak_memory or 0) > 20 << 20
    assert one.conflicts is not None and one.evidence == "claimed"
    where = one.environment
    assert where["packages"]["ortools"] in one.version
    assert {"machine", "python", "simd", "git", "minuet_git", "began"} <= set(where)
    assert where["machine"]["memory"] > 1 << 28 and where["machine"]["processor"]
    assert one.load is not None and one.load >= 0 and "load" not in where


def test_an_instance_that_changes_under_way_is_no_measurement(tmp_path: Path) -> None:
    begun = experiment(tmp_path, asking("dlx"))
    (tmp_path / "tiny.dlx").write_text(TINY + "c\n")
    (one,) = begun.go()
    assert one.outcome is Outcome.CRASHED
    assert "another one than when the experiment began" in one.message


def test_a_folder_is_one_experiments_at_a_time_and_has_the_records_as_they_come(
    tmp_path: Path,
) -> None:
    begun = experiment(tmp_path, asking("dlx odd:hangs bitmask"))
    going = begun.go()
    first = next(going)
    with Records(tmp_path / "suite") as records:
        assert list(records) == [first]

    def refused(other: Callable[[], object]) -> None:
        with pytest.raises(CheckpointError, match="another process is at work on it"):
            other()

    with ThreadPoolExecutor() as pool:  # for each waits a moment before it gives way
        list(pool.map(refused, (lambda: next(begun.go()), lambda: next(begun.describe()))))
    going.close()
    assert not runs_below(os.getpid())
    begun.chosen = tuple(one for one in begun.chosen if one.settings.solver != "odd:hangs")
    assert [one.solver for one in begun.go(by=answering(outcome="answered"))] == ["bitmask"]


def test_no_two_trees_are_mixed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = experiment(tmp_path, asking("dlx bitmask"))
    revisions = iter(["1", "1+2"])
    monkeypatch.setattr("minuet.experiments.experiment.own_revision", lambda: next(revisions))
    with pytest.raises(ModelError, match="the sources of minuet changed"):
        list(begun.go(by=answering(outcome="answered")))
    with Records(tmp_path / "suite") as records:
        assert not len(records)


def test_features_that_take_too_long_are_killed_and_say_so(tmp_path: Path) -> None:
    killed = ending(None, 6.0, 5.0, status=-9, limit="seconds")
    begun = experiment(tmp_path, asking("dlx", more='features = 5\nmemory = "300M"\n'))
    (told,) = begun.describe(by=killed)
    assert told.message == "killed at its limit of seconds" and not told.features
    (limits,) = killed.limits
    assert 5 <= (limits["seconds"] or 0) <= 10 and limits["memory"] == 300 << 20


def test_the_digest_of_solutions_is_no_time_of_the_solver(tmp_path: Path) -> None:
    by = answering(outcome="answered", seconds=3.0, processor_seconds=2.5, digested=[2.0, 1.5])
    text = asking("bitmask", "all", "seconds = 60\n")
    (answered,) = experiment(tmp_path, text).go(by=by)
    assert (answered.seconds, answered.processor_seconds) == (1.0, 1.0)
    assert answered.limited_by == "made"


@pytest.mark.parametrize(
    ("seconds", "outcome"),
    [(1.0, Outcome.CRASHED), (3.95, Outcome.TIMEOUT), (4.2, Outcome.TIMEOUT)],
)
def test_a_solver_may_stop_a_little_before_its_limit(
    tmp_path: Path, seconds: float, outcome: Outcome
) -> None:
    by = ending({"outcome": "timeout", "seconds": seconds}, seconds, 0.1)
    text = asking("dlx", more="seconds = 4\n")
    (record,) = experiment(tmp_path, text).go(by=by)
    assert record.outcome is outcome
