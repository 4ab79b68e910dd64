"""The progress bar at a terminal, and how much is told at all."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Sequence
from pathlib import Path

import pytest
from clocks import Clock

from command_line import listed_commands
from in_process import minuet

LONG = ("count", "--solver", "dlx:links", "gallery:pentominoes-6x10")
WIPE = "\r\x1b[2K"
COLORED = re.compile(r"\x1b\[[0-9;]*3[0-8]")
# minuet with a clock that goes ten times as fast, so that there soon is a bar.
FAST = """
import runpy, time
now = time.monotonic
time.monotonic = lambda: 10 * now()
runpy.run_module("minuet.app", run_name="__main__", alter_sys=True)
"""


@pytest.fixture(autouse=True)
def _columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "70")
    monkeypatch.delenv("NO_COLOR", raising=False)


def bare(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*[mK]|\r", "", text)


def bars(text: str) -> list[str]:
    """The bars that a terminal showed one after the other."""
    return [
        shown for one in text.split(WIPE)[1:] if (shown := bare(one).split("minuet: ")[0]).strip()
    ]


def screen(text: str) -> str:
    """What is left to be seen of what a terminal got."""
    return "\n".join(bare(line.split(WIPE)[-1]) for line in text.split("\n"))


def test_answers_at_a_terminal_are_never_torn_by_the_bar_that_ctrl_c_takes_away() -> None:
    """A process of its own at a pseudo-terminal, until Ctrl-C after some drawings of the bar."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    known = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    search = ["list", "--solver", "dlx:links", "gallery:pentominoes-6x10"]
    child = subprocess.Popen(
        [sys.executable, "-c", FAST, *search],
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
        env=known | {"TERM": "xterm-256color"},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    os.close(theirs)
    got, struck = b"", False
    try:
        while True:
            try:
                got += os.read(ours, 65536)
            except OSError:
                break
            if not struck and got.count(WIPE.encode()) > 6:
                child.send_signal(signal.SIGINT)
                struck = True
        child.wait(timeout=120)
    finally:
        child.kill()
        os.close(ours)
    text = got.decode().replace("\r\n", "\n")
    assert child.returncode == 130
    assert re.search(r"list .*found", bare(text))
    assert "\x1b[?25l" not in text  # the cursor stays
    *rows, last = screen(text).strip("\n").split("\n")
    assert re.match(r"minuet: interrupted: \d+ solutions? printed", last), last
    assert all(re.fullmatch(r"([A-Z]{10}|[A-Z]{6})?", line) for line in rows), rows[:3]


def test_a_long_count_has_a_bar_that_ctrl_c_takes_away(clock: Clock) -> None:
    clock.tick = 0.3
    done = minuet(*LONG, terminal=True, stop_at=r"count .*found(.*\r){3}")
    assert (done.returncode, done.stdout) == (130, "")
    found = r"(at least \d+ solutions?|no solution counted yet)"
    left = screen(done.stderr)
    assert re.fullmatch(rf"minuet: interrupted: {found}.*\n", left), left


def test_a_pipe_gets_answers_alone_and_no_bar_spoils_them(clock: Clock) -> None:
    clock.tick = 0.3
    search = ["list", "--solver", "dlx:links", "gallery:pentominoes-6x10"]
    done = minuet(*search, terminal=True, stop_at=r"list .*found(.*\r){3}")
    assert done.returncode == 130
    assert done.stdout
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize("switches", [["--quiet"], ["-q"]])
def test_quiet_says_nothing_but_the_answer(switches: Sequence[str]) -> None:
    done = minuet("count", "gallery:queens-8", *switches)
    assert (done.stdout, done.stderr) == ("92\n", "")
    assert minuet(*switches, "count", "gallery:queens-8").stderr == ""


def test_quiet_still_tells_errors_and_what_was_cut_short() -> None:
    assert "no/such/file" in minuet("count", "-q", "no/such/file").stderr
    done = minuet("count", "-q", "--time-limit", "0", "gallery:queens-8")
    assert (done.returncode, done.stderr[:8], done.stdout) == (3, "minuet: ", "")


def test_verbose_tells_the_matrix_and_the_effort() -> None:
    said = minuet("count", "--verbose", "--solver", "dlx", "gallery:queens-8").stderr
    assert re.search(r"minuet: 46 items, 64 options, 0 given; compiled in", said)
    assert re.search(r"minuet: [0-9]+ nodes, [0-9]+ updates in", said)
    assert "items" not in minuet("count", "--solver", "dlx", "gallery:queens-8").stderr


def test_the_solver_of_each_puzzle_is_printed_where_messages_are_asked_for() -> None:
    text = "1...............\n2...............\n" * 2
    assert minuet("count", "--solver", "dlx", text=text).stderr == ""
    lines = minuet("count", "-v", "--solver", "dlx", text=text).stderr.splitlines()
    assert lines.count("minuet: dlx") == 4


def test_quiet_and_verbose_are_not_given_together() -> None:
    done = minuet("count", "-q", "-v", "gallery:queens-8")
    assert (done.returncode, done.stdout) == (2, "")


def test_a_bar_waits_for_a_second_and_goes_away(clock: Clock) -> None:
    clock.stands = True
    assert WIPE not in minuet("count", "gallery:queens-8", terminal=True).stderr
    clock.tick = 0.3
    done = minuet("count", "--solver", "dlx", "gallery:queens-8", terminal=True)
    assert (done.stdout, screen(done.stderr)) == ("92\n", "")
    assert bars(done.stderr)
    assert not [one for one in bars(done.stderr) if "0:00" in one]


@pytest.mark.parametrize("columns", [10, 20, 40, 60, 200])
def test_a_bar_is_one_line_however_narrow_the_terminal_is(
    columns: int, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    clock.tick = 0.3
    # How soon the part that is done can be told depends on the machine.
    search, stop_at = (
        ("count", "--solver", "dlx"),
        r"%(.*\r){9}" if columns >= 20 else r"count(.*\r){9}",
    )
    shown = bars(minuet(*search, text="." * 81, terminal=True, stop_at=stop_at).stderr)
    assert len(shown) > 5
    assert all(one.startswith("count") and "\n" not in one for one in shown)
    assert max(map(len, shown)) < columns
    assert any("%" in one for one in shown) == (columns >= 20)
    assert any("found" in one for one in shown) == (columns >= 40)


def test_no_color_is_heeded(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    clock.tick = 0.3

    def got(*switches: str) -> str:
        stop_at = r"count .*%(.*\r){2}"
        return minuet(*LONG, *switches, terminal=True, stop_at=stop_at).stderr

    assert COLORED.search(got())
    assert not COLORED.search(got("--no-color"))
    monkeypatch.setenv("NO_COLOR", "1")
    assert not COLORED.search(got())


def test_without_colors_the_bar_is_as_wide_however_much_of_it_is_done(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    clock.tick = 0.2
    done = minuet("count", "--no-color", text="1...............\n" * 50, terminal=True)
    shown = [re.fullmatch(r"count (\S+)( [1-9]\d\.0% .*)", one) for one in bars(done.stderr)]
    widths = {(len(one[2]), len(one[1])) for one in shown if one}
    shares = {one[2].split()[0] for one in shown if one}
    assert len(shares) > 5  # of 10 % to 99 %
    assert len(widths) == len({rest for rest, _ in widths})


def test_there_is_no_bar_in_a_pipe_nor_with_quiet_nor_on_a_dumb_terminal(clock: Clock) -> None:
    clock.tick = 0.3
    search = ("count", "gallery:queens-8")
    assert bars(minuet(*search, terminal=True).stderr)
    assert not bars(minuet(*search).stderr)
    assert not bars(minuet(*search, "-q", terminal=True).stderr)
    assert not bars(minuet(*search, terminal="dumb").stderr)


@pytest.mark.parametrize("command", ["count", "solve"])
def test_a_bar_counts_the_puzzles_of_a_file(command: str, clock: Clock) -> None:
    """Each is a question of its own, or all of them are one."""
    clock.tick = 0.3
    done = minuet(command, "--solver", "dlx", text="1...............\n" * 9, terminal=True)
    told = [int(one[1]) for one in re.finditer(r"(\d)/9 puzzles", bare(done.stderr))]
    assert told == sorted(told)
    assert len(set(told)) > 2
    assert "/9" not in screen(done.stderr)


@pytest.mark.parametrize(
    "arguments",
    [
        ["sudoku", "minimize"],
        ["sudoku", "rate"],
        ["explain"],
        ["draw", "--solution"],
        ["draw", "--all", "-o", "OUT.txt"],
        ["convert", "--solution", "--to", "sudoku"],
        ["check", "--symmetries", "known", "--solvers", "dlx"],
        ["sample"],
        ["marginals"],
        ["fold", "-o", "OUT"],
    ],
    ids=" ".join,
)
def test_who_may_take_long_has_a_bar(
    arguments: Sequence[str], clock: Clock, tmp_path: Path
) -> None:
    clock.tick = 0.3
    given = [one.replace("OUT", str(tmp_path / "out")) for one in arguments]
    puzzle = "gallery:queens-8" if "check" in arguments else "gallery:sudoku-9"
    done = minuet(*given, puzzle, terminal=True)
    assert bars(done.stderr)
    assert not [one for one in screen(done.stderr).split("\n") if re.search(r"\d:\d\d", one)]


def test_every_command_takes_the_switches(tmp_path: Path) -> None:
    names = listed_commands(minuet("--help").stdout)
    assert "count" in names
    for name in names:
        text = minuet(name, "--help").stdout
        assert all(switch in text for switch in ("--quiet", "--verbose", "--no-color")), name


@pytest.mark.parametrize("columns", ["40", "60"])
@pytest.mark.parametrize("command", ["solvers", "gallery"])
def test_no_word_of_a_table_is_broken(
    command: str, columns: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    narrow = minuet(command).stdout
    monkeypatch.setenv("COLUMNS", "2000")
    words = set(re.findall(r"[\w-]{4,20}", minuet(command).stdout))
    assert max(map(len, narrow.splitlines())) <= int(columns)
    # The heading of the names is not repeated where each stands alone.
    assert words - set(re.findall(r"[\w-]{4,20}", narrow)) <= {"name", "solver"}
