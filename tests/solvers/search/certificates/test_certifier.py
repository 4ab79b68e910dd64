"""`evidence="certified"` by folded trees: counts and optima, and nothing that does not hold."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from minuet.models import TargetSudoku, WrongAnswer
from minuet.models.gallery import entry
from minuet.solvers import solve
from minuet.solvers.contract import Deadline, Query, Stopped
from minuet.solvers.contract.certificate import Assertion, Uncertified
from minuet.solvers.search.solution_sets.certificates.certify import TreeCertifier

QUEENS = entry("queens-8").load().matrix


def certified(query: Query, assertion: Assertion, deadline: Deadline | None = None) -> str:
    return TreeCertifier().certify(query, assertion, deadline or Deadline()).claim


def test_an_optimum_is_certified_where_it_is_asked_for() -> None:
    result = solve(TargetSudoku(), "dlx", evidence="certified")
    assert result.evidence == "certified"
    assert "none better: certified by certify and check_certificate" in str(result.evidence)


def test_a_count_is_of_the_selection() -> None:
    assert certified(Query(QUEENS), Assertion(count=92)) == "solutions 92"
    assert certified(Query(QUEENS, given=(0,)), Assertion(count=4)) == "solutions 4"
    forbidden = frozenset(range(8))
    assert certified(Query(QUEENS, forbidden=forbidden), Assertion(count=0)) == "solutions 0"


def test_another_count_is_a_wrong_answer() -> None:
    with pytest.raises(WrongAnswer, match="91 solutions are claimed"):
        certified(Query(QUEENS), Assertion(count=91))


@pytest.mark.parametrize(
    ("query", "assertion"),
    [
        (Query(QUEENS), Assertion()),
        (Query(QUEENS), Assertion(cost=1)),
        (Query(QUEENS, excluded=((0,),)), Assertion(count=92)),
    ],
)
def test_what_a_tree_does_not_show_is_refused(query: Query, assertion: Assertion) -> None:
    with pytest.raises(Uncertified):
        certified(query, assertion)


def test_graph_rules_are_certified() -> None:
    loops = Query(entry("loops-3").load().matrix)
    assert certified(loops, Assertion(count=213)) == "solutions 213"


@pytest.mark.parametrize("late", [1, 2])
def test_the_deadline_is_heard(late: int) -> None:
    class Late(Deadline):
        def __init__(self, stop: Callable[[], int]) -> None:
            super().__init__()
            self.stop = stop

        def check(self) -> None:
            if self.stop() <= 0:
                raise Stopped

    left = iter(range(late - 1, -1, -1))
    with pytest.raises(Stopped):
        certified(Query(QUEENS), Assertion(count=92), Late(lambda: next(left, 0)))


class Turn(Deadline):
    """A deadline that comes after two slices of a search, which are as short as can be."""

    slices = 0

    def left(self) -> float:
        self.slices += 1
        return 1e-4

    def passed(self) -> bool:
        return self.slices >= 2


def test_a_search_that_was_stopped_continues_when_it_is_asked_again() -> None:
    certifier, query = TreeCertifier(), Query(entry("pentominoes-3x20").load().matrix)
    stopped = 0
    while True:
        try:
            certificate = certifier.certify(query, Assertion(count=8), Turn())
        except Stopped:
            stopped += 1
        else:
            break
    assert certificate.claim == "solutions 8"
    assert stopped > 3
