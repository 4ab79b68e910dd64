"""A sealed file says only what a search could have written; everything else is damage."""

from __future__ import annotations

from pathlib import Path

import pytest

from minuet.models import CheckpointError, ExactCover
from minuet.solvers import checkpoint_status, count

from oracle.forged_checkpoints import Known, forge, opened
from oracle.small_puzzles import two_pairs


@pytest.fixture
def matrix() -> ExactCover:
    return two_pairs()


@pytest.fixture
def file(matrix: ExactCover, tmp_path: Path) -> Path:
    assert count(matrix, "dlx:cells", checkpoint=tmp_path / "file").count == 4
    return tmp_path / "file"


def test_what_is_sealed_like_that_is_read(file: Path, matrix: ExactCover) -> None:
    forge(file, opened, [("0", "", 0.5), ("1", "0", 0.25)])
    assert checkpoint_status(file).parts_open == 2
    forge(file, lambda known: None, [])
    assert count(matrix, "dlx:cells", checkpoint=file).count == 4


@pytest.mark.parametrize(
    "changes",
    [
        {"found": "-0x4"},
        {"found": "0x1_0"},
        {"found": "+0x4"},
        {"found": " 0x4"},
        {"found": "4"},
        {"found": "0X4"},
        {"found": "0x\uff14"},
        {"found": 4},
        {"nodes": -1},
        {"nodes": True},
        {"nodes": 1.0},
        {"updates": None},
        {"done": "1"},
        {"seconds": "1"},
        {"seconds": -1.0},
        {"seconds": float("nan")},
        {"seconds": True},
        {"complete": 1},
        {"complete": "no"},
        {"complete": None},
        {"worker": 5},
        {"puzzle": None},
        {"began": "now"},
        {"saved": float("inf")},
        {"more": []},
        {"another": 1},
    ],
    ids=str,
)
def test_a_state_that_no_search_writes_is_damage(
    changes: Known, file: Path, matrix: ExactCover
) -> None:
    forge(file, lambda known: known.update(changes), [])
    with pytest.raises(CheckpointError, match="damaged"):
        checkpoint_status(file)
    with pytest.raises(CheckpointError, match="damaged"):
        count(matrix, "dlx:cells", checkpoint=file)


@pytest.mark.parametrize("name", ["found", "nodes", "complete", "more"])
def test_a_state_that_lacks_something_is_damage(name: str, file: Path) -> None:
    forge(file, lambda known: known.pop(name), [])
    with pytest.raises(CheckpointError, match="damaged"):
        checkpoint_status(file)


@pytest.mark.parametrize(
    "row",
    [
        ("-1", "", 0.5),
        ("0", "-2", 0.5),
        ("+1", "", 0.5),
        ("01", "", 0.5),
        ("1_0", "", 0.5),
        ("\uff11", "", 0.5),
        ("0\u00a01", "", 0.5),
        ("0  1", "", 0.5),
        ("0 0", "", 0.5),
        ("0.0", "", 0.5),
        ("0", "", -0.5),
        ("0", "", 1.5),
        ("4", "", 0.5),
        ("0", "4", 0.5),
        ("1" + "0" * 30, "", 0.5),
    ],
    ids=str,
)
def test_a_part_that_no_search_leaves_is_damage(
    row: tuple[str, str, float], file: Path, matrix: ExactCover
) -> None:
    forge(file, opened, [row])
    with pytest.raises(CheckpointError, match="damaged"):
        count(matrix, "dlx:cells", checkpoint=file)


def test_nothing_is_open_where_all_is_done(file: Path) -> None:
    forge(file, lambda known: None, [("0", "", 0.5)])
    with pytest.raises(CheckpointError, match="damaged"):
        checkpoint_status(file)


@pytest.mark.parametrize(
    "changes",
    [
        {"given": ["0"]},
        {"given": "01"},
        {"given": [True]},
        {"given": [0.5]},
        {"given": [-1]},
        {"given": [0, 0]},
        {"given": [1, 0]},
        {"forbidden": {"0": 1}},
        {"question": None},
        {"digest": 5},
        {"another": "1"},
    ],
    ids=str,
)
def test_a_key_that_no_search_writes_is_damage(changes: Known, file: Path) -> None:
    forge(file, lambda known: None, [], given=[0], forbidden=[1])
    assert checkpoint_status(file).key.given == (0,)
    forge(file, lambda known: None, [], **changes)
    with pytest.raises(CheckpointError, match="damaged"):
        checkpoint_status(file)
