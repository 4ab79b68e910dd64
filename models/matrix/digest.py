"""What makes a matrix what it is, as bytes: for `==`, for `hash`, and for a digest that is the same
in every process and on every platform.

The digest is the BLAKE2b hash (RFC 7693, unkeyed, 32 bytes, written as 64 hexadecimal digits) of
these bytes, one after the other, all numbers little-endian:

    the 12 ASCII characters `minuet cover` and a line feed
    int64   five numbers: of primary items, items, options, entries, names of colors
    int32   starts, members, colors
    int64   costs
    int32   low, high
    the names of the items, then those of the colors: of each the length of its UTF-8 as int64, and
    the UTF-8

A matrix that has weights, bounds beyond int32 or conditions begins with `minuet cover 2` and a line
feed; its bounds are int64, and behind them stand

    int32   weights
    int64   the number of graph rules, and that of statements
    of each graph rule a line, `graph rule` and its kind, then its number of vertices and those of
            its edges, edges again, entries, entries again and roots as int64, and as int32 its
            tails, heads, options, places and roots
    of each statement a line: `statement` and its name. What a function says is not to be seen, so
            two matrices that differ in that alone have one digest

A name is spelled as `str` has it, but the members of a set in the order of their `repr`, in braces
(spelling.py). So a name that is an object of one's own needs a `str` that is the same everywhere.
What options are called, their labels, does not count.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..telling.spelling import plain
from .arrays import FlatMatrix

__all__ = ["content", "digest"]


def digest(matrix: FlatMatrix) -> str:
    """Return the digest, 64 hexadecimal digits."""
    from hashlib import blake2b

    hashed = blake2b(digest_size=32)
    for part in content(matrix):
        hashed.update(part)
    return hashed.hexdigest()


def content(matrix: FlatMatrix) -> Iterator[bytes]:
    """Yield the bytes that are digested."""
    # Whether it holds what a matrix of plain covers does not.
    if matrix.has_weights or matrix.graph_rules or matrix.statements:
        wide = True
    else:
        wide = int(matrix.high.max(initial=0)) > np.iinfo(np.int32).max
    yield b"minuet cover 2\n" if wide else b"minuet cover\n"
    sizes = (matrix.primary, len(matrix.items), matrix.options, len(matrix.members))
    yield np.array([*sizes, len(matrix.color_names)], "<i8").tobytes()
    for array in (matrix.starts, matrix.members, matrix.colors):
        yield array.astype("<i4").tobytes()
    yield matrix.costs.astype("<i8").tobytes()
    for array in (matrix.low, matrix.high):
        yield array.astype("<i8" if wide else "<i4").tobytes()
    if wide:
        yield matrix.weights.astype("<i4").tobytes()
        yield np.array([len(matrix.graph_rules), len(matrix.statements)], "<i8").tobytes()
        for condition in (*matrix.graph_rules, *matrix.statements):
            yield from condition.content()
    for names in (matrix.items, matrix.color_names):
        spelled = (plain(name).encode("utf-8", "surrogatepass") for name in names)
        yield b"".join(len(name).to_bytes(8, "little") + name for name in spelled)
