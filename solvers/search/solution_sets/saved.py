"""A solution set as a file: the arrays of its folded tree in numpy's format .npz.

A .npz is a zip of arrays with a checksum each. In it stand `format` ("minuet solution set 1"),
`matrix` (the digest of the matrix, in ASCII), `given`, `forbidden`, and the arrays of the tree as
tree.py describes them: `kind_or_item`, `first`, `option`, `child`. It holds no Python objects, and
reading makes none, nor is it compressed, so that what is read is no larger than the file. Counts
are not in it: they are worked out anew. What is read is looked at: that it belongs to the matrix,
and that it can be a tree of that. Only a search can show that no solution is missing.
"""

from __future__ import annotations

import math
import os
import secrets
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_STORED, ZipFile

import numpy as np

from ....models.errors import InputError
from ..selection import Problem, selection_of
from .tree import FREE, NO_OPTION, PRODUCT, TRUE, FoldedTree

if TYPE_CHECKING:
    from ....models.matrix.exact_cover import ExactCover

__all__ = ["loaded", "save"]

# ---- Checks of a tree that was read, without a search, in linear time ----------------------------
#
# Numbers are those of the matrix; each branch chooses ascending options of its item; each solution
# covers the items that are covered an exact number of times as often as that. For the last, an
# item weighs a number drawn at random, and what is below all edges of a node must weigh the same:
# were the covers different, the weights would agree by chance once in 2^40. Each edge of a branch
# on an item that is covered once thus leads to other solutions, and none is counted twice.
#
# What this does not see is that solutions are missing, nor what the other items say: secondary
# ones, those with weights, and those with a range. A solution that breaks them is refused when it
# is read.


BITS = 40  # of an item's weight


def require_sound(matrix: ExactCover, tree: FoldedTree) -> None:
    """Raise ValueError, saying what is wrong, for a tree that cannot be one of the matrix."""
    for name, options in (("given", tree.given), ("forbidden", tree.forbidden)):
        inside = all(0 <= option < matrix.options for option in options)
        _require(inside, f"{name} options that the matrix does not have")
        _require(list(options) == sorted(set(options)), f"{name} options that do not ascend")
    first, edges = tree.first, tree.edges
    lengths = len(first) == tree.nodes + 1 and len(tree.child) == edges
    fits = lengths and first[0] == 0 and first[-1] == edges
    _require(fits, "arrays of lengths that do not fit together")
    _require((first[1:] >= first[:-1]).all(), "edges that do not ascend")
    before = (tree.child >= 0) & (tree.child < _nodes_of_edges(tree))
    _require(before.all(), "a child that does not stand before its parent")
    _require_options(matrix, tree)
    _require_covers(matrix, tree)


def _require(holds: Any, message: str) -> None:
    if not holds:
        raise ValueError(message)


def _nodes_of_edges(tree: FoldedTree) -> Any:
    return np.repeat(np.arange(tree.nodes), np.diff(tree.first))


def _require_options(matrix: ExactCover, tree: FoldedTree) -> None:
    kinds, option, items = tree.kind_or_item, tree.option, len(matrix.items)
    _require(((kinds >= FREE) & (kinds < matrix.primary)).all(), "a node of an unknown kind")
    node = _nodes_of_edges(tree)
    kind = kinds[node]
    chosen = option != NO_OPTION
    wrong = (kind == TRUE) | ((kind == PRODUCT) & chosen) | ((kind >= 0) & ~chosen)
    message = "an edge with an option that cannot stand there"
    _require(not wrong.any() and ((option >= NO_OPTION) & (option < matrix.options)).all(), message)
    empty = np.diff(tree.first) == 0
    _require(not (empty & ((kinds == PRODUCT) | (kinds == FREE))).any(), "a node without edges")
    selected = np.isin(option, np.array((*tree.given, *tree.forbidden), np.int64))
    _require(not selected.any(), "an option that is given or forbidden")
    # Of a node that decides on an option, the edge that passes over it is the second one.
    place = np.where(chosen, option.astype(np.int64), matrix.options)
    siblings = (node[1:] == node[:-1]) & (kind[1:] != PRODUCT)
    ascend = (place[1:] > place[:-1]) & ((kind[1:] != FREE) | ~chosen[1:])
    _require((ascend | ~siblings).all(), "options of a node that do not ascend")
    owner = np.repeat(np.arange(matrix.options, dtype=np.int64), np.diff(matrix.starts))
    branching = kind >= 0
    pairs = option[branching].astype(np.int64) * items + kind[branching]
    on_item = np.isin(pairs, owner * items + matrix.members)
    _require(on_item.all(), "a branch on an item with an option that does not have it")


