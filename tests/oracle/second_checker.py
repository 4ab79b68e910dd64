"""The second checker of certificates (tools/check_certificate.cpp), compiled."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

__all__ = ["COMPILER", "built"]

SOURCE = Path(__file__).parents[2] / "tools" / "check_certificate.cpp"
COMPILER = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++")


def built(folder: Path) -> Path:
    """Compile the checker into a folder; return the program."""
    program = folder / "check_certificate"
    flags = ["-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror"]
    build = [str(COMPILER), *flags, "-o", str(program), str(SOURCE)]
    done = subprocess.run(build, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    return program
