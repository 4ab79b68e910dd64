"""The process that reads a text opens no file of this machine, whatever a text or a bug does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

CLOSED = "from minuet.app.page.work.closed import close_files\nclose_files()\n"


def tried(what: str) -> str:
    """What comes of a statement once files are closed: the name of its error, or ''."""
    script = f"import os, socket, sys\n{CLOSED}try:\n    {what}\n"
    script += "except Exception as error:\n    print(type(error).__name__, end='')\n"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd="/"
    )
    return done.stdout


@pytest.mark.parametrize(
    "what",
    [
        "open('/etc/passwd')",
        "os.open('/etc/passwd', os.O_RDONLY)",
        "open(os.path.expanduser('~/.bashrc'))",
        "open('/proc/1/environ')",
        "open(sys.prefix + '/../../../../../../etc/passwd')",
        "open(sys.prefix + '/new-file', 'w')",
        "open('/tmp/minuet-page', 'w')",
        "os.remove('/tmp/minuet-page')",
        "socket.create_connection(('127.0.0.1', 9))",
        "os.system('true')",
    ],
)
def test_nothing_of_anyone_s_is_opened(what: str) -> None:
    assert tried(what) == "PermissionError"


def test_what_an_answer_takes_is_there() -> None:
    assert tried("open(os.__file__).close(); open(os.devnull, 'w').close()") == ""
    assert tried("import email.mime.text, minuet.solvers.conformance") == ""
    assert not Path("/tmp/minuet-page").exists()
