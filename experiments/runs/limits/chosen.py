"""Who enforces the limits here: the first of those that can be had."""

from __future__ import annotations

from importlib.util import find_spec

from .bounded import Bounded
from .ended import Enforcer
from .watched import Watched

__all__ = ["enforcer"]


def enforcer() -> Enforcer:
    """Return psutil's where it is installed, else the system's."""
    return Watched() if find_spec("psutil") is not None else Bounded()
