"""The nursery by itself: the process that has minuet imported before work comes."""

from __future__ import annotations

import socket
import subprocess
import sys


def test_it_ends_quietly_if_the_server_ends_before_it_is_ready() -> None:
    ours, theirs = socket.socketpair()
    ours.close()
    with theirs:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "minuet.app.page.nursery", str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            capture_output=True,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
