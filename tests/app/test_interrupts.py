"""Ctrl-C at any moment: exit status 130, one line, and what was found is kept.

Most of it is asked in this process: Ctrl-C is pressed once the terminal shows what it should show.
A process of its own is what the signal itself needs: at the start, at the end, or past a library.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from clocks import Clock
from own_solvers import DancingLinks, Options

from minuet.models import Puzzle
from minuet.models.formats import Format
from minuet.solvers.contract import Progress, Query, Solver

from command_line import MINUET, begin
from in_process import minuet
from oracle.problems import HARD

BLANK = "." * 81  # more solutions than anyone lists or counts
STARTED = 1.2  # seconds in which a command has begun to search, mostly
WORKING = r"\w .*\d:\d\d(.*\r){4}"  # a bar that was drawn some times

COMMANDS = {
    "solve": ["list"],
    "json": ["list", "--json"],
    "count": ["count", "--solver", "dlx"],
    "check": ["check", "--solvers", "dlx,bitmask", "--limit", "1000000"],
    "generate": ["sudoku", "generate", "--givens", "17", "--seed", "1"],  # of which there are few
}


def interrupt(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Send the signal; return what was printed."""
    process.send_signal(signal.SIGINT)
    return process.communicate(timeout=120)


def interrupted_after(arguments: Sequence[str], seconds: float) -> str:
    """Interrupt a command some time after its start; return what stands on standard output."""
    with begin([*MINUET, *arguments]) as process:
        # What is printed meanwhile is read, lest the command waits for us.
        try:
            out, err = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            out, err = interrupt(process)
    assert process.returncode == 130, (seconds, err)
    look_at_what_was_said(err)
    return out


def look_at_what_was_said(err: str) -> None:
    lines = err.splitlines()
    assert all(line.startswith("minuet: ") for line in lines), err
    assert [line for line in lines if "interrupted" in line] == lines[-1:], err


def look_at_what_was_kept(command: str, out: str) -> None:
    if command == "solve":
        assert out == "" or out.endswith("\n")
        assert all(len(line) == 81 and line.isdecimal() for line in out.splitlines())
    if command == "json" and out:
        *found, last = map(json.loads, out.splitlines())
        assert (last["complete"], last["count"]) == (False, len(found))
        assert all(len(one["answer"]["digit"]) == 81 for one in found)


@pytest.fixture
def given(tmp_path: Path) -> dict[str, list[str]]:
    """The commands, with what they read."""
    (tmp_path / "blank.txt").write_text(BLANK)
    return {
        name: command if name == "generate" else [*command, str(tmp_path / "blank.txt")]
        for name, command in COMMANDS.items()
    }


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_an_interrupt_at_any_moment_ends_a_command(
    command: str, given: dict[str, list[str]]
) -> None:
    random = Random(50)
    for _ in range(50):
        look_at_what_was_kept(
            command, interrupted_after(given[command], random.uniform(0, STARTED))
        )


@pytest.mark.parametrize("shown", [1, 4])
@pytest.mark.parametrize("command", COMMANDS)
def test_an_interrupt_while_a_bar_is_shown_ends_a_command(
    command: str, shown: int, given: dict[str, list[str]], clock: Clock
) -> None:
    clock.tick = 0.3
    stop_at = rf"\w .*\d:\d\d(.*\r){{{shown}}}"
    done = minuet(*given[command], terminal=True, stop_at=stop_at)
    assert done.returncode == 130
    left = "\n".join(line.rpartition("\x1b[2K")[2] for line in done.stderr.split("\n"))
    look_at_what_was_said(left)
    look_at_what_was_kept(command, done.stdout)


def test_an_interrupt_that_is_pending_at_the_start_is_answered_at_once() -> None:
    with begin([*MINUET, "count"]) as process:  # standard input is ours, and says nothing
        out, err = interrupt(process)
    assert (process.returncode, out, err) == (130, "", "minuet: interrupted\n")


def test_an_interrupt_at_the_end_is_no_traceback() -> None:
    with begin([*MINUET, "solve", "gallery:queens-8"]) as process:
        assert process.stdout is not None
        assert process.stdout.read(1)
        _, err = interrupt(process)
    # After the last moment of Python the answer stands, and so does its status.
    assert process.returncode in (0, 130), err
    assert ("minuet: interrupted\n" in err) == (process.returncode == 130)
    assert "Traceback" not in err


