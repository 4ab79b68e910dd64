"""Certificates of optima: brute force agrees, nothing is written that is false, and no prices that
somebody makes up certify what is not so.
"""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from minuet.models import ExactCover, Puzzle, WrongAnswer
from minuet.models.gallery import entry
from minuet.solvers import Result, certify, solve
from minuet.solvers.contract import Deadline, Stopped
from minuet.solvers.search.solution_sets.certificates.certify import of_optimum

from drawing import few
from oracle.drawn_certificates import drawn_matrices
from oracle.first_checker import accepted, digest_of
from oracle.matrices import matrices
from oracle.subsets import solutions_of

FACTORS = st.sampled_from([1, -1, 3, 1000, 10**6 + 3, -(2**45), 2**45])


@st.composite
def priced(draw: st.DrawFn) -> ExactCover:
    """A matrix whose costs are small, negative, alike but for a little, or as great as may be."""
    matrix = draw(matrices())
    factor = draw(FACTORS)
    costs = matrix.costs * factor
    if draw(st.booleans()):
        costs += np.arange(matrix.options) % 3
    return matrix.replaced(costs=costs)


@given(priced())
def test_every_solution_is_certified_that_is_the_cheapest_and_no_other(matrix: ExactCover) -> None:
    known = sorted(solutions_of(matrix), key=matrix.cost)
    assume(known and matrix.options)
    least = matrix.cost(known[0])
    for options in known:
        chosen = tuple(sorted(options))
        if matrix.cost(options) == least:
            assert of_optimum(matrix, chosen, Deadline()).check() == f"optimum {least}"
        else:
            with pytest.raises(WrongAnswer, match="claimed to be the least cost"):
                of_optimum(matrix, chosen, Deadline())


@few(20)
@given(priced(), st.integers(0, 5))
def test_without_a_linear_program_the_tree_is_larger_and_as_right(
    matrix: ExactCover, place: int
) -> None:
    known = sorted(solutions_of(matrix), key=matrix.cost)
    assume(known and matrix.options)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("minuet.solvers.encoding.relaxation.available", lambda: False)
        certificate = of_optimum(matrix, tuple(sorted(known[0])), Deadline())
    assert certificate.check() == f"optimum {matrix.cost(known[0])}"


FALSE = """\
a b | c
a |1
a |3
b |-1
b c
"""  # the cheapest is 0 and 2, of cost 0


def false_claim(*lines: str) -> list[str]:
    """The lines by which somebody claims that 2 is the least cost."""
    head = ["minuet certificate 2", f"matrix {digest_of(FALSE)}"]
    return [*head, *lines, "end 1"]


@pytest.mark.parametrize("scale", ["1", "0", "-1", "-2520", "7"])
@pytest.mark.parametrize(
    "prices",
    [
        (),
        ("prices 0 -1",),
        ("prices 0 0",),
        ("prices 2 0 0:1 1:1",),
        ("prices 2 -2 0:1 1:1",),
        ("prices 200 0 0:100 1:100",),
        ("prices -200 0 0:-100 1:-100",),
    ],
)
@pytest.mark.parametrize("node", ["0 0", "0 0 0!1 1!1", "0 0 0!0 1!0", "0 0 0. 1.", "0 1", "0 ?"])
def test_no_prices_prove_a_cost_that_is_not_the_least(
    scale: str, prices: tuple[str, ...], node: str
) -> None:
    lines = false_claim("claim optimum 2", f"scale {scale}", "solution 1 2", *prices, node)
    assert not accepted(FALSE, lines)


@pytest.mark.parametrize(
    "solution", ["0 3", "1 3", "0", "", "0 2 2", "0 1 2", "0 2 3", "-2 2", "9 0"]
)
def test_what_is_no_solution_of_that_cost_shows_none(solution: str) -> None:
    costly = FALSE.replace("|-1", "|9")
    head = ["minuet certificate 2", f"matrix {digest_of(costly)}", "claim optimum 0", "scale 1"]
    assert not accepted(
        costly, [*head, f"solution {solution}".rstrip(), "prices 1 0 0:1", "0 0", "end 1"]
    )
    right = [
        *head[:2],
        "claim optimum 1",
        "scale 1",
        "solution 0 3",
        "prices 1 0 0:1",
        "0 0",
        "end 1",
    ]
    assert accepted(costly, right)


def test_a_count_is_not_made_less_by_prices() -> None:
    for prices in ("prices 0 0", "prices 5 0 0:5", "prices 0 -1"):
        for node in ("0 0", "0 0 0!1 1!1"):
            assert not accepted(FALSE, false_claim("claim solutions 0", prices, node))
            assert not accepted(FALSE, false_claim("claim solutions 0", "scale 1", prices, node))


def test_random_ones_need_few_nodes_and_other_costs_are_refused() -> None:
    seen = 0
    for matrix in islice(drawn_matrices(costs=True), 60):
        result = solve(matrix, "dlx")
        if result.options is None or result.objective is None:
            continue
        certificate = certify(matrix, result)
        lines = list(certificate.lines())
        assert certificate.check() == f"optimum {result.objective}"
        for other in (result.objective - 1, result.objective + 1):
            wrong = [*lines[:2], f"claim optimum {other}", *lines[3:]]
            assert not accepted(certificate.matrix_text, wrong)
        seen += 1
    assert seen > 30


@pytest.fixture(scope="module")
def fewest() -> tuple[Puzzle, Result]:
    puzzle = entry("fewest-queens").load()
    return puzzle, solve(puzzle, "dlx")


def test_a_loose_relaxation_is_priced_anew_at_nodes(fewest: tuple[Puzzle, Result]) -> None:
    """Fewest queens: 2.76 by the relaxation, and 5 are needed."""
    certificate = certify(*fewest)
    assert certificate.check() == "optimum 5"
    assert certificate.nodes < 1000
    assert sum(line.startswith("prices") for line in certificate.lines()) > 10


def test_the_deadline_is_heard_at_every_node(fewest: tuple[Puzzle, Result]) -> None:
    puzzle, result = fewest
    assert result.options is not None

    class Late(Deadline):
        looks = 0

        def check(self) -> None:
            self.looks += 1
            if self.looks > 60:
                raise Stopped

    with pytest.raises(Stopped):
        of_optimum(puzzle.matrix, result.options, Late())
