"""Servers for the tests that need no limits of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from page_server import Served, served


@pytest.fixture(scope="session")
def server() -> Iterator[Served]:
    with served(read_seconds=120.0, seconds=120.0) as begun:
        yield begun
