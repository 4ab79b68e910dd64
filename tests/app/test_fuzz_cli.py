"""`minuet fuzz`: what it prints, what it keeps, and what it exits with."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from own_solvers import DancingLinks, Options

from minuet.solvers import Progress, Query

from in_process import minuet


def test_nothing_found_exits_with_0_and_tells_how_much_was_used() -> None:
    done = minuet("fuzz", "--seconds", "1", "--seed", "5", "--solvers", "dlx,bitmask")
    assert done.returncode == 0, done.stdout
    assert done.stdout.splitlines()[-1].startswith("seed 5: ")
    assert "0 faults" in done.stdout
    assert "small_matrix" in done.stdout
    assert done.stderr == ""


def test_a_fault_exits_with_1_is_kept_and_replayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = DancingLinks.count

    def one_less(self: DancingLinks, query: Query, progress: Progress) -> int:
        return max(told(self, query, progress) - 1, 0)

    monkeypatch.setattr(DancingLinks, "count", one_less)
    found = ["fuzz", "--seconds", "60", "--seed", "3", "--solvers", "dlx", "--most", "1"]
    done = minuet(*found, "--keep", str(tmp_path / "kept"))
    assert done.returncode == 1
    line = done.stdout.splitlines()[-1].split()
    assert line[:4] == ["minuet", "fuzz", "--seed", "3"]
    assert minuet(*line[1:]).returncode == 1
    (kept,) = (tmp_path / "kept").iterdir()
    assert minuet("fuzz", str(kept)).returncode == 1
    assert minuet("fuzz", str(kept), "--solvers", "bitmask:python").returncode == 0
    monkeypatch.undo()
    assert minuet("fuzz", str(kept)).returncode == 0
    assert minuet("check", str(kept), "--solvers", "dlx,bitmask:python").returncode == 0


def test_so_many_cases_are_asked_what_is_wanted_and_replayed_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wanted = ["fuzz", "--seed", "2", "--cases", "6", "--questions", "improving,hinted"]
    wanted += ["--shapes", "costed_matrix", "--solvers", "dlx"]
    done = minuet(*wanted, "--json")
    told = json.loads(done.stdout)
    assert (done.returncode, told["cases"], told["used"]) == (0, 6, 6)
    assert {one["question"] for one in told["asked"]} == {"improving", "hinted"}
    assert sum(one["times"] for one in told["asked"]) == 6

    def none(self: DancingLinks, query: Query, progress: Progress) -> Iterator[Options]:
        progress.complete = True
        return iter(())

    monkeypatch.setattr(DancingLinks, "improving", none)
    done = minuet(*wanted)
    line = done.stdout.splitlines()[-1].split()
    assert line[-2:] == ["--questions", "improving,hinted"]
    assert minuet(*line[1:]).returncode == 1


def test_any_puzzle_can_be_asked_everything() -> None:
    done = minuet("fuzz", "-", "--solvers", "dlx,bitmask", text="a b\na\nb\na b\n")
    assert done.returncode == 0, done.stdout
    assert "symmetry" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--case", "3"], "--seed"),
        (["--seed", "3", "--case", "3", "--cases", "2"], "--cases"),
        (["--cases", "0"], "--cases"),
        (["--questions", "improved"], "did you mean improving?"),
        (["--seconds", "-1"], "--seconds"),
        (["--solvers", "nobody"], "no solver 'nobody'"),
        (["nowhere.dlx"], "nowhere.dlx"),
    ],
)
def test_wrong_usage_exits_with_2(arguments: list[str], message: str) -> None:
    done = minuet("fuzz", *arguments)
    assert done.returncode == 2
    assert message in done.stderr


def interrupted(seconds: float) -> tuple[int, str, str]:
    command = [sys.executable, "-m", "minuet.app", "fuzz", "--solvers", "dlx", "--seconds", "300"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        try:
            with pytest.raises(subprocess.TimeoutExpired):
                running.wait(seconds)
            running.send_signal(signal.SIGINT)
            out, err = running.communicate(timeout=30)
        finally:
            running.kill()
    return running.returncode, out, err


def test_ctrl_c_prints_what_was_done_and_exits_with_130() -> None:
    for seconds in (3, 10, 30):  # on a machine that is busy the first case takes a while to come
        status, out, err = interrupted(seconds)
        assert (status, err) == (130, "minuet: interrupted\n")
        if out:
            break
    assert "cases in" in out
