"""How a child hears that it is to stop: as Ctrl-C, but only where the library answers it.

Elsewhere, for example while output is sent, it waits for the next question that is put.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from ....solvers.process.signals import on_ctrl_c

__all__ = ["begin", "heard", "held"]


class _State:
    came = False
    open = False


def begin() -> None:
    """Listen from now on."""
    on_ctrl_c(_on_signal)


def _on_signal(number: int, frame: FrameType | None) -> None:
    _State.came = True
    if _State.open:
        _State.open = False  # once is enough
        raise KeyboardInterrupt


@contextmanager
def heard() -> Iterator[None]:
    """A block in which it raises KeyboardInterrupt; at its begin, if it came before."""
    if _State.came:
        raise KeyboardInterrupt
    _State.open = True
    try:
        yield
    finally:
        _State.open = False


@contextmanager
def held() -> Iterator[None]:
    """A block, perhaps inside of one where it is heard, that it does not tear."""
    before, _State.open = _State.open, False
    try:
        yield
    finally:
        _State.open = before and not _State.came
    if before and _State.came:
        raise KeyboardInterrupt
