"""A count with a checkpoint: exact however often it is killed, interrupted, or cut short."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import CheckpointError, ExactCover, Sudoku, Unsupported
from minuet.models.formats import read
from minuet.solvers import Deadline, Interrupted, Progress, Query, count, get_solver
from minuet.solvers import checkpoint_status as status
from minuet.solvers.conformance import all_solutions
from minuet.solvers.native.solver import NativeSolver
from minuet.solvers.questions.checkpoint import counting, engine_run, memo_run
from minuet.solvers.questions.checkpoint.counting import count_with_checkpoint

from drawing import few
from oracle.killed import killed_again_and_again
from oracle.matrices import matrices

NODES = 3637261  # of Knuth's dlx2 on the pentominoes
ENGINES = {  # and what they count
    "dlx:links": ("queens12", 14200),
    "bitmask": ("perm10", 3628800),
    "dlx:memo": ("pent6x10", 9356),
    "auto": ("langford12", 216288),
}
BLANK = Sudoku("." * 81)  # with more solutions than can be counted
NATIVE = [
    "dlx",
    "dlx:links",
    "dlx:cells",
    "dlx:sums",
    "dlx:learning",
    "dlx:weights",
    "dlx:taxes",
    "bitmask:portable",
]


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write a checkpoint every few thousandths of a second."""
    monkeypatch.setattr(engine_run, "TURN", 0.002)
    monkeypatch.setattr(engine_run, "DEAR", 0)
    monkeypatch.setattr(memo_run, "STEP", 0.001)
    monkeypatch.setattr(memo_run, "TURN", 0.002)
    monkeypatch.setattr(memo_run, "DEAR", 0)
    monkeypatch.setattr(counting, "TRIAL", 0.001)
    monkeypatch.setattr(counting, "MEMO_TRIAL", 0.001)


def matrix_of(data: Path, name: str) -> ExactCover:
    path = data / "instances" / f"{name}.dlx"
    (matrix,) = read(path.read_bytes(), file=path.name).problems
    assert isinstance(matrix, ExactCover)
    return matrix


def dominoes(rows: int, columns: int) -> ExactCover:
    cells = [(i, j) for i in range(rows) for j in range(columns)]
    place = {cell: number for number, cell in enumerate(cells)}
    pairs = [((i, j), (i + x, j + 1 - x)) for i, j in cells for x in (0, 1)]
    options = [(place[a], place[b]) for a, b in pairs if b in place]
    return ExactCover(
        primary=len(cells),
        items=[f"{i},{j}" for i, j in cells],
        starts=range(0, 2 * len(options) + 1, 2),
        members=[item for pair in options for item in pair],
    )