def _require_covers(matrix: ExactCover, tree: FoldedTree) -> None:
    # What each option weighs, by its items of an exact number, and what solutions do.
    exact = matrix.low == matrix.high
    exact[matrix.primary :] = False
    exact[matrix.members[matrix.weights != 1]] = False
    drawn = [secrets.randbits(BITS) + 1 if is_exact else 0 for is_exact in exact.tolist()]
    sums = np.concatenate(([0], np.cumsum(np.array(drawn, np.int64)[matrix.members])))
    sum_of_parts = sum(
        factor * low for factor, low in zip(drawn, matrix.low.tolist(), strict=True) if factor
    )
    weight, total = (sums[matrix.starts[1:]] - sums[matrix.starts[:-1]]).tolist(), sum_of_parts
    covers: list[int] = []  # by node: what its solutions weigh; -1: it has none
    bits: list[float] = []  # and the logarithm of their number
    kinds, first = tree.kind_or_item.tolist(), tree.first.tolist()
    option, child = tree.option.tolist(), tree.child.tolist()
    for node, kind in enumerate(kinds):
        edges = range(first[node], first[node + 1])
        below = [child[edge] for edge in edges]
        if kind == PRODUCT:
            whole = all(covers[part] >= 0 for part in below)
            cover = sum(covers[part] for part in below) if whole else -1
            size = sum(bits[part] for part in below)
        elif kind == TRUE:
            cover, size = 0, 0.0
        else:
            weights = {
                covers[part] + (weight[option[edge]] if option[edge] >= 0 else 0)
                for edge, part in zip(edges, below, strict=True)
                if covers[part] >= 0
            }
            _require(len(weights) <= 1, "solutions that cover other items than those beside them")
            cover = weights.pop() if weights else -1
            logarithms = [bits[part] for part in below if covers[part] >= 0]
            if not logarithms:
                size = 0.0
            else:
                most = max(logarithms)
                size = most + math.log2(sum(2.0 ** (value - most) for value in logarithms))
        _require(cover <= total, "solutions that cover an item too often")
        _require(size < matrix.options + 1, "more solutions than sets of options")
        covers.append(cover)
        bits.append(size)
    if covers and covers[-1] >= 0:
        given = sum(weight[option] for option in tree.given)
        _require(covers[-1] + given == total, "solutions that do not cover the items")


FORMAT = "minuet solution set 1"
ARRAYS = {
    "kind_or_item": np.int32,
    "first": np.int64,
    "option": np.int32,
    "child": np.int32,
    "given": np.int32,
    "forbidden": np.int32,
}


def save(tree: FoldedTree, digest: str, file: str | PathLike[str]) -> None:
    """Write the tree of a matrix into a file; it is there whole or not at all.

    A device or a pipe is written as it is. Raises OSError, naming the file.
    """
    arrays: dict[str, Any] = {
        name: np.asarray(getattr(tree, name), kind) for name, kind in ARRAYS.items()
    }
    words = {"format": FORMAT, "matrix": digest}
    texts: dict[str, Any] = {
        name: np.frombuffer(text.encode(), np.uint8) for name, text in words.items()
    }
    target = Path(os.path.realpath(file))
    whole = target.is_file() or not target.exists()
    beside = target.with_name(f".{target.name}.{os.getpid()}") if whole else target
    try:
        with beside.open("wb") as stream:
            np.savez(stream, allow_pickle=False, **texts, **arrays)
        if whole:
            beside.replace(target)
    except OSError as error:
        error.filename, error.filename2 = fspath(file), None
        raise
    finally:
        if whole:
            beside.unlink(missing_ok=True)


def loaded(file: str | PathLike[str], puzzle: Problem) -> FoldedTree:
    """Read the tree of a set of the same puzzle. Raises InputError for anything else."""
    matrix, _, _ = selection_of(puzzle)
    name = fspath(file)
    arrays = _arrays(name)
    if arrays["matrix"] != matrix.digest:
        raise InputError("a solution set of another matrix", file=name)
    given, forbidden = (tuple(arrays[key].tolist()) for key in ("given", "forbidden"))
    tree = FoldedTree(
        arrays["kind_or_item"],
        arrays["first"],
        arrays["option"],
        arrays["child"],
        given,
        forbidden,
    )
    try:
        require_sound(matrix, tree)
    except ValueError as error:
        raise InputError(f"a damaged solution set: {error}", file=name) from None
    return tree


def _arrays(name: str) -> dict[str, Any]:
    wrong = "no solution set, expected a file that SolutionSet.save has written"
    try:
        with Path(name).open("rb") as stream, np.load(stream, allow_pickle=False) as file:
            names = (*ARRAYS, "format", "matrix")
            read: dict[str, Any] = {key: _array(file.zip, key) for key in names}
    except FileNotFoundError:
        raise InputError("no such file", file=name) from None
    except MemoryError:
        raise
    except Exception as error:  # zipfile and numpy have many words for what is no such file
        raise InputError(f"{wrong} ({error})", file=name) from None
    for text in ("format", "matrix"):
        read[text] = bytes(read[text]).decode("ascii", "replace")
    if read["format"] != FORMAT:
        raise InputError(wrong, file=name)
    for key, kind in ARRAYS.items():
        if read[key].dtype != kind or read[key].ndim != 1:
            message = f"{key} is no row of {kind.__name__}"
            raise InputError(f"a damaged solution set: {message}", file=name)
    return read


def _array(file: ZipFile, name: str) -> Any:
    """Return an array. Raises ValueError where it takes not the room that its head promises."""
    if file.getinfo(f"{name}.npy").compress_type != ZIP_STORED:
        raise ValueError("compressed")
    with file.open(f"{name}.npy") as stream:
        np.lib.format.read_magic(stream)
        shape, _, kind = np.lib.format.read_array_header_1_0(stream)
        content = stream.read()
    if math.prod(shape) * kind.itemsize != len(content):
        raise ValueError(f"{name} has another length than it says")
    return np.frombuffer(content, kind).reshape(shape)
