"""All solutions in a folder of Parquet files: one table, whole whatever kills the search."""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hurried import hurried

from minuet.models import CheckpointError, ExactCover, Puzzle, Unavailable, Unsupported
from minuet.models.formats import read
from minuet.models.gallery import entry
from minuet.solvers import checkpoint_status, solutions
from minuet.solvers.search.checkpoint import output

from command_line import one_line
from in_process import minuet
from late import Late
from oracle.killed import killed_again_and_again, outcome_of

pandas: Any = Late("pandas")
dataset: Any = Late("pyarrow.dataset")

QUEENS = 14200  # ways to place twelve


@pytest.fixture(scope="module")
def twelve(data: Path) -> ExactCover:
    (matrix,) = read((data / "instances/queens12.dlx").read_bytes()).problems
    assert isinstance(matrix, ExactCover)
    return matrix


@pytest.fixture
def shards_of(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Let shards be of so many solutions."""
    return lambda most: monkeypatch.setattr(output, "MOST", most)


@pytest.fixture(scope="module")
def queens() -> Puzzle:
    return entry("queens-8").load()


def found_in(folder: Path) -> list[tuple[int, ...]]:
    return [tuple(map(int, one)) for one in pandas.read_parquet(folder).options]


def manifest(folder: Path) -> dict[str, object]:
    told: dict[str, object] = json.loads((folder / "_manifest.json").read_text())
    return told


@pytest.mark.parametrize("on", [None, "processes:2"])
def test_every_solution_is_a_row_of_one_table(queens: Puzzle, tmp_path: Path, on: str) -> None:
    folder = tmp_path / "new" / "q"
    result = solutions(queens, "bitmask", on=on).write(folder, shards=True)
    assert (result.count, result.complete) == (92, True)
    expected = sorted(one.options for one in solutions(queens, "dlx"))
    found = found_in(folder)
    assert sorted(found) == expected == sorted(map(tuple, map(sorted, found)))
    assert dataset.dataset(folder).count_rows() == 92
    choices = pandas.read_parquet(folder / "_choices.parquet")
    assert list(choices.choice) == [str(one) for one in queens.matrix.labels]
    told = manifest(folder)
    assert (told["solutions"], told["complete"]) == (92, True)
    assert told["matrix"] == queens.matrix.digest
    assert solutions(queens, "bitmask").write(folder, shards=True).count == 92  # nothing is left
    assert len(found_in(folder)) == 92


def test_shards_are_of_a_bounded_size(
    twelve: ExactCover, tmp_path: Path, shards_of: Callable[[int], None]
) -> None:
    shards_of(1000)
    with hurried():
        assert (
            solutions(twelve, "bitmask", threads=2).write(tmp_path / "s", shards=True).count
            == QUEENS
        )
    rows = [one["rows"] for one in manifest(tmp_path / "s")["shards"]]  # type: ignore[attr-defined]
    assert rows == [1000] * 14 + [200]
    assert len(set(found_in(tmp_path / "s"))) == QUEENS


@pytest.mark.parametrize("on", [None, pytest.param("processes:2", marks=pytest.mark.slow)])
def test_a_search_that_is_killed_goes_on(
    twelve: ExactCover, tmp_path: Path, shards_of: Callable[[int], None], on: str
) -> None:
    shards_of(500)
    folder = tmp_path / "s"
    assert killed_again_and_again(
        lambda _: solutions(twelve, "dlx", on=on).write(folder, shards=True), 2
    )
    assert not checkpoint_status(folder / "_checkpoint").complete
    assert solutions(twelve, "dlx").write(folder, shards=True).count == QUEENS
    found = found_in(folder)
    assert (len(found), len(set(found))) == (QUEENS, QUEENS)
    assert manifest(folder)["complete"] is True


def test_what_was_written_behind_the_checkpoint_is_cut_off(
    queens: Puzzle, tmp_path: Path, shards_of: Callable[[int], None]
) -> None:
    folder = tmp_path / "s"
    shards_of(40)
    assert solutions(queens, "dlx").write(folder, shards=True).count == 92
    before, last = sorted(found_in(folder)), folder / "part-00002.parquet"
    more = pandas.concat([pandas.read_parquet(last)] * 2)
    more.to_parquet(last, index=False)
    more.to_parquet(folder / "part-00003.parquet", index=False)
    assert solutions(queens, "dlx").write(folder, shards=True).count == 92
    assert sorted(found_in(folder)) == before
    assert not (folder / "part-00003.parquet").exists()


def test_shards_that_are_not_those_of_the_checkpoint_are_refused(
    queens: Puzzle, tmp_path: Path
) -> None:
    folder = tmp_path / "s"
    solutions(queens, "dlx").write(folder, shards=True)
    with pytest.raises(CheckpointError, match="a new checkpoint, but there are shards in"):
        solutions(queens, "dlx").write(folder, checkpoint=tmp_path / "other", shards=True)
    part = folder / "part-00000.parquet"
    part.write_bytes(part.read_bytes()[:100])
    with pytest.raises(CheckpointError, match=r"part-00000.parquet: no Parquet \("):
        solutions(queens, "dlx").write(folder, shards=True)
    part.unlink()
    with pytest.raises(CheckpointError, match="is not what was written there"):
        solutions(queens, "dlx").write(folder, shards=True)
    with pytest.raises(CheckpointError, match="no folder, expected one for shards"):
        solutions(queens, "dlx").write(
            folder / "_manifest.json", checkpoint=tmp_path / "new", shards=True
        )


def test_a_puzzle_without_solutions_is_an_empty_table(tmp_path: Path) -> None:
    (matrix,) = read("a b\na\n").problems
    result = solutions(matrix, "dlx").write(tmp_path / "s", shards=True)
    assert (result.count, result.complete) == (0, True)
    assert manifest(tmp_path / "s")["solutions"] == 0
    assert found_in(tmp_path / "s") == []


def test_what_cannot_be_kept_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (priced,) = read("a\na |2\na |1\n").problems
    with pytest.raises(Unsupported, match="expected no costs"):
        solutions(priced).write(tmp_path / "s", shards=True)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(Unavailable, match=r"pyarrow is missing, .*minuet\[experiments\]"):
        solutions(entry("queens-8").load(), "dlx").write(tmp_path / "t", shards=True)


def test_a_full_disk_is_exit_status_4_and_the_search_goes_on(tmp_path: Path, data: Path) -> None:
    folder, said = tmp_path / "s", tmp_path / "said"
    words = ["list", str(data / "instances/queens12.dlx"), "-o", f"{folder}/"]

    def work() -> None:
        size = 60_000  # bytes: enough for the choices, and not for the solutions
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        done = minuet(*words)
        said.write_text(json.dumps([done.returncode, done.stdout, done.stderr]))

    assert outcome_of(work) == 0
    status, printed, complaint = json.loads(said.read_text())
    assert (status, printed) == (4, "")
    assert f"{folder / 'part-00000.parquet'}: " in complaint.splitlines()[-1]
    assert not list(folder.glob("*being-written"))
    assert minuet(*words).returncode == 0
    assert len(set(found_in(folder))) == QUEENS


def test_the_command_writes_shards(tmp_path: Path) -> None:
    folder = tmp_path / "s"
    words = ["list", "gallery:queens-8", "-o", f"{folder}/"]
    done = minuet(*words)
    assert (done.returncode, done.stdout) == (0, "")
    assert f"92 solutions in {folder}" in done.stderr
    assert len(found_in(folder)) == 92
    told = json.loads(minuet(*words, "--json").stdout)
    assert (told["kind"], told["count"], told["complete"]) == ("solutions", 92, True)
    for more in (["--limit", "3"], ["--evidence", "agreed"], ["--symmetries", "known"]):
        assert "a folder keeps all solutions" in one_line(minuet(*words, *more))
