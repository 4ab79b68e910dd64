"""The command line: what it prints, how it exits, and what it says of bad input."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from clocks import Clock

from command_line import MINUET, one_line
from in_process import minuet
from oracle.problems import GRID

READING = ("solve", "count", "check", "explain", "draw", "estimate", "convert --to dlx")
SOLVED = "1 3 2 4\n4 2 3 1\n2 4 1 3\n3 1 4 2\n"


def test_solve_prints_the_answer_alone_and_the_solver_where_messages_are_asked_for() -> None:
    process = subprocess.run([*MINUET, "solve"], input=GRID, capture_output=True, text=True)
    for done in (process, minuet("solve", text=GRID)):
        assert (done.returncode, done.stdout, done.stderr) == (0, SOLVED, "")
    verbose = minuet("solve", "-v", text=GRID)
    assert verbose.stdout == SOLVED and "\nminuet: bitmask (" in verbose.stderr


def test_solve_prints_all_or_some_solutions() -> None:
    blank = "0 0 0 0\n" * 4
    assert minuet("list", text=blank).stdout.count("\n") == 288 * 5 - 1  # a blank line between two
    some = minuet("list", "--limit", "3", text=blank)
    assert (some.returncode, some.stdout.count("\n")) == (0, 14)


def test_solve_says_infeasible_and_exits_0() -> None:
    done = minuet("solve", text="1 1 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n")
    assert (done.returncode, done.stdout) == (0, "INFEASIBLE\n")


def test_solve_prints_the_objective(data: Path) -> None:
    command = ("solve", "--from", "target-sudoku", str(data / "target/sample1.in"))
    done = minuet(*command)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("\nobjective 2829\n")
    assert "\nminuet: dlx (there are costs" in minuet(*command, "--verbose").stderr


def test_solve_prints_json() -> None:
    done = minuet("solve", "--json", text=GRID)
    shown = json.loads(done.stdout)
    assert (shown["status"], shown["solver"]) == ("OPTIMAL", "dlx")
    assert shown["answer"]["digit"][0] == {"row": 0, "col": 0, "value": 1}
    only, last = map(json.loads, minuet("list", "--json", text=GRID).stdout.splitlines())
    assert only["answer"] == shown["answer"]
    assert (last["status"], last["count"], last["complete"]) == ("COMPLETE", 1, True)


def test_solve_prints_the_options_of_a_matrix() -> None:
    done = minuet("solve", text="a b c | x\na x:red |3\nb c x:red |1\na b c |9\n")
    assert done.stdout == "a x:red |3\nb c x:red |1\nobjective 4\n"


def test_solve_answers_every_puzzle_of_a_file(data: Path) -> None:
    lines = (data / "sudoku/magictour_1465.txt").read_text().splitlines()[:3]
    solved = (data / "sudoku/magictour_1465.solutions.txt").read_text().splitlines()[:3]
    done = minuet("solve", text="\n".join(lines))
    assert done.stdout.split() == [line.split()[-1] for line in solved]


@pytest.mark.parametrize("name", ["dlx", "bitmask", "cpsat", "sat", "sat:cadical195"])
def test_count_prints_the_number_alone(data: Path, name: str) -> None:
    done = minuet("count", "--solver", name, str(data / "beads/l08.in"))
    assert (done.returncode, done.stdout) == (
        0,
        (data / "beads/l08.count").read_text().strip() + "\n",
    )


@pytest.mark.parametrize(
    ("name", "size"),
    [("auto", "1"), ("auto", "64K"), ("auto", "2m"), ("auto", "1G"), ("memo", "1")],
)
def test_count_takes_a_size_for_its_memory(name: str, size: str) -> None:
    done = minuet("count", "--memory", size, "--solver", name, text="0 0 0 0\n" * 4)
    assert (done.returncode, done.stdout) == (0, "288\n")


@pytest.mark.parametrize("size", ["", "0", "-1", "many", "1.5G", "3 G", "2T", "9" * 30, "٣"])
def test_a_size_that_is_none_is_a_line_and_exit_2(size: str) -> None:
    assert "--memory" in one_line(minuet("count", "--memory", size, text=GRID))


def test_count_at_its_time_limit_exits_3_and_says_what_was_counted(clock: Clock) -> None:
    clock.tick = 1.0
    done = minuet("count", "--time-limit", "50", "--solver", "bitmask", text="0 " * 81)
    assert (done.returncode, done.stdout) == (3, "")
    assert "time limit: at least" in done.stderr


def test_check_prints_a_table_and_agrees(data: Path) -> None:
    done = minuet("check", "--solvers", "dlx,bitmask,cpsat,sat", str(data / "beads/l10.in"))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "agreed: dlx, bitmask, cpsat, sat" in done.stdout
    assert "compared: all solutions" in done.stdout


def test_solvers_lists_every_solver_with_its_version() -> None:
    done = minuet("solvers")
    assert done.returncode == 0
    for word in ("auto", ":links", "cpsat", "ranked", "multiplicities", "ortools", "python-sat"):
        assert word in done.stdout


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (GRID.replace("0 0 3 0", "0 0 3"), "<stdin>:2:"),
        (GRID.replace("0 4 0 0", "0 x 0 0"), "<stdin>:3:3: "),
        ("a b\na b\nb a b\n", "<stdin>:3:5: "),
        ("a b\na b:red\n", "<stdin>:2:3: "),
        ("a b\na q\n", "<stdin>:2:3: "),
        ("", "<stdin>:1:1: "),
        ("\n \n", "<stdin>:"),
        (bytes(range(256)) * 8, "<stdin>:"),
        ("x" * 200_000, "<stdin>:1:"),
        ("1" * 200_000, "<stdin>:1:"),
        ("." * 200_000, "<stdin>:1:"),
        ("0 " * 100_000, "<stdin>:1:"),
        ("|" * 200_000, "<stdin>:1:"),
        ("a b " * 50_000, "<stdin>:1:"),
        ("8" + "." * 79, "<stdin>:1:"),
    ],
    ids=lambda value: repr(value[:12]),
)
def test_bad_input_gives_one_line_with_its_place(text: str | bytes, place: str) -> None:
    assert one_line(minuet("solve", text=text)).startswith(f"minuet: {place}")


def test_every_command_that_reads_a_puzzle_gives_that_line() -> None:
    said = {one_line(minuet(*reading.split(), text="a b\na q\n")) for reading in READING}
    assert len(said) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "no/such/file"),
        ("solve", "."),
        ("solve", "--solver", "magic"),
        ("solve", "--solver", "sat:magic"),
        ("solve", "--from", "magic"),
        ("list", "--limit", "0"),
        ("list", "--limit", "x"),
        ("solve", "--nonsense"),
        ("contest", "magic"),
        ("check", "--solvers", "dlx,magic"),
        ("nonsense",),
        ("contest",),
    ],
    ids=" ".join,
)
def test_wrong_usage_gives_one_line(arguments: tuple[str, ...]) -> None:
    one_line(minuet(*arguments, text=GRID))


def test_a_missing_file_is_named() -> None:
    assert "no/such/file: no such file" in minuet("solve", "no/such/file").stderr


@pytest.mark.parametrize("name", ["dlx", "bitmask", "cpsat", "sat", "sat:cadical195", "mip"])
def test_interrupt_ends_any_solver_and_tells_what_was_counted(name: str, clock: Clock) -> None:
    """Ctrl-C is pressed when a bar has been drawn some times of the search, which has no end."""
    clock.tick = 0.3
    stop_at = r"count .*\d:\d\d(.*\r){4}"
    done = minuet("count", "--solver", name, text="." * 81, terminal=True, stop_at=stop_at)
    assert (done.returncode, done.stdout) == (130, "")
    said = done.stderr.rpartition("\x1b[2K")[2]
    assert re.match("minuet: interrupted: (at least [1-9]|no solution counted yet)", said), said
    assert "Traceback" not in done.stderr


CLOSED = "minuet: standard output is closed, expected one that can be written\n"


@pytest.mark.parametrize(
    ("command", "status", "said"),
    [
        ("solve >&-", 4, CLOSED),
        ("version >&-", 4, CLOSED),
        ("solve <&- >&- 2>&-", 4, ""),
        ("solve 2>&-", 0, ""),
        ("solve nowhere <&- 2>&-", 2, ""),
        ("version <&-", 0, ""),
        ("solve <&-", 2, "minuet: <stdin>: standard input is closed, expected a text\n"),
    ],
)
def test_a_closed_stream_is_an_exit_status(command: str, status: int, said: str) -> None:
    shell = f"printf '1..............4' | {' '.join(MINUET)} {command}"
    done = subprocess.run(shell, shell=True, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (status, said)


@pytest.mark.parametrize("ignored", [True, False])
def test_no_file_takes_the_place_of_a_closed_stream(ignored: bool, tmp_path: Path) -> None:
    """Whatever is written to the number of a stream, by minuet or a library, goes into no file.

    A shell without job control ignores Ctrl-C in what it runs in the background.
    """
    program = (
        "import atexit, os, runpy, signal, subprocess, sys\n"
        f"os.chdir({str(tmp_path)!r})\n"
        f"{'signal.signal(signal.SIGINT, signal.SIG_IGN)' if ignored else ''}\n"
        "def last():\n"
        "    file = open('answer', 'w'); file.write('4'); file.flush()\n"
        "    [os.write(number, b'lost') for number in (1, 2)]\n"
        "    told = 'import os; os.write(2, b\"lost\")'\n"
        "    subprocess.run([sys.executable, '-c', told], check=True)\n"
        "atexit.register(last)\n"
        "sys.argv = ['minuet', 'version']\n"
        "runpy.run_module('minuet.app', run_name='__main__', alter_sys=True)\n"
    )
    done = subprocess.run(
        ["bash", "-c", '"$@" <&- >&- 2>&-', "-", sys.executable, "-c", program], check=False
    )
    assert done.returncode == 4
    assert (tmp_path / "answer").read_text() == "4"


def test_a_single_solver_is_nothing_to_compare() -> None:
    done = minuet("check", "--solvers", "dlx,dlx", text=GRID)
    assert (done.returncode, "nothing to compare: dlx finished" in done.stdout) == (3, True)
