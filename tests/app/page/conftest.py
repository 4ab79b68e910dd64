"""One server for the tests that need no limits of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from page_server import Served, served


@pytest.fixture(scope="session")
def server() -> Iterator[Served]:
    with served() as begun:
        yield begun
