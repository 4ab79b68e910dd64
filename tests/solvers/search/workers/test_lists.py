"""All solutions, and the best ones, by workers: each once, and none left out."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given

from minuet.models import ExactCover, Unsupported
from minuet.models.gallery import entry
from minuet.solvers import best, checkpoint_status, solutions
from minuet.solvers.conformance import all_solutions
from minuet.solvers.search.workers import tasks

from command_line import one_line
from in_process import minuet
from oracle.matrices import matrices


@pytest.fixture
def few_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut the tree wherever three solutions were found."""
    monkeypatch.setattr(tasks, "BATCH", 3)


@pytest.mark.usefixtures("few_at_once")
@given(matrix=matrices())
def test_random_matrices_are_listed_each_solution_once(matrix: ExactCover) -> None:
    with ThreadPoolExecutor(2) as pool, solutions(matrix, "dlx", on=pool) as found:
        listed = sorted(map(tuple, found))
        assert found.complete
    assert listed == sorted(tuple(sorted(one)) for one in all_solutions(matrix))


@pytest.mark.usefixtures("few_at_once")
@pytest.mark.parametrize("k", [1, 3])
@given(matrix=matrices())
def test_the_best_of_random_matrices_are_the_best(k: int, matrix: ExactCover) -> None:
    with ThreadPoolExecutor(2) as pool, best(matrix, k, on=pool) as found:
        costs = [matrix.cost(one) for one in found]
        assert found.complete
    assert costs == sorted(map(matrix.cost, all_solutions(matrix)))[:k]


def test_the_best_by_processes(langford: ExactCover) -> None:
    with best(langford, 5, on="processes:2") as found:
        costs = [langford.cost(one) for one in found]
    with best(langford, 5) as alone:
        assert costs == [langford.cost(one) for one in alone]
    assert costs[0] == 99


def test_who_asks_for_few_gets_few_at_once() -> None:
    puzzle = entry("queens-8").load()
    with ThreadPoolExecutor(2) as pool:
        with solutions(puzzle, on=pool) as found:
            few = {one.options for one in islice(found, 5)}
        assert len(few) == 5
        assert pool.submit(int, 3).result() == 3  # nothing of ours keeps the workers


@pytest.mark.usefixtures("few_at_once")
def test_all_solutions_go_into_a_file_and_go_on_there(tmp_path: Path) -> None:
    puzzle, file, kept = entry("langford-8").load(), tmp_path / "all.txt", tmp_path / "kept"
    taken = 0

    class Enough(Exception):
        pass

    def text(answer: object) -> str:
        nonlocal taken
        taken += 1
        if taken == 100:
            raise Enough
        return f"{answer}\n"

    with ThreadPoolExecutor(2) as pool:
        with pytest.raises(Enough):
            solutions(puzzle, "dlx", on=pool).write(file, checkpoint=kept, text=text)
        result = solutions(puzzle, "dlx", on=pool).write(file, checkpoint=kept, text=text)
    assert (result.count, result.complete) == (300, True)
    assert len(set(file.read_text().splitlines())) == 300
    assert checkpoint_status(kept).complete


def test_the_command_lists_by_processes(tmp_path: Path) -> None:
    listed = ("list", "gallery:langford-8", "--on", "processes:2")
    done = minuet(*listed, "--json")
    assert done.stdout.count('"kind":"solution"') + done.stdout.count('"solution"') >= 300
    kept = tmp_path / "kept"
    done = minuet(*listed, "-o", str(tmp_path / "all"), "--checkpoint", str(kept))
    assert done.returncode == 0
    assert len((tmp_path / "all").read_text().splitlines()) == 300


def test_one_solution_is_not_for_workers() -> None:
    done = minuet("solve", "gallery:langford-8", "--on", "processes:2")
    assert "did you mean minuet list --on WORKERS?" in one_line(done)
    with pytest.raises(Unsupported, match="best: solver sat answers solve, improving, solutions"):
        best(entry("langford-8").load(), 2, "sat", on="processes:2")
