"""Inputs that never end or cannot be read: one line and exit 2, whatever names them."""

from __future__ import annotations

import os
import resource
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest

from command_line import MINUET, one_line
from in_process import minuet

GRID = "1 0 0 0\n0 0 3 0\n0 4 0 0\n0 0 0 2\n"
MATRIX = "a b\na\nb\na b\n"
ENDLESS = "more than 128 megabytes"
BOUND = 128 * 1024 * 1024
MEMORY = 3 << 30  # bytes of addresses that a command may take; numpy alone has some hundred MB


@contextmanager
def limited() -> Iterator[None]:
    """A block that runs out of memory before the machine does."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + MEMORY, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def complaint(command: str) -> str:
    """What a command says that refuses its input."""
    with limited():
        return one_line(minuet(*command.split())).removeprefix("minuet: ").removesuffix("\n")


def complaint_of_shell(command: str, folder: Path) -> str:
    """The line that a shell command ends with; `minuet` stands for the command."""
    with limited():
        done = subprocess.run(
            ["bash", "-c", f'minuet() {{ {" ".join(MINUET)} "$@"; }}; {command}'],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    return one_line(done).removeprefix("minuet: ").removesuffix("\n")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "grid.txt").write_text(GRID)
    (tmp_path / "matrix.dlx").write_text(MATRIX)
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "solver.py").symlink_to("/dev/zero")
    suite = 'questions = ["count"]\nsolvers = ["dlx"]\nseconds = 5\n'
    plug_in = 'files = ["matrix.dlx"]\n[plug_ins]\nx = "solver.py:X"\n'
    (tmp_path / "plug-in.toml").write_text(suite + plug_in)
    return tmp_path


needs_zero = pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs /dev/zero")


@needs_zero
@pytest.mark.parametrize(
    ("command", "where"),
    [
        ("count /dev/zero", "/dev/zero: "),
        ("solve --hint /dev/zero grid.txt", "/dev/zero: "),
        ("verify /dev/zero grid.txt", "/dev/zero: "),
        ("verify matrix.dlx /dev/zero", "/dev/zero: "),
        ("experiment /dev/zero", "/dev/zero: "),
        ("experiment plug-in.toml", "plug-in.toml:"),
    ],
)
def test_an_input_without_end_is_one_line(
    command: str, where: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    told = complaint(command)
    assert where in told
    assert ENDLESS in told


@needs_zero
@pytest.mark.parametrize(
    ("command", "where"),
    [
        ("yes | minuet count", "<stdin>: "),
        ("minuet contest luogu-p1074 < /dev/zero", "<stdin>: "),
    ],
)
def test_a_standard_input_without_end_is_one_line(command: str, where: str, folder: Path) -> None:
    told = complaint_of_shell(command, folder)
    assert where in told
    assert ENDLESS in told


def test_a_pipe_without_end_is_one_line(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def write() -> None:
        lines = b"y\n" * 500_000
        try:
            with open("pipe", "wb", buffering=0) as pipe:  # noqa: PTH123
                while pipe.write(lines):
                    pass
        except BrokenPipeError:
            pass

    monkeypatch.chdir(folder)
    writer = Thread(target=write)
    writer.start()
    told = complaint("count pipe")
    writer.join(120)
    assert told.startswith(f"pipe: {ENDLESS}")


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("count folder", "folder: is a directory, expected a file that can be read"),
        ("solve --hint folder grid.txt", "folder: is a directory, expected a file that can"),
        ("verify folder grid.txt", "folder: is a directory, expected a file that can be read"),
        ("verify matrix.dlx folder", "folder: is a directory, expected a file that can be re"),
        ("experiment folder", "folder: is a directory, expected a suite in TOML"),
        ("status folder", "folder: no file of its own, expected one for the checkpoint"),
        ("status /dev/zero", "/dev/zero: no file of its own, expected one for the checkpoint"),
        ("status pipe", "pipe: no file of its own, expected one for the checkpoint"),
        (
            "count --checkpoint folder grid.txt",
            "folder: no file of its own, expected one for the checkpoint",
        ),
        (
            "count --checkpoint pipe grid.txt",
            "pipe: no file of its own, expected one for the checkpoint",
        ),
    ],
)
def test_what_is_no_file_is_one_line(
    command: str, told: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    assert complaint(command).startswith(told)


def test_a_standard_input_that_is_only_written_is_one_line(folder: Path) -> None:
    told = complaint_of_shell("minuet count 0> written", folder)
    assert told == "<stdin>: bad file descriptor, expected a file that can be read"


def test_the_bound_is_one_of_bytes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    Path("large").touch()
    os.truncate("large", BOUND)  # of zeros, which are no TOML
    assert ENDLESS not in complaint("experiment large")
    os.truncate("large", BOUND + 1)
    assert complaint("experiment large").startswith(f"large: {ENDLESS}, expected no more")
