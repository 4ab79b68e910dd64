"""Features of instances: told once, kept beside the runs, whatever ends an experiment."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from minuet.experiments import Experiment, Records, features, read_suite
from minuet.experiments.runs import loop
from minuet.experiments.runs.limits.ended import Ended, Limit
from minuet.experiments.runs.limits.watched import Watched
from minuet.experiments.runs.task import FEATURES, Task
from minuet.models.formats import read

TINY = "a b c\na b\nc\na\nb c\na c\nb\n"
SUITE = 'files = ["tiny.dlx"]\nquestions = ["count", "first"]\nsolvers = ["dlx"]\n'


class Counted(Watched):
    """Notes what it is told to do."""

    def __init__(self) -> None:
        self.done: list[str] = []

    def run(self, task: Task, limits: Limit, stopped: object) -> Ended:
        """Note the question of a task, and do it."""
        self.done.append(task.question)
        return super().run(task, limits, stopped)  # type: ignore[arg-type]


def experiment(folder: Path, more: str = "features = 30\n") -> Experiment:
    (folder / "tiny.dlx").write_text(TINY)
    (folder / "suite.toml").write_text(more + SUITE)
    return Experiment(read_suite(folder / "suite.toml"))


def test_each_record_of_an_instance_has_its_features_which_are_told_once(tmp_path: Path) -> None:
    by = Counted()
    records = list(experiment(tmp_path).go(by=by))
    assert by.done == [FEATURES, "count", "first"]
    expected = features(read(TINY.encode(), file="tiny.dlx").problems[0])
    assert [one.features for one in records] == [dict(expected)] * 2
    with Records(tmp_path / "suite") as kept:
        assert list(kept) == records
    again = Counted()
    assert len(list(experiment(tmp_path).go(by=again, again=True))) == 2
    assert again.done == ["count", "first"]


@pytest.mark.slow
def test_a_suite_that_comes_to_want_features_gives_them_to_what_was_run(tmp_path: Path) -> None:
    assert [one.features for one in experiment(tmp_path, "").go()] == [{}, {}]
    by = Counted()
    assert list(experiment(tmp_path, "features = true\n").go(by=by)) == []
    assert by.done == [FEATURES]
    with Records(tmp_path / "suite") as kept:
        assert {one.features["options"] for one in kept} == {6}


@pytest.mark.slow
def test_a_kill_between_the_features_and_the_runs_loses_neither(tmp_path: Path) -> None:
    for _ in experiment(tmp_path).describe():
        break  # as a kill does: what was yielded is in the file
    by = Counted()
    records = list(experiment(tmp_path).go(by=by))
    assert by.done == ["count", "first"]
    assert all(one.features["primary_items"] == 3 for one in records)


def test_a_process_that_dies_leaves_its_reason_and_is_not_tried_again(tmp_path: Path) -> None:
    class Deadly(Counted):
        def run(self, task: Task, limits: Limit, stopped: object) -> Ended:
            if task.question == FEATURES:
                task = replace(task, source={**task.source, "file": str(tmp_path / "gone.dlx")})
            return super().run(task, limits, stopped)

    by = Deadly()
    assert [one.features for one in experiment(tmp_path).go(by=by)] == [{}, {}]
    with Records(tmp_path / "suite") as kept:
        (told,) = kept.descriptions().values()
    assert "no such file" in told.message and not told.features
    assert list(experiment(tmp_path).go(by=by)) == []
    assert by.done == [FEATURES, "count", "first"]


def test_what_takes_too_long_ends_with_what_was_told_by_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stopping(Watched):
        """Interrupts the process as soon as it has said that it begins."""

        def run(self, task: Task, limits: Limit, stopped: object) -> Ended:
            return super().run(task, {**limits, "seconds": 1e-9}, stopped)  # type: ignore[arg-type]

    monkeypatch.setattr(loop, "MORE", 0.0)
    (tmp_path / "large.dlx").write_text(_large())
    (tmp_path / "suite.toml").write_text(
        'files = ["large.dlx"]\nquestions = ["first"]\nsolvers = ["dlx"]\nfeatures = 600\n'
    )
    (told,) = Experiment(read_suite(tmp_path / "suite.toml")).describe(by=Stopping())
    assert told.message == "killed at its limit of seconds" and not told.features


def _large() -> str:
    """Return a matrix whose features take longer than a process has to end: seconds."""
    names = [f"i{place}" for place in range(1500)]
    lines = [" ".join(names)]
    lines += [
        f"{names[a]} {names[(a + step) % 1500]}" for a in range(1500) for step in range(1, 40)
    ]
    return "\n".join(lines) + "\n"
