"""Where a run was made: versions of packages, the machine, its vector instructions, revisions."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from functools import cache
from importlib.util import find_spec
from typing import Any

from ...solvers.crosscheck.report.machine import machine, packages, python
from ..revision import own_revision

__all__ = ["surroundings"]


def surroundings() -> dict[str, Any]:
    """Return what holds now, as plain values: packages, machine, the load of the last minute."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    return {
        **_lasting(),
        "load": None if load is None else round(load, 2),
        "began": datetime.now(UTC).isoformat(timespec="seconds"),
    }


@cache
def _lasting() -> dict[str, Any]:
    return {
        "packages": packages(),
        "python": python(),
        "machine": {**machine(), "memory": _memory()},
        "simd": _simd(),
        "minuet_git": own_revision() or None,
    }


def _memory() -> int | None:
    """Return the bytes of memory of this machine; None where the system does not tell."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return None


def _simd() -> str | None:
    """Return the vector instructions that native engines use here."""
    wanted = os.environ.get("MINUET_SIMD")
    if wanted:
        return wanted
    if find_spec("minuet.solvers._native") is None:
        return None
    from ...solvers import _native

    return _native.simd_paths()[-1]  # they ascend
