"""The text of the matrix that a certificate speaks of, and its digest.

A checker knows nothing but DLX text, so a certificate is of the text that `minuet convert --to dlx`
writes. Givens are items of their own there, and what is forbidden is left out. The digest is the
SHA-256 hash of what the text says, however it is laid out: a line for the items, `low:high|name`
each, and a line for each option, its entries and `|cost`; one blank stands between words, and a
line feed behind each line.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from .....models.formats.matrix.dlx_writing import write_dlx
from .....models.matrix.exact_cover import ExactCover

__all__ = ["digest_of"]


def digest_of(matrix: ExactCover) -> str:
    """Return the digest of the text that the matrix is written as, 64 hexadecimal digits.

    Raises ModelError for graph rules and statements, which the text does not know.
    """
    hashed = sha256()
    for line in _listed(matrix):
        hashed.update(f"{line}\n".encode())
    return hashed.hexdigest()


def _listed(matrix: ExactCover) -> Iterator[str]:
    """Yield what is hashed, line by line."""
    lines = iter(write_dlx(matrix, "|").splitlines()[1:])
    words = (word.rpartition("|")[2] for word in next(lines).split())
    names = [name for name in words if name]
    lows, highs = matrix.low.tolist(), matrix.high.tolist()
    lows += [0] * (len(names) - len(lows))  # what an option without items is given
    highs += [1] * (len(names) - len(highs))
    yield " ".join(
        f"{low}:{high}|{name}" for name, low, high in zip(names, lows, highs, strict=True)
    )
    costs = matrix.costs.tolist()
    for line, cost in zip(lines, costs, strict=True):
        yield line if cost else f"{line} |0"
