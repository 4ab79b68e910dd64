"""Python's garbage collector, paused while a large puzzle is built.

A table of a million rows makes millions of small tuples, all of which stay: each pass of the
collector over them finds nothing, and together the passes cost as much time as the building itself
(8.8 s without, 14 s with them, on a packing of a million options). Nothing built here is cyclic.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["collector_paused"]


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pause the collector within the block, unless it is off already."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
