"""A rest for Python's cyclic garbage collector while a great table is built.

The collector looks through all living containers again and again as their number grows. A million
rows are millions of tuples that live on and hold no cycles, so looking through them finds nothing
and takes as long as building them. Reference counting goes on as ever; the cycles that other code
leaves meanwhile are found afterwards.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["collector_at_rest"]


@contextmanager
def collector_at_rest() -> Iterator[None]:
    """Let the collector rest within a `with` block; it goes on afterwards if it was on before."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
