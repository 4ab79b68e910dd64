"""Ctrl-C at any moment: exit status 130, one line, and what was found is kept."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

from command_line import MINUET, begin
from in_process import minuet
from oracle.problems import HARD

BLANK = "." * 81  # more solutions than anyone lists or counts
SOON = 3.0  # seconds; 1 on a machine that has nothing else to do
STARTED = 1.2  # seconds in which a command has begun to search

# Makes puzzles that need more tries than anyone waits for.
GENERATE = """
import os, sys
try:
    from minuet.models import Sudoku
    from minuet.solvers import generate
    print("begun", flush=True)
    generate(Sudoku(), 17, tries=1000000)
except KeyboardInterrupt:
    print("minuet: interrupted", file=sys.stderr, flush=True)
    os._exit(130)
"""
COMMANDS = {
    "solve": [*MINUET, "solve", "--all"],
    "json": [*MINUET, "solve", "--all", "--json"],
    "count": [*MINUET, "count", "--solver", "dlx"],
    "check": [*MINUET, "check", "--solvers", "dlx,bitmask", "--limit", "1000000"],
}


def interrupt(process: subprocess.Popen[str], within: float = SOON) -> tuple[str, str]:
    """Send the signal; return what was printed."""
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert time.monotonic() - began < within
    return out, err


def interrupted_after(arguments: Sequence[str], seconds: float) -> str:
    """Interrupt a command some time after its start; return what stands on standard output."""
    with begin(arguments) as process:
        # What is printed meanwhile is read, lest the command waits for us.
        try:
            out, err = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            out, err = interrupt(process)
    assert process.returncode == 130, (seconds, err)
    lines = err.splitlines()
    assert all(line.startswith("minuet: ") for line in lines), (seconds, err)
    assert [line for line in lines if "interrupted" in line] == lines[-1:], (seconds, err)
    return out


def moments(several: int, seed: int) -> list[float]:
    random = Random(seed)
    return [random.uniform(0, STARTED) for _ in range(several)]


def look_at_what_was_kept(command: str, out: str) -> None:
    if command == "solve":
        assert out == "" or out.endswith("\n")
        assert all(len(line) == 81 and line.isdecimal() for line in out.splitlines())
    if command == "json" and out:
        *found, last = map(json.loads, out.splitlines())
        assert (last["complete"], last["count"]) == (False, len(found))
        assert all(len(one["answer"]["digit"]) == 81 for one in found)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("several", [1, pytest.param(50, marks=pytest.mark.slow)])
def test_an_interrupt_at_any_moment_ends_a_command(
    tmp_path: Path, command: str, several: int
) -> None:
    (tmp_path / "blank.txt").write_text(BLANK)
    for seconds in moments(several, seed=several):
        out = interrupted_after([*COMMANDS[command], str(tmp_path / "blank.txt")], seconds)
        look_at_what_was_kept(command, out)


@pytest.mark.parametrize("several", [1, pytest.param(50, marks=pytest.mark.slow)])
def test_an_interrupt_at_any_moment_ends_generate(several: int) -> None:
    for seconds in moments(several, seed=several):
        with begin([sys.executable, "-c", GENERATE], held=False) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "begun\n"
            time.sleep(seconds)
            out, err = interrupt(process)
        assert (process.returncode, out, err) == (130, "", "minuet: interrupted\n"), seconds


def test_an_interrupt_that_is_pending_at_the_start_is_answered_at_once() -> None:
    with begin([*MINUET, "count"]) as process:  # standard input is ours, and says nothing
        out, err = interrupt(process)
    assert (process.returncode, out, err) == (130, "", "minuet: interrupted\n")


def test_an_interrupt_at_the_end_is_no_traceback() -> None:
    for seconds in (0.0, 0.002):
        with begin([*MINUET, "solve", "gallery:queens-8"]) as process:
            assert process.stdout is not None
            assert process.stdout.read(1)
            time.sleep(seconds)
            _, err = interrupt(process)
        # After the last moment of Python the answer stands, and so does its status.
        assert process.returncode in (0, 130), err
        assert ("minuet: interrupted\n" in err) == (process.returncode == 130)
        assert "Traceback" not in err


def test_an_interrupt_leaves_the_best_solution_as_json(tmp_path: Path) -> None:
    (tmp_path / "blank.txt").write_text(BLANK)
    arguments = ["--from", "target-sudoku", "--json", str(tmp_path / "blank.txt")]
    with begin([*MINUET, "solve", "--solver", "cpsat", *arguments]) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "minuet: cpsat\n"
        out, err = interrupt(process)
    assert (process.returncode, err) == (130, "minuet: interrupted\n")
    shown = json.loads(out)
    assert not shown["complete"]
    assert shown["status"] in ("UNKNOWN", "FEASIBLE")


def test_an_interrupt_leaves_what_the_solvers_answered_that_were_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rounds = import_module("minuet.solvers.crosscheck.rounds")
    usual = rounds.listen

    def struck(case: object, solver: Any, *others: object) -> None:
        if solver.full_name != "dlx":
            raise KeyboardInterrupt
        usual(case, solver, *others)

    monkeypatch.setattr(rounds, "listen", struck)
    done = minuet("check", "--solvers", "dlx,sat:glucose4,mip", "gallery:queens-8")
    assert done.returncode == 130
    assert re.search(r"dlx +│ native +│ OPTIMAL +│ 92 ", done.stdout)
    assert re.search(r"sat:glucose4 +│ \w+ +│ UNKNOWN ", done.stdout)
    assert "mip " not in done.stdout


@pytest.mark.slow
def test_an_interrupt_ends_a_check_whatever_it_is_at() -> None:
    queens = Path(__file__).parents[1] / "data/instances/queens12.dlx"
    arguments = ["--solvers", "dlx,sat:glucose4,mip", "--limit", "20000", str(queens)]
    with begin([*MINUET, "check", *arguments]) as process:
        time.sleep(STARTED)
        out, err = interrupt(process)
    assert (process.returncode, err) == (130, "minuet: interrupted\n")
    assert out == "" or "dlx" in out or "nothing to compare" in out


def test_an_interrupt_of_a_batch_says_how_many_puzzles_were_answered(tmp_path: Path) -> None:
    many, out = tmp_path / "many.txt", tmp_path / "out.txt"
    many.write_text(f"{HARD}\n" * 100_000)
    with begin([*MINUET, "solve", str(many), "-o", str(out)]) as process:
        assert process.stderr is not None
        assert "bitmask" in process.stderr.readline()
        time.sleep(STARTED)
        _, err = interrupt(process)
    assert process.returncode == 130
    told = re.fullmatch(r"minuet: interrupted: (\d+) of 100000 puzzles answered\n", err)
    assert told is not None, err
    assert int(told[1]) == (out.read_text().count("\n") if out.exists() else 0)


@pytest.mark.parametrize("where", ["scope_of", "selection_of", "Entrant.of"])
@pytest.mark.parametrize("json_too", [True, False])
def test_an_interrupt_before_a_solver_answered_leaves_a_report_all_the_same(
    where: str, json_too: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def struck(*arguments: object, **others: object) -> None:
        raise KeyboardInterrupt

    module = import_module("minuet.solvers.crosscheck.crosscheck")
    owner, name = (module.Entrant, "of") if "." in where else (module, where)
    monkeypatch.setattr(owner, name, struck)
    done = minuet("check", *["--json"] * json_too, "gallery:macmahon-squares")
    assert done.returncode == 130
    if json_too:
        told = json.loads(done.stdout)
        assert (told["verdict"], told["interrupted"]) == ("nothing compared", True)
    else:
        assert "nothing to compare" in done.stdout


def test_an_interrupt_says_how_much_was_printed_and_of_which_puzzle(tmp_path: Path) -> None:
    out, many = tmp_path / "all.txt", tmp_path / "many.txt"
    many.write_text(f"{BLANK}\n{BLANK}\n")
    with begin([*MINUET, "solve", "--all", "-o", str(out), str(many)]) as process:
        assert process.stderr is not None
        while not (out.exists() and out.stat().st_size):
            time.sleep(0.01)
        _, err = interrupt(process)
    assert process.returncode == 130
    told = re.search(r"interrupted: puzzle 1 of 2: (\d+) solutions? printed", err)
    assert told is not None, err
    assert int(told[1]) == out.read_text().count("\n")


DEAF = """
import sys
from minuet.app.terminal import interrupts
interrupts.begin()
with interrupts.asking():
    import time
    while True:
        try:
            print("begun", flush=True)
            time.sleep(60)
        except BaseException as error:
            print(type(error).__name__, flush=True)
