"""`minuet experiment`: runs that are recorded, gone on with after kills, and contradicted."""

from __future__ import annotations

import json
import resource
import shlex
import signal
import sqlite3
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from minuet.experiments import Experiment, Records, read_suite

from command_line import MINUET, begin
from drawing import one_in
from in_process import minuet
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
def suite(tmp_path: Path) -> Path:
    (tmp_path / "tiny.dlx").write_text("a b c\na b\nc\na\nb c\na c\nb\n")
    (tmp_path / "suite.toml").write_text(SUITE)
    return tmp_path / "suite.toml"


def keys(folder: Path) -> list[str]:
    with Records(folder) as records:
        return [one.key for one in records]


def test_the_smallest_suite_is_run_once(suite: Path) -> None:
    text = SUITE.replace('gallery = ["queens-8"]\n', "")
    suite.write_text(text)
    done = minuet("experiment", "suite.toml", cwd=suite.parent)
    assert done.returncode == 0, done.stderr
    assert "first look" in done.stdout and "bitmask" in done.stdout
    assert "the records are in suite" in done.stderr
    with Records(suite.parent / "suite") as records:
        counts = {one.solver: one.count for one in records}
        began = [one.environment["began"] for one in records]
        assert records.suite == "first look"
    assert counts == {"dlx": 4, "bitmask": 4}
    assert minuet("experiment", str(suite)).returncode == 0
    with Records(suite.parent / "suite") as records:
        assert [one.environment["began"] for one in records] == began
    suite.write_text(text.replace('"bitmask"', '"bitmask:python"'))
    told = json.loads(minuet("experiment", str(suite), "--dry-run", "--json").stdout)
    assert (told["runs"], told["recorded"], told["left"]) == (2, 1, 1)
    assert told["most_seconds"] == 60


def test_a_dry_run_says_what_would_be_run_and_runs_nothing(suite: Path) -> None:
    done = minuet("experiment", str(suite), "--dry-run", "--only", "quens*,dlx")
    assert done.returncode == 2 and "no run fits 'quens*,dlx'" in done.stderr
    done = minuet("experiment", str(suite), "--dry-run", "--only", "queens,dlx")
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
    done = minuet("experiment", str(suite))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"minuet: {suite}") and done.stderr.count("\n") == 1
    assert said in done.stderr
    assert not (suite.parent / "suite").exists()


@pytest.mark.parametrize("limit", ["0", "nan", "1e400", "2e9"])
def test_a_limit_of_the_command_line_has_the_range_of_the_suites(suite: Path, limit: str) -> None:
    done = minuet("experiment", str(suite), "--time-limit", limit)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--time-limit" in done.stderr and done.stderr.count("\n") == 1


def test_an_instance_that_cannot_be_read_is_told_before_anything_runs(suite: Path) -> None:
    (suite.parent / "wrong.dlx").write_text("a b c\na d\n")
    done = minuet("experiment", str(suite))
    assert done.returncode == 2
    assert f"{suite.parent / 'wrong.dlx'}:2:3:" in done.stderr
    assert not (suite.parent / "suite").exists()


def test_a_run_imports_nothing_from_the_current_folder(suite: Path) -> None:
    for name in ("minuet", "numpy"):
        (suite.parent / name).mkdir()
        (suite.parent / name / "__init__.py").write_text("raise ImportError('the wrong one')\n")
    done = minuet("experiment", "suite.toml", "--only", "tiny.dlx,dlx", cwd=suite.parent)
    assert done.returncode == 0, done.stdout
    with Records(suite.parent / "suite") as records:
        assert [one.count for one in records] == [4]


