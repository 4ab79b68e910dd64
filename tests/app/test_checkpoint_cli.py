"""--checkpoint and `minuet status`: what a person types, sees and keeps."""

from __future__ import annotations

import json
import re
import signal
import sys
import time
from pathlib import Path

import pytest
from clocks import Clock

from command_line import MINUET, begin, one_line
from command_line import minuet as started
from documents import documents
from in_process import minuet
from oracle.problems import GRID

QUEENS = str(Path(__file__).parents[1] / "data/instances/queens12.dlx")
PENTOMINOES = str(Path(__file__).parents[1] / "data/instances/pent6x10.dlx")
# minuet on a disk that takes longer to save a checkpoint than Ctrl-C waits for other things: once
# the file STRUCK is there, a save takes as many naps of the thread that counts the time by them.
SLOW_DISK = """
import os, runpy, sqlite3, sys, time

naps, nap, connect = 0, time.sleep, sqlite3.connect

def short_nap(seconds):
    global naps
    naps += 1
    nap(seconds / 100)

class SlowDisk(sqlite3.Connection):
    def execute(self, command, *values):
        if command == "COMMIT" and os.path.exists("STRUCK"):
            before = naps
            while naps < before + 60:  # twice as long as it waits for others
                nap(0.001)
        return super().execute(command, *values)

time.sleep = short_nap
sqlite3.connect = lambda *given, **more: connect(*given, factory=SlowDisk, **more)
runpy.run_module("minuet.app", run_name="__main__", alter_sys=True)
"""


@pytest.mark.slow
def test_a_killed_count_goes_on_and_its_status_is_told(tmp_path: Path) -> None:
    path = tmp_path / "pentominoes.checkpoint"
    command = ["count", PENTOMINOES, "--solver", "dlx", "--checkpoint", str(path)]
    running = begin([*MINUET, *command], held=False)
    end = time.monotonic() + 60
    while time.monotonic() < end:
        told = started("status", str(path), "--json")
        if told.returncode == 0 and json.loads(told.stdout)["share"] > 0:
            break
    running.kill()
    running.communicate()
    assert running.returncode == -signal.SIGKILL
    known = json.loads(told.stdout)
    assert 0 < known["share"] < 1
    assert known["running"]
    assert known["parts"]["open"] > 0
    shown = started("status", str(path)).stdout
    assert "not at work" in shown
    assert "count of a matrix of 72 items and 2056 options" in shown
    assert "dlx, minuet" in shown
    assert started(*command, "--threads", "2").stdout == "9356\n"
    assert "complete" in started("status", str(path)).stdout


