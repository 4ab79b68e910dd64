"""`minuet experiment`: runs that are recorded, gone on with after kills, and contradicted."""

from __future__ import annotations

import json
import resource
import shlex
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import psutil
import pytest

from minuet.experiments import Records
from minuet.solvers import registry

from command_line import MINUET, begin, minuet
from in_process import minuet as minuet_here
from wrong_plug_ins import plug_in

SUITE = """
name = "first look"
files = ["*.dlx"]
gallery = ["queens-8"]
questions = ["count"]
solvers = ["dlx", "bitmask"]
seconds = 60
"""


@pytest.fixture
def odd(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    plug_in(tmp_path_factory.mktemp("site"), monkeypatch)
    yield
    registry._foreign.cache_clear()


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    (tmp_path / "tiny.dlx").write_text("a b c\na b\nc\na\nb c\na c\nb\n")
    (tmp_path / "suite.toml").write_text(SUITE)
    return tmp_path / "suite.toml"


def keys(folder: Path) -> list[str]:
    with Records(folder) as records:
        return [one.key for one in records]


def test_the_smallest_suite_is_run_once(suite: Path) -> None:
    done = minuet("experiment", "suite.toml", cwd=suite.parent)
    assert done.returncode == 0, done.stderr
    assert "first look" in done.stdout and "bitmask" in done.stdout
    assert "the records are in suite" in done.stderr
    with Records(suite.parent / "suite") as records:
        counts = {(one.instance, one.solver): one.count for one in records}
        began = [one.environment["began"] for one in records]
        assert records.suite == "first look"
    assert set(counts.values()) == {4, 92} and len(counts) == 4
    assert minuet_here("experiment", str(suite)).returncode == 0
    with Records(suite.parent / "suite") as records:
        assert [one.environment["began"] for one in records] == began
    suite.write_text(SUITE.replace('"bitmask"', '"bitmask:python"'))
    told = json.loads(minuet_here("experiment", str(suite), "--dry-run", "--json").stdout)
    assert (told["runs"], told["recorded"], told["left"]) == (4, 2, 2)
    assert told["most_seconds"] == 120


def test_a_dry_run_says_what_would_be_run_and_runs_nothing(suite: Path) -> None:
    done = minuet_here("experiment", str(suite), "--dry-run", "--only", "quens*,dlx")
    assert done.returncode == 2 and "no run fits 'quens*,dlx'" in done.stderr
    done = minuet_here("experiment", str(suite), "--dry-run", "--only", "queens,dlx")
    assert done.returncode == 0
    assert "1 run left, of 60 s at most each: up to 60.0 s" in done.stdout
    assert not (suite.parent / "suite").exists()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("seconds = -1", ":7:11: -1 seconds, expected a number above 0"),
        ('colour = "red"', ":7:1: unknown key 'colour'"),
        ('[[solver]]\nname = "dxl"', ":8:8: no solver 'dxl'"),
        ('[[instances]]\nfiles = ["*.nope"]', ":8:10: no file fits '*.nope'"),
    ],
)
def test_bad_input_is_one_line_before_anything_runs(suite: Path, line: str, said: str) -> None:
    suite.write_text(SUITE.replace("seconds = 60\n", "") + line + "\n")
    done = minuet_here("experiment", str(suite))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"minuet: {suite}") and done.stderr.count("\n") == 1
    assert said in done.stderr
    assert not (suite.parent / "suite").exists()


@pytest.mark.parametrize("limit", ["0", "nan", "1e400", "2e9"])
def test_a_limit_of_the_command_line_has_the_range_of_the_suites(suite: Path, limit: str) -> None:
    done = minuet_here("experiment", str(suite), "--time-limit", limit)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--time-limit" in done.stderr and done.stderr.count("\n") == 1


def test_an_instance_that_cannot_be_read_is_told_before_anything_runs(suite: Path) -> None:
    (suite.parent / "wrong.dlx").write_text("a b c\na d\n")
    done = minuet_here("experiment", str(suite))
    assert done.returncode == 2
    assert f"{suite.parent / 'wrong.dlx'}:2:3:" in done.stderr
    assert not (suite.parent / "suite").exists()


def test_runs_that_contradict_each_other_are_a_wrong_answer(suite: Path, odd: None) -> None:
    suite.write_text(SUITE.replace('"bitmask"', '"odd:counts-one-more"'))
    done = minuet_here("experiment", str(suite), "--only", "queens", "--jobs", "2")
    assert done.returncode == 1, done.stderr
    first, again = done.stdout.splitlines()[:2]
    assert first.startswith("WRONG ANSWER: gallery:queens-8: number of solutions")
    assert "92 solutions (dlx)" in first and "93 solutions (odd:counts-one-more)" in first
    words = shlex.split(again.removeprefix("again: "))
    assert words[0] == "minuet"
    assert again.count("--only") == 2
    replayed = minuet_here(*words[1:], cwd=suite.parent)
    assert replayed.returncode == 1
    assert replayed.stdout.startswith("WRONG ANSWER: ")
    told = json.loads(minuet_here("experiment", str(suite), "--json", "--only", "queens").stdout)
    (wrong,) = told["wrong"]
    assert len(wrong["keys"]) == 2 and shlex.split(wrong["again"]) == words


