"""The proved checker says what the one in Python says, of good certificates and of spoiled ones."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import islice
from random import Random

import pytest

from minuet.models import ExactCoverBuilder
from minuet.models.formats import read
from minuet.models.gallery import entry
from minuet.solvers import certify, solve

from oracle.corruptions import CORRUPTIONS, Corruption
from oracle.drawn_certificates import drawn_matrices
from oracle.first_checker import verdict
from oracle.second_checker import checked_by, needs_ocaml

pytestmark = needs_ocaml
FEW = 6
Text = tuple[str, list[str]]  # of a matrix, and the lines of a certificate


def both(texts: Sequence[Text]) -> list[tuple[int, str]]:
    """What the two say, the same of each: the exit status, and what they print with status 0."""
    pairs = [(text, "".join(f"{line}\n" for line in lines)) for text, lines in texts]
    mine = [verdict(*pair) for pair in pairs]
    its = checked_by([(text.encode(), lines.encode()) for text, lines in pairs])
    assert [status for status, _ in its] == [status for status, _ in mine]
    accepted = [(status, told if status == 0 else "") for status, told in mine]
    assert [(status, told if status == 0 else "") for status, told in its] == accepted
    return accepted


@cache
def drawn(*, costs: bool) -> list[Text]:
    results = ((matrix, solve(matrix, "dlx")) for matrix in drawn_matrices(costs=costs))
    made = (certify(matrix, result) for matrix, result in results)
    return [(one.matrix_text, list(one.lines())) for one in islice(made, 40)]


@pytest.mark.parametrize("costs", [False, True], ids=["counts", "optima"])
def test_it_accepts_what_the_first_accepts(costs: bool) -> None:
    assert {status for status, _ in both(drawn(costs=costs)[:15])} == {0}


def test_it_adds_costs_up_to_the_limit() -> None:
    texts, optima, largest = [], [], 0
    for seed in range(12):
        random, builder = Random(seed), ExactCoverBuilder()
        for item in range(4):
            builder.item(item)
        most = (1 << 62) // 12 - 1
        costs = [random.choice((most, -most, random.randint(-9, 9))) for _ in range(12)]
        costs[0] = (1 << 62) - 1 - sum(map(abs, costs[1:]))
        for cost in costs:
            builder.option(random.sample(range(4), random.randint(1, 2)), cost=cost)
        matrix = builder.build()
        result = solve(matrix, "dlx")
        if result.options is None:
            continue
        certificate = certify(matrix, result)
        texts.append((certificate.matrix_text, list(certificate.lines())))
        optima.append((0, f"certified: optimum {result.objective}"))
        largest = max(largest, *map(abs, matrix.costs.tolist()))
    assert both(texts) == optima
    assert largest > 1 << 60
    assert len(texts) > 6


@pytest.mark.parametrize("corruption", CORRUPTIONS, ids=lambda one: one.__name__)
def test_it_rejects_what_the_first_rejects(corruption: Corruption) -> None:
    random, spoiled = Random(2), []
    for text, lines in (*drawn(costs=True), *drawn(costs=False)):
        wrong = corruption(lines, random) if len(spoiled) < FEW else None
        if wrong is not None:
            spoiled.append((text, wrong))
    assert both(spoiled) == [(1, "")] * FEW


def test_renamings_are_followed() -> None:
    certificate = certify(entry("latin-5").load())
    text, lines = certificate.matrix_text, list(certificate.lines())
    first = next(place for place, line in enumerate(lines) if line.startswith("rename"))
    words = lines[first].split(" ")
    others = (" ".join(words[:-1]), " ".join([*words[:-1], words[1]]), "rename", "rename 1>")
    wrong = [[*lines[:first], line, *lines[first + 1 :]] for line in others]
    assert both([(text, one) for one in (lines, *wrong)]) == [
        (0, "certified: 161280 solutions"),
        *[(1, "")] * 4,
    ]


def test_counts_of_any_size_are_held() -> None:
    texts = []
    for many in (120, 130):
        options = [f"a{k}" for k in range(many) for _ in range(2)]
        text = "\n".join([" ".join(f"a{k}" for k in range(many)), *options]) + "\n"
        (matrix,) = read(text, form="dlx").problems
        certificate = certify(matrix)
        texts.append((certificate.matrix_text, list(certificate.lines())))
    assert both(texts) == [(0, f"certified: {2**many} solutions") for many in (120, 130)]


def test_a_matrix_that_cannot_be_read_is_no_verdict() -> None:
    certificate = certify(entry("queens-8").load())
    wrong = certificate.matrix_text + "nobody\n"
    assert both([(wrong, list(certificate.lines()))]) == [(2, "")]
