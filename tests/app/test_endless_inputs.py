"""Inputs that never end or cannot be read: one line and exit 2, whatever names them."""

from __future__ import annotations

import os
import resource
import subprocess
from pathlib import Path

import pytest

from minuet.models import InputError
from minuet.models.tables.file_bytes import bytes_of_file

from command_line import MINUET

GRID = "1 0 0 0\n0 0 3 0\n0 4 0 0\n0 0 0 2\n"
MATRIX = "a b\na\nb\na b\n"
ENDLESS = "more than 128 megabytes"
MEMORY = 3 << 30  # bytes of addresses; numpy alone takes some hundred megabytes of them


def _limited() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def complaint(command: str, folder: Path) -> str:
    """The line that a shell command ends with; `minuet` stands for the command."""
    done = subprocess.run(
        ["bash", "-c", f'minuet() {{ {" ".join(MINUET)} "$@"; }}; {command}'],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        preexec_fn=_limited,
    )
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert done.stderr.startswith("minuet: ")
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr.removeprefix("minuet: ").removesuffix("\n")


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


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="needs /dev/zero")  # noqa: PTH110
@pytest.mark.parametrize(
    ("command", "where"),
    [
        ("minuet count /dev/zero", "/dev/zero:1:1: "),
        ("minuet count < /dev/zero", "<stdin>:1:1: "),
        ("yes | minuet count", "<stdin>:1:1: "),
        ("(yes > pipe &); minuet count pipe", "pipe:1:1: "),
        ("minuet draw /dev/zero", "/dev/zero:1:1: "),
        ("minuet contest luogu-p1074 < /dev/zero", "<stdin>:1:1: "),
        ("minuet solve --hint /dev/zero grid.txt", "/dev/zero:1:1: "),
        ("minuet verify /dev/zero grid.txt", "/dev/zero:1:1: "),
        ("yes | minuet verify /dev/stdin grid.txt", "/dev/stdin:1:1: "),
        ("minuet verify matrix.dlx /dev/zero", "/dev/zero:1:"),
        ("minuet experiment /dev/zero", "/dev/zero:1:1: "),
        ("minuet experiment plug-in.toml", "plug-in.toml:"),
    ],
)
def test_an_input_without_end_is_one_line(command: str, where: str, folder: Path) -> None:
    told = complaint(command, folder)
    assert where in told
    assert ENDLESS in told


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("count folder", "folder:1:1: is a directory, expected a file that can be read"),
        ("count 0> written", "<stdin>:1:1: bad file descriptor, expected a file that can be read"),
        ("solve --hint folder grid.txt", "folder:1:1: is a directory, expected a file that can"),
        ("verify folder grid.txt", "folder:1:1: is a directory, expected a file that can be read"),
        ("verify matrix.dlx folder", "folder:1:1: is a directory, expected a file that can be re"),
        ("experiment folder", "folder:1:1: is a directory, expected a suite in TOML"),
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
def test_what_is_no_file_is_one_line(command: str, told: str, folder: Path) -> None:
    assert complaint(f"minuet {command}", folder).startswith(told)


def test_the_bound_is_one_of_bytes(tmp_path: Path) -> None:
    bound = 128 * 1024 * 1024
    (tmp_path / "large").touch()
    os.truncate(tmp_path / "large", bound)
    assert len(bytes_of_file(tmp_path / "large")) == bound
    os.truncate(tmp_path / "large", bound + 1)
    with pytest.raises(InputError, match="large:1:1: more than 128 megabytes, expected no more"):
        bytes_of_file(tmp_path / "large")
