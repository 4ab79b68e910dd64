"""The table of the gallery's evidence has a row for every number, and its levels still hold."""

from __future__ import annotations

import pytest

from benchmarks.gallery_evidence import TABLE, by_clauses, known, numbers, published, to_csv
from minuet.models.gallery import entry, gallery
from minuet.solvers import certify, solve

CERTIFIED = ("proved", "certified")
SOURCES = {"proved": 0, "certified": 2, "agreed": 2, "claimed": 1}  # names in a row


@pytest.fixture(scope="module")
def rows() -> list[list[str]]:
    return list(known(TABLE.read_text("utf-8")).values())


def test_every_number_of_the_gallery_has_a_row(rows: list[list[str]]) -> None:
    wanted = [
        (one.name, published(what, number))
        for one in gallery()
        for what, number in numbers(one).items()
    ]
    assert [(row[0], row[1]) for row in rows] == wanted, "python -m benchmarks.gallery_evidence"


def test_each_row_names_its_sources_and_costs(rows: list[list[str]]) -> None:
    for name, _, evidence, size, made, checked, why in rows:
        level, _, by = evidence.partition(" by ")
        assert len(by.split(" and ")) * bool(by) == SOURCES[level], name
        assert bool(size and checked) == (level in CERTIFIED), name
        assert bool(why) == (level not in CERTIFIED), name
        assert made, name


def test_the_table_is_what_its_rows_generate(rows: list[list[str]]) -> None:
    assert to_csv(rows) == TABLE.read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "what"),
    [("dominoes-8", "solutions"), ("latin-4", "solutions"), ("perkins-7", "best")],
)
def test_the_checker_in_python_certifies_numbers_that_are_proved_in_the_table(
    name: str, what: str, rows: list[list[str]]
) -> None:
    puzzle = entry(name).load()
    number = numbers(entry(name))[what]
    certificate = certify(puzzle, solve(puzzle, "dlx") if what == "best" else None)
    assert certificate.check() == (f"optimum {number}" if what == "best" else f"{number} solutions")
    assert [name, published(what, number), "proved"] in [row[:3] for row in rows]


def test_weights_are_certified_by_a_proof() -> None:
    row = by_clauses(entry("kakurasu-6"), "solutions")
    assert (row.number, row.level, row.size is not None) == (1, "certified", True)
