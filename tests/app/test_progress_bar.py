"""The progress bar at a terminal, which is a pseudo-terminal here, and how much is told at all."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import termios
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from threading import Thread

import pytest

from minuet.app.terminal import bar as bars
from minuet.app.terminal.manners import manners
from minuet.solvers import Snapshot
from minuet.solvers.contract.watching import watch
from minuet.solvers.contract.watching.terminal_bar import WIPE, TerminalBar

from command_line import MINUET
from in_process import minuet

LONG = ("count", "--solver", "dlx:links", "gallery:pentominoes-6x10")
LINE = re.compile(r"count .*found")


class Terminal(StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    manners.forget()
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "70")


def drawn(snapshot: Snapshot, *, colors: bool = True) -> str:
    stream = Terminal()
    TerminalBar(stream, colors=colors).hear(snapshot)
    return stream.getvalue()


def bare(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*[mK]|\r", "", text)


def at_terminal(
    *arguments: str, seconds: float, columns: int = 80, piped: bool = False, **environment: str
) -> tuple[int, str, str]:
    """Run a command at a terminal until Ctrl-C after so many seconds of a bar.

    Return its exit status, what the terminal got, and what a pipe did that it printed into.
    """
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    known = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    child = subprocess.Popen(
        [*MINUET, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if piped else theirs,
        stderr=theirs,
        env=known | environment,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    os.close(theirs)
    got = b""
    found: list[bytes] = []  # read as it comes: one who writes into a full pipe waits
    reader = Thread(target=lambda: found.append(child.stdout.read() if child.stdout else b""))
    reader.start()
    try:
        while True:
            try:
                got += os.read(ours, 65536)
            except OSError:
                break
            if seconds and got.count(WIPE.encode()) > 10 * seconds:
                child.send_signal(signal.SIGINT)
                seconds = 0
        child.wait(timeout=60)
    finally:
        child.kill()
        reader.join()
        if child.stdout:
            child.stdout.close()
        os.close(ours)
    return child.returncode, got.decode(), found[0].decode()


def screen(text: str) -> str:
    """What is left to be seen of what a terminal got."""
    return "\n".join(bare(line.split(WIPE)[-1]) for line in text.split("\n"))


def test_a_long_count_has_a_bar_that_ctrl_c_takes_away() -> None:
    status, got, _ = at_terminal(*LONG, seconds=0.3)
    assert status == 130
    assert LINE.search(bare(got))
    found = r"(at least \d+ solutions|no solution counted yet)"
    assert re.fullmatch(rf"minuet: dlx:links\nminuet: interrupted: {found}.*\n", screen(got)), got
    assert "\x1b[?25l" not in got  # the cursor stays


def test_a_pipe_gets_answers_alone_and_no_bar_spoils_them() -> None:
    status, got, out = at_terminal(
        "solve",
        "--all",
        "--solver",
        "dlx:links",
        "gallery:pentominoes-6x10",
        seconds=0.3,
        piped=True,
    )
    assert status == 130
    assert "\x1b" not in out
    assert re.search(r"solve .*found", bare(got))


def test_answers_at_a_terminal_are_never_torn_by_the_bar() -> None:
    status, got, _ = at_terminal(
        "solve", "--all", "--solver", "dlx:links", "gallery:pentominoes-6x10", seconds=0.3
    )
    assert status == 130
    shown = screen(got)
    rows = [line for line in shown.splitlines() if line and not line.startswith("minuet: ")]
    assert all(re.fullmatch(r"[A-Z]{10}|[A-Z]{6}", line) for line in rows), rows[:3]


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


def test_the_choice_of_a_solver_is_told_once_for_many_puzzles() -> None:
    text = "1...............\n2...............\n" * 2
    lines = minuet("count", "--solver", "dlx", text=text).stderr.splitlines()
    assert len(lines) == 1
    said = minuet("count", "-v", "--solver", "dlx", text=text).stderr.splitlines()
    assert len([line for line in said if line == lines[0]]) == 4


def test_quiet_and_verbose_are_not_given_together() -> None:
    done = minuet("count", "-q", "-v", "gallery:queens-8")
    assert (done.returncode, done.stdout) == (2, "")


def test_a_bar_waits_for_a_second_and_goes_away() -> None:
    stream = Terminal()
    bar = TerminalBar(stream)
    bar.hear(Snapshot("count", 0.9, share=0.5))
    assert stream.getvalue() == ""
    bar.hear(Snapshot("count", 1.1, share=0.5))
    assert bare(stream.getvalue()).startswith("count ")
    bar.hear(Snapshot("count", 1.2, ended=True))
    assert stream.getvalue().endswith(WIPE)


@pytest.mark.parametrize("columns", [10, 20, 40, 60, 200])
def test_a_bar_is_one_line_however_narrow_the_terminal_is(
    columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    line = bare(drawn(Snapshot("count", 75.0, share=0.5, found=12345, best=3, bound=4)))
    assert "\n" not in line
    assert len(line) < columns
    assert line.startswith("count")
    assert ("50.0%" in line) == (columns >= 20)


def test_no_color_is_heeded(monkeypatch: pytest.MonkeyPatch) -> None:
    snapshot = Snapshot("count", 75.0, share=0.5)
    colored = re.compile(r"\x1b\[[0-9;]*3[0-8]")
    assert colored.search(drawn(snapshot))
    assert not colored.search(drawn(snapshot, colors=False))
    monkeypatch.setenv("NO_COLOR", "1")
    assert not colored.search(drawn(snapshot))


def test_without_colors_the_bar_is_as_wide_however_much_of_it_is_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    lines = [
        bare(drawn(Snapshot("count", 75.0, share=share, found=5), colors=False))
        for share in (0.1, 0.5, 0.9)
    ]
    assert len({line.index("%") for line in lines}) == 1
    assert len({len(line.split()[1]) for line in lines}) == 1


def test_there_is_no_bar_in_a_pipe_nor_with_quiet_nor_on_a_dumb_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def shown() -> bool:
        with bars.bar("count") as progress:
            return progress is not None

    monkeypatch.setattr("sys.stderr", StringIO())
    assert not shown()
    monkeypatch.setattr("sys.stderr", Terminal())
    assert shown()
    manners.quiet = True
    assert not shown()
    manners.quiet = False
    monkeypatch.setenv("TERM", "dumb")
    assert not shown()


def test_a_bar_counts_the_puzzles_of_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr(bars, "OFTEN", 0.0)
    with bars.bar("solve", total=4) as progress:
        assert progress is not None
        progress._began -= 5  # type: ignore[attr-defined]
        for _ in range(3):
            progress.hear(Snapshot("solve", 0.2, found=1, ended=True))
    assert "3/4 puzzles" in bare(stream.getvalue())
    assert screen(stream.getvalue()) == ""


def test_a_bar_knows_how_many_puzzles_a_batch_has(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    with bars.bar("solve", total=9) as progress:
        assert progress is not None
        progress._began -= 5  # type: ignore[attr-defined]
        progress.hear(Snapshot("solve", 5.0, done=4, unit="puzzles"))
    assert "4/9 puzzles" in bare(stream.getvalue())


@pytest.mark.parametrize(
    "arguments",
    [
        ["sudoku", "minimize"],
        ["sudoku", "rate"],
        ["explain"],
        ["draw", "--solution"],
        ["draw", "--all", "-o", "OUT.txt"],
        ["convert", "--solution", "--to", "sudoku"],
        ["check", "--up-to-symmetry", "--solvers", "dlx"],
        ["sample"],
        ["marginals"],
        ["count", "--set", "OUT"],
    ],
    ids=" ".join,
)
def test_who_may_take_long_has_a_bar(
    arguments: Sequence[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    heard: list[Snapshot] = []
    monkeypatch.setattr(bars, "_is_terminal", lambda: True)
    monkeypatch.setattr(watch, "OFTEN", 0.0)
    monkeypatch.setattr(bars._CommandBar, "hear", lambda self, snapshot: heard.append(snapshot))
    given = [one.replace("OUT", str(tmp_path / "out")) for one in arguments]
    minuet(*given, "gallery:queens-8" if "check" in arguments else "gallery:sudoku-9")
    assert len(heard) > 1
    assert heard[-1].ended


def test_every_command_takes_the_switches(tmp_path: Path) -> None:
    names = re.findall(r"^  (\S+)", minuet("--help").stdout.partition("Commands:\n")[2], re.M)
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
