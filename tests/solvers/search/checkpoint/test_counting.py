"""A count with a checkpoint: exact however often it is killed, interrupted, or cut short."""

from __future__ import annotations

from pathlib import Path

import pytest
from hurried import ticking
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import CheckpointError, ExactCover, Puzzle, Sudoku, Unsupported
from minuet.models.formats import read
from minuet.solvers import Interrupted, Snapshot, count, get_solver
from minuet.solvers import checkpoint_status as status
from minuet.solvers.conformance import all_solutions

from drawing import few
from oracle.killed import killed_again_and_again
from oracle.matrices import matrices
from oracle.problems import queens
from oracle.tilings import dominoes

LANGFORD = 216288  # published: of 12 pairs
ENGINES = {  # and what they count
    "dlx:links": ("queens12", 14200),
    "bitmask": ("perm10", 3628800),
    "memo": ("langford12", LANGFORD),
    "auto": ("langford12", LANGFORD),
}
LOOK = 0.15  # seconds
BLANK = Sudoku("." * 81)  # with more solutions than can be counted
NATIVE = [
    "dlx",
    "dlx:links",
    "dlx:cells",
    "propagate:tree",
    "propagate:learning",
    "dlx:weights",
    "dlx:taxes",
    "bitmask:portable",
]


def matrix_of(data: Path, name: str) -> ExactCover:
    path = data / "instances" / f"{name}.dlx"
    (matrix,) = read(path.read_bytes(), file=path.name).problems
    assert isinstance(matrix, ExactCover)
    return matrix


@pytest.mark.parametrize("times", [3, pytest.param(10, marks=pytest.mark.slow)])
def test_a_count_that_is_killed_many_times_is_exact(data: Path, tmp_path: Path, times: int) -> None:
    matrix, path = matrix_of(data, "langford12"), tmp_path / "langford.checkpoint"
    whole = count(matrix, "dlx")

    def work(number: int) -> None:
        count(matrix, "dlx", threads=1 + number % 3, checkpoint=path)

    assert killed_again_and_again(work, 1)
    left = status(path)
    assert 0 < left.share < 1
    assert left.parts_open > 0
    assert killed_again_and_again(work, times)
    result = count(matrix, "dlx", checkpoint=path)
    assert (result.count, result.complete) == (LANGFORD, True)
    # None was searched twice, and none left out.
    assert result.statistics.nodes == whole.statistics.nodes


@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_goes_on_after_a_kill(data: Path, tmp_path: Path, engine: str) -> None:
    name, expected = ENGINES[engine]
    matrix, path = matrix_of(data, name), tmp_path / "one.checkpoint"

    def work(_: int) -> None:
        count(matrix, engine, checkpoint=path)

    killed_again_and_again(work, 2)
    threads = 2 if get_solver(engine).takes_threads else 1
    result = count(matrix, engine, checkpoint=path, threads=threads)
    assert (result.count, result.complete) == (expected, True)


def test_a_memo_goes_on_at_its_level_after_a_kill(tmp_path: Path) -> None:
    board, path = dominoes(16, 16), tmp_path / "dominoes.checkpoint"

    def work(_: int) -> None:
        count(board, "memo", checkpoint=path)

    assert killed_again_and_again(work, 3)
    result = count(board, "memo", checkpoint=path)
    assert (result.count, result.complete) == (2444888770250892795802079170816, True)  # A004003


@pytest.mark.parametrize("engine", ["dlx", "bitmask", "memo", "auto"])
@few(12)
@given(
    matrix=matrices(),
    stops=st.lists(st.integers(0, 40), max_size=3),
    chosen=st.sets(st.integers(0, 8), max_size=1),
)
def test_random_matrices_are_counted_across_limits(
    tmp_path_factory: pytest.TempPathFactory,
    engine: str,
    matrix: ExactCover,
    stops: list[int],
    chosen: set[int],
) -> None:
    path = tmp_path_factory.mktemp("random") / "one.checkpoint"
    selected = tuple(one for one in chosen if one < matrix.options)
    for looks in (*stops, None):
        try:
            with ticking(1.0):
                result = count(matrix, engine, given=selected, time_limit=looks, checkpoint=path)
        except Unsupported:
            assert (matrix.high > 1).any()
            return
    assert result.complete
    assert result.count == len(all_solutions(matrix, set(selected), set()))


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


@pytest.mark.parametrize("puzzle", [BLANK, queens(18)], ids=["memo", "masks"])
@pytest.mark.parametrize("looks", [1, 3, 8])
@pytest.mark.parametrize("how", ["interrupt", "limit"])
def test_the_status_is_what_an_interrupted_choice_told(
    tmp_path: Path, how: str, looks: int, puzzle: Puzzle
) -> None:
    """`auto` tries a memo, then masks: whatever cuts that short, file and result agree."""
    path, matrix, seen = tmp_path / "one", puzzle.matrix, 0

    def stop(_: Snapshot) -> None:
        nonlocal seen
        seen += 1
        if seen == looks:
            assert status(path).running
            raise KeyboardInterrupt

    with ticking(LOOK):
        if how == "limit":
            result = count(matrix, "auto", checkpoint=path, time_limit=4 * LOOK * looks)
        else:
            with pytest.raises(Interrupted) as caught:
                count(matrix, "auto", checkpoint=path, progress=stop)
            assert caught.value.result is not None
            result = caught.value.result
    assert not result.complete
    assert (result.count or 0) == status(path).found


def test_the_selection_is_part_of_the_search(data: Path, tmp_path: Path) -> None:
    matrix, path = matrix_of(data, "queens8"), tmp_path / "one"
    count(matrix, "dlx", checkpoint=path, given=[3])
    with pytest.raises(CheckpointError, match="other given options"):
        count(matrix, "dlx", checkpoint=path)
    with pytest.raises(CheckpointError, match="another solver"):
        count(matrix, "bitmask", checkpoint=path, given=[3])
