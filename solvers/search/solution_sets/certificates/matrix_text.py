"""The text of a matrix that checkers read, and its digest.

That is the text that `minuet convert --to dlx` writes, with a line of each graph rule behind it,
which other readers of DLX text reject. Givens are items of their own there, and what is forbidden
is left out. The digest is the SHA-256 hash of what the text says, however it is laid out: a line
for the items, `low:high|name` each, a line for each option, its entries and `|cost`, and the lines
of the graph rules; one blank stands between words, and a line feed behind each line.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from .....models.formats.matrix.dlx_text import write_dlx
from .....models.matrix.exact_cover import ExactCover
from .graph_tree import rule_line

__all__ = ["digest_of", "matrix_text"]


def matrix_text(matrix: ExactCover) -> str:
    """Return the text of a matrix that checkers read.

    Raises ModelError for statements, and Unsupported for graph rules that no checker knows.
    """
    rules = map(rule_line, matrix.graph_rules)
    return write_dlx(_items_alone(matrix)) + "".join(f"{line}\n" for line in rules)


def digest_of(matrix: ExactCover) -> str:
    """Return the digest of the text, 64 hexadecimal digits. Raises what `matrix_text` raises."""
    hashed = sha256()
    for line in _listed(matrix):
        hashed.update(f"{line}\n".encode())
    return hashed.hexdigest()


def _items_alone(matrix: ExactCover) -> ExactCover:
    return matrix.replaced(graph_rules=()) if matrix.graph_rules else matrix


def _listed(matrix: ExactCover) -> Iterator[str]:
    """Yield what is hashed, line by line."""
    lines = iter(write_dlx(_items_alone(matrix), "|").splitlines()[1:])
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
    yield from map(rule_line, matrix.graph_rules)
