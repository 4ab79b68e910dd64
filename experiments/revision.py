"""The commit that files are at, with a mark for changes that no commit has.

Runs of two trees must not be mixed in one experiment: the commit of minuet's checkout, and a digest
of what was changed in it, belong to the key of a run.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from ..models.installed import version_of

__all__ = ["own_revision", "revision_of"]

MOMENT = 10.0  # seconds for git to answer
ROOT = Path(__file__).resolve().parents[1]
SOURCES = ("models", "solvers", "setting", "experiments", "app", "front")  # of the package


def own_revision() -> str:
    """Return the revision of minuet's sources: that of the checkout it runs from, where it does.

    Elsewhere the part of its version behind a `+`, in which builds put the commit; "" without one.
    """
    if (ROOT / ".git").exists():
        revision = revision_of(ROOT, SOURCES)
        if revision is not None:
            return revision
    return version_of("minuet").partition("+")[2]


def revision_of(folder: Path, paths: Sequence[str] = ()) -> str | None:
    """Return the commit of a folder; None where git knows none.

    Where files differ from the commit, `+` and a digest of the differences follow. With paths below
    the folder these alone are compared, new files in them included.
    """
    with suppress(OSError, subprocess.SubprocessError):
        commit = _git(folder, "rev-parse", "HEAD").decode().strip()
        changes = _git(folder, "diff", "--no-ext-diff", "--binary", "HEAD", "--", *paths)
        others = ("ls-files", "-z", "--others", "--exclude-standard", "--", *paths)
        for name in sorted(_git(folder, *others).split(b"\0")) if paths else ():
            if name:
                changes += name + b"\0" + Path(folder, os.fsdecode(name)).read_bytes()
        digest = blake2b(changes, digest_size=4).hexdigest()
        return f"{commit}+{digest}" if changes else commit
    return None


def _git(folder: Path, *words: str) -> bytes:
    done = subprocess.run(
        ["git", "-C", str(folder), *words],
        capture_output=True,
        check=True,
        timeout=MOMENT,
        stdin=subprocess.DEVNULL,
    )
    return done.stdout
