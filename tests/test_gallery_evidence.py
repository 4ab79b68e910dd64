"""The page of what the gallery's numbers rest on has them all, and what it says holds still."""

from __future__ import annotations

import pytest

from benchmarks.gallery_evidence import PAGE, certified, known, numbers, page, proved, published
from minuet.models.gallery import entry, gallery

LEVELS = ("certified", "agreed", "claimed")


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
        assert bool(size and checked) == (level == "certified"), name
        assert bool(why) == (level != "certified"), name
        assert made, name
        assert len(by.split(" and ")) == 1 + (level != "claimed"), name


def test_the_page_is_what_its_rows_make(rows: list[list[str]]) -> None:
    assert page(rows) == PAGE.read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "what"),
    [("dominoes-8", "solutions"), ("latin-4", "solutions"), ("perkins-7", "best")],
)
def test_a_number_is_certified_as_the_page_says(
    name: str, what: str, rows: list[list[str]]
) -> None:
    one = entry(name)
    row = certified(one, what)
    assert (row.number, row.level) == (numbers(one)[what], "certified")
    assert row.by == ("certify", "check_certificate")
    assert [name, row.level] in [[cells[0], cells[2]] for cells in rows]


def test_weights_are_certified_by_a_proof() -> None:
    row = proved(entry("kakurasu-6"), "solutions")
    assert (row.number, row.level, row.size is not None) == (1, "certified", True)