def test_an_interrupt_keeps_the_checkpoint(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "one"
    clock.tick = 0.3
    command = ["count", PENTOMINOES, "--solver", "dlx", "--checkpoint", str(path)]
    done = minuet(*command, terminal=True, stop_at=r"count .*\d:\d\d(.*\r){3}")
    assert done.returncode == 130
    assert "interrupted" in done.stderr
    (known,) = documents(minuet("status", str(path), "--json").stdout, "status")
    assert not known["running"]
    assert not known["complete"]


def test_an_interrupt_waits_for_a_checkpoint_that_takes_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty.txt").write_text("." * 81 + "\n")
    command = ["count", "-v", "empty.txt", "--solver", "dlx", "--checkpoint", "one"]
    running = begin([sys.executable, "-c", SLOW_DISK, *command], held=False)
    assert running.stderr is not None
    assert "minuet: dlx\n" in iter(running.stderr.readline, "")
    end = time.monotonic() + 120
    while time.monotonic() < end:  # until something is counted and saved
        told = minuet("status", "one", "--json") if Path("one").exists() else None
        if told and told.returncode == 0 and json.loads(told.stdout)["count"]:
            break
    Path("STRUCK").touch()
    running.send_signal(signal.SIGINT)
    _, complaint = running.communicate(timeout=120)
    assert running.returncode == 130
    counted = re.search(r"interrupted: at least (\d+) solutions", complaint)
    assert counted, complaint
    (known,) = documents(minuet("status", "one", "--json").stdout, "status")
    assert known["count"] == int(counted[1]) > 0


def test_all_solutions_are_written_with_a_checkpoint(tmp_path: Path) -> None:
    output, path = tmp_path / "queens.txt", tmp_path / "queens.checkpoint"
    command = ["list", QUEENS, "-o", str(output), "--checkpoint", str(path), "--json"]
    for _ in range(2):
        done = minuet(*command)
        assert (done.returncode, done.stdout) == (0, "")
        *lines, last = output.read_text().splitlines()
        assert len(set(lines)) == 14200
        assert documents(lines[0], "solution")
        assert documents(last, "solutions")[0]["count"] == 14200
    (known,) = documents(minuet("status", str(path), "--json").stdout, "status")
    assert known["output"] == str(output)


def test_a_puzzle_without_a_solution_says_so_in_the_file(tmp_path: Path) -> None:
    output = tmp_path / "out.txt"
    done = minuet(
        *("list", "-o", str(output), "--checkpoint", str(tmp_path / "one")),
        text=GRID.replace("0", "1"),
    )
    assert done.returncode == 0, done.stderr
    assert output.read_text() == "INFEASIBLE\n"


def test_each_puzzle_of_a_file_has_its_own_checkpoint(tmp_path: Path) -> None:
    done = minuet("count", "--checkpoint", str(tmp_path / "a.ck"), text=f"{GRID}\n{GRID}\n")
    assert done.stdout == "1\n1\n"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a-2.ck", "a.ck"]
    told = one_line(
        minuet(
            *("list", "-o", str(tmp_path / "o"), "--checkpoint", str(tmp_path / "b")),
            text=f"{GRID}\n{GRID}\n",
        )
    )
    assert "one puzzle" in told


def test_a_check_keeps_its_answers(tmp_path: Path) -> None:
    command = ["check", "--solvers", "dlx,bitmask", "--json", "--checkpoint", str(tmp_path / "one")]
    first, again = (documents(minuet(*command, text=GRID).stdout, "check")[0] for _ in range(2))
    assert [one["seconds"] for one in first["outcomes"]] == [
        one["seconds"] for one in again["outcomes"]
    ]
    assert "2 done, 0 open" in minuet("status", str(tmp_path / "one")).stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["list", "--checkpoint", "c"], "given without --output, expected both"),
        (["list", "--checkpoint", "c", "-o", "-"], "expected -o FILE"),
        (["list", "--limit", "3", "-o", "o", "--checkpoint", "c"], "together with --limit"),
        (
            ["list", "-o", "o", "--symmetries", "known", "--checkpoint", "c"],
            "together with --symmetries",
        ),
        (["list", "-o", "o", "--evidence", "agreed", "--checkpoint", "c"], "--evidence"),
        (
            ["list", "-o", "o", "--parameter", "speed=9", "--checkpoint", "c"],
            "parameter",
        ),
        (["list", "-o", "o", "--seed", "-1", "--checkpoint", "c"], "seed"),
        (["list", "-o", "c", "--checkpoint", "c"], "one file for both"),
        (["list", "-o", "/dev/null", "--checkpoint", "c"], "/dev/null: no file of its"),
        (["list", "-o", "/dev/full", "--checkpoint", "c"], "/dev/full: no file of its"),
        (["count", "--symmetries", "known", "--checkpoint", "c"], "not beside symmetries"),
        (["check", "--symmetries", "known", "--checkpoint", "c"], "together with --symmetries"),
        (["count", "--solver", "sat", "--checkpoint", "c"], "without parts"),
        (["count", "--checkpoint", "."], "."),
        (["status", "nowhere"], "nowhere: no such file"),
        (["status", QUEENS], "no checkpoint of minuet"),
        (["status"], "Missing argument"),
    ],
)
def test_what_means_nothing_is_one_line(
    arguments: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = minuet(*arguments, text=GRID)
    assert done.returncode in (2, 4)
    assert done.stdout == ""
    assert words in done.stderr.splitlines()[-1]
    assert not list(tmp_path.iterdir())


def test_another_puzzles_checkpoint_is_one_line(tmp_path: Path) -> None:
    path = str(tmp_path / "one")
    assert minuet("count", "--solver", "dlx", "--checkpoint", path, text=GRID).stdout == "1\n"
    done = minuet("count", "--solver", "dlx", "--checkpoint", path, QUEENS)
    assert (done.returncode, done.stdout) == (2, "")
    assert "the checkpoint of another matrix" in done.stderr.splitlines()[-1]


def test_another_picture_of_the_same_matrix_does_not_go_on_in_the_file(tmp_path: Path) -> None:
    described = """
[choices.queen]
row = "1..4"
col = "1..4"

[rules]
row = { exactly_one = "queen", by = "row" }
col = { exactly_one = "queen", by = "col" }

[show]
table = "queen"
show = "Q"
"""
    output = tmp_path / "out"
    files = ["-o", str(output), "--checkpoint", str(tmp_path / "ck")]
    assert minuet("list", *files, text=described).returncode == 0
    before = output.read_bytes()
    assert before.count(b"Q") == 24 * 4
    other = described.replace('"Q"', '"X"')
    assert "prints its solutions otherwise" in one_line(minuet("list", *files, text=other))
    assert output.read_bytes() == before


def test_the_help_names_the_files_of_further_puzzles() -> None:
    for command in ("count", "check"):
        told = " ".join(minuet(command, "--help").stdout.replace("│", " ").split())
        assert "FILE-2.EXT" in told
        assert "FILE-2 " not in told


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_an_output_that_is_taken_away_is_an_error_that_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: list[str]
) -> None:
    output = tmp_path / "out"

    def taken_away(file: int) -> None:
        output.unlink(missing_ok=True)

    monkeypatch.setattr("os.fsync", taken_away)
    files = ["-o", str(output), "--checkpoint", str(tmp_path / "ck")]
    done = minuet("list", *files, *form, text=GRID)
    assert (done.returncode, done.stdout) == (4, "")
    assert done.stderr.splitlines()[-1].startswith(f"minuet: {output}: the output was taken away")
    assert not output.exists()
