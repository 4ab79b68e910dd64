"""All solutions as images of some of them: published numbers, orders, other engines."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
import pytest
from own_solvers import BitMask

from minuet.models import ExactCover, Packing
from minuet.models.formats import read
from minuet.models.packings import Board, pentominoes, polyominoes
from minuet.solvers import count, solutions
from minuet.solvers.contract import Progress, Query


@pytest.mark.parametrize(
    ("board", "number"),
    [(Board.rectangle(4, 15), 1472), (Board.rectangle(3, 20), 8)],  # Haselgrove, Eureka 23, 1960
    ids=["4x15", "3x20"],
)
def test_all_tilings_are_listed_once_in_one_order(board: Board, number: int) -> None:
    matrix = Packing(board, pentominoes()).matrix
    every = []
    for solver, threads in (("bitmask", 1), ("bitmask:portable", 1), ("bitmask", 2)):
        with solutions(matrix, solver, threads=threads) as stream:
            every.append(list(stream))
        assert stream.complete
    assert len(set(every[0])) == len(every[0]) == number
    assert every[0] == every[1] == every[2]


def test_a_list_of_images_may_be_left_early() -> None:
    matrix = Packing(Board.rectangle(6, 10), pentominoes()).matrix
    with solutions(matrix, "bitmask") as stream:
        assert len(set(islice(stream, 10))) == 10
    assert not stream.complete


def test_images_of_solutions_of_several_sizes() -> None:
    pieces = [replace(p, name=f"{k}{p.name}") for k in (4, 5) for p in polyominoes(k)]
    matrix = Packing(Board.rectangle(7, 5), pieces, leftover=True).matrix
    with solutions(matrix, "bitmask") as stream:
        listed = list(stream)
    assert len(set(listed)) == len(listed) == count(matrix, "memo").count
    assert set(map(len, listed)) == {7, 8}


def ring(random: Random, *, several: bool) -> ExactCover:
    """Return a matrix that turns, and perhaps mirrors, of a ring of items map to itself.

    The options of some shapes share an item, which is secondary unless it may be covered `several`
    times.
    """
    size, kinds = 24, 5
    rows: list[tuple[int, ...]] = []
    for kind in range(kinds):
        shape = random.sample(range(size), 3)
        shared = random.choice([(), (), (size + kind,)])
        images = {
            tuple(sorted((turn + sign * place) % size for place in shape))
            for turn in range(size)
            for sign in (1, -1)
        }
        rows += [(*image, *shared) for image in images]
    random.shuffle(rows)
    used = {item for row in rows for item in row}
    low = [random.randint(0, int(several and size + kind in used)) for kind in range(kinds)]
    return ExactCover(
        primary=size + kinds * several,
        items=[f"i{k}" for k in range(size + kinds)],
        starts=np.cumsum([0, *map(len, rows)]),
        members=[item for row in rows for item in row],
        low=[*[1] * size, *low],
        high=[*[1] * size, *(least + random.randint(1, 4) if several else 1 for least in low)],
    )


@pytest.mark.parametrize("several", [False, True])
@pytest.mark.parametrize("seed", [0, 3])
def test_symmetric_matrices_are_counted_as_by_dancing_links(seed: int, *, several: bool) -> None:
    matrix = ring(Random(seed), several=several)
    number = count(matrix, "dlx").count
    for threads in (1, 2):
        result = count(matrix, "bitmask", threads=threads)
        assert result.complete and result.count == number


@pytest.mark.parametrize("threads", [1, 2])
def test_long_counts_are_the_published_numbers(data: Path, threads: int) -> None:
    """The pentominoes; 240 ways of the Soma cube, 48 times."""
    matrix = Packing(Board.rectangle(4, 15), pentominoes()).matrix
    assert count(matrix, "bitmask", threads=threads).count == 1472
    soma = data / "instances" / "soma.dlx"
    (cube,) = read(soma.read_bytes(), file=soma.name).problems
    assert count(cube, "bitmask", threads=threads).count == 11520


def test_a_count_that_seems_to_take_long_does_not_begin_with_symmetries(data: Path) -> None:
    file = data / "instances" / "domino12x12.dlx"
    (tilings,) = read(file.read_bytes(), file=file.name).problems
    assert isinstance(tilings, ExactCover)
    progress = Progress()
    counting = BitMask().counting(Query(tilings), progress)
    assert [progress.repeats for _ in islice(counting, 20)] == [0.0] * 20
    assert max(progress.repeats for _ in islice(counting, 20)) == 0.5
