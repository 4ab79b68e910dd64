"""What stands in for the file of a checkpoint where nothing is to be written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from .file import State

if TYPE_CHECKING:
    from .memory import Memory

__all__ = ["Unkept"]


class Unkept:
    """A search that begins anew and is not written down."""

    kept = False
    path = Path()

    def __init__(self) -> None:
        self.state = State()

    def save(self, state: State, memory: Memory | None = None) -> None:
        """Note how far it is."""
        self.state = state

    def memory(self) -> None:
        """Know of nothing."""