def test_a_solver_that_denies_what_another_found_is_contradicted(suite: Path, odd: None) -> None:
    suite.write_text(SUITE.replace('"bitmask"', '"odd:denies"').replace('"count"', '"first"'))
    done = minuet_here("experiment", str(suite), "--only", "tiny.dlx", "--jobs", "2")
    assert done.returncode == 1
    assert "no solution (odd:denies)" in done.stdout


def _recorded(folder: Path) -> int:
    """How many records there are in a file that another process writes."""
    try:
        with sqlite3.connect(f"file:{folder / 'records.sqlite'}?mode=ro", uri=True) as file:
            return int(file.execute("SELECT COUNT(*) FROM records").fetchone()[0])
    except sqlite3.OperationalError:
        return 0


def _wait_for_records(folder: Path, number: int) -> None:
    end = time.monotonic() + 100
    while _recorded(folder) < number:
        assert time.monotonic() < end
        time.sleep(0.01)


def _children(pid: int) -> list[psutil.Process]:
    return psutil.Process(pid).children(recursive=True)


LONG = SUITE.replace("seconds = 60", "seconds = 60\nrepetitions = 2\n")


def test_a_kill_costs_what_was_under_way_and_no_more(suite: Path) -> None:
    suite.write_text(LONG)
    folder = suite.parent / "out"
    command = [*MINUET, "experiment", str(suite), "--out", str(folder)]
    for number in (1, 3):
        running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _wait_for_records(folder, number)
        below = _children(running.pid)
        running.kill()
        running.wait()
        psutil.wait_procs(below, 10)
        assert not any(one.is_running() and one.status() != psutil.STATUS_ZOMBIE for one in below)
    before = keys(folder)
    assert 3 <= len(before) <= 8
    done = minuet_here("experiment", str(suite), "--out", str(folder), "--jobs", "2")
    assert done.returncode == 0
    after = keys(folder)
    assert after[: len(before)] == before
    assert len(after) == len(set(after)) == 8


def test_ctrl_c_keeps_the_records_so_far(suite: Path) -> None:
    suite.write_text(LONG)
    folder = suite.parent / "suite"
    running = begin([*MINUET, "experiment", str(suite)])
    _wait_for_records(folder, 1)
    below = _children(running.pid)
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=60)
    assert running.returncode == 130
    assert said.startswith("minuet: interrupted: ") and said.count("\n") == 1
    recorded = len(keys(folder))
    assert f"of 8 runs recorded in {folder}" in said and 1 <= recorded < 8
    assert not any(one.is_running() and one.status() != psutil.STATUS_ZOMBIE for one in below)


def _small_files(size: int) -> Sequence[str]:
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    return ()


def test_a_full_disk_leaves_the_records_whole(suite: Path) -> None:
    folder = suite.parent / "suite"
    assert minuet_here("experiment", str(suite), "--only", "tiny.dlx").returncode == 0
    before = keys(folder)
    size = (folder / "records.sqlite").stat().st_size
    suite.write_text(LONG.replace("repetitions = 2", "repetitions = 20"))
    done = subprocess.run(
        [*MINUET, "experiment", str(suite), "--only", "tiny.dlx", "--jobs", "2"],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: _small_files(size),
    )
    assert done.returncode == 4, done.stderr
    assert done.stderr.startswith(f"minuet: {folder}: ") and done.stderr.count("\n") == 1
    assert keys(folder)[:2] == before


def test_a_file_that_holds_no_records_is_bad_input(suite: Path) -> None:
    (suite.parent / "suite").mkdir()
    (suite.parent / "suite" / "records.sqlite").write_text("no database" * 100)
    done = minuet_here("experiment", str(suite))
    assert done.returncode == 2
    assert "records.sqlite:1:1: file is not a database, expected the records" in done.stderr


def test_runs_that_would_disturb_each_other_are_warned_of(suite: Path) -> None:
    suite.write_text(SUITE + '[[solver]]\nname = "dlx"\nthreads = 200\n')
    done = minuet_here("experiment", str(suite), "--only", "tiny.dlx,dlx threads=200")
    assert done.returncode == 0
    assert "runs of 200 threads on " in done.stderr
