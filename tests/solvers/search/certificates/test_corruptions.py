"""A certificate with one thing wrong in it is rejected, whatever it is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain, islice
from random import Random
from typing import Any

import pytest

from minuet.models import ExactCover
from minuet.solvers import certify, solve

from oracle.corruptions import CORRUPTIONS, Corruption
from oracle.drawn_certificates import drawn_matrices
from oracle.first_checker import accepted, digest_of

MANY = 50


def made() -> Iterator[tuple[ExactCover, Any]]:
    """Counts and optima in turn."""
    counted = ((matrix, certify(matrix)) for matrix in drawn_matrices())
    priced = (
        (matrix, certify(matrix, result))
        for matrix in drawn_matrices(costs=True)
        if (result := solve(matrix, "dlx")).status == "OPTIMAL"
    )
    return chain.from_iterable(zip(counted, priced, strict=False))


@cache
def drawn() -> list[tuple[str, list[str]]]:
    return [
        (certificate.matrix_text, list(certificate.lines()))
        for _, certificate in islice(made(), 300)
    ]


def test_they_are_accepted_as_they_are() -> None:
    assert all(accepted(text, lines) for text, lines in drawn())


@pytest.mark.parametrize("corruption", CORRUPTIONS, ids=lambda one: one.__name__)
def test_it_is_rejected_on_fifty_certificates(corruption: Corruption) -> None:
    random, spoiled = Random(1), 0
    for text, lines in drawn():
        wrong = corruption(lines, random)
        if wrong is None:
            continue
        spoiled += 1
        assert not accepted(text, wrong)
        if spoiled == MANY:
            return
    pytest.fail(f"only {spoiled} certificates had something of the kind")


def test_another_matrix_is_rejected_though_the_digest_is_forged() -> None:
    texts = [text for text, _ in drawn()]
    rejected = 0
    for text, lines in drawn():
        head, *options = text.splitlines()[1:]
        other = "\n".join([head, *options[:-1]])
        if other + "\n" in texts:
            continue
        forged = [lines[0], f"matrix {digest_of(other)}", *lines[2:]]
        uses = str(len(options) - 1)
        if not any(
            word.startswith((f"{uses}>", f"{uses}.", f"{uses}!", f"{uses}$"))
            for line in lines[3:]
            for word in line.split(" ")[2:]
        ):
            continue
        assert not accepted(other, forged)
        rejected += 1
    assert rejected >= MANY
