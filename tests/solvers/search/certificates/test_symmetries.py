"""Trees whose top shares states that symmetries map to one another: dlx counts as many."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import count, islice
from random import Random
from typing import Any

import pytest

from minuet.models import ExactCover, ExactCoverBuilder
from minuet.solvers import certify
from minuet.solvers import count as count_of
from minuet.solvers.contract import Deadline
from minuet.solvers.search.solution_sets.certificates.symmetric_tree import symmetric_tree

from oracle.corruptions import CORRUPTIONS, Corruption
from oracle.first_checker import accepted, verdict
from oracle.second_checker import checked_by, needs_ocaml

pytest.importorskip("igraph")
MANY = 40


def ring(random: Random) -> ExactCover:
    """Pieces on a ring of cells, wherever they are turned to; some count in a sum."""
    cells, pieces = random.choice((5, 6, 8)), random.randint(2, 4)
    builder = ExactCoverBuilder()
    for piece in range(pieces):
        builder.item(f"p{piece}")
    low = random.choice((0, 0, 1))
    for cell in range(cells):
        builder.item(f"c{cell}", low, random.choice((1, 1, 2)) if cell == 0 else 1)
    total = random.randint(0, 4) if random.random() < 0.5 else None
    if total is not None:
        builder.item("sum", total, total + random.randint(0, 2))
    for piece in range(pieces):
        for _ in range(random.randint(1, 2)):
            form = random.sample(range(cells), random.randint(1, min(4, cells)))
            weight = random.randint(-2, 3)
            for turn in range(cells):
                names = [f"p{piece}", *(f"c{(cell + turn) % cells}" for cell in form)]
                if total is not None and weight:
                    builder.option([*names, "sum"], weights={"sum": weight})
                else:
                    builder.option(names)
    return builder.build()


def symmetric(matrix: ExactCover) -> Any:
    """Return the tree, each of whose foldings is completed in its turn."""
    turns = symmetric_tree(matrix, 1 << 24)
    try:
        folder = next(turns)
        while True:
            folder.advance(Deadline())
            folder = turns.send(Deadline())
    except StopIteration as over:
        return over.value


@cache
def drawn() -> list[tuple[ExactCover, Any]]:
    """Matrices and certificates with renamings."""

    def made() -> Iterator[tuple[ExactCover, Any]]:
        for seed in count():
            matrix = ring(Random(seed))
            tree = symmetric(matrix)
            if tree is not None and tree.renamings:
                certificate = certify(matrix)
                yield matrix, replace(certificate, claim=f"solutions {tree.count}", tree=tree)

    return list(islice(made(), MANY))


def test_they_are_accepted_and_count_what_dlx_counts() -> None:
    for matrix, certificate in drawn():
        assert certificate.claim == f"solutions {count_of(matrix, 'propagate').count}"
        assert accepted(certificate.matrix_text, list(certificate.lines()))
    assert len({certificate.claim for _, certificate in drawn()}) > 5


@needs_ocaml
@pytest.mark.parametrize("corruption", CORRUPTIONS, ids=lambda one: one.__name__)
def test_both_checkers_say_the_same_of_spoiled_ones(corruption: Corruption) -> None:
    random, texts = Random(2), []
    for _, certificate in drawn():
        lines = corruption(list(certificate.lines()), random)
        if lines is not None:
            text = "".join(f"{line}\n" for line in lines)
            texts.append((certificate.matrix_text, text))
    its = checked_by([(matrix.encode(), text.encode()) for matrix, text in texts])
    assert [one for one, _ in its] == [verdict(*pair)[0] for pair in texts]
    assert all(status == 1 for status, _ in its)