def test_an_interrupt_leaves_the_best_solution_as_json(clock: Clock) -> None:
    clock.tick = 0.3
    command = ["solve", "--solver", "cpsat", "--from", "target-sudoku", "--json"]
    done = minuet(*command, text=BLANK, terminal=True, stop_at=WORKING)
    assert done.returncode == 130
    assert done.stderr.endswith("\x1b[2Kminuet: interrupted\n")
    shown = json.loads(done.stdout)
    assert not shown["complete"]
    assert shown["status"] in ("UNKNOWN", "FEASIBLE")


class Struck(Solver):
    """Ctrl-C strikes where it is asked from, in the process above a worker of a cross-check."""

    def version(self) -> str:
        return "1"

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        os.kill(os.getppid(), signal.SIGINT)
        while True:
            time.sleep(60)  # until it is killed
            yield []


class StruckAtOnce(DancingLinks):
    """Ctrl-C strikes as it is made, but for the first time: it is tried in a child before."""

    name = "struckatonce"

    def __init__(self, technique: str = "") -> None:
        super().__init__(technique)
        if os.getpid() == HERE:
            raise KeyboardInterrupt


HERE = os.getpid()


def test_an_interrupt_leaves_what_the_solvers_answered_that_were_done(
    plug_in: Callable[..., None],
) -> None:
    plug_in("solvers", struck=Struck)
    done = minuet("check", "--solvers", "dlx,struck,mip", "gallery:queens-8")
    assert done.returncode == 130
    assert re.search(r"dlx +│ native +│ COMPLETE +│ 92 ", done.stdout)
    assert re.search(r"struck +│ \w+ +│ UNKNOWN ", done.stdout)
    assert "mip " not in done.stdout


class StruckPuzzle(Puzzle):
    """Ctrl-C strikes while it is compiled."""

    @property
    def matrix(self) -> Any:
        raise KeyboardInterrupt


STRUCK = Format("struck", "what is struck", read=lambda source: [StruckPuzzle("struck")])


@pytest.mark.parametrize("where", ["made", "compiled", "scoped"])
@pytest.mark.parametrize("json_too", [True, False])
def test_an_interrupt_before_a_solver_answered_leaves_a_report_all_the_same(
    where: str, json_too: bool, plug_in: Callable[..., None], clock: Clock
) -> None:
    plug_in("formats", struck=f"{__name__}:STRUCK")
    plug_in("solvers", struckatonce=StruckAtOnce)
    clock.tick = 0.1
    done = minuet(
        *("check", "-", *["--json"] * json_too),
        *(["--solvers", "dlx,struckatonce"] if where == "made" else []),
        *(["--from", "struck"] if where == "compiled" else []),
        text=BLANK,
        terminal=where == "scoped",
        stop_at=WORKING,
    )
    assert done.returncode == 130
    if json_too:
        told = json.loads(done.stdout)
        assert (told["verdict"], told["interrupted"]) == ("nothing compared", True)
    else:
        assert "nothing to compare" in done.stdout


@pytest.mark.slow
def test_an_interrupt_ends_a_check_whatever_it_is_at() -> None:
    queens = Path(__file__).parents[1] / "data/instances/queens12.dlx"
    arguments = ["--solvers", "dlx,sat:glucose4,mip", "--limit", "20000", str(queens)]
    with begin([*MINUET, "check", *arguments]) as process:
        time.sleep(STARTED)
        out, err = interrupt(process)
    assert (process.returncode, err) == (130, "minuet: interrupted\n")
    assert out == "" or "dlx" in out or "nothing to compare" in out


def test_an_interrupt_of_a_batch_says_how_many_puzzles_were_answered(
    tmp_path: Path, clock: Clock
) -> None:
    clock.tick = 0.3
    done = minuet(
        *("solve", "-o", str(tmp_path / "out.txt")),
        text=f"{HARD}\n" * 300,
        terminal=True,
        stop_at=r"[3-9]\d/300 puzzles",
    )
    assert done.returncode == 130
    told = re.search(r"minuet: interrupted: (\d+) of 300 puzzles answered\n", done.stderr)
    assert told is not None, done.stderr
    assert 0 < int(told[1]) == (tmp_path / "out.txt").read_text().count("\n") < 300


