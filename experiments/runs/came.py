"""What came of a task, wherever it was done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .limits.ended import Ended

__all__ = ["Came"]


@dataclass(frozen=True)
class Came:
    """How its process ended, in which environment, and who enforced the limits there."""

    ended: Ended
    environment: Mapping[str, Any]
    limited_by: str