def test_a_solver_whose_runs_all_crashed_is_told_first(suite: Path) -> None:
    suite.write_text(SUITE.replace("bitmask", "odd:raises") + plug_in(suite.parent))
    done = minuet("experiment", str(suite), "--only", "tiny.dlx")
    assert done.returncode == 1, done.stderr
    first = done.stdout.splitlines()[0]
    assert first == "EVERY RUN CRASHED: odd:raises: failed with KeyError: 'nothing'"
    told = json.loads(minuet("experiment", str(suite), "--only", "tiny.dlx", "--json").stdout)
    assert list(told["crashed"]) == ["odd:raises"]


def test_another_number_of_solutions_than_expected_is_a_wrong_answer(suite: Path) -> None:
    suite.write_text(SUITE + "processor_seconds = 9\n[expected]\n'tiny.dlx' = 5\nqueens-8 = 92\n")
    limits = ("--processor-limit", "30", "--time-limit", "50")
    done = minuet("experiment", str(suite), *limits)
    assert done.returncode == 1, done.stderr
    first, again = done.stdout.splitlines()[:2]
    said = "tiny.dlx: expected number of solutions: 4 solutions, expected 5 (bitmask, dlx)"
    assert first == f"WRONG ANSWER: {said}"
    assert "--processor-limit 30" in again and "--time-limit 50" in again
    with Records(suite.parent / "suite") as records:
        told = [(one.limits["processor_seconds"], one.limits["seconds"]) for one in records]
    assert told == [(30, 50)] * 4
    suite.write_text(suite.read_text().replace("= 5", "= 4"))
    assert minuet("experiment", str(suite), *limits).returncode == 0


def test_runs_that_contradict_each_other_are_a_wrong_answer(suite: Path) -> None:
    suite.write_text(SUITE.replace("bitmask", "odd:counts-one-more") + plug_in(suite.parent))
    done = minuet("experiment", str(suite), "--only", "queens", "--jobs", "2")
    assert done.returncode == 1, done.stderr
    first, again = done.stdout.splitlines()[:2]
    assert first.startswith("WRONG ANSWER: gallery:queens-8: number of solutions")
    assert "92 solutions (dlx)" in first and "93 solutions (odd:counts-one-more)" in first
    words = shlex.split(again.removeprefix("again: "))
    assert words[0] == "minuet"
    assert again.count("--only") == 2
    replayed = minuet(*words[1:], cwd=suite.parent)
    assert replayed.returncode == 1
    assert replayed.stdout.startswith("WRONG ANSWER: ")
    told = json.loads(minuet("experiment", str(suite), "--json", "--only", "queens").stdout)
    (wrong,) = told["wrong"]
    assert len(wrong["keys"]) == 2 and shlex.split(wrong["again"]) == words


def test_a_solver_that_denies_what_another_found_is_contradicted(suite: Path) -> None:
    text = SUITE.replace("bitmask", "odd:denies").replace('"count"', '"first"')
    suite.write_text(text + plug_in(suite.parent))
    done = minuet("experiment", str(suite), "--only", "tiny.dlx", "--jobs", "2")
    assert done.returncode == 1
    assert "no solution (odd:denies)" in done.stdout


def _wait_for_a_record(folder: Path) -> None:
    """Wait until another process has written one."""
    path, end = f"file:{folder / 'records.sqlite'}?mode=ro", time.monotonic() + 120
    while time.monotonic() < end:
        with suppress(sqlite3.OperationalError), sqlite3.connect(path, uri=True) as file:
            if file.execute("SELECT COUNT(*) FROM records").fetchone()[0]:
                return
        time.sleep(0.01)
    raise AssertionError("no record came")


