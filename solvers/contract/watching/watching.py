"""The block in which a question is watched; where it is not, nothing else here is imported."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .receiver import Listener
    from .watch import Watch

__all__ = ["watching"]


class Nobody:
    """A block that nobody watches."""

    def __enter__(self) -> None:
        """Watch nothing."""

    def __exit__(self, *exception: object) -> None:
        """Tell nobody."""


NOBODY = Nobody()


def watching(progress: Listener, what: str, total: int | None = None) -> Watch | Nobody:
    """Return a context manager: what it yields is a `Watch`, or None where nobody watches.

    progress  what `progress=` was given; see receiver.py
    what      the question, as the snapshots call it
    total     the parts that it has, if there are several

    Raises ModelError for what cannot be told.
    """
    if progress is None or progress is False:
        return NOBODY
    from .receiver import receiver_of
    from .watch import Watch

    receiver = receiver_of(progress)
    return NOBODY if receiver is None else Watch(receiver, what, total)