"""
LOST = """
import _thread
from minuet.app.terminal import interrupts
class Lost:
    def __del__(self):
        _thread.interrupt_main()
        for _ in range(1000): pass
interrupts.begin()
try:
    with interrupts.asking():
        lost = Lost()
        del lost  # Python can only print an exception that strikes in here
        import time
        time.sleep(60)
except KeyboardInterrupt:
    interrupts.tell()
"""


def test_an_interrupt_that_the_library_swallows_ends_the_command_all_the_same() -> None:
    with begin([sys.executable, "-c", DEAF]) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        out, err = interrupt(process, within=20)
    assert (process.returncode, err) == (130, "minuet: interrupted\n")
    assert "KeyboardInterrupt\n" in out


def test_an_interrupt_that_python_cannot_deliver_is_delivered_again() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOST], capture_output=True, text=True, check=False, timeout=30
    )
    assert (done.returncode, done.stderr) == (0, "minuet: interrupted\n")


EARLY = """
import os, signal, sys
class Strikes:
    def find_spec(self, name, path, target=None):
        if name.endswith("terminal.interrupts"):
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Strikes())
from minuet.app.main import main
main()
"""


def test_an_interrupt_while_that_is_loaded_which_answers_it_is_answered() -> None:
    done = subprocess.run(
        [sys.executable, "-c", EARLY], capture_output=True, text=True, check=False, timeout=30
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "minuet: interrupted\n")
