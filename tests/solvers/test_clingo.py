"""clingo beside brute force and the others: what its program says, and what it refuses."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given

from minuet.models import ExactCover, ExactCoverBuilder, ModelError, Unavailable, Unsupported
from minuet.models.gallery import entry
from minuet.solvers import count, crosscheck, solve
from minuet.solvers.conformance import all_solutions

from late import needs
from oracle.matrices import matrices

pytestmark = needs("clingo")


def weighed(weights: list[int], low: int, high: int) -> ExactCover:
    """Options of which any may be chosen, if their weights sum to `low` to `high`."""
    builder = ExactCoverBuilder()
    builder.item("sum", low, high)
    for weight in weights:
        builder.option(["sum"], weights={"sum": weight})
    return builder.build()


@pytest.mark.parametrize("bounds", [(0, 0), (-3, 2), (2, 9), (-9, -1), (1, 1), (40, 50)])
def test_weights_of_both_signs_are_bounded_on_both_sides(bounds: tuple[int, int]) -> None:
    matrix = weighed([3, -2, 5, -4, 1, 2], *bounds)
    assert count(matrix, "clingo").count == len(all_solutions(matrix))


@pytest.mark.parametrize("name", ["loops-3", "hitori-8", "slitherlink-6", "spanning-trees-3"])
def test_conditions_are_looked_at_within_the_search(name: str) -> None:
    assert count(entry(name).load(), "clingo").count == entry(name).solutions


@pytest.mark.parametrize("name", ["golomb-ruler-6", "queen-domination-5", "bin-packing"])
def test_an_optimum_is_that_of_the_gallery(name: str) -> None:
    described = entry(name)
    result = solve(described.load(), "clingo")
    assert (result.status, result.objective) == ("OPTIMAL", described.optimum)


def test_it_is_one_more_kind_in_a_cross_check() -> None:
    report = crosscheck(entry("queens-8").load(), ["dlx", "clingo", "sat"])
    assert report.verdict == "agreed"
    assert {outcome.kind for outcome in report.outcomes} == {"native", "clingo", "sat"}


def test_weights_past_its_own_numbers_are_refused() -> None:
    large = [(1 << 30) + 1, 1 << 30, (1 << 30) - 1, -(1 << 30)]
    with pytest.raises(Unsupported, match="clingo does not support weights that sum to 4294967296"):
        count(weighed(large, 0, 1), "clingo")
    matrix = weighed([1, 1], 1, 1).replaced(costs=[1 << 31, 1])
    with pytest.raises(Unsupported, match="clingo does not support a cost of 2147483648"):
        solve(matrix, "clingo")


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"heuristics": "Vsids"}, r"parameter 'heuristics', .*did you mean heuristic or"),
        ({"models": 1}, "parameter 'models', expected one of configuration"),
        ({"restarts": "x,1"}, "'x,1' invalid value for: 'restarts'"),
    ],
)
def test_parameters_are_those_that_guide_its_search(
    parameters: dict[str, object], message: str
) -> None:
    queens = entry("queens-8").load()
    assert count(queens, "clingo", parameters={"heuristic": "Vsids"}, seed=7).count == 92
    with pytest.raises(ModelError, match=message):
        count(queens, "clingo", parameters=parameters)


def test_without_its_library_it_is_not_available(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "clingo", None)
    with pytest.raises(Unavailable, match="clingo cannot be imported"):
        count(entry("queens-8").load(), "clingo")


@given(matrix=matrices())
def test_one_solution_of_those_that_are_alike_is_found(matrix: ExactCover) -> None:
    """The order among them has variables of its own, which no option is and no color."""
    found = solve(matrix.replaced(costs=None), "clingo", symmetries="auto")
    assert (found.options is not None) == bool(all_solutions(matrix))
