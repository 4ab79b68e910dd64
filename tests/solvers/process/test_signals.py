"""Signals are handled by one module; what it sends and names."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from minuet.solvers.process import signals

ROOT = Path(__file__).parents[3]
# Beside the module itself: the first lines of the command line, which run before anything is
# imported, and a script that runs without minuet.
USERS = {"solvers/process/signals.py", "solvers/sat/child.py", "app/main.py"}


def importers() -> Iterator[str]:
    """Yield the files of minuet that import `signal`, wherever in the file."""
    for room in ("models", "solvers", "setting", "experiments", "app"):
        for path in (ROOT / room).rglob("*.py"):
            text = path.read_text("utf-8")
            for node in ast.walk(ast.parse(text)) if "signal" in text else ():
                names = [name.name for name in node.names] if isinstance(node, ast.Import) else []
                if isinstance(node, ast.ImportFrom) and not node.level:
                    names = [node.module or ""]
                if {"signal", "_signal"} & set(names):
                    yield path.relative_to(ROOT).as_posix()


def test_one_module_imports_signal() -> None:
    assert set(importers()) == USERS


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize(
    ("send", "name"),
    [
        (signals.interrupt, "SIGINT"),
        (signals.terminate, "SIGTERM"),
        (signals.kill, "SIGKILL"),
    ],
)
def test_a_process_ends_by_the_signal_that_is_sent(send: object, name: str) -> None:
    script = (
        "import signal; signal.signal(signal.SIGINT, signal.SIG_DFL); print(flush=True); input()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        assert callable(send)
        send(process.pid)
        status = process.wait(10)
    assert signals.name_of_signal(-status) == name


def test_a_number_that_is_no_signal_is_named() -> None:
    assert signals.name_of_signal(0) == "signal 0"
