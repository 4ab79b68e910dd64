"""Who enforces the limits here: the first of those that can be had."""

from __future__ import annotations

from importlib.util import find_spec

from .bounded import Bounded
from .ended import Enforcer
from .runexec import RunExec, is_there
from .watched import Watched

__all__ = ["enforcer"]


def enforcer() -> Enforcer:
    """Return runexec's where it works, else psutil's where that is installed, else the system's."""
    if is_there():
        return RunExec()
    return Watched() if find_spec("psutil") is not None else Bounded()
