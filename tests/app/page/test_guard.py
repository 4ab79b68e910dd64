"""Who is answered: hosts, origins, kinds and sizes of bodies; and the headers of every answer."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import httpx
import pytest

from page_server import Served

HOST = "127.0.0.1:8642"  # 8642 stands for the server's port
READ = {"text": "1.....3..4.....2"}
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class Client:
    """Sends requests to a server."""

    def __init__(self, server: Served) -> None:
        self.server = server

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        given = more.pop("headers", {})
        pairs = given if isinstance(given, list) else given.items()
        port = str(self.server.port)
        headers = [(name, value.replace("8642", port)) for name, value in pairs]
        return self.server.http.request(method, path, headers=headers, **more)

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.request("GET", path, **more)

    def post(self, path: str, **more: Any) -> httpx.Response:
        return self.request("POST", path, **more)


@pytest.fixture(scope="module")
def client(server: Served) -> Client:
    return Client(server)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/favicon.ico", 204),
        ("GET", "/no-such", 404),
        ("GET", "/static/no-such.js", 404),
        ("GET", "/api/ask/x/events", 404),
        ("GET", "/api/read", 405),
        ("POST", "/", 415),
        ("OPTIONS", "/api/read", 405),
        ("DELETE", "/api/ask/x/cancel", 405),
    ],
)
def test_every_answer_has_the_headers_and_none_lets_others_read_it(
    client: Client, method: str, path: str, status: int
) -> None:
    found = client.request(method, path)
    assert found.status_code == status
    assert found.headers["content-security-policy"] == CSP
    assert found.headers["x-content-type-options"] == "nosniff"
    assert found.headers["referrer-policy"] == "no-referrer"
    assert found.headers["cross-origin-opener-policy"] == "same-origin"
    assert found.headers["cross-origin-resource-policy"] == "same-origin"
    assert found.headers["cache-control"] in ("no-store", "no-cache")
    assert not any(name.startswith("access-control") for name in found.headers)
    if status >= 400:
        assert list(found.json()) == ["error"]


@pytest.mark.parametrize("host", [HOST, "localhost:8642", "[::1]:8642", "LOCALHOST:8642"])
def test_its_own_names_are_answered(client: Client, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8642",
        "127.0.0.1",
        "127.0.0.1:80",
        "localhost.evil.example:8642",
        "127.0.0.1:8642.evil.example",
        "evil@127.0.0.1:8642",
        "",
    ],
)
@pytest.mark.parametrize("path", ["/", "/static/index.html", "/api/formats", "/api/read"])
def test_a_name_that_was_pointed_here_is_not(client: Client, host: str, path: str) -> None:
    method = "POST" if path == "/api/read" else "GET"
    found = client.request(method, path, headers={"host": host})
    assert (found.status_code, list(found.json())) == (403, ["error"])


FOREIGN: list[dict[str, str]] = [
    {"origin": "http://evil.example"},
    {"origin": "http://127.0.0.1:9999"},
    {"origin": "https://127.0.0.1:8642"},
    {"origin": "null"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"origin": f"http://{HOST}", "sec-fetch-site": "cross-site"},
]


@pytest.mark.parametrize("headers", FOREIGN)
@pytest.mark.parametrize(
    "path", ["/api/read", "/api/edit", "/api/write", "/api/ask", "/api/ask/x/cancel"]
)
def test_another_page_changes_nothing(client: Client, headers: dict[str, str], path: str) -> None:
    assert client.post(path, json=READ, headers=headers).status_code == 403


@pytest.mark.parametrize(
    ("name", "own", "other", "status"),
    [
        ("origin", f"http://{HOST}", "http://evil.example", 403),
        ("sec-fetch-site", "same-origin", "cross-site", 403),
        ("content-type", "application/json", "text/plain", 415),
    ],
)
def test_a_header_twice_hides_nothing(
    client: Client, name: str, own: str, other: str, status: int
) -> None:
    kind = [] if name == "content-type" else [("content-type", "application/json")]
    for headers in ([(name, own), (name, other)], [(name, other), (name, own)]):
        found = client.post("/api/read", content=b"{}", headers=[*kind, *headers])
        assert found.status_code == status


@pytest.mark.parametrize("headers", FOREIGN)
def test_another_page_hears_no_events_but_may_link_here(
    client: Client, headers: dict[str, str]
) -> None:
    assert client.get("/api/ask/x/events", headers=headers).status_code == 403
    assert client.get("/", headers=headers).status_code == 200


@pytest.mark.parametrize(
    "kind",
    ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"],
)
def test_what_a_form_of_another_page_could_send_is_refused(client: Client, kind: str) -> None:
    headers = {"content-type": kind} if kind else {}
    for path in ("/api/read", "/api/ask", "/api/ask/x/cancel"):
        assert client.post(path, content=b'{"text": "1"}', headers=headers).status_code == 415


def chunks(size: int) -> Iterator[bytes]:
    for _ in range(size // 1000):
        yield b" " * 1000


@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_of_more_than_a_megabyte_is_refused(client: Client, chunked: bool) -> None:
    headers = {"content-type": "application/json"}
    for path in ("/api/read", "/api/edit", "/api/write", "/api/ask"):
        content: Any = chunks(1_100_000) if chunked else b" " * 1_100_000
        found = client.post(path, content=content, headers=headers)
        assert (found.status_code, list(found.json())) == (413, ["error"])


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize(("kind", "status"), [("application/json", 413), ("text/plain", 415)])
def test_who_sends_far_too_much_hears_why(
    server: Served, kind: str, status: int, chunked: bool
) -> None:
    parts = [b" " * 100_000] * 80
    headers = {"content-type": kind}
    # It sends all before it listens, as browsers do.
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)) as connection:
        body: Any = iter(parts) if chunked else b"".join(parts)
        connection.request("POST", "/api/read", body, headers, encode_chunked=chunked)
        found = connection.getresponse()
        assert (found.status, list(json.loads(found.read()))) == (status, ["error"])


@pytest.mark.parametrize("length", ["1048577", "9" * 18, "9" * 19])
def test_a_length_that_is_too_great_is_refused_before_the_body(server: Served, length: str) -> None:
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)) as connection:
        connection.putrequest("POST", "/api/read")
        connection.putheader("content-type", "application/json")
        connection.putheader("content-length", length)
        connection.endheaders()
        assert connection.getresponse().status == 413


TEXT: dict[str, Any] = {"text": "1"}


@pytest.mark.parametrize(
    ("path", "body", "said"),
    [
        ("/api/read", [], "no object"),
        ("/api/read", {}, "text: nothing, expected text"),
        ("/api/read", {"text": 1}, "text: a number, expected text"),
        ("/api/read", {"text": "1", "format": 3}, "format: a number"),
        ("/api/read", {"text": "1", "client": "x" * 300}, "client: 300 characters"),
        ("/api/edit", TEXT | {"given": 3}, "given: a number, expected a list of whole numbers"),
        ("/api/edit", TEXT | {"given": [True]}, "given: a list, expected"),
        ("/api/edit", TEXT | {"given": [-1]}, "given: a number beyond"),
        ("/api/edit", TEXT | {"given": [10**30]}, "given: a number beyond"),
        ("/api/ask", TEXT | {"question": "what"}, "question: 'what', expected one of solve"),
        ("/api/ask", TEXT | {"question": "all", "limit": 1001}, "limit: 1001"),
        ("/api/ask", TEXT | {"question": "all", "seconds": 601}, "seconds: expected"),
        ("/api/ask", TEXT | {"question": "all", "seconds": "3"}, "seconds: expected"),
        ("/api/ask", TEXT | {"question": "all", "seconds": -1}, "seconds: expected"),
        ("/api/ask", TEXT | {"question": "all", "solver": ["dlx"]}, "solver: a list"),
    ],
)
def test_a_field_that_is_wrong_is_named(client: Client, path: str, body: Any, said: str) -> None:
    found = client.post(path, json=body)
    assert found.status_code == 400
    assert said in found.json()["error"]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b'{"text": "\\ud800"}',
        b"[" * 200_000,
        b'{"text": NaN}',
        b'{"text": ' + b"9" * 5000 + b"}",
        b'{"text": "1", "question": "all", "seconds": 1e999}',
    ],
)
def test_what_is_no_json_is_refused(client: Client, content: bytes) -> None:
    headers = {"content-type": "application/json; charset=utf-8"}
    found = client.post("/api/ask", content=content, headers=headers)
    assert (found.status_code, list(found.json())) == (400, ["error"])


@pytest.mark.parametrize(
    "name",
    [
        "../routes.py",
        "..%2froutes.py",
        "%2e%2e/routes.py",
        ".hidden.js",
        "..\\routes.py",
        "a/b.js",
        "a" * 5000 + ".js",
    ],
)
def test_no_other_file_is_served(client: Client, name: str) -> None:
    assert client.get(f"/static/{name}").status_code == 404


def test_every_file_of_the_page_is_served_as_what_it_is(client: Client) -> None:
    assert client.get("/static/index.html").headers["content-type"] == "text/html; charset=utf-8"
    assert client.get("/").text == client.get("/static/index.html").text
