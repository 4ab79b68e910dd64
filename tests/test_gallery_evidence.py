"""The page of what the gallery's numbers rest on has them all, and what it says holds still."""

from __future__ import annotations

import pytest

from benchmarks.gallery_evidence import PAGE, by_clauses, known, numbers, page, published
from minuet.models.gallery import entry, gallery
from minuet.solvers import certify, solve

CERTIFIED = ("proved", "certified")
LEVELS = (*CERTIFIED, "agreed", "claimed")


@pytest.fixture(scope="module")
def rows() -> list[list[str]]:
    return list(known(PAGE.read_text("utf-8")).values())


def test_every_number_of_the_gallery_has_a_row(rows: list[list[str]]) -> None:
    wanted = [
        (one.name, published(what, number))
        for one in gallery()
        for what, number in numbers(one).items()
    ]
    assert [(row[0], row[1]) for row in rows] == wanted, "python -m benchmarks.gallery_evidence"


def test_a_row_says_by_whom_and_at_what_cost(rows: list[list[str]]) -> None:
    for name, _, level, by, size, made, checked, why in rows:
        assert level in LEVELS, name
        assert bool(size and checked) == (level in CERTIFIED), name
        assert bool(why) == (level not in CERTIFIED), name
        assert made, name
        assert len(by.split(" and ")) == 1 + (level != "claimed"), name


def test_the_page_is_what_its_rows_make(rows: list[list[str]]) -> None:
    assert page(rows) == PAGE.read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "what"),
    [("dominoes-8", "solutions"), ("latin-4", "solutions"), ("perkins-7", "best")],
)
def test_what_is_proved_on_the_page_is_certified_by_the_other_checker_too(
    name: str, what: str, rows: list[list[str]]
) -> None:
    puzzle = entry(name).load()
    number = numbers(entry(name))[what]
    certificate = certify(puzzle, solve(puzzle, "dlx") if what == "best" else None)
    assert certificate.check() == (f"optimum {number}" if what == "best" else f"{number} solutions")
    assert [name, "proved", "certify and proved checker"] in [
        [cells[0], cells[2], cells[3]] for cells in rows
    ]


def test_weights_are_certified_by_a_proof() -> None:
    row = by_clauses(entry("kakurasu-6"), "solutions")
    assert (row.number, row.level, row.size is not None) == (1, "certified", True)
