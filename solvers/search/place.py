"""Where workers are, as `on=` says it: an object of theirs, or in words.

processes:8              so many processes of our own
tcp://scheduler:8786     the workers of a Dask cluster, by its scheduler's address
an Executor              of `concurrent.futures`
a Client                 of `distributed`
"""

from __future__ import annotations

import re
from concurrent.futures import Executor
from typing import Any

from ...models.errors import ModelError, excerpt

__all__ = ["Place", "checked_place", "processes_of"]

Place = Any  # a text, an Executor, or a distributed.Client
MOST = 1024  # processes
EXPECTED = "expected processes:N, a Dask scheduler as tcp://HOST:PORT, an Executor or a Client"
ADDRESS = re.compile(r"(tcp|tls|ws|wss|ucx)://[^\s/]+:[0-9]{1,5}")


def checked_place(on: Place) -> Place:
    """Return what names workers; None stays None. Raises ModelError for anything else."""
    if isinstance(on, str):
        processes_of(on)
    elif (
        on is not None
        and not isinstance(on, Executor)
        and not any(
            kind.__name__ == "Client" and kind.__module__.startswith("distributed")
            for kind in type(on).__mro__
        )
    ):
        raise ModelError(f"on: {type(on).__name__}, {EXPECTED}")
    return on


def processes_of(text: str) -> int | None:
    """Return how many processes a text names; None: it is an address. Raises ModelError."""
    if ADDRESS.fullmatch(text):
        return None
    kind, colon, number = text.partition(":")
    if kind != "processes" or not colon:
        raise ModelError(f"on: {excerpt(text)}, {EXPECTED}")
    if not re.fullmatch("[0-9]{1,6}", number, re.ASCII) or not 1 <= int(number) <= MOST:
        raise ModelError(f"on: {excerpt(text)}, expected processes:1 to processes:{MOST}")
    return int(number)
