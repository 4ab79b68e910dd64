"""A count by workers is that of one engine, however the tree is cut."""

from __future__ import annotations

import pickle
import sys
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hurried import hurried
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ExactCover, ModelError, Sudoku, Unavailable, Unsupported
from minuet.models.formats import read
from minuet.models.gallery import entry
from minuet.solvers import count
from minuet.solvers.conformance import all_solutions

from command_line import one_line
from in_process import minuet
from oracle.matrices import matrices

NODES = 3224717  # of the masks on the pentominoes
CHOICES = st.integers(0, 8)
SOMA = 240 * 2 * 24  # Conway and Guy's, their mirror images, and all as they may be turned


@pytest.fixture(scope="module")
def pentominoes() -> ExactCover:
    return entry("pentominoes-6x10").load().matrix


@pytest.fixture(scope="module")
def soma(data: Path) -> ExactCover:
    (matrix,) = read((data / "instances/soma.dlx").read_bytes()).problems
    assert isinstance(matrix, ExactCover)
    return matrix


def test_own_processes_count_every_cover_once(pentominoes: ExactCover) -> None:
    result = count(pentominoes, "bitmask", on="processes:2")
    assert (result.count, result.complete) == (4 * 2339, True)
    assert abs(result.statistics.nodes - NODES) < 100


@pytest.mark.parametrize("kind", [ProcessPoolExecutor, ThreadPoolExecutor])
def test_an_executor_of_the_caller_counts(kind: type, soma: ExactCover) -> None:
    with kind(2) as pool:
        assert count(soma, "bitmask", on=pool).count == SOMA
        assert count(soma, "bitmask", given=(7,), on=pool).complete
        assert pool.submit(sum, (1, 2)).result() == 3  # it stays the caller's


@pytest.mark.parametrize("engine", ["dlx", "bitmask"])
@given(matrix=matrices(), chosen=st.sets(CHOICES, max_size=1), never=st.sets(CHOICES, max_size=2))
def test_random_matrices_are_counted_whatever_the_cut(
    engine: str, matrix: ExactCover, chosen: set[int], never: set[int]
) -> None:
    selected = {one for one in chosen if one < matrix.options}
    forbidden = {one for one in never if one < matrix.options}
    if engine == "bitmask" and matrix.has_multiplicities:
        engine = "dlx"
    fitting = (one for one in map(set, all_solutions(matrix)) if selected <= one)
    expected = sum(one.isdisjoint(forbidden) for one in fitting)
    with ThreadPoolExecutor(2) as pool:
        result = count(matrix, engine, given=selected, forbidden=forbidden, on=pool)
    assert (result.count, result.complete) == (expected, True)


def test_no_task_carries_the_matrix(soma: ExactCover) -> None:
    sizes = []

    class Measuring(ThreadPoolExecutor):
        def submit(self, function: Any, /, *sent: Any, **named: Any) -> Future[Any]:
            sizes.append(len(pickle.dumps((function, sent))))
            return super().submit(function, *sent, **named)

    with Measuring(2) as pool, hurried():
        assert count(soma, "bitmask", on=pool).count == SOMA
    assert sizes  # how many there are depends on the clock
    assert max(sizes) < soma.members.nbytes / 2


def test_a_tree_cut_to_pieces_is_whole(soma: ExactCover) -> None:
    seen = []
    with ThreadPoolExecutor(3) as pool, hurried():  # so that every slice is soon over
        result = count(soma, "dlx", on=pool, progress=seen.append)
    assert (result.count, result.complete) == (SOMA, True)
    assert seen[-1].share == 1.0


def test_what_repeats_is_counted_here_with_memory() -> None:
    result = count(entry("dominoes-8").load(), on="processes:2")
    assert (result.count, result.solver) == (12988816, "memo")
    assert "here" in result.reason


def test_workers_count_where_states_do_not_repeat(pentominoes: ExactCover) -> None:
    with ThreadPoolExecutor(2) as pool, hurried():
        result = count(pentominoes, on=pool)
    assert (result.count, result.solver) == (9356, "bitmask")


def test_a_limit_keeps_what_was_found() -> None:
    result = count(Sudoku("." * 81), "dlx:links", on="processes:2", time_limit=0.05)
    assert not result.complete
    assert result.count is not None


@pytest.mark.parametrize(
    ("on", "words"),
    [
        ("processes:0", "expected processes:1 to"),
        ("processes:-1", "expected processes:1 to"),
        ("processes:many", "expected processes:1 to"),
        ("processes", "expected processes:N"),
        ("tcp://nowhere", "expected processes:N"),
        ("", "expected processes:N"),
        (3, "expected processes:N"),
    ],
)
def test_what_names_no_workers_is_refused(on: object, words: str, soma: ExactCover) -> None:
    with pytest.raises(ModelError, match=words):
        count(soma, on=on)


def test_dask_that_is_not_there_names_its_extra(
    monkeypatch: pytest.MonkeyPatch, soma: ExactCover
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(Unavailable, match=r"minuet\[cluster\]"):
        count(soma, on="tcp://127.0.0.1:1")


def test_who_counts_in_one_piece_is_refused(soma: ExactCover) -> None:
    with pytest.raises(Unsupported, match="in one piece"):
        count(soma, "memo", on="processes:2")
    with pytest.raises(Unsupported, match="without parts"):
        count(soma, "sat", on="processes:2")
    with pytest.raises(ModelError, match="on: not beside threads"):
        count(soma, threads=2, on="processes:2")


def test_weighted_sums_are_refused_in_a_line() -> None:
    with pytest.raises(Unsupported, match="on= does not support"):
        count(entry("slitherlink-6").load(), on="processes:2")


def test_the_command_counts_by_processes() -> None:
    done = minuet("count", "gallery:langford-8", "--solver", "bitmask", "--on", "processes:2")
    assert (done.returncode, done.stdout) == (0, "300\n")
    assert "processes:0" in one_line(minuet("count", "gallery:langford-8", "--on", "processes:0"))
