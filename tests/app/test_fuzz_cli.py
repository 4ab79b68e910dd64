"""`minuet fuzz`: what it prints, what it keeps, and what it exits with."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from clocks import Clock
from own_solvers import DancingLinks, Options

from minuet.solvers.contract import Progress, Query

from in_process import minuet

LIES = "MINUET_TEST_LIES"


class CountsOneLess(DancingLinks):
    """Dancing links that lose a solution of each count as long as they lie."""

    name = "counts-one-less"

    def count(self, query: Query, progress: Progress) -> int:
        return max(super().count(query, progress) - (LIES in os.environ), 0)


class FindsNone(DancingLinks):
    """Dancing links that find no solution with costs as long as they lie."""

    name = "finds-none"

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        if LIES not in os.environ:
            return super().improving(query, progress)
        progress.complete = True
        return iter(())


def test_nothing_found_exits_with_0_and_tells_how_much_was_used() -> None:
    done = minuet("fuzz", "--cases", "4", "--seed", "5", "--solvers", "dlx,bitmask")
    assert done.returncode == 0, done.stdout
    assert done.stdout.splitlines()[-1].startswith("seed 5: ")
    assert "0 faults" in done.stdout
    assert "small_matrix" in done.stdout
    assert done.stderr == ""


def test_seconds_end_it_too() -> None:
    done = minuet("fuzz", "--time-limit", "0", "--seed", "5", "--solvers", "dlx,bitmask", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["cases"] <= 1


def test_a_fault_exits_with_1_is_kept_and_replayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plug_in: Callable[..., None]
) -> None:
    plug_in("solvers", **{"counts-one-less": CountsOneLess})
    monkeypatch.setenv(LIES, "1")
    found = ["fuzz", "--cases", "1000", "--seed", "3", "--solvers", "counts-one-less"]
    done = minuet(*found, "--most", "1", "--keep", str(tmp_path / "kept"))
    assert done.returncode == 1
    line = done.stdout.splitlines()[-1].split()
    assert line[:4] == ["minuet", "fuzz", "--seed", "3"]
    assert minuet(*line[1:]).returncode == 1
    (kept,) = (tmp_path / "kept").iterdir()
    assert minuet("fuzz", str(kept)).returncode == 1
    assert minuet("fuzz", str(kept), "--solvers", "bitmask:python").returncode == 0
    monkeypatch.delenv(LIES)
    assert minuet("fuzz", str(kept)).returncode == 0
    assert minuet("check", str(kept), "--solvers", "dlx,bitmask:python").returncode == 0


def test_so_many_cases_are_asked_what_is_wanted_and_replayed_with_it(
    monkeypatch: pytest.MonkeyPatch, plug_in: Callable[..., None]
) -> None:
    plug_in("solvers", **{"finds-none": FindsNone})
    wanted = ["fuzz", "--seed", "3", "--cases", "6", "--questions", "improving,hinted"]
    wanted += ["--shapes", "costed_matrix", "--solvers", "finds-none"]
    done = minuet(*wanted, "--json")
    told = json.loads(done.stdout)
    assert (done.returncode, told["cases"], told["used"]) == (0, 6, 6)
    assert {one["question"] for one in told["asked"]} == {"improving", "hinted"}
    assert sum(one["times"] for one in told["asked"]) == 6
    monkeypatch.setenv(LIES, "1")
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
        (["--time-limit", "-1"], "--time-limit"),
        (["--solvers", "nobody"], "no solver 'nobody'"),
        (["nowhere.dlx"], "nowhere.dlx"),
    ],
)
def test_wrong_usage_exits_with_2(arguments: list[str], message: str) -> None:
    done = minuet("fuzz", *arguments)
    assert done.returncode == 2
    assert message in done.stderr


def test_ctrl_c_prints_what_was_done_and_exits_with_130(clock: Clock) -> None:
    clock.tick = 0.3
    wanted = ["--cases", "100000", "--shapes", "small_matrix", "--solvers", "dlx"]
    done = minuet("fuzz", *wanted, terminal=True, stop_at=r"[2-9] cases")
    assert done.returncode == 130
    assert done.stderr.endswith("\x1b[2Kminuet: interrupted\n")
    assert "cases in" in done.stdout
