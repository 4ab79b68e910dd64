"""Nodes that are shared up to a renaming: brute force counts as many; what is false is rejected."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import count, islice
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ExactCover, ExactCoverBuilder, Sudoku
from minuet.models.gallery import entry
from minuet.solvers import certify
from minuet.solvers import count as count_of
from minuet.solvers.contract import Deadline
from minuet.solvers.search.solution_sets.certificates import renamed_tree, symmetric_tree

from drawing import few
from oracle.corruptions import CORRUPTIONS, Corruption
from oracle.first_checker import accepted, digest_of, verdict
from oracle.second_checker import checked_by, needs_ocaml
from oracle.subsets import solutions_of

MANY = 50
FEW = 16  # options, for brute force
LAST = 48  # the items of a matrix stand before it


def blocks_alike(random: Random) -> ExactCover:
    """Three or four copies of a block over a few cells, some options left out or given."""
    copies, cells, own = random.choice((3, 4)), random.randint(3, 4), random.randint(2, 3)
    builder = ExactCoverBuilder()
    for cell in range(cells):
        builder.item(f"c{cell}")
    for copy in range(copies):
        for item in range(own):
            builder.item(f"b{copy}.{item}")
    for item in range(LAST + 1 - cells - copies * own):
        builder.secondary(f"s{item}")
    shapes = [
        (random.randrange(cells), tuple(random.sample(range(own), random.randint(1, own))))
        for _ in range(random.randint(4, 7))
    ]
    damaged = random.random() < 0.5
    for copy in range(copies):
        for cell, items in dict.fromkeys(shapes):
            if not (damaged and random.random() < 0.1):
                builder.option({f"c{cell}": None, **{f"b{copy}.{item}": None for item in items}})
    return builder.build()


def latin(size: int, random: Random | None = None, kept: float = 0.9) -> ExactCover:
    """Latin squares, some options left out."""
    random = random or Random(0)
    builder = ExactCoverBuilder()
    for kind in ("cell", "row", "column"):
        for one in range(size * size):
            builder.item(f"{kind}{one}")
    for item in range(LAST + 1 - 3 * size * size):
        builder.secondary(f"s{item}")
    for number in range(size * size * size):
        row, column, value = number // size // size, number // size % size, number % size
        if random.random() < kept:
            names = (f"cell{row * size + column}", f"row{row + size * value}")
            builder.option(dict.fromkeys((*names, f"column{column + size * value}")))
    return builder.build()


def renamed(matrix: ExactCover) -> Any:
    blocks = renamed_tree.blocks_of(matrix, Deadline())
    tree = blocks and renamed_tree.renamed_tree(matrix, blocks, Deadline(), 10_000)
    return replace(certify(matrix), claim=f"solutions {tree.count}", tree=tree) if tree else None


@few(60)
@given(st.randoms(use_true_random=False), st.booleans())
def test_a_count_with_renamings_is_that_of_brute_force(random: Random, square: bool) -> None:
    matrix = latin(3, random) if square else blocks_alike(random)
    certificate = renamed(matrix)
    if certificate is not None:
        certificate.check()
        many = len(list(solutions_of(matrix))) if matrix.options <= FEW else None
        expected = count_of(matrix, "dlx").count if many is None else many
        assert certificate.claim == f"solutions {expected}"


@cache
def drawn() -> list[tuple[str, list[str]]]:
    def made() -> Iterator[Any]:
        for seed in count():
            random = Random(seed)
            certificate = renamed(latin(4, random) if seed % 2 else blocks_alike(random))
            if certificate and any("~" in line for line in certificate.lines()):
                yield certificate

    return [(one.matrix_text, list(one.lines())) for one in islice(made(), MANY)]


def test_they_are_accepted_as_they_are() -> None:
    assert all(accepted(text, lines) for text, lines in drawn())


def places(lines: list[str], form: str) -> list[int]:
    return [place for place, line in enumerate(lines) if re.search(form, line)]


def no_permutation(lines: list[str], random: Random) -> list[str]:
    """An item takes the name that another has."""
    place = random.choice(places(lines, "^rename"))
    moves = re.sub(r">\d+", lambda _: f">{lines[place].rpartition('>')[2]}", lines[place], count=1)
    return [*lines[:place], moves, *lines[place + 1 :]]


def a_move_left_out(lines: list[str], random: Random) -> list[str]:
    place = random.choice(places(lines, "^rename"))
    words = lines[place].split(" ")
    del words[random.randrange(1, len(words))]
    return [*lines[:place], " ".join(words), *lines[place + 1 :]]


def an_item_of_other_bounds(lines: list[str], random: Random) -> list[str]:
    """A secondary item, which is the last of all, changes names with an item of a block."""
    place = random.choice(places(lines, "^rename"))
    item, name = re.findall(r"(\d+)>(\d+)", lines[place])[0]
    line = lines[place].replace(f"{item}>{name}", f"{item}>{LAST}", 1) + f" {LAST}>{name}"
    return [*lines[:place], line, *lines[place + 1 :]]


def a_renaming_dropped(lines: list[str], random: Random) -> list[str]:
    place = random.choice(places(lines, "^rename"))
    return lines[:place] + lines[place + 1 :]


def an_edge_without_its_renaming(lines: list[str], random: Random) -> list[str]:
    place = random.choice(places(lines, "~"))
    return [*lines[:place], re.sub(r"~\d+", "", lines[place], count=1), *lines[place + 1 :]]


def a_renaming_forged(lines: list[str], random: Random) -> list[str]:
    """An edge names one that never was."""
    place = random.choice(places(lines, "~"))
    return [*lines[:place], re.sub(r"~\d+", "~9999", lines[place], count=1), *lines[place + 1 :]]


@pytest.mark.parametrize(
    "spoiled",
    [
        no_permutation,
        a_move_left_out,
        an_item_of_other_bounds,
        a_renaming_dropped,
        an_edge_without_its_renaming,
        a_renaming_forged,
    ],
    ids=lambda one: one.__name__,
)
def test_it_is_rejected_on_fifty_certificates(spoiled: object) -> None:
    random = Random(3)
    for text, lines in drawn():
        assert not accepted(text, spoiled(lines, random))  # type: ignore[operator]


def test_a_cost_has_no_renamings() -> None:
    text = "a b\na |1\nb |1\n"
    head = ["minuet certificate 2", f"matrix {digest_of(text)}", "claim optimum 2"]
    head += ["scale 1", "solution 0 1", "prices 2 0 0:1 1:1"]
    assert accepted(text, [*head, "0 0", "end 1"])
    assert not accepted(text, [*head, "rename 0>1 1>0", "0 0", "end 1"])
    assert not accepted(text, [*head, "rename 0>1 1>0", "0 0 0>1~0", "1 1", "end 2"])


def test_latin_squares_are_written_with_renamings() -> None:
    certificate = certify(entry("latin-5").load())
    assert certificate.check() == "161280 solutions"
    assert certificate.nodes < 1000


@pytest.mark.slow
def test_published_counts_of_squares() -> None:
    assert certify(latin(6, kept=1)).check() == "812851200 solutions"
    assert certify(Sudoku("0" * 36)).check() == "28200960 solutions"


# ---- Trees whose top shares what symmetries map to one another -------------------------------


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
    turns = symmetric_tree.symmetric_tree(matrix, 1 << 24)
    try:
        folder = next(turns)
        while True:
            folder.advance(Deadline())
            folder = turns.send(Deadline())
    except StopIteration as over:
        return over.value


@cache
def rings() -> list[tuple[ExactCover, Any]]:
    """Matrices and certificates with renamings."""

    def made() -> Iterator[tuple[ExactCover, Any]]:
        for seed in count():
            matrix = ring(Random(seed))
            tree = symmetric(matrix)
            if tree is not None and tree.renamings:
                certificate = certify(matrix)
                yield matrix, replace(certificate, claim=f"solutions {tree.count}", tree=tree)

    return list(islice(made(), MANY))


def test_trees_with_symmetries_count_what_other_solvers_count() -> None:
    pytest.importorskip("igraph")
    for matrix, certificate in rings():
        assert certificate.claim == f"solutions {count_of(matrix, 'propagate').count}"
        assert accepted(certificate.matrix_text, list(certificate.lines()))
    assert len({certificate.claim for _, certificate in rings()}) > 5


@needs_ocaml
@pytest.mark.parametrize("corruption", CORRUPTIONS, ids=lambda one: one.__name__)
def test_both_checkers_refuse_spoiled_symmetries(corruption: Corruption) -> None:
    pytest.importorskip("igraph")
    random, texts = Random(2), []
    for _, certificate in rings():
        lines = corruption(list(certificate.lines()), random)
        if lines is not None:
            text = "".join(f"{line}\n" for line in lines)
            texts.append((certificate.matrix_text, text))
    its = checked_by([(matrix.encode(), text.encode()) for matrix, text in texts])
    assert [one for one, _ in its] == [verdict(*pair)[0] for pair in texts]
    assert all(status == 1 for status, _ in its)
