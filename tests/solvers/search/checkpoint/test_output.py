"""The output of a search with a checkpoint: its own, whole, and missed when it is gone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hurried import hurried

from minuet.models import CheckpointError, ExactCover
from minuet.models.formats import read
from minuet.solvers import solutions

from oracle.forged_checkpoints import Known, forge


@pytest.fixture
def matrix(data: Path) -> ExactCover:
    (matrix,) = read((data / "instances/queens8.dlx").read_bytes()).problems
    assert isinstance(matrix, ExactCover)
    return matrix


def cut(output: Path) -> None:
    with output.open("r+b") as file:
        file.truncate(100)


def replace(output: Path) -> None:
    other = output.with_name("other")
    other.write_bytes(output.read_bytes())
    other.replace(output)


def add(output: Path) -> None:
    with output.open("a") as file:
        file.write("more\n")


@pytest.mark.parametrize("meddle", [Path.unlink, cut, replace, add])
def test_an_output_that_is_changed_while_it_is_written_is_missed(
    matrix: ExactCover, tmp_path: Path, meddle: Callable[[Path], None]
) -> None:
    output, lines = tmp_path / "out", 0

    def text(options: tuple[int, ...]) -> str:
        nonlocal lines
        lines += 1
        if lines == 50:
            meddle(output)
        return " ".join(map(str, options)).ljust(400) + "\n"

    with pytest.raises(OSError, match="output was") as caught:
        solutions(matrix, "dlx").write(output, checkpoint=tmp_path / "ck", text=text)
    assert caught.value.filename == str(output)


@pytest.mark.parametrize("place", [0, 1, 4000, 10_000])
def test_an_output_that_was_edited_anywhere_is_refused(
    matrix: ExactCover, tmp_path: Path, place: int
) -> None:
    output, path = tmp_path / "out", tmp_path / "ck"
    wide = {"text": lambda options: " ".join(map(str, options)).ljust(400) + "\n"}
    solutions(matrix, "dlx").write(output, checkpoint=path, **wide)
    data = bytearray(output.read_bytes())
    data[place] ^= 1
    output.write_bytes(data)
    with pytest.raises(CheckpointError, match="not what was written there"):
        solutions(matrix, "dlx").write(output, checkpoint=path, **wide)
    assert output.read_bytes() == data
    data[place] ^= 1
    output.write_bytes(data)
    assert solutions(matrix, "dlx").write(output, checkpoint=path, **wide).count == 92


def test_two_searches_do_not_share_an_output(matrix: ExactCover, tmp_path: Path) -> None:
    output, seen = tmp_path / "out", 0

    def text(options: tuple[int, ...]) -> str:
        nonlocal seen
        seen += 1
        if seen == 1:
            with hurried(), pytest.raises(CheckpointError, match="another process is at") as caught:
                solutions(matrix, "dlx").write(output, checkpoint=tmp_path / "two")
            assert str(caught.value).startswith(str(output))
        return f"{options}\n"

    solutions(matrix, "dlx").write(output, checkpoint=tmp_path / "one", text=text)
    assert seen == len(set(output.read_text().splitlines())) == 92
    output.unlink()
    assert solutions(matrix, "dlx").write(output, checkpoint=tmp_path / "two").count == 92


@pytest.mark.parametrize("cut_to_nothing", [False, True])
def test_a_new_checkpoint_empties_no_output(
    matrix: ExactCover, tmp_path: Path, cut_to_nothing: bool
) -> None:
    output, path = tmp_path / "out", tmp_path / "ck"
    solutions(matrix, "dlx").write(output, checkpoint=path)
    whole = output.read_bytes()
    if cut_to_nothing:
        path.write_bytes(b"")
    else:
        path.unlink()
    with pytest.raises(CheckpointError, match="is not empty, expected") as caught:
        solutions(matrix, "dlx").write(output, checkpoint=path)
    assert "\n" not in str(caught.value)
    assert output.read_bytes() == whole


def test_a_checkpoint_that_knows_no_output_empties_none(matrix: ExactCover, tmp_path: Path) -> None:
    output, path = tmp_path / "out", tmp_path / "ck"
    solutions(matrix, "dlx").write(output, checkpoint=path)
    whole = output.read_bytes()

    def forget(known: Known) -> None:  # as where a kill came before anything was written
        known.update(found="0x0", complete=False, more={})

    forge(path, forget, [])
    with pytest.raises(CheckpointError, match="is not empty, expected"):
        solutions(matrix, "dlx").write(output, checkpoint=path)
    assert output.read_bytes() == whole


def test_one_file_is_not_both(matrix: ExactCover, tmp_path: Path) -> None:
    path = tmp_path / "one"
    for _ in range(2):
        with pytest.raises(CheckpointError, match="one file for both"):
            solutions(matrix, "dlx").write(path, checkpoint=tmp_path / "." / "one")
        path.touch()
    assert path.read_bytes() == b""


@pytest.mark.parametrize("device", ["/dev/null", "/dev/full"])
def test_a_device_is_no_output(matrix: ExactCover, tmp_path: Path, device: str) -> None:
    with pytest.raises(CheckpointError, match=f"{device}: no file of its own"):
        solutions(matrix, "dlx").write(device, checkpoint=tmp_path / "ck")
    assert not list(tmp_path.iterdir())
