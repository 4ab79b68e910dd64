"""The second checker of certificates, the proved one (proof/), compiled from its OCaml."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

__all__ = ["built", "checked_by", "many_built", "needs_ocaml"]

PROOF = Path(__file__).parents[2] / "proof"
MANY = Path(__file__).with_name("check_many.ml")
FIND = shutil.which("ocamlfind")
INSTALLED = FIND is not None and not subprocess.run([FIND, "query", "-qe", "zarith"]).returncode

needs_ocaml = pytest.mark.skipif(not INSTALLED, reason="OCaml and Zarith are not installed")


def built(folder: Path) -> Path:
    """Compile the checker into a folder; return the program."""
    return _make(folder, folder / "check_certificate")


def many_built(folder: Path) -> Path:
    """Compile, into a folder, the program that runs the checker on many files in one process."""
    return _make(folder, folder / "check_many", f"MANY={MANY}")


def checked_by(many: Path, texts: Sequence[tuple[bytes, bytes]]) -> list[tuple[int, str]]:
    """Return exit status and message of each matrix with a certificate.

    many  the program that `many_built` returned
    """
    with TemporaryDirectory() as folder:
        lines = []
        for number, pair in enumerate(texts):
            paths = [Path(folder, f"{number}.{end}") for end in ("dlx", "cert")]
            for path, text in zip(paths, pair, strict=True):
                path.write_bytes(text)
            lines.append("\t".join(map(str, paths)) + "\n")
        sent = "".join(lines).encode()
        done = subprocess.run([str(many)], input=sent, capture_output=True, check=True, timeout=600)
    verdicts = (line.split("\t", 1) for line in done.stdout.decode().split("\n")[:-1])
    return [(int(status), message) for status, message in verdicts]


def _make(folder: Path, program: Path, *settings: str) -> Path:
    command = ["make", "-C", str(PROOF), f"BUILD={folder}", *settings, str(program)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return program
