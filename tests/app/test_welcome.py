"""`minuet` alone: examples that can be typed as they stand."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

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
