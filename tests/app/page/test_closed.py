"""The process that reads a text opens no file of this machine, whatever a text or a bug does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

# Each statement in a child of its own, once files are closed: the name of its error, or nothing.
SCRIPT = """
import os, socket, sys
from minuet.app.page.work.closed import close_files

def tried(what):
    reading, writing = os.pipe()
    if not os.fork():
        close_files()
        try:
            exec(what)
        except Exception as error:
            os.write(writing, type(error).__name__.encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as told:
        print(told.read())

for what in sys.argv[1:]:
    tried(what)
"""
REFUSED = [
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
]
ALLOWED = [
    "open(os.__file__).close(); open(os.devnull, 'w').close()",
    "import email.mime.text, minuet.solvers.conformance",
]


def test_nothing_of_anyone_s_is_opened_and_what_an_answer_takes_is_there() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *REFUSED, *ALLOWED],
        capture_output=True, text=True, check=True, cwd="/",
    )  # fmt: skip
    found = done.stdout.splitlines()
    expected = ["PermissionError"] * len(REFUSED) + [""] * len(ALLOWED)
    assert dict(zip([*REFUSED, *ALLOWED], found, strict=True)) == dict(
        zip([*REFUSED, *ALLOWED], expected, strict=True)
    )
    assert not Path("/tmp/minuet-page").exists()
