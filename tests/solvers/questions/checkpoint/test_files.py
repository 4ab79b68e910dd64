"""The file of a checkpoint: whatever is wrong with it is one clear error, and nothing is lost."""

from __future__ import annotations

import fcntl
import os
import resource
import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from minuet.models import CheckpointError, ExactCover
from minuet.models.formats import read
from minuet.solvers import Query, count
from minuet.solvers import checkpoint_status as status
from minuet.solvers.native.split import OpenPart
from minuet.solvers.questions.checkpoint import lock
from minuet.solvers.questions.checkpoint.file import CheckpointFile, State, read_checkpoint
from minuet.solvers.questions.checkpoint.key import SearchKey


@pytest.fixture
def matrix(data: Path) -> ExactCover:
    (matrix,) = read((data / "instances/queens12.dlx").read_bytes()).problems
    assert isinstance(matrix, ExactCover)
    return matrix


@pytest.fixture
def begun(matrix: ExactCover, tmp_path: Path) -> Path:
    """The checkpoint of a count that was cut short."""
    path = tmp_path / "queens.checkpoint"
    parts = [OpenPart(((7 * k, 1000 + k), ()), 1 / 400) for k in range(300)]
    with CheckpointFile(path, key_of(matrix), "queens") as file:
        file.save(State(found=123, done=4, parts=parts))
    return path


def key_of(matrix: ExactCover) -> SearchKey:
    from minuet.models.importing.installed import version_of

    return SearchKey.of("count", Query(matrix), "dlx", version_of("minuet"))


def in_a_child(work: Callable[[], None]) -> int:
    """Return the exit status of a child that does the work."""
    child = os.fork()
    if child == 0:
        result = 1
        try:
            work()
            result = 0
        finally:
            os._exit(result)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_what_is_saved_is_what_is_read(begun: Path, matrix: ExactCover) -> None:
    key, state = read_checkpoint(begun)
    assert key == key_of(matrix)
    assert (state.found, state.done, state.complete) == (123, 4, False)
    assert state.parts is not None
    assert state.parts[2] == OpenPart(((14, 1002), ()), 1 / 400)
    assert status(begun).share == pytest.approx(0.25)


def test_counts_may_be_of_any_size(begun: Path, matrix: ExactCover) -> None:
    with CheckpointFile(begun, key_of(matrix)) as file:
        file.save(State(found=10**50, parts=[OpenPart(((), ()), 1.0)]))
    assert read_checkpoint(begun)[1].found == 10**50


def test_a_full_disk_is_one_error_and_the_last_checkpoint_stays(
    begun: Path, matrix: ExactCover
) -> None:
    many = [OpenPart((tuple(range(k, k + 100)), ()), 0.0) for k in range(2000)]

    def work() -> None:
        with CheckpointFile(begun, key_of(matrix)) as file:
            limit = begun.stat().st_size + 4096
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
            with pytest.raises(OSError, match="checkpoint") as caught:
                file.save(State(found=124, parts=many))
            assert caught.value.filename == str(begun)

    assert in_a_child(work) == 0
    assert read_checkpoint(begun)[1].found == 123


def test_a_disk_that_is_full_from_the_start_is_one_error(
    matrix: ExactCover, tmp_path: Path
) -> None:
    def work() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
        with pytest.raises(OSError, match="checkpoint"):
            count(matrix, "dlx", checkpoint=tmp_path / "new")

    assert in_a_child(work) == 0
    assert count(matrix, "dlx", checkpoint=tmp_path / "new").count == 14200


@pytest.mark.parametrize("seed", range(12))
def test_a_truncated_file_is_refused(begun: Path, matrix: ExactCover, seed: int) -> None:
    data = begun.read_bytes()
    begun.write_bytes(data[: Random(seed).randrange(1, len(data))])
    for ask in (lambda: count(matrix, "dlx", checkpoint=begun), lambda: status(begun)):
        with pytest.raises(CheckpointError, match=r"damaged|no checkpoint"):
            ask()


@pytest.mark.parametrize("seed", range(25))
def test_a_file_with_a_changed_byte_is_refused_or_means_the_same(
    begun: Path, matrix: ExactCover, seed: int
) -> None:
    data, rng = bytearray(begun.read_bytes()), Random(seed)
    place = rng.randrange(len(data))
    data[place] ^= 1 << rng.randrange(8)
    begun.write_bytes(data)
    try:
        key, state = read_checkpoint(begun)
    except CheckpointError:
        return
    assert key == key_of(matrix)
    assert (state.found, len(state.parts or ())) == (123, 300)


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


def test_two_processes_do_not_share_a_file(begun: Path, matrix: ExactCover) -> None:
    def work() -> None:
        with pytest.raises(CheckpointError, match="another process is at work"):
            count(matrix, "dlx", checkpoint=begun)
        assert status(begun).running

    with CheckpointFile(begun, key_of(matrix)):
        assert in_a_child(work) == 0
        work()  # nor do two threads of one
    assert not status(begun).running


def test_one_who_was_overtaken_writes_nothing_more(begun: Path, matrix: ExactCover) -> None:
    with CheckpointFile(begun, key_of(matrix)) as file:
        with sqlite3.connect(begun) as other:  # one that the lock does not keep out
            other.execute("UPDATE search SET owner = 'another'")
        other.close()
        with pytest.raises(CheckpointError, match="another process has gone on"):
            file.save(State(found=999))
    assert read_checkpoint(begun)[1].found == 123


def test_a_file_that_is_taken_away_is_missed(begun: Path, matrix: ExactCover) -> None:
    with CheckpointFile(begun, key_of(matrix)) as file:
        begun.unlink()
        with pytest.raises(OSError, match="taken away"):
            file.save(State(found=124))


def test_another_search_is_refused_in_one_line(begun: Path, matrix: ExactCover) -> None:
    half = ExactCover(primary=1, items=["a"], starts=[0, 1], members=[0])
    with pytest.raises(CheckpointError, match="another matrix") as caught:
        count(half, "dlx", checkpoint=begun)
    assert "\n" not in str(caught.value)
    assert matrix.digest[:12] in str(caught.value)
    known = key_of(matrix)
    for name in ("question", "solver", "version"):
        other = SearchKey.from_dict(known.to_dict() | {name: "another"})
        with pytest.raises(CheckpointError, match=r"checkpoint of another"):
            CheckpointFile(begun, other)
    assert read_checkpoint(begun)[1].found == 123


def test_one_who_only_looks_does_not_keep_a_search_from_beginning(
    begun: Path, matrix: ExactCover, monkeypatch: pytest.MonkeyPatch
) -> None:
    looking = begun.open("rb")
    fcntl.flock(looking, fcntl.LOCK_SH)
    monkeypatch.setattr(lock.time, "sleep", lambda _: looking.close())
    with CheckpointFile(begun, key_of(matrix)) as file:
        assert file.state.found == 123
    assert looking.closed
