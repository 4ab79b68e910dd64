"""An optimum carries evidence, whoever proved it; and it is certified, whoever proved it."""

from __future__ import annotations

from random import Random

import pytest

from minuet.models import ExactCover, ExactCoverBuilder, Puzzle
from minuet.solvers import Status, improving, solve

PROVERS = ("auto", "dlx", "optimize", "cpsat", "mip", "mip:highs", "sat")


def partition() -> ExactCover:
    """Twelve items, fifty options, a solution among them."""
    random, builder = Random(2), ExactCoverBuilder()
    for item in range(12):
        builder.item(item)
    sets = {tuple(range(k, k + 3)) for k in range(0, 12, 3)}
    while len(sets) < 50:
        sets.add(tuple(sorted(random.sample(range(12), random.randint(2, 4)))))
    for one in sorted(sets):
        builder.option(one, cost=random.randint(-20, 20) * len(one))
    return builder.build()


def square() -> Puzzle:
    """A Latin square of 4x4 with a worth for each value in each cell."""
    random, puzzle = Random(3), Puzzle("square")
    worth = [random.randint(0, 99) for _ in range(64)]
    digit = puzzle.choices("digit", row=range(4), col=range(4), value=range(4))
    for by in (("row", "col"), ("row", "value"), ("col", "value")):
        puzzle.exactly_one(digit, by=by)
    puzzle.maximize(digit, lambda row, col, value: worth[16 * row + 4 * col + value])
    return puzzle


@pytest.mark.parametrize("name", PROVERS)
@pytest.mark.parametrize("problem", [partition(), square()], ids=["partition", "square"])
def test_an_optimum_is_certified_whoever_proved_it(name: str, problem: Puzzle | ExactCover) -> None:
    claimed = solve(problem, name)
    assert claimed.status is Status.OPTIMAL
    seen, proved = claimed.evidence.claims
    assert (str(seen), proved.text, str(proved.level)) == (
        "a solution: verified",
        "none better",
        "claimed",
    )
    assert proved.by == (name,) or name in ("auto", "optimize")
    result = solve(problem, name, evidence="certified")
    told = "a solution: verified; none better: certified by certify and check_certificate"
    assert (result.status, str(result.evidence)) == (Status.OPTIMAL, told)
    assert result.objective == claimed.objective == solve(problem, "dlx").objective
    assert result.certificate is not None
    sign = 1 if isinstance(problem, ExactCover) else -1  # what is maximised has negative costs
    assert result.certificate.claim == f"optimum {sign * (claimed.objective or 0)}"


@pytest.mark.parametrize("name", ["auto", "dlx", "optimize"])
def test_a_stream_ends_with_the_evidence_that_solve_has(name: str) -> None:
    with improving(partition(), name, seed=1) as stream:
        list(stream)
        result = stream.result()
    assert result.status is Status.OPTIMAL
    assert [claim.text for claim in result.evidence.claims] == ["a solution", "none better"]
