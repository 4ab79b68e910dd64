"""A count with memory that goes into depth: what it knows is not lost with it."""

from __future__ import annotations

import resource
import sqlite3
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hurried import ticking

from minuet.models import CheckpointError, ExactCover
from minuet.solvers import Result, count
from minuet.solvers import checkpoint_status as status
from minuet.solvers.search.checkpoint import engine_run

from oracle.killed import killed_again_and_again, outcome_of
from oracle.tilings import l_trominoes


def marked(rows: int, cols: int) -> ExactCover:
    """Tilings with L-trominoes, of which a memo knows too little to go level by level.

    Beside the cells there are 45 items whose color the first and last options would settle. As
    these options leave a corner of the board uncovered, there are as many tilings as without them.
    """
    board = l_trominoes(rows, cols)
    options = [
        [(int(item), 0) for item in board.members[start:end]]
        for start, end in pairwise(board.starts)
    ]
    marks = range(len(board.items), len(board.items) + 45)
    for option, color in ((0, 1), (1, 2), (-1, 1), (-2, 2)):
        options[option] += [(mark, color) for mark in marks]
    return ExactCover(
        primary=board.primary,
        items=[*map(str, board.items), *map(str, marks)],
        starts=np.cumsum([0, *map(len, options)]),
        members=[item for option in options for item, _ in option],
        colors=[color for option in options for _, color in option],
        color_names=["a", "b"],
    )


BOARD = marked(12, 10)
TILINGS = 7758809670  # as the board without marks says, level by level
TICK, SOON = 1e-4, 1e-3  # seconds of a look at the clock, and for a few of them
LARGE, LARGE_TILINGS = (12, 13), 33128240650256


@pytest.fixture(scope="module")
def cut_short(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("memory") / "begun"
    with ticking(TICK):
        result = count(BOARD, "memo", checkpoint=path, time_limit=SOON)
    assert not result.complete
    assert {log for log, _ in rows(path)} > {-1}
    return path.read_bytes()


@pytest.fixture
def begun(cut_short: bytes, tmp_path: Path) -> Path:
    """The checkpoint of a count that was cut short."""
    path = tmp_path / "begun"
    path.write_bytes(cut_short)
    return path


@pytest.fixture(scope="module")
def whole() -> Result:
    result = count(BOARD, "memo")
    assert result.count == TILINGS
    return result


def rows(path: Path) -> list[tuple[int, int]]:
    """Return the log and the bytes of each row of states."""
    with closing(sqlite3.connect(path)) as file:
        return file.execute("SELECT log, length(states) FROM memory ORDER BY place").fetchall()


@pytest.mark.parametrize("kills", [3, pytest.param(20, marks=pytest.mark.slow)])
def test_a_search_with_a_memo_goes_on_after_a_kill(tmp_path: Path, kills: int) -> None:
    board, path = marked(*LARGE), tmp_path / "one"

    def work(number: int) -> None:
        count(board, "memo", checkpoint=path)

    assert killed_again_and_again(work, 1)
    assert {log for log, _ in rows(path)} > {-1}
    killed_again_and_again(work, kills)
    result = count(board, "memo", checkpoint=path, memory=1 << 28)
    assert (result.count, result.complete) == (LARGE_TILINGS, True)
    assert rows(path) == []
    if kills > 3:
        alone = count(board, "memo").statistics.nodes
        assert alone <= result.statistics.nodes < 2 * alone


def test_a_limit_goes_on_with_what_is_known(begun: Path, whole: Result) -> None:
    known = status(begun)
    assert known.parts_open == 1
    assert known.solver == "memo"
    result = count(BOARD, "memo", checkpoint=begun)
    assert (result.count, result.complete) == (whole.count, True)
    assert (result.statistics.nodes or 0) > known.state.nodes > 0


def test_auto_goes_on_with_the_memo(tmp_path: Path) -> None:
    path = tmp_path / "one"
    with ticking(TICK):
        count(BOARD, checkpoint=path, time_limit=SOON)
    assert status(path).state.nodes
    assert count(BOARD, checkpoint=path).count == TILINGS


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
        count(BOARD, "memo", checkpoint=begun)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("harm", ["cut", "changed"])
def test_a_file_that_is_not_whole_is_refused_or_means_the_same(begun: Path, harm: str) -> None:
    whole, refused = begun.read_bytes(), 0
    for seed in range(12):
        data, rng = bytearray(whole), Random(seed)
        place = rng.randrange(1, len(data))
        if harm == "cut":
            del data[place:]
        else:
            data[place] ^= 1 << rng.randrange(8)
        begun.write_bytes(data)
        try:
            assert count(BOARD, "memo", checkpoint=begun).count == TILINGS
        except CheckpointError:
            refused += 1
    assert refused


def test_a_full_disk_is_one_error_and_the_last_checkpoint_stays(begun: Path) -> None:
    before = rows(begun)

    def work() -> None:
        limit = begun.stat().st_size + 4096
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        with ticking(TICK), pytest.raises(OSError, match="checkpoint") as caught:
            count(BOARD, "memo", checkpoint=begun, time_limit=3 * SOON)
        assert caught.value.filename == str(begun)

    assert outcome_of(work) == 0
    assert rows(begun) == before
    assert count(BOARD, "memo", checkpoint=begun).count == TILINGS


def test_what_is_kept_has_bounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_run, "MEMO", 20_000)
    path, largest, looks = tmp_path / "one", 0, 10
    while True:
        with ticking(TICK):
            result = count(BOARD, "memo", checkpoint=path, time_limit=TICK * looks)
        if result.complete:
            break
        largest, looks = max(largest, *(size for _, size in rows(path))), 2 * looks
    assert result.count == TILINGS
    assert 0 < largest <= 20_000


def test_the_levels_too_large_to_be_written_are_counted_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_run, "LEVEL", 1000)
    board, path = l_trominoes(*LARGE), tmp_path / "one"
    for _ in range(2):
        with ticking(TICK):
            assert not count(board, "memo", checkpoint=path, time_limit=SOON).complete
    assert sum(size for _, size in rows(path)) < 5000
    result = count(board, "memo", checkpoint=path)
    assert (result.count, result.complete) == (LARGE_TILINGS, True)
