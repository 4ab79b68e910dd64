"""The file of a checkpoint: whatever is wrong with it is one clear error, and nothing is lost."""

from __future__ import annotations

import fcntl
import resource
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from hurried import hurried

from minuet.models import CheckpointError, ExactCover
from minuet.models.formats import read
from minuet.solvers import checkpoint_status as status
from minuet.solvers import count, solutions

from oracle.forged_checkpoints import Known, forge, rows_of
from oracle.killed import outcome_of
from oracle.small_puzzles import two_pairs

PARTS = [(f"{k % 144} {(k + 72) % 144}", "", 1 / 400) for k in range(300)]


@pytest.fixture(scope="module")
def matrix(data: Path) -> ExactCover:
    (matrix,) = read((data / "instances/queens12.dlx").read_bytes()).problems
    assert isinstance(matrix, ExactCover)
    return matrix


@pytest.fixture
def begun(matrix: ExactCover, tmp_path: Path) -> Path:
    """The checkpoint of a count that says that it was cut short."""
    path = tmp_path / "queens.checkpoint"
    count(matrix, "dlx", checkpoint=path, time_limit=0)
    forge(path, lambda known: known.update(found="0x7b", done=4, puzzle="queens"), PARTS)
    return path


def test_what_is_saved_is_what_is_read(begun: Path, matrix: ExactCover) -> None:
    known = status(begun)
    assert (known.found, known.parts_done, known.parts_open, known.complete) == (123, 4, 300, False)
    assert (known.key.question, known.key.solver) == ("count", "dlx")
    assert (known.key.digest, known.state.puzzle) == (matrix.digest, "queens")
    assert known.share == pytest.approx(0.25)
    result = count(matrix, "dlx", checkpoint=begun, time_limit=0)
    assert (result.count, result.complete) == (123, False)
    assert rows_of(begun) == PARTS


def test_counts_may_be_of_any_size(tmp_path: Path) -> None:
    matrix, path = two_pairs(), tmp_path / "one"
    assert count(matrix, "dlx", checkpoint=path).count == 4

    def change(known: Known) -> None:
        known.update(found=hex(10**50), complete=False)

    forge(path, change, [("", "", 1.0)])
    assert status(path).found == 10**50
    assert count(matrix, "dlx", checkpoint=path).count == 10**50 + 4
    assert status(path).found == 10**50 + 4


def test_a_full_disk_is_one_error_and_the_last_checkpoint_stays(
    begun: Path, matrix: ExactCover
) -> None:
    many = [("", "", 0.5), *((" ".join(map(str, range(k, k + 100))), "", 0.0) for k in range(40))]
    forge(begun, lambda known: None, many * 50)
    before = status(begun)

    def work() -> None:
        limit = begun.stat().st_size // 2  # too little to keep what is written over
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        with pytest.raises(OSError, match="checkpoint") as caught, hurried():
            count(matrix, "dlx", checkpoint=begun)
        assert caught.value.filename == str(begun)

    assert outcome_of(work) == 0
    assert status(begun) == before
    assert before.found == 123


def test_a_disk_that_is_full_from_the_start_is_one_error(
    matrix: ExactCover, tmp_path: Path
) -> None:
    def work() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
        with pytest.raises(OSError, match="checkpoint"):
            count(matrix, "dlx", checkpoint=tmp_path / "new")

    assert outcome_of(work) == 0
    assert count(matrix, "dlx", checkpoint=tmp_path / "new").count == 14200


@pytest.mark.parametrize("seed", range(12))
def test_a_truncated_file_is_refused(begun: Path, matrix: ExactCover, seed: int) -> None:
    data = begun.read_bytes()
    begun.write_bytes(data[: Random(seed).randrange(1, len(data))])
    for ask in (lambda: count(matrix, "dlx", checkpoint=begun), lambda: status(begun)):
        with pytest.raises(CheckpointError, match=r"damaged|no checkpoint"):
            ask()


def test_a_file_with_a_changed_byte_is_refused_or_means_the_same(begun: Path) -> None:
    whole, known, refused = begun.read_bytes(), status(begun), 0
    for seed in range(25):
        data, rng = bytearray(whole), Random(seed)
        place = rng.randrange(len(data))
        data[place] ^= 1 << rng.randrange(8)
        begun.write_bytes(data)
        try:
            assert status(begun) == known
        except CheckpointError:
            refused += 1
    assert refused