def _held(suite: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have the suite ask `dlx`, and a solver that waits as long as there is a file; return that."""
    suite.write_text(SUITE.replace("bitmask", "odd:held") + plug_in(suite.parent))
    held = suite.parent / "held"
    held.touch()
    monkeypatch.setenv("ODD_HELD", str(held))
    return held


def _children(running: subprocess.Popen[bytes]) -> list[psutil.Process]:
    """Return the processes below another one, once it has begun one."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        if below := psutil.Process(running.pid).children(recursive=True):
            return below
        time.sleep(0.01)
    raise AssertionError("no process was begun")


def _alive(processes: list[psutil.Process]) -> list[psutil.Process]:
    found = []
    for one in processes:
        with suppress(psutil.NoSuchProcess):
            found += [one] * (one.is_running() and one.status() != psutil.STATUS_ZOMBIE)
    return found


def _wait_for_the_end(processes: list[psutil.Process]) -> None:
    """Wait until none is alive; `psutil.wait_procs` would wait until zombies are gone, too."""
    end = time.monotonic() + 120
    while _alive(processes) and time.monotonic() < end:
        time.sleep(0.01)


@pytest.mark.parametrize("words", one_in(2, [(), ("--on", "processes:1")]), ids=["here", "workers"])
def test_a_kill_costs_what_was_under_way_and_no_more(
    suite: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    held = _held(suite, monkeypatch)
    folder = suite.parent / "out"
    arguments = ["experiment", str(suite), "--out", str(folder), "--only", "tiny.dlx", *words]
    running = subprocess.Popen(
        [*MINUET, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _wait_for_a_record(folder)
    below = _children(running)
    running.kill()
    running.wait()
    _wait_for_the_end(below)
    assert below and not _alive(below)
    before = keys(folder)
    assert len(before) == 1
    held.unlink()
    done = minuet(*arguments)
    assert done.returncode == 0, done.stderr
    after = keys(folder)
    assert after[:1] == before
    with Records(folder) as records:
        assert {one.solver: one.count for one in records} == {"dlx": 4, "odd:held": 4}
        assert len(records) == len(set(after)) == 2


def test_ctrl_c_keeps_the_records_so_far(suite: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _held(suite, monkeypatch)
    folder = suite.parent / "suite"
    running = begin([*MINUET, "experiment", str(suite), "--only", "tiny.dlx"])
    _wait_for_a_record(folder)
    below = psutil.Process(running.pid).children(recursive=True)
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=120)
    assert running.returncode == 130
    assert said.startswith("minuet: interrupted: ") and said.count("\n") == 1
    assert f"1 of 2 runs recorded in {folder}" in said and len(keys(folder)) == 1
    assert not _alive(below)


def test_a_full_disk_leaves_the_records_whole(suite: Path) -> None:
    folder = suite.parent / "suite"
    label = "a" * 5000  # of which each record is more than a page
    text = SUITE.replace('solvers = ["dlx", "bitmask"]\n', "repetitions = 2\n")
    suite.write_text(f'{text}[[solver]]\nname = "dlx"\nlabel = "{label}"\n')
    first, _ = Experiment(read_suite(suite), only_runs=["tiny.dlx"]).chosen
    assert minuet("experiment", str(suite), "--only", first.key).returncode == 0
    before = keys(folder)
    size = (folder / "records.sqlite").stat().st_size
    done = subprocess.run(
        [*MINUET, "experiment", str(suite), "--only", "tiny.dlx"],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)),
    )
    assert done.returncode == 4, done.stderr
    assert done.stderr.startswith(f"minuet: {folder}: ") and done.stderr.count("\n") == 1
    assert keys(folder) == before


def test_a_file_that_holds_no_records_is_bad_input(suite: Path) -> None:
    (suite.parent / "suite").mkdir()
    (suite.parent / "suite" / "records.sqlite").write_text("no database" * 100)
    done = minuet("experiment", str(suite))
    assert done.returncode == 2
    assert "records.sqlite: file is not a database, expected the records" in done.stderr


def test_runs_that_would_disturb_each_other_are_warned_of(suite: Path) -> None:
    suite.write_text(SUITE + '[[solver]]\nname = "dlx"\nthreads = 200\n')
    done = minuet("experiment", str(suite), "--only", "tiny.dlx,dlx threads=200")
    assert done.returncode == 0
    assert "runs of 200 threads on " in done.stderr
