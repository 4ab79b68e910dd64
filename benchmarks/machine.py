"""The machine and the versions in words, for the results page: nothing that tells whose it is."""

from __future__ import annotations

import os
import platform
import re
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

__all__ = ["machine", "versions"]

DISTRIBUTIONS = [
    "minuet",
    "exact-cover",
    "xcover",
    "numba",
    "dlx",
    "python-sat",
    "ortools",
    "numpy",
]


def machine() -> str:
    """Return the processor's family, the cores, the memory and the system."""
    text = _read("/proc/cpuinfo")
    model = re.search(r"model name\s*:\s*(.*)", text)
    name = re.sub(r"\((R|TM)\)|@.*| CPU", "", model[1]).strip() if model else platform.machine()
    flags = (re.search(r"flags\s*:\s*(.*)", text) or ["", ""])[1].split()
    vectors = "AVX-512" if "avx512f" in flags else "AVX2" if "avx2" in flags else ""
    memory = re.search(r"MemTotal:\s*(\d+) kB", _read("/proc/meminfo"))
    parts = [
        f"{name}{f' with {vectors}' if vectors else ''}",
        f"{os.cpu_count()} cores",
        f"{int(memory[1]) / 2**20:.0f} GB of memory" if memory else "",
        platform.system(),
        f"Python {platform.python_version()}",
    ]
    return ", ".join(part for part in parts if part)


def versions() -> str:
    """Return the versions of minuet and of the peers that are installed."""
    found = []
    for name in DISTRIBUTIONS:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            continue
    return ", ".join(found)


def _read(path: str) -> str:
    return Path(path).read_text() if Path(path).exists() else ""
