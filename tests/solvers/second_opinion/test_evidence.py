"""What an answer rests on, told for each claim: by default, and where agreement is asked for."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given
from own_solvers import DancingLinks

from minuet.models import ExactCover, ExactCoverBuilder, ModelError, Packing, Sudoku
from minuet.models.packings import Board, Piece
from minuet.setting import generate, is_unique, minimal_givens, redundant_givens
from minuet.solvers import (
    Interrupted,
    Status,
    best,
    count,
    explain,
    solutions,
    solve,
    solve_many,
)
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Progress, Query, Solver

from drawing import few
from oracle.matrices import matrices
from oracle.problems import HARD, priced, queens

DOMINOES = Packing(Board.rectangle(2, 2), [Piece.from_text(name, "##") for name in "ab"])
# Claims as answers have them: of one solution and no other there are two, the second of them said.
Evidence = type(solve(queens(1)).evidence)
SEEN, CLAIMED = solve_many(queens(1), [()], "bitmask", unique=True).__next__().evidence.claims
(_, AGREED) = (
    solve_many(queens(1), [()], "bitmask", unique=True, evidence="agreed")
    .__next__()
    .evidence.claims
)
(CERTIFIED,) = count(queens(6), "dlx", evidence="certified").evidence.claims


def test_evidence_is_one_line_that_tells_each_claim() -> None:
    assert str(Evidence((SEEN, CLAIMED))) == "a solution: verified; no other: claimed by bitmask"
    assert str(Evidence((AGREED,))) == "no other: agreed by bitmask and sat"
    assert str(Evidence()) == "nothing is claimed"
    open_claim = Evidence((CLAIMED,)).left_open("the time limit came first")
    assert str(open_claim) == "no other: claimed by bitmask (not agreed: the time limit came first)"


def test_evidence_is_as_good_as_its_weakest_claim() -> None:
    ascending = [
        Evidence(),
        Evidence((SEEN, CLAIMED, AGREED)),
        Evidence((SEEN, AGREED)),
        Evidence((CERTIFIED,)),
        Evidence((SEEN,)),
    ]
    levels = [evidence.level for evidence in ascending]
    assert levels == ["nothing", "claimed", "agreed", "certified", "verified"]
    for place, evidence in enumerate(ascending):
        for other, level in enumerate(levels):
            for theirs in (level, str(level), ascending[other]):
                assert (evidence < theirs) == (theirs > evidence) == (place < other)
                assert (evidence <= theirs) == (theirs >= evidence) == (place <= other)
                assert (evidence == theirs) == (place == other)
                assert (evidence != theirs) == (place != other)
                assert place != other or hash(evidence) == hash(theirs)
    assert max(reversed(ascending)) is ascending[-1]
    assert sorted(levels) == levels


def test_evidence_is_compared_with_levels_alone() -> None:
    with pytest.raises(ModelError, match="evidence: 'agred', expected one of nothing, claimed"):
        _ = Evidence() < "agred"
    with pytest.raises(TypeError):
        _ = Evidence() < 3
    assert Evidence() != 3


def test_evidence_survives_pickling_and_json() -> None:
    evidence = Evidence((SEEN, CLAIMED)).left_open("nobody")
    assert pickle.loads(pickle.dumps(evidence)).claims == evidence.claims
    assert json.loads(json.dumps(evidence.to_dict())) == {
        "level": "claimed",
        "claims": [
            {"claim": "a solution", "level": "verified", "by": []},
            {"claim": "no other", "level": "claimed", "by": ["bitmask"], "why": "nobody"},
        ],
    }


def test_each_question_tells_its_claims() -> None:
    assert str(solve(queens(6), "dlx").evidence) == "a solution: verified"
    assert str(solve(queens(3), "dlx").evidence) == "no solution: claimed by dlx"
    assert str(solve(queens(6), "dlx", time_limit=0).evidence) == "nothing is claimed"
    optimum = solve(priced(4, 3), "dlx").evidence
    assert str(optimum) == "a solution: verified; none better: claimed by dlx"
    assert str(count(queens(6), "dlx").evidence) == "4 solutions: claimed by dlx"
    assert str(count(queens(1), "dlx").evidence) == "1 solution: claimed by dlx"
    assert str(count(queens(3), "dlx").evidence) == "no solution: claimed by dlx"
    assert str(count(queens(6), "dlx", time_limit=0).evidence) == "nothing is claimed"


def test_a_count_that_was_cut_short_claims_what_it_has() -> None:
    found = count(queens(18), "dlx", time_limit=0.1)
    assert not found.complete
    assert str(found.evidence) == f"at least {found.count} solutions: claimed by dlx"


def test_a_bound_is_claimed_by_whom_it_is_from() -> None:
    class Bounds(Solver):
        """Finds the dearest solution and proves a bound."""

        def version(self) -> str:
            return "1"

        def solutions(self, query, progress):  # type: ignore[no-untyped-def]
            yield [(0,)]

        def improving(self, query, progress):  # type: ignore[no-untyped-def]
            yield (0,)
            progress.bound = 2

    result = solve(priced(4, 3), Bounds())
    assert result.status is Status.FEASIBLE
    assert str(result.evidence) == "a solution: verified; none better than 2: claimed by bounds"


def told(stream: object) -> str:
    list(stream)  # type: ignore[call-overload]
    return str(stream.result().evidence)  # type: ignore[attr-defined]


def test_each_enumeration_tells_its_claims() -> None:
    all_of_them = solutions(queens(6), "dlx")
    assert str(all_of_them.result().evidence) == "nothing is claimed"
    next(all_of_them)
    assert str(all_of_them.result().evidence) == "a solution: verified"
    next(all_of_them)
    two = "each solution: verified; at least 2: claimed by dlx"
    assert str(all_of_them.result().evidence) == two
    assert told(all_of_them) == "each solution: verified; 4 in all: claimed by dlx"
    assert told(solutions(queens(1), "dlx")) == "a solution: verified; no other: claimed by dlx"
    assert told(solutions(queens(3), "dlx")) == "no solution: claimed by dlx"
    left_out = "each solution: verified; none better left out: claimed by dlx"
    assert told(best(priced(4, 3, 5), 2)) == left_out
    assert told(best(priced(4, 3), 3)) == "each solution: verified; no other: claimed by dlx"
    assert told(best(queens(3), 3)) == "no solution: claimed by dlx"


def test_each_answer_of_a_batch_tells_its_claims() -> None:
    givens = [(), (1,), (0,)]
    assert [str(one.evidence) for one in solve_many(queens(4), givens, "dlx", unique=True)] == [
        "a solution: verified; another: claimed by dlx",
        "a solution: verified; no other: claimed by dlx",
        "no solution: claimed by dlx",
    ]
    assert [str(one.evidence) for one in solve_many(queens(4), givens, "dlx")] == [
        "a solution: verified",
        "a solution: verified",
        "no solution: claimed by dlx",
    ]


def test_auto_names_the_solver_that_answered() -> None:
    result = count(queens(6))
    (claim,) = result.evidence.claims
    assert (claim.text, claim.level, claim.by) == ("4 solutions", "claimed", (result.solver,))


def test_an_interrupt_keeps_the_evidence() -> None:
    class Interrupted3(DancingLinks):
        """Is interrupted when it has counted three."""

        def count(self, query: Query, progress: Progress) -> int:
            progress.found = 3
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        count(queens(6), Interrupted3())
    assert str(caught.value.result.evidence) == "at least 3 solutions: claimed by dlx"


ASKED: list[Callable[[str], object]] = [
    lambda evidence: solve(queens(4), evidence=evidence),
    lambda evidence: count(queens(4), evidence=evidence),
    lambda evidence: solutions(queens(4), evidence=evidence),
    lambda evidence: best(queens(4), 2, evidence=evidence),
    lambda evidence: solve_many(queens(4), [()], evidence=evidence),
    lambda evidence: is_unique(queens(4), evidence=evidence),
    lambda evidence: count(DOMINOES, symmetries="known", evidence=evidence),
    lambda evidence: generate(queens(4), 1, evidence=evidence),
    lambda evidence: minimal_givens(queens(4), (1, 7, 8, 14), evidence=evidence),
    lambda evidence: redundant_givens(queens(4), evidence=evidence),
    lambda evidence: explain(queens(3), evidence=evidence),
]


@pytest.mark.parametrize("ask", ASKED)
@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ("verified", "cannot be looked at"),
        ("agred", "'agred'"),
        ("nothing", "'nothing'"),
        (None, "None"),
        (2, "2"),
    ],
)
def test_every_question_refuses_evidence_that_cannot_be_had(
    ask: Callable[[str], object], wrong: str, why: str
) -> None:
    close = r"; did you mean agreed\?" if wrong == "agred" else ""
    told = f"^evidence: .*{why}.*expected claimed, agreed, certified or proved{close}$"
    with pytest.raises(ModelError, match=told):
        ask(wrong)


@pytest.mark.parametrize("level", ["claimed", "agreed"])
def test_every_question_takes_evidence_that_can_be_had(level: str) -> None:
    for ask in ASKED:
        ask(level)


def test_as_much_evidence_can_be_asked_for_as_another_result_has() -> None:
    another = solve(priced(3, 4), evidence="agreed")
    assert solve(priced(3, 4), evidence=another.evidence).evidence == "agreed"


@few(30)
@given(matrix=matrices())
def test_agreed_answers_are_those_of_brute_force(matrix: ExactCover) -> None:
    every = all_solutions(matrix)
    counted = count(matrix, evidence="agreed")
    assert (counted.count, counted.complete) == (len(every), True)
    assert counted.evidence >= "agreed"
    found = solve(matrix, evidence="agreed")
    assert found.complete or not matrix.has_costs
    assert found.evidence >= "agreed"
    if not every:
        assert found.status is Status.INFEASIBLE
    elif matrix.has_costs:
        assert found.objective == found.bound == min(map(matrix.cost, every))
    assert is_unique(matrix, evidence="agreed") == (len(every) == 1)
    listed = solutions(matrix, evidence="agreed")
    assert sorted(listed) == sorted(every)
    assert listed.complete


def test_the_best_are_agreed_on() -> None:
    ranked = best(priced(4, 3, 5, 3), 3, evidence="agreed")
    assert list(ranked) == [(1,), (3,), (0,)] or list(ranked) == [(3,), (1,), (0,)]
    assert ranked.complete
    assert ranked.result().evidence == "agreed"
    few = best(priced(4, 3), 3, evidence="agreed")
    assert len(list(few)) == 2
    assert few.complete
    assert few.result().evidence == "agreed"


def test_givens_are_agreed_on() -> None:
    few = minimal_givens(Sudoku(), solve(Sudoku(HARD)).options, evidence="agreed")
    assert is_unique(Sudoku(), given=few, evidence="agreed")
    made = generate(Sudoku(), 26, evidence="agreed")
    assert is_unique(made, evidence="agreed")
    more = Sudoku("812" + HARD[3:])
    spare = redundant_givens(more, evidence="agreed")
    assert [more.describe(one.option) for one in spare] == ["R1C2=1", "R1C3=2"]


def test_a_batch_is_agreed_on_in_order() -> None:
    givens = [
        Sudoku().with_givens(grid).given_options for grid in (HARD, "." * 81, "11" + "." * 79)
    ]
    for unique in (False, True):
        results = solve_many(Sudoku(), givens * 3, unique=unique, evidence="agreed")
        found = [(one.count, one.status, one.evidence >= "agreed") for one in results]
        numbers = (1, 2, 0) if unique else (None,) * 3
        statuses = (Status.OPTIMAL, Status.OPTIMAL, Status.INFEASIBLE)
        assert found == [(n, s, True) for n, s in zip(numbers, statuses, strict=True)] * 3
        assert results.complete


def test_a_count_too_great_to_list_is_agreed_on() -> None:
    builder = ExactCoverBuilder()
    for cell in product(range(8), repeat=2):
        builder.item(cell)
    for row, col in product(range(8), repeat=2):
        for other in ((row + 1, col), (row, col + 1)):
            if max(other) < 8:
                builder.option([(row, col), other])
    result = count(builder.build(), evidence="agreed")
    assert (result.count, result.complete, str(result.evidence.level)) == (12988816, True, "agreed")
