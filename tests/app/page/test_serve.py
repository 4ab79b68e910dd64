"""`minuet serve`, as a person runs it: the URL, the port, Ctrl-C, what is missing."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from command_line import MINUET, begin, one_line
from in_process import minuet
from page_server import children_of, gone, served


def listening_places(url: str) -> list[str]:
    """The addresses at which somebody listens at that port, as Linux tells them."""
    told, port = Path("/proc/net/tcp"), int(url.rstrip("/").rpartition(":")[2])
    lines = told.read_text().splitlines()[1:] if told.exists() else []
    places = [line.split()[1].partition(":") for line in lines if line.split()[3] == "0A"]
    return [address for address, _, number in places if int(number, 16) == port]


def test_a_free_port_is_told_and_a_ctrl_c_ends_all_of_it() -> None:
    process = begin([*MINUET, "serve", "--port", "0"])
    assert process.stdout is not None and process.stderr is not None
    url = process.stdout.readline().strip()
    assert url.startswith("http://127.0.0.1:")
    assert process.stderr.readline() == "minuet: the page is there; Ctrl-C ends it\n"
    assert listening_places(url) in ([], ["0100007F"])  # 127.0.0.1, and nowhere else
    with httpx.Client(base_url=url, timeout=30) as http:
        assert http.get("/").status_code == 200
        asked = {"text": "." * 81, "question": "count", "solver": "dlx:links"}
        name = http.post("/api/ask", json=asked).json()["id"]
        with http.stream("GET", f"/api/ask/{name}/events") as stream:
            assert any(line.startswith("event: progress") for line in stream.iter_lines())
            family = children_of(process.pid)
            process.send_signal(signal.SIGINT)
            assert process.wait(120) == 0
    assert len(family) >= 2 and gone(family)
    assert process.communicate() == ("", "")


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_whatever_ends_it_ends_its_children(number: signal.Signals) -> None:
    process = begin([*MINUET, "serve", "--port", "0", "--quiet"])
    assert process.stdout is not None
    url = process.stdout.readline().strip()
    assert httpx.post(f"{url}api/read", json={"text": "1"}, timeout=30).status_code == 200
    family = children_of(process.pid)
    process.send_signal(number)
    assert process.wait(20) == (0 if number == signal.SIGTERM else -number)
    assert family and gone(family)
    process.communicate()


def test_a_port_that_is_taken_is_told_in_a_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = one_line(minuet("serve", "--port", str(port)))
    assert (
        said
        == f"minuet: port {port}: address already in use, expected a free one; --port 0 takes any\n"
    )


@pytest.mark.parametrize("port", ["65536", "http"])
def test_what_is_no_port_is_told_in_a_line(port: str) -> None:
    assert "--port" in one_line(minuet("serve", "--port", port))


WITHOUT = """
import os, sys
from minuet.app.main import main

sys.argv = ["minuet", "serve", "--port", "0"]
for missing in ("starlette", "uvicorn"):
    if not (child := os.fork()):
        sys.modules[missing] = None
        main()
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def test_without_the_extra_a_line_says_what_to_install() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True
    )
    assert done.stdout == "2\n2\n"
    assert done.stderr == "".join(
        f"minuet: serve: {missing} is missing, expected it: pip install 'minuet[page]'\n"
        for missing in ("starlette", "uvicorn")
    )


@pytest.mark.slow
def test_the_server_of_tests_does_not_outlive_them() -> None:
    reading, writing = os.pipe()
    if not (child := os.fork()):
        try:
            with served() as server:
                family = [server.process.pid, *children_of(server.process.pid)]
                os.write(writing, " ".join(map(str, family)).encode())
                os.kill(os.getpid(), signal.SIGKILL)
        finally:
            os._exit(1)
    os.close(writing)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    with os.fdopen(reading) as told:
        family = [int(number) for number in told.read().split()]
    assert len(family) >= 2
    assert gone(family, within=120.0)
