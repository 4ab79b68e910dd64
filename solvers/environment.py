"""The environment of an answer: packages, Python and the machine; nothing that names an owner.

`minuet version`, documents of `--json`, reports of cross-checks and records of experiments have it.
"""

from __future__ import annotations

import os
import platform
from contextlib import suppress
from importlib.metadata import PackageNotFoundError
from pathlib import Path

from .contract.solver import version_of

__all__ = ["machine", "packages", "python"]

PACKAGES = ("minuet", "networkx", "numpy", "ortools", "python-sat")
CPUS = Path("/proc/cpuinfo")


def packages() -> dict[str, str | None]:
    """Return the versions of minuet and of what it is built on; None: not installed."""
    return {name: _version(name) for name in PACKAGES}


def _version(name: str) -> str | None:
    try:
        return version_of(name)
    except PackageNotFoundError:
        return None


def python() -> dict[str, str]:
    """Return which Python this is."""
    return {
        "implementation": platform.python_implementation(),
        "version": platform.python_version(),
    }


def machine() -> dict[str, str | int | None]:
    """Return the platform, the processor, how many cores we may use, and the bytes of memory.

    None where the system does not say.
    """
    usable = getattr(os, "sched_getaffinity", None)
    cores = len(usable(0)) if usable else os.cpu_count() or 1
    memory: int | None = None
    with suppress(AttributeError, ValueError, OSError):
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {
        "platform": platform.platform(),
        "processor": _processor(),
        "cores": cores,
        "memory": memory,
    }


def _processor() -> str:
    """Return the processor's name; on Linux `platform` knows its family at most."""
    try:
        lines = CPUS.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, "") or platform.processor() or platform.machine()
