"""Where a search begins: a solution that is known is never lost, and nothing dearer is told."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from own_solvers import Options

from minuet.models import ExactCover, ExactCoverBuilder, WrongAnswer
from minuet.solvers import Status, get_solver, solve
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Deadline, Progress, Query, Solver

from ...drawing import few


def pairs(costs: Sequence[int]) -> ExactCover:
    """A matrix of four items, each two of them an option: three solutions."""
    builder = ExactCoverBuilder()
    for name in "abcd":
        builder.item(name)
    for pair, cost in zip(combinations("abcd", 2), costs, strict=True):
        builder.option(pair, cost=cost)
    return builder.build()


class Mute(Solver):
    """Finds nothing; `denies`: and says that there is nothing."""

    denies = False

    def version(self) -> str:
        return "1"

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        progress.complete = self.denies
        yield from ()


class Denier(Mute):
    """Says that there is no solution."""

    denies = True


class Dearer(Mute):
    """Tells the dearest solution first."""

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        found = all_solutions(query.matrix)
        yield from sorted(found, key=query.matrix.cost, reverse=True)
        progress.complete = True


MATRIX = pairs([5, 3, 3, 2, 1, 1])
KNOWN = sorted(all_solutions(MATRIX), key=MATRIX.cost)


def test_the_hint_is_the_answer_where_nothing_is_found() -> None:
    result = solve(MATRIX, Mute(), hint=KNOWN[1])
    assert (result.status, result.options) == (Status.FEASIBLE, KNOWN[1])
    assert result.objective == MATRIX.cost(KNOWN[1])


def test_who_denies_a_hint_is_wrong() -> None:
    with pytest.raises(WrongAnswer, match="there is no solution, it says, but the hint is one"):
        solve(MATRIX, Denier(), hint=KNOWN[0])


def test_what_is_dearer_than_the_hint_is_no_answer() -> None:
    result = solve(MATRIX, Dearer(), hint=KNOWN[0])
    assert (result.status, result.options) == (Status.OPTIMAL, KNOWN[0])


def test_a_hint_that_is_no_solution_is_a_guess(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "minuet"):
        result = solve(MATRIX, "dlx", hint=KNOWN[2][:1])
    assert result.options == KNOWN[0]
    assert "the hint is no solution, and taken for a guess: " in caplog.text


def test_a_hint_against_the_selection_is_a_guess() -> None:
    (other, *_) = set(KNOWN[0]).difference(KNOWN[1])
    result = solve(MATRIX, Mute(), hint=KNOWN[1], given=[other])
    assert (result.status, result.options) == (Status.UNKNOWN, None)


def test_dlx_hands_a_hint_on_at_the_deadline() -> None:
    query = Query(MATRIX, deadline=Deadline(0), hint=KNOWN[1])
    assert list(get_solver("dlx").improving(query, Progress())) == [KNOWN[1]]


@few(40)
@given(
    st.lists(st.integers(-9, 9), min_size=6, max_size=6).filter(any),
    st.integers(0, 2),
    st.sampled_from(["dlx", "dlx:taxes", "propagate:tree", "auto", "sat"]),
)
def test_a_search_from_any_hint_ends_at_the_best(costs: list[int], place: int, name: str) -> None:
    matrix = pairs(costs)
    known = sorted(all_solutions(matrix))
    result = solve(matrix, name, hint=known[place])
    assert result.objective == result.bound == min(map(matrix.cost, known))


@pytest.mark.parametrize("name", ["cadical195", "cadical103", "glucose4", "lingeling"])
def test_sat_tries_the_hint_first(name: str) -> None:
    for known in KNOWN:
        first = get_solver(f"sat:{name}").first(Query(MATRIX, hint=known), Progress())
        assert first is not None
        assert name == "cadical103" or tuple(sorted(first)) == known


def test_with_symmetries_left_out_the_hint_is_kept() -> None:
    matrix = pairs([1] * 6)
    for known in sorted(all_solutions(matrix))[-1:]:
        assert solve(matrix, Mute(), hint=known, symmetries="auto").options == known
