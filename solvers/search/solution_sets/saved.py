"""A solution set as a file: the arrays of its folded tree in numpy's format .npz.

A .npz is a zip of arrays with a checksum each. In it stand `format` ("minuet solution set 1"),
`matrix` (the digest of the matrix, in ASCII), `given`, `forbidden`, and the arrays of the tree as
tree.py tells them: `kind_or_item`, `first`, `option`, `child`. It holds no Python objects, and
reading makes none, nor is it compressed, so that what is read is no larger than the file. Counts
are not in it: they are worked out anew. What is read is looked at: that it belongs to the matrix,
and that it can be a tree of that (soundness.py). That no solution is missing only a search tells.
"""

from __future__ import annotations

import math
import os
from os import PathLike, fspath
from pathlib import Path
from typing import Any
from zipfile import ZIP_STORED, ZipFile

import numpy as np

from ....models.errors import InputError
from ..selection import Problem, selection_of
from .soundness import require_sound
from .tree import FoldedTree

__all__ = ["loaded", "save"]

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
    given, forbidden = (tuple(arrays[one].tolist()) for one in ("given", "forbidden"))
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
            read: dict[str, Any] = {one: _array(file.zip, one) for one in names}
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
    for one, kind in ARRAYS.items():
        if read[one].dtype != kind or read[one].ndim != 1:
            what = f"{one} is no row of {kind.__name__}"
            raise InputError(f"a damaged solution set: {what}", file=name)
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
