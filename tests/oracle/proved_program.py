"""The proved checker of certificates (proof/), compiled from the committed OCaml."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

__all__ = ["built", "missing"]

PROOF = Path(__file__).parents[2] / "proof"


def missing() -> bool:
    """Whether OCaml or Zarith is not installed."""
    if shutil.which("ocamlfind") is None:
        return True
    return subprocess.run(["ocamlfind", "query", "zarith"], capture_output=True).returncode != 0


def built(folder: Path) -> Path:
    """Compile the checker into a folder; return the program."""
    command = ["make", "-C", str(PROOF), "checker", f"BUILD={folder}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "check_certificate"
