"""Published counts, and the nodes and updates that Knuth's dlx2 reports, on files of DLX text."""

from __future__ import annotations

from pathlib import Path

import pytest

from minuet.models import ExactCover
from minuet.models.formats import read
from minuet.solvers import count, crosscheck, solve

# name, count, nodes and updates of dlx2 (see tests/data/README.md); None: not published
QUICK = [
    ("domino6x6", 6728, 25695, 95296),
    ("langford10", 0, None, None),
    ("langford12", 216288, 2831065, 38673459),
    ("langford8_cost", 300, None, None),
    ("latin5", 161280, 1701926, 12327906),
    ("latin6r", 9408, 93932, 691688),
    ("pent3x20", 8, 32978, 10986975),
    ("queens12", 14200, None, None),
    ("queens8", 92, None, None),
    ("rand3_54", 1724, 368813, 6249067),
    ("shidoku4", 288, None, None),
    ("soma", 11520, 254676, 29605268),
    ("sudokuInkala", 1, 2720, 48760),
    ("wordsq600", 0, 73290, 145828886),
]
LONG = [
    ("domino8x8", 12988816, 50102176, 184609612),
    ("pent6x10", 9356, 3637261, 1242377480),
    ("perm10", 3628800, 9864101, 35827591),
    ("queendom8_5", 4860, None, None),
]


def matrix_of(data: Path, name: str) -> ExactCover:
    path = data / "instances" / f"{name}.dlx"
    (matrix,) = read(path.read_bytes(), file=path.name).problems
    assert isinstance(matrix, ExactCover)
    return matrix


def assert_counts(
    data: Path, name: str, number: int, nodes: int | None, updates: int | None
) -> None:
    result = count(matrix_of(data, name), "dlx")
    assert (result.count, result.complete) == (number, True)
    if nodes is not None:
        assert (result.statistics.nodes, result.statistics.updates) == (nodes, updates)


@pytest.mark.parametrize(("name", "number", "nodes", "updates"), QUICK)
def test_dlx_counts_as_published_and_visits_the_nodes_of_dlx2(
    data: Path, name: str, number: int, nodes: int | None, updates: int | None
) -> None:
    assert_counts(data, name, number, nodes, updates)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "number", "nodes", "updates"), LONG)
def test_dlx_counts_the_long_ones_too(
    data: Path, name: str, number: int, nodes: int | None, updates: int | None
) -> None:
    assert_counts(data, name, number, nodes, updates)


@pytest.mark.parametrize("by", ["dlx", "cpsat", "sat", "mip"])
def test_least_cost_of_langford_pairs_is_99(data: Path, by: str) -> None:
    result = solve(matrix_of(data, "langford8_cost"), by)
    assert (result.status, result.objective, result.bound) == ("OPTIMAL", 99, 99)


@pytest.mark.parametrize(
    "name",
    ["queens8", "shidoku4", "sudokuInkala", pytest.param("pent3x20", marks=pytest.mark.slow)],
)
def test_solvers_agree_on_all_solutions(data: Path, name: str) -> None:
    report = crosscheck(matrix_of(data, name), ["dlx", "bitmask", "cpsat", "sat"])
    assert report, report.disagreements
    assert len(report.compared) == 4
