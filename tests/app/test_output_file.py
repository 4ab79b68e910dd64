"""`minuet solve -o FILE`: a file that is never half of an answer."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from clocks import Clock
from own_solvers import DancingLinks

from minuet.solvers.contract import Progress, Query

from command_line import MINUET, begin
from in_process import minuet
from oracle.problems import GRID

SOLVED = "1 3 2 4\n4 2 3 1\n2 4 1 3\n3 1 4 2\n"
BLANK = "0 0 0 0\n" * 4


def names(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


def test_answers_go_into_the_file_and_nothing_else_beside_it(tmp_path: Path) -> None:
    out = tmp_path / "answer.txt"
    done = minuet("solve", "-o", str(out), text=GRID)
    assert (done.returncode, done.stdout) == (0, "")
    assert out.read_text() == SOLVED
    assert names(tmp_path) == ["answer.txt"]


def test_a_dash_is_standard_output() -> None:
    assert minuet("solve", "-o", "-", text=GRID).stdout == SOLVED


def test_all_solutions_are_written_as_on_standard_output(tmp_path: Path) -> None:
    out = tmp_path / "all"
    out.write_text("what was there before\n" * 10_000)
    assert minuet("list", "-o", str(out), text=BLANK).returncode == 0
    assert out.read_text() == minuet("list", text=BLANK).stdout
    assert out.read_text().count("\n") == 5 * 288 - 1  # a blank line between two


def test_a_file_keeps_its_mode_and_a_link_its_target(tmp_path: Path) -> None:
    out, link = tmp_path / "answer", tmp_path / "link"
    out.write_text("old")
    out.chmod(0o640)
    link.symlink_to(out)
    assert minuet("solve", "-o", str(link), text=GRID).returncode == 0
    assert (link.is_symlink(), out.read_text(), out.stat().st_mode & 0o777) == (True, SOLVED, 0o640)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["solve"], GRID.replace("0 0 3 0", "0 0 3")),  # a row is too short
        (["solve", "--solver", "magic"], GRID),
        (["list", "--solver", "bitmask", "--limit", "2"], "a b\na |1\nb |2\n"),
    ],
    ids=["bad input", "unknown solver", "unsupported"],
)
def test_a_command_that_fails_leaves_the_file_as_it_was(
    tmp_path: Path, arguments: list[str], text: str
) -> None:
    out = tmp_path / "answer"
    out.write_text("old")
    assert minuet(*arguments, "-o", str(out), text=text).returncode == 2
    assert (out.read_text(), names(tmp_path)) == ("old", ["answer"])


@pytest.mark.parametrize(
    ("arguments", "option"),
    [
        (["solve"], "-o"),
        (["list"], "-o"),
        (["list", "--checkpoint", "c.ck"], "-o"),
        (["solve"], "--draw"),
        (["convert", "--to", "sudoku"], "-o"),
        (["draw"], "-o"),
        (["sudoku", "generate"], "-o"),
        (["sudoku", "minimize"], "-o"),
    ],
)
def test_what_is_read_is_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], option: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("puzzle.txt").write_text(GRID)
    Path("link.txt").symlink_to("puzzle.txt")
    for name in ("puzzle.txt", "./puzzle.txt", "link.txt"):
        done = minuet(*arguments, "puzzle.txt", option, name)
        assert (done.returncode, done.stdout) == (2, "")
        assert f"'{option}': {name} is the file that is read" in done.stderr
        assert done.stderr.count("\n") == 1
    assert Path("puzzle.txt").read_text() == GRID
    assert names(tmp_path) == ["link.txt", "puzzle.txt"]


def test_standard_input_is_not_written_over(tmp_path: Path) -> None:
    puzzle = tmp_path / "puzzle"
    puzzle.write_text(GRID)
    with puzzle.open() as file:
        command = [*MINUET, "list", "-o", str(puzzle)]
        done = subprocess.run(command, stdin=file, capture_output=True, check=False, timeout=120)
    assert done.returncode == 2
    assert puzzle.read_text() == GRID


@pytest.mark.parametrize("command", ["solve", "list"])
def test_a_file_that_cannot_be_written_is_named_before_the_search(
    tmp_path: Path, command: str
) -> None:
    out = tmp_path / "no" / "such" / "folder"
    done = minuet(command, "-o", str(out), text=GRID)
    assert (done.returncode, done.stdout) == (4, "")
    assert done.stderr == f"minuet: {out}: No such file or directory\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("command", ["solve", "list"])
def test_a_full_disk_is_named_with_the_file(command: str) -> None:
    done = minuet(command, "-o", "/dev/full", text=GRID)
    assert done.returncode == 4
    assert done.stderr.endswith("minuet: /dev/full: No space left on device\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("arguments", [["draw", "-o"], ["solve", "--draw"]])
def test_a_full_disk_is_named_with_the_picture(tmp_path: Path, arguments: list[str]) -> None:
    picture = tmp_path / "picture.svg"
    picture.symlink_to("/dev/full")
    done = minuet(*arguments, str(picture), text=GRID)
    assert done.returncode == 4
    assert done.stderr.endswith(f"minuet: {picture}: No space left on device\n")


class CountsOneMore(DancingLinks):
    """Dancing links with a solution too many in each count."""

    def count(self, query: Query, progress: Progress) -> int:
        found: int = super().count(query, progress)
        return found + 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_named_with_the_fault(tmp_path: Path, plug_in: Callable[..., None]) -> None:
    plug_in("solvers", onemore=CountsOneMore)
    wanted = ["--seed", "1", "--cases", "1000", "--solvers", "onemore", "--most", "1"]
    done = minuet("fuzz", *wanted, "--keep", str(tmp_path))
    assert done.returncode == 1
    (kept,) = tmp_path.iterdir()
    kept.unlink()
    kept.symlink_to("/dev/full")
    done = minuet("fuzz", *wanted, "--keep", str(tmp_path))
    assert done.returncode == 4
    assert done.stderr == f"minuet: {kept}: No space left on device\n"


def test_what_was_found_at_the_time_limit_is_kept(tmp_path: Path, clock: Clock) -> None:
    out = tmp_path / "answer"
    clock.tick = 1.0
    limited = ["--solver", "bitmask", "--limit", "1000000000", "--time-limit", "20"]
    done = minuet("list", *limited, "-o", str(out), text="0 " * 81)
    assert done.returncode == 3
    assert set(map(len, out.read_text().splitlines())) == {2 * 81 - 1}


def test_an_interrupted_search_keeps_what_it_found(tmp_path: Path) -> None:
    out = tmp_path / "answer"
    (tmp_path / "blank").write_text("." * 81)
    many = ["--solver", "bitmask", "--limit", "1000000000", "-o", str(out)]
    with begin([*MINUET, "list", "-v", *many, str(tmp_path / "blank")]) as process:
        assert process.stderr is not None
        assert "minuet: bitmask\n" in iter(process.stderr.readline, "")
        while not _size(tmp_path):
            assert process.poll() is None
        assert not out.exists()  # it is not half written
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=120)
    assert process.returncode == 130
    assert re.search(r"^minuet: interrupted: \d+ solutions? printed.*\n\Z", said, re.MULTILINE)
    assert set(map(len, out.read_text().splitlines())) == {81}
    assert names(tmp_path) == ["answer", "blank"]


def _size(folder: Path) -> int:
    """The bytes of what is still under a name of its own."""
    return sum(one.stat().st_size for one in folder.glob(".answer.*.part"))


def test_what_is_printed_without_a_buffer_is_not_torn_by_an_interrupt(tmp_path: Path) -> None:
    (tmp_path / "blank").write_text("." * 81)
    command = [sys.executable, "-u", *MINUET[1:], "list", "--json"]
    with begin([*command, str(tmp_path / "blank")]) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)  # while it waits for a reader
        out = process.stdout.read()  # `communicate` would pass over what was read ahead
        assert process.wait(timeout=60) == 130
    assert all(line.startswith("{") and line.endswith("}") for line in out.splitlines())


@pytest.mark.parametrize(
    "command",
    [
        ("solve", "gallery:queens-8", "-o"),
        ("convert", "gallery:queens-8", "--to", "dlx", "-o"),
        ("draw", "gallery:queens-8", "-o"),
        ("check", "gallery:queens-8", "--replay"),
        ("count", "gallery:queens-8", "--checkpoint"),
        ("experiment", "docs/examples/first-look.toml", "--out"),
        ("report", "build", "--plots"),
    ],
    ids=lambda words: f"{words[0]} {words[-1]}",
)
def test_an_unset_variable_is_no_place_to_write_to(command: tuple[str, ...]) -> None:
    done = minuet(*command, "")
    assert (done.returncode, done.stdout) == (2, "")
    assert "a name of no letters, expected that of a file or folder" in done.stderr


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # of numpy 2.0
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_solution_set_does_not_take_the_place_of_a_device(tmp_path: Path) -> None:
    (tmp_path / "device").symlink_to("/dev/full")
    (tmp_path / "folder").mkdir()
    for name, why in (("device", "No space left on device"), ("folder", "Is a directory")):
        done = minuet("fold", "-o", name, text="0 0 0 0\n" * 4, cwd=tmp_path)
        assert (done.returncode, done.stderr.splitlines()[-1]) == (4, f"minuet: {name}: {why}")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["device", "folder"]
    assert (tmp_path / "device").is_char_device()
