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

from .....models.errors import Unsupported
from .....models.formats.matrix.dlx_text import write_dlx
from .....models.matrix.conditions import GraphRule
from .....models.matrix.exact_cover import ExactCover

__all__ = ["digest_of", "is_known", "matrix_text", "rule_line"]

WORDS = {"connected": ":connected", "tree": ":tree", "one_loop": ":one_loop", "path": ":path"}


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


def is_known(rule: GraphRule) -> bool:
    """Whether the checkers know the graph rule."""
    return (
        rule.kind in WORDS
        and (rule.kind != "path" or len(rule.roots) == 2)
        and len(set(rule.roots.tolist())) == len(rule.roots)
        and not (rule.tails == rule.heads).any()
    )


def rule_line(rule: GraphRule) -> str:
    """Return the line of a graph rule: its kind, its ends, then vertices and edges, each with the
    options that choose it. An edge without options is chosen if both of its ends are.

    Raises Unsupported for a rule that no checker knows.
    """
    if not is_known(rule):
        raise Unsupported(f"a certificate does not support graph rules like {rule.name}")
    edges = list(zip(rule.tails.tolist(), rule.heads.tolist(), strict=True))
    chosen: dict[int, set[int]] = {}
    for option, place in zip(rule.options.tolist(), rule.places.tolist(), strict=True):
        chosen.setdefault(place, set()).add(option)
    by = {place: ",".join(map(str, sorted(chosen[place]))) for place in sorted(chosen)}
    words = [WORDS[rule.kind], *map(str, rule.roots.tolist())]
    if rule.of_vertices:
        words += (f"{vertex}={options}" for vertex, options in by.items())
        words += (f"{u}-{v}" for u, v in edges if u in by and v in by)
    else:
        words += ("{}-{}={}".format(*edges[place], options) for place, options in by.items())
    return " ".join(words)
