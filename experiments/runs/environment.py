"""Where a run was made: versions of packages, the machine, its vector instructions, revisions."""

from __future__ import annotations

import os
import subprocess
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ...solvers.crosscheck.report.machine import machine, packages, python

__all__ = ["environment", "surroundings"]

MOMENT = 10.0  # seconds for git to answer


def environment(folder: Path) -> dict[str, Any]:
    """Return it as plain values, with the moment.

    folder  where the suite stands, whose revision is told; None where git knows none
    """
    return {**surroundings(), "git": _revision_of(folder.resolve())}


def surroundings() -> dict[str, Any]:
    """Return what can be told where the suite is not at hand."""
    began = datetime.now(UTC).isoformat(timespec="seconds")
    return {**_lasting(), "began": began}


@cache
def _revision_of(folder: Path) -> str | None:
    return _revision(folder)


@cache
def _lasting() -> dict[str, Any]:
    told: dict[str, Any] = {
        "packages": packages(),
        "python": python(),
        "machine": machine(),
        "simd": _simd(),
        "minuet_git": _revision(_sources()),
    }
    return told


def _simd() -> str | None:
    """Return the vector instructions that native engines use here."""
    wanted = os.environ.get("MINUET_SIMD")
    if wanted:
        return wanted
    if find_spec("minuet.solvers._native") is None:
        return None
    from ...solvers import _native

    return _native.simd_paths()[-1]  # they ascend


def _sources() -> Path | None:
    """Return the checkout that minuet runs from, if it does."""
    here = Path(__file__).resolve().parents[2]
    return here if (here / ".git").exists() else None


def _revision(folder: Path | None) -> str | None:
    """Return the commit of a folder, with a `+` where there are changes besides."""
    if folder is None:
        return None
    with suppress(OSError, subprocess.SubprocessError):
        commit = _git(folder, "rev-parse", "HEAD")
        changed = _git(folder, "status", "--porcelain", "--untracked-files=no")
        return f"{commit}+" if changed else commit
    return None


def _git(folder: Path, *words: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(folder), *words],
        capture_output=True,
        check=True,
        timeout=MOMENT,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    return done.stdout.strip()