@pytest.mark.parametrize("times", [4, pytest.param(10, marks=pytest.mark.slow)])
def test_a_count_that_is_killed_many_times_is_exact(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    matrix, path = matrix_of(data, "pent6x10"), tmp_path / "pentominoes.checkpoint"

    def work(number: int) -> None:
        count(matrix, "dlx", threads=1 + number % 3, checkpoint=path)

    with monkeypatch.context() as hasty:
        hasty.setattr(engine_run, "TURN", 0.004)
        hasty.setattr(engine_run, "DEAR", 0)
        assert killed_again_and_again(path, work, times) == times
    left = status(path)
    assert 0 < left.share < 1
    assert left.parts_open > 0
    result = count(matrix, "dlx", checkpoint=path)
    assert (result.count, result.complete) == (9356, True)
    assert result.statistics.nodes == NODES  # none was searched twice, and none left out


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_goes_on_after_a_kill(data: Path, tmp_path: Path, engine: str) -> None:
    name, expected = ENGINES[engine]
    matrix, path = matrix_of(data, name), tmp_path / "one.checkpoint"

    def work(_: int) -> None:
        count(matrix, engine, checkpoint=path)

    killed_again_and_again(path, work, 4)
    result = count(matrix, engine, checkpoint=path, threads=1 if ":" in engine else 2)
    assert (result.count, result.complete) == (expected, True)


@pytest.mark.usefixtures("hasty")
def test_a_memo_goes_on_at_its_level_after_a_kill(tmp_path: Path) -> None:
    board, path = dominoes(17, 18), tmp_path / "dominoes.checkpoint"
    expected = count(board, "dlx:memo").count

    def work(_: int) -> None:
        count(board, "dlx:memo", checkpoint=path)

    assert killed_again_and_again(path, work, 5)
    result = count(board, "dlx:memo", checkpoint=path)
    assert (result.count, result.complete) == (expected, True)


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("engine", ["dlx", "bitmask", "dlx:memo", "auto"])
@few(12)
@given(
    matrix=matrices(),
    stops=st.lists(st.sampled_from([0.0, 0.0005, 0.002]), max_size=3),
    chosen=st.sets(st.integers(0, 8), max_size=1),
)
def test_random_matrices_are_counted_across_limits(
    tmp_path_factory: pytest.TempPathFactory,
    engine: str,
    matrix: ExactCover,
    stops: list[float],
    chosen: set[int],
) -> None:
    path = tmp_path_factory.mktemp("random") / "one.checkpoint"
    selected = tuple(one for one in chosen if one < matrix.options)
    for seconds in (*stops, None):
        query, progress = Query(matrix, selected, deadline=Deadline(seconds)), Progress()
        try:
            counted = count_with_checkpoint(get_solver(engine), query, progress, path)
        except Unsupported:
            assert (matrix.high > 1).any()
            return
    assert progress.complete
    assert counted == len(all_solutions(matrix, set(selected), set()))


@pytest.mark.parametrize("engine", NATIVE)
def test_a_finished_count_is_told_at_once(data: Path, tmp_path: Path, engine: str) -> None:
    matrix, path = matrix_of(data, "queens8"), tmp_path / "done"
    first = count(matrix, engine, checkpoint=path)
    again = count(matrix, engine, checkpoint=path, time_limit=60)
    assert first.count == again.count == 92
    assert again.complete
    assert again.statistics.nodes == first.statistics.nodes
    assert status(path).complete


def test_auto_says_with_whom_it_went_on(data: Path, tmp_path: Path) -> None:
    matrix, path = matrix_of(data, "queens8"), tmp_path / "done"
    first = count(matrix, checkpoint=path)
    again = count(matrix, checkpoint=path)
    assert again.solver == first.solver
    assert "checkpoint" in again.reason


@pytest.mark.parametrize("engine", ["sat", "cpsat", "mip", "bitmask:python"])
def test_what_searches_without_parts_says_so(tmp_path: Path, engine: str) -> None:
    path = tmp_path / "none"
    with pytest.raises(Unsupported, match="without parts"):
        count(dominoes(2, 2), engine, checkpoint=path)
    assert not path.exists()


def test_a_time_limit_keeps_what_was_counted(data: Path, tmp_path: Path) -> None:
    matrix, path = matrix_of(data, "queens12"), tmp_path / "one"
    parts = 0
    result = count(matrix, "dlx:links", checkpoint=path, time_limit=0.05)
    while not result.complete:
        assert (result.count or 0) == status(path).found
        parts += 1
        result = count(matrix, "dlx:links", checkpoint=path, time_limit=0.05 * 2**parts)
    assert result.count == 14200


@pytest.mark.parametrize("moment", ["trial of the masks", "masks begin", "time limit"])
def test_the_status_is_what_an_interrupted_choice_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    """`auto` tries a memo, then masks: whatever cuts that short, file and result agree."""
    path, limit = tmp_path / "one", None

    def stop(*_: object, **__: object) -> bool:
        assert status(path).running
        raise KeyboardInterrupt

    if moment == "trial of the masks":
        monkeypatch.setattr(counting._Count, "_leads", stop)
    elif moment == "masks begin":
        monkeypatch.setattr(counting._Count, "_leads", lambda *_: False)
        monkeypatch.setattr(NativeSolver, "team", stop)
    else:
        monkeypatch.setattr(memo_run.MemoRun, "pays", False)
        monkeypatch.setattr(counting, "TRIAL", 60.0)
        limit = 1.0
    if limit is None:
        with pytest.raises(Interrupted) as caught:
            count(BLANK, "auto", checkpoint=path)
        result = caught.value.result
    else:
        result = count(BLANK, "auto", checkpoint=path, time_limit=limit)
    assert result is not None
    assert not result.complete
    assert (result.count or 0) == status(path).found


def test_the_selection_is_part_of_the_search(data: Path, tmp_path: Path) -> None:
    matrix, path = matrix_of(data, "queens8"), tmp_path / "one"
    count(matrix, "dlx", checkpoint=path, given=[3])
    with pytest.raises(CheckpointError, match="other given options"):
        count(matrix, "dlx", checkpoint=path)
    with pytest.raises(CheckpointError, match="another solver"):
        count(matrix, "bitmask", checkpoint=path, given=[3])
