"""The checker of certificates in Python, a program of one page, run on texts without a process."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from types import ModuleType

from minuet.solvers.search.solution_sets.certificates import check_certificate

__all__ = ["PROGRAM", "accepted", "digest_of", "verdict"]

PROGRAM = Path(check_certificate.__file__)


def verdict(
    matrix: bytes | str, certificate: bytes | str, checker: ModuleType = check_certificate
) -> tuple[int, str]:
    """Return exit status and message of a matrix, as DLX text, with a certificate."""
    texts = {"matrix": matrix, "certificate": certificate}

    def opened(path: str, mode: str) -> BytesIO:
        text = texts[path]
        return BytesIO(text if isinstance(text, bytes) else text.encode())

    status, told = checker.checked(tuple(texts), opened)
    return status, told


def accepted(text: str, lines: list[str]) -> bool:
    """Whether the checker accepts a certificate of a matrix that it can read."""
    status, told = verdict(text, "".join(f"{line}\n" for line in lines))
    assert status != 2, told
    return status == 0


def digest_of(text: str) -> str:
    """Return what a certificate of a matrix says in its second line."""
    check = check_certificate.Check()
    check.read_matrix(text)
    return str(check.hashed.hexdigest())
