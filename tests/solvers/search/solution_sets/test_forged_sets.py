"""A file of a set says only what a folding could have written; everything else is damage."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from minuet.models import ExactCover, InputError, Unsupported
from minuet.solvers import SolutionSet, solution_set

from oracle.matrices import matrices
from oracle.small_puzzles import two_pairs
from oracle.subsets import solutions_of

TRUE, PRODUCT, FREE, NONE = -1, -2, -3, -1
Edges = list[tuple[int, list[tuple[int, int]]]]


@pytest.fixture
def matrix() -> ExactCover:
    return two_pairs()


LEAF = (TRUE, [])
A, B = (0, [(0, 0), (1, 0)]), (1, [(2, 0), (3, 0)])
WHOLE = [LEAF, A, B, (PRODUCT, [(NONE, 1), (NONE, 2)])]


def forge(file: Path, matrix: ExactCover, nodes: Edges, **changes: Any) -> None:
    """Write a tree in the format that solvers/search/solution_sets/saved.py tells."""
    edges = [edge for _, below in nodes for edge in below]
    arrays = {
        "kind_or_item": np.array([kind for kind, _ in nodes], np.int32),
        "first": np.cumsum([0, *(len(below) for _, below in nodes)], dtype=np.int64),
        "option": np.array([option for option, _ in edges], np.int32),
        "child": np.array([child for _, child in edges], np.int32),
        "given": np.zeros(0, np.int32),
        "forbidden": np.zeros(0, np.int32),
        "format": np.frombuffer(b"minuet solution set 1", np.uint8),
        "matrix": np.frombuffer(matrix.digest.encode(), np.uint8),
    }
    with file.open("wb") as stream:
        np.savez(stream, **(arrays | changes))


def row(*numbers: int) -> Any:
    return np.array(numbers, np.int32)


def test_what_is_written_like_that_is_read(matrix: ExactCover, tmp_path: Path) -> None:
    forge(tmp_path / "set", matrix, WHOLE)
    found = SolutionSet.load(tmp_path / "set", matrix)
    assert sorted(map(sorted, found)) == [[0, 2], [0, 3], [1, 2], [1, 3]]
    forge(tmp_path / "set", matrix, [LEAF, B], given=row(0))
    assert SolutionSet.load(tmp_path / "set", matrix).count == 2


@pytest.mark.parametrize(
    "nodes",
    [
        [LEAF, (0, [(0, -1), (1, 0)])],
        [LEAF, (0, [(0, 1), (1, 0)])],
        [LEAF, (0, [(0, 2), (1, 0)]), B],
        [LEAF, (0, [(4, 0)])],
        [LEAF, (0, [(-2, 0)])],
        [LEAF, (2, [(0, 0)])],
        [LEAF, (-4, [(0, 0)])],
        [LEAF],
        [LEAF, A],
        [(PRODUCT, [])],
        [LEAF, B, (0, [(0, 1), (0, 1)])],
        [LEAF, B, (0, [(1, 1), (0, 1)])],
        [LEAF, B, (0, [(0, 1), (1, 1), (2, 1)])],
        [LEAF, B, (0, [(0, 1), (1, 0)])],
        [LEAF, A, (PRODUCT, [(NONE, 1), (NONE, 1)])],
        [LEAF, A, B, (PRODUCT, [(NONE, 1), (NONE, 2), (NONE, 2)])],
        [LEAF, A, B, (FREE, [(NONE, 1), (NONE, 2)])],
        [LEAF, A, B, (FREE, [(NONE, 1)])],
        [LEAF, B, (FREE, [(0, 1), (1, 1)])],
        [LEAF, B, (FREE, [(0, 1), (0, 1)])],
    ],
    ids=str,
)
def test_a_tree_that_no_search_folds_is_damage(
    nodes: Edges, matrix: ExactCover, tmp_path: Path
) -> None:
    forge(tmp_path / "set", matrix, nodes)
    with pytest.raises(InputError, match="a damaged solution set"):
        SolutionSet.load(tmp_path / "set", matrix)


@pytest.mark.parametrize(
    "changes",
    [
        {"given": row(-1)},
        {"given": row(4)},
        {"given": row(1, 0)},
        {"given": row(0, 0)},
        {"given": row(0), "forbidden": row(0)},
        {"given": row(0)},
        {"forbidden": row(-1)},
        {"forbidden": row(4)},
        {"forbidden": row(3, 2)},
        {"forbidden": row(0)},
        {"given": np.zeros(0, np.bool_)},
        {"child": np.zeros(6, np.float64)},
        {"child": np.zeros(6, np.bool_)},
        {"option": row(0, 1)},
        {"first": np.zeros(0, np.int64)},
        {"first": np.array([0, 0, 5, 4, 6])},
        {"first": np.array([0, -1, 2, 4, 6])},
        {"kind_or_item": np.zeros((2, 2), np.int32)},
    ],
    ids=str,
)
def test_arrays_that_no_search_writes_are_damage(
    changes: dict[str, Any], matrix: ExactCover, tmp_path: Path
) -> None:
    forge(tmp_path / "set", matrix, WHOLE, **changes)
    with pytest.raises(InputError, match="a damaged solution set"):
        SolutionSet.load(tmp_path / "set", matrix)


def test_more_solutions_than_there_are_sets_of_options_are_damage(
    matrix: ExactCover, tmp_path: Path
) -> None:
    """Each product squares what is below: 2^(2^40) solutions would not fit into any memory."""
    squares = [(PRODUCT, [(NONE, node), (NONE, node)]) for node in range(1, 41)]
    forge(tmp_path / "set", matrix, [LEAF, A, *squares, B, WHOLE[1]])
    with pytest.raises(InputError, match="a damaged solution set"):
        SolutionSet.load(tmp_path / "set", matrix)


def test_a_set_that_is_compressed_is_none(matrix: ExactCover, tmp_path: Path) -> None:
    """`save` compresses nothing; what is unpacked is no larger than the file."""
    file = tmp_path / "set"
    forge(file, matrix, WHOLE, child=np.zeros(1 << 22, np.int32))
    with zipfile.ZipFile(file) as read:
        members = {name: read.read(name) for name in read.namelist()}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as bomb:
        for name, content in members.items():
            bomb.writestr(name, content)
    assert file.stat().st_size < 1 << 16
    with pytest.raises(InputError, match=r"\(compressed\)"):
        SolutionSet.load(file, matrix)


def test_a_head_that_promises_more_than_there_is_is_damage(
    matrix: ExactCover, tmp_path: Path
) -> None:
    """Memory is taken for what is in the file, not for what a head says: 4 TB here."""
    file = tmp_path / "set"
    forge(file, matrix, WHOLE)
    with zipfile.ZipFile(file) as read:
        members = {name: read.read(name) for name in read.namelist()}
    told = b"'shape': (6,), }" + b" " * 12
    members["child.npy"] = members["child.npy"].replace(told, b"'shape': (1099511627776,), }")
    assert b"1099511627776" in members["child.npy"]
    with zipfile.ZipFile(file, "w") as forged:
        for name, content in members.items():
            forged.writestr(name, content)
    with pytest.raises(InputError, match="another length"):
        SolutionSet.load(file, matrix)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(matrix=matrices(weights=True))
def test_what_was_saved_is_read(matrix: ExactCover, tmp_path: Path) -> None:
    try:
        found = solution_set(matrix)
    except Unsupported:
        return
    for one in (found, found.forbid(0) if matrix.options else found):
        one.save(tmp_path / "set")
        read = SolutionSet.load(tmp_path / "set", matrix)
        assert read.count == one.count
        assert list(read) == list(one)
    found.save(tmp_path / "set")
    read = SolutionSet.load(tmp_path / "set", matrix)
    assert {frozenset(one) for one in read} == {frozenset(one) for one in solutions_of(matrix)}
