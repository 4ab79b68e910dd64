"""The block in which a search is watched; if it is not, nothing else here is imported."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .receiver import Listener
    from .watch import Watch

__all__ = ["watching"]


def watching(progress: Listener, title: str, total: int | None = None) -> Watch | nullcontext[None]:
    """Return a context manager that yields a `Watch`, or None if no progress is reported.

    progress  the value of `progress=`; see receiver.py
    title     of the search in the snapshots
    total     the number of its parts, if there are several

    Raises ModelError for a value that cannot receive progress.
    """
    if progress is None or progress is False:
        return nullcontext()
    from .receiver import receiver_of
    from .watch import Watch

    receiver = receiver_of(progress)
    return nullcontext() if receiver is None else Watch(receiver, title, total)