def test_an_interrupt_says_how_much_was_printed_and_of_which_puzzle(tmp_path: Path) -> None:
    """Of a process of its own, in which a native engine searches when the signal comes."""
    out, many = tmp_path / "all.txt", tmp_path / "many.txt"
    many.write_text(f"{BLANK}\n{BLANK}\n")
    with begin([*MINUET, "list", "-o", str(out), str(many)]) as process:
        while not (out.exists() and out.stat().st_size):
            assert process.poll() is None
            time.sleep(0.001)
        _, err = interrupt(process)
    assert process.returncode == 130
    told = re.search(r"interrupted: puzzle 1 of 2: (\d+) solutions? printed", err)
    assert told is not None, err
    assert int(told[1]) == out.read_text().count("\n")


class Deaf(Solver):
    """Swallows Ctrl-C, as a library may that calls Python; its clock goes fast meanwhile."""

    def version(self) -> str:
        return "1"

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        nap = time.sleep
        time.sleep = lambda seconds: nap(min(seconds, 0.002))
        while True:
            try:
                print("begun", flush=True)
                nap(60)
            except BaseException as error:
                print(type(error).__name__, flush=True)
            yield []


class Lost(Solver):
    """Ctrl-C strikes where Python can only print an exception; then nothing happens."""

    def version(self) -> str:
        return "1"

    strikes = False

    def __del__(self) -> None:
        if self.strikes:
            signal.raise_signal(signal.SIGINT)
            for _ in range(1000):
                pass

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        lost = Lost()
        lost.strikes = True
        del lost
        time.sleep(60)
        yield []


def with_solver(name: str, place: Path) -> list[str]:
    """The command `count` of a process of its own that knows a solver of this file."""
    info = place / "others-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: others\nVersion: 1\n")
    (info / "entry_points.txt").write_text(
        f"[minuet.solvers]\n{name.lower()} = {Path(__file__).stem}:{name}\n"
    )
    tests = Path(__file__).parents[1]
    known = f"sys.path[:0] = {[str(place), str(tests / 'app'), str(tests)]}"
    start = "runpy.run_module('minuet.app', run_name='__main__', alter_sys=True)"
    command = [sys.executable, "-c", f"import runpy, sys; {known}; {start}"]
    return [*command, "count", "--solver", name.lower(), "gallery:sudoku-4"]


def test_an_interrupt_that_the_library_swallows_ends_the_command_all_the_same(
    tmp_path: Path,
) -> None:
    with begin(with_solver("Deaf", tmp_path)) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        out, err = interrupt(process)
    assert (process.returncode, err) == (130, "minuet: interrupted\n")
    assert "KeyboardInterrupt\n" in out


def test_an_interrupt_that_python_cannot_deliver_is_delivered_again(tmp_path: Path) -> None:
    with begin(with_solver("Lost", tmp_path)) as process:
        out, err = process.communicate(timeout=120)
    assert (process.returncode, out) == (130, "")
    assert err == "minuet: interrupted: no solution counted yet\n"


def test_an_interrupt_while_that_is_loaded_which_answers_it_is_answered() -> None:
    strikes = (
        "import os, runpy, signal, sys\n"
        "class Strikes:\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name.endswith('terminal.interrupts'):\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Strikes())\n"
        "runpy.run_module('minuet.app', run_name='__main__', alter_sys=True)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", strikes], capture_output=True, text=True, check=False, timeout=120
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "minuet: interrupted\n")


def test_an_interrupt_keeps_what_was_counted_where_messages_are_printed(clock: Clock) -> None:
    clock.tick = 0.3
    command = ("count", "-v", "--solver", "dlx")
    done = minuet(*command, text="." * 81, terminal=True, stop_at=r"count .*found(.*\r){3}")
    assert done.returncode == 130
    assert re.search(r"minuet: interrupted: at least [1-9]\d* solutions", done.stderr), done.stderr