def test_an_empty_file_is_a_new_one(matrix: ExactCover, tmp_path: Path) -> None:
    path = tmp_path / "empty"
    path.touch()
    with pytest.raises(CheckpointError, match="no checkpoint"):
        status(path)
    assert count(matrix, "dlx", checkpoint=path).count == 14200


def test_other_files_are_left_as_they_are(matrix: ExactCover, tmp_path: Path) -> None:
    text, database = tmp_path / "notes.txt", tmp_path / "other.sqlite"
    text.write_text("not a checkpoint\n" * 100)
    with sqlite3.connect(database) as connection:
        connection.execute("CREATE TABLE search (key TEXT)")
    connection.close()
    for path in (text, database):
        before = path.read_bytes()
        with pytest.raises(CheckpointError, match="no checkpoint of minuet"):
            count(matrix, "dlx", checkpoint=path)
        assert path.read_bytes() == before


def test_what_is_no_plain_file_is_refused(matrix: ExactCover, tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match="no file of its own"):
        count(matrix, "dlx", checkpoint="/dev/null")
    with pytest.raises(CheckpointError, match="no file of its own"):
        count(matrix, "dlx", checkpoint=tmp_path)
    with pytest.raises(FileNotFoundError):
        count(matrix, "dlx", checkpoint=tmp_path / "no" / "such")


def while_written(path: Path, act: Callable[[], object]) -> None:
    """Do something while a search holds its checkpoint, which it saves once more behind that."""
    acted = False

    def text(_: object) -> str:
        nonlocal acted
        if not acted:
            acted = True
            act()
        return "one\n"

    output = path.with_name("output")
    solutions(two_pairs(), "dlx").write(output, checkpoint=path, text=text)


def test_two_processes_do_not_share_a_file(matrix: ExactCover, tmp_path: Path) -> None:
    path, done = tmp_path / "one", []

    def work() -> None:
        with hurried(), pytest.raises(CheckpointError, match="another process is at work"):
            count(matrix, "dlx", checkpoint=path)
        assert status(path).running
        done.append(True)

    while_written(path, lambda: outcome_of(work) == 0 and work())  # nor two searches of one
    assert done
    assert not status(path).running


def test_one_who_was_overtaken_writes_nothing_more(tmp_path: Path) -> None:
    path, before = tmp_path / "one", []

    def overtake() -> None:
        with closing(sqlite3.connect(path)) as other, other:  # the lock does not keep it out
            other.execute("UPDATE search SET owner = 'another'")
        before.append(status(path))

    with pytest.raises(CheckpointError, match="another process has gone on"):
        while_written(path, overtake)
    assert (status(path).state, before[0].complete) == (before[0].state, False)


def test_a_file_that_is_taken_away_is_missed(tmp_path: Path) -> None:
    path = tmp_path / "one"
    with pytest.raises(OSError, match="taken away"):
        while_written(path, path.unlink)


def test_another_search_is_refused_in_one_line(begun: Path, matrix: ExactCover) -> None:
    half = ExactCover(primary=1, items=["a"], starts=[0, 1], members=[0])
    with pytest.raises(CheckpointError, match="another matrix") as caught:
        count(half, "dlx", checkpoint=begun)
    assert "\n" not in str(caught.value)
    assert matrix.digest[:12] in str(caught.value)
    own = status(begun).key
    for name in ("question", "solver", "version"):
        forge(begun, lambda known: None, PARTS, **{name: "another"})
        with pytest.raises(CheckpointError, match=r"checkpoint of another"):
            count(matrix, "dlx", checkpoint=begun)
        forge(begun, lambda known: None, PARTS, **{name: getattr(own, name)})
    assert status(begun).found == 123


def test_one_who_only_looks_does_not_keep_a_search_from_beginning(
    begun: Path, matrix: ExactCover, monkeypatch: pytest.MonkeyPatch
) -> None:
    looking = begun.open("rb")
    fcntl.flock(looking, fcntl.LOCK_SH)
    monkeypatch.setattr(time, "sleep", lambda _: looking.close())
    assert count(matrix, "dlx", checkpoint=begun, time_limit=0).count == 123
    assert looking.closed
