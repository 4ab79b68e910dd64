"""The second checker of certificates, the proved one (proof/), compiled from its OCaml."""

from __future__ import annotations

import fcntl
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

__all__ = ["built", "checked_by", "needs_ocaml"]

PROOF = Path(__file__).parents[2] / "proof"
FOLDER = PROOF.parent / "build" / "proof"  # where `make -C proof checker` compiles it, too
MANY = Path(__file__).with_name("check_many.ml")
FIND = shutil.which("ocamlfind")
INSTALLED = FIND is not None and not subprocess.run([FIND, "query", "-qe", "zarith"]).returncode

needs_ocaml = pytest.mark.skipif(not INSTALLED, reason="OCaml and Zarith are not installed")


def built() -> Path:
    """Return the checker, compiled from its source unless that was done before."""
    return _made("check_certificate")


def _many_built() -> Path:
    """Return the program that runs the checker on many files in one process."""
    return _made("check_many")


def checked_by(texts: Sequence[tuple[bytes, bytes]]) -> list[tuple[int, str]]:
    """Return exit status and message of each matrix with a certificate, from one process."""
    with TemporaryDirectory() as folder:
        paths = {text: f"{folder}/{number}" for number, text in enumerate({*chain(*texts)})}
        for text, path in paths.items():
            Path(path).write_bytes(text)
        sent = "".join(f"{paths[matrix]}\t{paths[lines]}\n" for matrix, lines in texts).encode()
        done = subprocess.run(
            [str(_many_built())], input=sent, capture_output=True, check=True, timeout=600
        )
    verdicts = (line.split("\t", 1) for line in done.stdout.decode().split("\n")[:-1])
    return [(int(status), message) for status, message in verdicts]


@cache
def _made(program: str) -> Path:
    """Have `make` compile what is older than its source; processes of the tests take turns."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    command = ["make", "-C", str(PROOF), f"BUILD={FOLDER}", f"MANY={MANY}", str(FOLDER / program)]
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return FOLDER / program
