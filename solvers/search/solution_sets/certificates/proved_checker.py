"""The proved checker of certificates as a program: where it is, and its verdict.

docs/proof.md says what is proved. `make checker` compiles the program and puts it beside `minuet`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from .....models.errors import Unavailable, WrongAnswer
from ....contract.deadline import Deadline
from .certificate import Certificate

__all__ = ["PROGRAM", "check_proved", "proved_checker", "require_proved_checker", "run_checker"]

PROGRAM = "minuet-check-certificate"
LOOK = 0.05  # seconds between two looks at the deadline


def proved_checker() -> str | None:
    """Return the path of the proved checker, beside this Python or on the PATH; None: not there."""
    folders = (str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath))
    return shutil.which(PROGRAM, path=os.pathsep.join(folders))


def require_proved_checker() -> str:
    """Return the path of the proved checker. Raises Unavailable where it is not there."""
    program = proved_checker()
    if program is None:
        raise Unavailable(f"the proved checker ({PROGRAM}) is not installed: make checker")
    return program


def run_checker(
    program: str, matrix: str, certificate: str, look: Callable[[], None] = lambda: None
) -> tuple[int, str]:
    """Return the exit status of a checker, and the line that it prints.

    matrix, certificate  paths
    look                 called every few hundredths of a second; what it raises ends the checker
    """
    command = [program, matrix, certificate]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace"
    ) as running:
        try:
            while True:
                try:
                    verdict, complaint = running.communicate(timeout=LOOK)
                except subprocess.TimeoutExpired:
                    look()
                else:
                    return running.returncode, (verdict or complaint).strip()
        except BaseException:
            running.kill()
            running.wait()  # `Popen` does not after a Ctrl-C
            raise


def check_proved(certificate: Certificate, deadline: Deadline) -> Certificate:
    """Return the certificate after the proved checker accepted it.

    Raises WrongAnswer, which names the line, where it does not; Unavailable where it is not
    installed; and Stopped at the deadline.
    """
    program = require_proved_checker()
    with TemporaryDirectory(prefix="minuet-") as folder:
        matrix, path = (Path(folder, name) for name in ("matrix.dlx", "certificate"))
        matrix.write_text(certificate.matrix_text, encoding="utf-8", newline="\n")
        certificate.write(path)
        status, line = run_checker(program, str(matrix), str(path), deadline.check)
    if status:
        raise WrongAnswer(f"the proved checker does not accept the certificate: {line}")
    return replace(certificate, proved=True)
