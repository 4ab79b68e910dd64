"""A count with memory that goes into depth: what it knows is not lost with it."""

from __future__ import annotations

import os
import resource
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from minuet.models import CheckpointError, ExactCover
from minuet.solvers import Query, count
from minuet.solvers import checkpoint_status as status
from minuet.solvers._native import MemoCounter
from minuet.solvers.dlx import dlx
from minuet.solvers.native.problem import problem_of
from minuet.solvers.questions.checkpoint import counting, engine_run, memo_run

from oracle.killed import killed_again_and_again
from oracle.tilings import l_trominoes

BOARD = l_trominoes(11, 12)


@pytest.fixture(autouse=True)
def in_depth(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search with memos, and do not go level by level; write every few thousandths of a second."""

    def counter(query: Query, memory: int | None = None) -> MemoCounter:
        return MemoCounter(problem_of(query), memory or 1 << 30, widest=1.0)

    monkeypatch.setattr(dlx, "memo_counter", counter)
    for module, name, value in (
        (engine_run, "TURN", 0.002),
        (memo_run, "TURN", 0.002),
        (memo_run, "DEAR", 0),
        (memo_run, "STEP", 0.001),
        (counting, "TRIAL", 0.001),
        (counting, "MEMO_TRIAL", 0.001),
    ):
        monkeypatch.setattr(module, name, value)


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """The checkpoint of a count that was cut short."""
    path = tmp_path / "begun"
    for doubled in range(10):
        result = count(BOARD, "dlx:memo", checkpoint=path, time_limit=0.03 * 2**doubled)
        if status(path).state.nodes:
            break
    assert not result.complete
    return path


@pytest.fixture(scope="module")
def whole() -> Any:
    return count(BOARD, "dlx:memo")


def rows(path: Path) -> list[tuple[int, int]]:
    """Return the log and the bytes of each row of states."""
    with closing(sqlite3.connect(path)) as file:
        return file.execute("SELECT log, length(states) FROM memory ORDER BY place").fetchall()


def kill_and_count(board: ExactCover, path: Path, kills: int, expected: int) -> int:
    """Count on after each kill, with other settings each time; return the nodes of all."""

    def work(number: int) -> None:
        count(board, "dlx:memo", checkpoint=path, threads=1 + number % 3)

    assert killed_again_and_again(path, work, kills)
    assert status(path).complete or {log for log, _ in rows(path)} > {-1}
    result = count(board, "dlx:memo", checkpoint=path, threads=2, memory=1 << 28)
    assert (result.count, result.complete) == (expected, True)
    assert rows(path) == []
    return result.statistics.nodes or 0


def test_a_search_with_a_memo_goes_on_after_a_kill(tmp_path: Path) -> None:
    kill_and_count(l_trominoes(12, 13), tmp_path / "one", 5, 33128240650256)


@pytest.mark.slow
def test_twenty_kills_lose_nothing(tmp_path: Path) -> None:
    board = l_trominoes(15, 14)
    counter = MemoCounter(problem_of(Query(board)), 1 << 30, widest=1.0)
    while not counter.count(1.0):
        pass
    nodes = kill_and_count(board, tmp_path / "one", 20, counter.solutions)
    assert nodes < 2 * counter.nodes


def test_a_limit_goes_on_with_what_is_known(begun: Path, whole: Any) -> None:
    known = status(begun)
    assert known.parts_open == 1
    assert known.solver == "dlx:memo"
    result = count(BOARD, "dlx:memo", checkpoint=begun)
    assert (result.count, result.complete) == (whole.count, True)
    assert (result.statistics.nodes or 0) > known.state.nodes > 0


def test_auto_goes_on_with_the_memo(tmp_path: Path, whole: Any) -> None:
    path = tmp_path / "one"
    count(BOARD, checkpoint=path, time_limit=0.06)
    assert count(BOARD, checkpoint=path).count == whole.count


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM memory WHERE log >= 0",
        "DELETE FROM memory WHERE log = -1",
        "DELETE FROM memory",
        "UPDATE memory SET states = zeroblob(length(states)) WHERE log = -1",
        "UPDATE memory SET states = zeroblob(length(states)) WHERE log >= 0",
        "UPDATE memory SET states = substr(states, 1, length(states) - 8) WHERE log >= 0",
        "UPDATE memory SET log = log + 1 WHERE log >= 0",
        "UPDATE memory SET states = CAST(states AS TEXT), seal = 'none'",
        "DROP TABLE memory",
    ],
)
def test_states_that_are_not_whole_are_refused(begun: Path, change: str) -> None:
    with closing(sqlite3.connect(begun)) as file, file:
        file.execute(change)
    with pytest.raises(CheckpointError, match="damaged") as caught:
        count(BOARD, "dlx:memo", checkpoint=begun)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("harm", ["cut", "changed"])
def test_a_file_that_is_not_whole_is_refused_or_means_the_same(
    begun: Path, whole: Any, harm: str, seed: int
) -> None:
    data, rng = bytearray(begun.read_bytes()), Random(seed)
    place = rng.randrange(1, len(data))
    if harm == "cut":
        del data[place:]
    else:
        data[place] ^= 1 << rng.randrange(8)
    begun.write_bytes(data)
    try:
        result = count(BOARD, "dlx:memo", checkpoint=begun)
    except CheckpointError:
        return
    assert result.count == whole.count


def test_a_full_disk_is_one_error_and_the_last_checkpoint_stays(begun: Path, whole: Any) -> None:
    child = os.fork()
    if child == 0:
        status = 1
        try:
            limit = begun.stat().st_size + 8192
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
            with pytest.raises(OSError, match="checkpoint") as caught:
                count(BOARD, "dlx:memo", checkpoint=begun)
            status = 0 if caught.value.filename == str(begun) else 2
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert rows(begun)
    assert count(BOARD, "dlx:memo", checkpoint=begun).count == whole.count


def test_what_is_kept_has_bounds(
    tmp_path: Path, whole: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memo_run, "MEMO", 200_000)
    monkeypatch.setattr(memo_run, "FRESH", 1000)
    monkeypatch.setattr(memo_run, "LEVEL", 0)
    path, largest = tmp_path / "one", 0
    result = count(BOARD, "dlx:memo", checkpoint=path, time_limit=0.05)
    for number in range(3, 9):
        if result.complete:
            break
        largest = max(largest, *(size for _, size in rows(path)))
        result = count(BOARD, "dlx:memo", checkpoint=path, time_limit=0.05 * 2**number)
    assert result.count == whole.count
    assert 0 < largest <= 200_000


def test_the_levels_too_large_to_be_written_are_counted_anew(
    tmp_path: Path, whole: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(memo_run, "LEVEL", 1000)
    path = tmp_path / "one"
    for _ in range(2):
        count(BOARD, "dlx:memo", checkpoint=path, time_limit=0.01)
    result = count(BOARD, "dlx:memo", checkpoint=path)
    assert (result.count, result.complete) == (whole.count, True)
