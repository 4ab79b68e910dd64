"""The second checker of certificates (tools/check_certificate.cpp), compiled."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

__all__ = ["COMPILER", "built", "checked_by", "many_built"]

SOURCE = Path(__file__).parents[2] / "tools" / "check_certificate.cpp"
COMPILER = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++")

# For each matrix and certificate, which come behind their sizes, the checker's exit status and the
# line that it prints.
MANY = """
#define main check_one
#include "{source}"
#undef main
#include <sstream>

int main() {{
  for (size_t sizes[2]; std::cin >> sizes[0] >> sizes[1];) {{
    std::cin.get();
    string texts[2];
    for (size_t k = 0; k < 2; ++k) {{
      texts[k].resize(sizes[k]);
      std::cin.read(texts[k].data(), static_cast<std::streamsize>(sizes[k]));
    }}
    std::istringstream matrix(texts[0]), certificate(texts[1]);
    std::ostringstream said;
    const int status = check({{"matrix", "certificate"}}, matrix, certificate, said, said);
    std::cout << status << ' ' << said.str();
  }}
}}
"""


def built(folder: Path) -> Path:
    """Compile the checker into a folder; return the program."""
    return _compiled(SOURCE, folder / "check_certificate")


def many_built(folder: Path) -> Path:
    """Compile, into a folder, the program that runs the checker on many files in one process."""
    source = folder / "many_checks.cpp"
    source.write_text(MANY.format(source=SOURCE), "utf-8")
    return _compiled(source, folder / "many_checks")


def checked_by(many: Path, texts: Sequence[tuple[bytes, bytes]]) -> list[tuple[int, str]]:
    """Return exit status and message of each matrix with a certificate.

    many  the program that `many_built` returned
    """
    sent = b"".join(b"%d %d\n%s%s" % (len(one), len(other), one, other) for one, other in texts)
    done = subprocess.run([str(many)], input=sent, capture_output=True, check=True, timeout=600)
    lines = (line.split(" ", 1) for line in done.stdout.decode().split("\n")[:-1])
    return [(int(status), message) for status, message in lines]


def _compiled(source: Path, program: Path) -> Path:
    flags = ["-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror"]
    build = [str(COMPILER), *flags, "-o", str(program), str(source)]
    done = subprocess.run(build, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    return program
