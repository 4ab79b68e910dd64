"""Bytes on the wire: slow clients, bodies in chunks, clients that go away, many at once."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from minuet.models.gallery import entry

from page_server import Served, served

FOUR = "1...\n..3.\n.4..\n...2\n"
SLOW = '[choices.a]\nrow = "1..310"\ncol = "1..310"\n[rules]\n' + "".join(
    f'r{k} = {{ at_most_one = "a", by = "row * {k} - col" }}\n' for k in range(30)
)


@pytest.fixture(scope="module")
def strict() -> Iterator[Served]:
    with served(head_seconds=0.6, body_seconds=0.6) as begun:
        yield begun


def connected(server: Served) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=30)


def head(server: Served, length: str) -> bytes:
    return (
        f"POST /api/read HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        f"Content-Type: application/json\r\n{length}\r\n\r\n"
    ).encode()


def all_of(connection: socket.socket) -> bytes:
    found = b""
    while part := connection.recv(1 << 16):
        found += part
    return found


def test_who_does_not_end_the_head_or_the_body_is_cut_off(strict: Served) -> None:
    whole = f"GET /favicon.ico HTTP/1.1\r\nHost: 127.0.0.1:{strict.port}\r\n\r\n".encode()
    body = head(strict, "Content-Length: 1000") + b'{"text": "1'
    with ExitStack() as stack:

        def said(what: bytes) -> socket.socket:
            connection = stack.enter_context(connected(strict))
            connection.sendall(what)
            return connection

        kept, *cut, without = map(said, (whole, b"", b"GET / HT", whole[:-2], body))
        assert kept.recv(1 << 16).startswith(b"HTTP/1.1 204 ")
        kept.sendall(b"GET / HT")
        assert [all_of(connection) for connection in cut] == [b""] * 3
        assert all_of(kept) == b""
        assert all_of(without).startswith(b"HTTP/1.1 408 ")


def test_many_slow_clients_keep_nobody_waiting(server: Served) -> None:
    with ExitStack() as stack:
        for number in range(150):
            connection = stack.enter_context(connected(server))
            connection.sendall(b"GET / HT" if number % 2 else head(server, "Content-Length: 999"))
        assert server.read(FOUR)["ok"]
        assert server.answer(FOUR)["done"][0]["status"] == "OPTIMAL"


def test_a_large_body_is_refused_before_it_is_there(server: Served) -> None:
    with connected(server) as connection:
        connection.sendall(head(server, "Content-Length: 1048577"))
        assert connection.recv(1 << 16).startswith(b"HTTP/1.1 413 ")


def test_a_body_in_chunks_is_counted_as_it_comes(server: Served) -> None:
    with connected(server) as connection:
        connection.sendall(head(server, "Transfer-Encoding: chunked"))
        chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
        for _ in range(17):
            connection.sendall(chunk)
        assert connection.recv(1 << 16).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize("said", [b"\x00\xff" * 1000, b"GET / HTTP/1.1\r\n\r\n", b"A" * 100_000])
def test_what_is_no_request_is_no_harm(server: Served, said: bytes) -> None:
    with connected(server) as connection:
        connection.sendall(said)
        assert connection.recv(1 << 16).startswith(b"HTTP/1.1 4")
    assert server.read(FOUR)["ok"]


@pytest.mark.slow
def test_a_hundred_clients_at_once_are_all_answered_beside_bombs() -> None:
    limits = {"read_seconds": 2.0, "memory": 128 << 20}
    texts = [FOUR, entry("queens-8").text, entry("sudoku-9").text]
    bombs = [
        ("count", "." * 81, {"solver": "dlx:links", "seconds": 8, "client": "bombs"}),
        ("all", "." * 81, {"limit": 1000, "seconds": 8, "client": "bombs"}),
        ("count", SLOW, {"seconds": 8, "client": "bombs"}),
        ("check", entry("pentominoes-8x8").text, {"seconds": 8, "client": "bombs"}),
    ]
    with served(**limits) as server, ThreadPoolExecutor(130) as pool:
        worked = [
            pool.submit(server.answer, text, question, **more) for question, text, more in bombs
        ]
        read_bombs = [pool.submit(server.read, SLOW) for _ in range(3)]
        reads = [pool.submit(server.read, texts[number % 3]) for number in range(50)]
        asks = [pool.submit(server.answer, texts[number % 3]) for number in range(50)]
        assert all(one.result()["ok"] for one in reads)
        assert {one.result()["done"][0]["status"] for one in asks} == {"OPTIMAL"}
        assert not any(one.result()["ok"] for one in read_bombs)
        assert all(len(one.result()["done"]) == 1 for one in worked)
        assert server.read(FOUR)["ok"]
