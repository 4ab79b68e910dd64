"""`minuet` alone: examples that can be typed as they stand."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from minuet.app.terminal.streams import show_wrapped
from minuet.app.welcome import EXAMPLES

from in_process import minuet


def test_alone_it_shows_five_examples_and_where_to_read_on() -> None:
    done = minuet()
    assert (done.returncode, done.stderr) == (0, "")
    shown = [line.strip() for line in done.stdout.splitlines()]
    assert [line for line in shown if "minuet " in line][:5] == [line for _, line in EXAMPLES]
    assert len(EXAMPLES) == 5
    assert "minuet --help" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 72


@pytest.mark.parametrize("width", [40, 15])
@pytest.mark.parametrize("arguments", [[], ["version"]], ids=["alone", "version"])
def test_words_are_wrapped_where_the_terminal_is_narrow_and_none_is_lost(
    arguments: list[str], width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    wide = minuet(*arguments).stdout
    monkeypatch.setenv("COLUMNS", str(width))
    narrow = minuet(*arguments).stdout
    assert narrow.split() == wide.split()
    assert all(len(line) <= width or " " not in line.strip() for line in narrow.splitlines())


def test_what_is_wrapped_goes_on_below_its_beginning(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    show_wrapped(
        "time       some seconds, at most\nwhat has no name in front\n  inside of a block", 11
    )
    assert capsys.readouterr().out == (
        "time       some\n           seconds,\n           at most\n"
        "what has no name in\nfront\n  inside of a block\n"
    )
    monkeypatch.delenv("COLUMNS")
    show_wrapped("a long line in a pipe stays as it is")
    assert capsys.readouterr().out == "a long line in a pipe stays as it is\n"


@pytest.mark.parametrize("arguments", [["--help"], ["sudoku", "--help"]], ids=" ".join)
def test_no_summary_of_a_command_is_cut(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for columns in ("40", "80"):
        monkeypatch.setenv("COLUMNS", columns)
        assert "..." not in minuet(*arguments).stdout.partition("Commands:")[2]


@pytest.mark.parametrize(("what", "command"), EXAMPLES, ids=[line for _, line in EXAMPLES])
def test_an_example_answers(tmp_path: Path, what: str, command: str) -> None:
    called = tmp_path / "bin" / "minuet"
    called.parent.mkdir()
    called.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m minuet.app "$@"\n')
    called.chmod(0o755)
    path = f"{called.parent}:{os.environ['PATH']}"
    done = subprocess.run(
        command,
        shell=True,
        cwd=tmp_path,
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout or (tmp_path / "mine.toml").read_text()
