"""A served page, and a real Chromium that looks at it; without either these tests are skipped."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from browsing import Sitting, chromium
from command_line import MINUET
from partial_reader import environment, plug_in

Opener = Callable[..., Sitting]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of `minuet serve`, which runs meanwhile and knows the format `partial`."""
    pytest.importorskip("uvicorn", reason="the extra `page` is not installed")
    pytest.importorskip("starlette", reason="the extra `page` is not installed")
    command = [*MINUET, "serve", "--port", "0"]
    place = tmp_path_factory.mktemp("plug-in")
    plug_in(place)
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment(place),
    ) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().strip()
        finally:
            server.send_signal(signal.SIGINT)
            server.communicate(timeout=30)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """The system's Chromium."""
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="the extra `browser` is not installed"
    )
    path = chromium()
    if path is None:
        pytest.skip("no chromium on this machine")
    with playwright.sync_playwright() as begun:
        # The sandbox wants rights that a container lacks; what is opened here is our own.
        browser = begun.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


@pytest.fixture
def opened(browser: Any, served: str) -> Iterator[Opener]:
    """Open the page in a window of its own; `options` are those of a browser's context.

    At the end nothing may have gone wrong: no error in the console, nothing that the page's policy
    forbids, no request to another host.
    """
    contexts: list[Any] = []
    sittings: list[Sitting] = []

    def opening(fragment: str = "", **options: Any) -> Sitting:
        told = {"viewport": {"width": 1280, "height": 900}, **options}
        context = browser.new_context(**told)
        contexts.append(context)
        context.grant_permissions(["clipboard-read", "clipboard-write"], origin=served.rstrip("/"))
        sitting = Sitting(context.new_page(), served)
        sittings.append(sitting)
        sitting.open(fragment)
        return sitting

    yield opening
    for context in contexts:
        context.close()
    assert [one.wrong for one in sittings] == [[]] * len(sittings)


@pytest.fixture
def sitting(opened: Opener) -> Sitting:
    """The page, just opened."""
    return opened()
