"""Conditions of the shared matrix: they go where it goes, and a clause must cut."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from minuet.models import ExactCover, ModelError, WrongAnswer
from minuet.models.matrix.conditions import Clause, GraphRule, Statement, cut
from minuet.solvers import verify
from minuet.solvers.conformance import all_solutions


def few(options: Sequence[int]) -> bool:
    return len(options) <= 2


def first_three(options: Sequence[int]) -> Clause:
    return Clause.of(options[:3])


def free(**arguments: Any) -> ExactCover:
    """Four options that nothing binds."""
    return ExactCover(primary=0, items=[], starts=[0] * 5, members=[], **arguments)


FEW = Statement("few", few, range(4))
FEW_CUT = Statement("few", few, range(4), first_three)


def graph_rule(**changes: Any) -> GraphRule:
    """Nothing but data: a rule on the edges of a triangle, of which option k chooses edge k."""
    arguments: dict[str, Any] = {
        "name": "ring",
        "kind": "acyclic",
        "vertices": 3,
        "tails": [0, 1, 2],
        "heads": [1, 2, 0],
        "options": [0, 1, 2],
        "places": [0, 1, 2],
    }
    return GraphRule(**(arguments | changes))


@pytest.mark.parametrize("statement", [FEW, FEW_CUT])
def test_a_solution_must_hold_the_statements(statement: Statement) -> None:
    matrix = free(statements=[statement])
    assert matrix.conditions == (statement,)
    assert len(all_solutions(matrix)) == 1 + 4 + 6
    assert verify(matrix, (0, 3)) is None
    assert verify(matrix, (0, 2, 3)) == "few does not hold"


def test_many_solutions_are_verified_condition_by_condition() -> None:
    from minuet.solvers.contract import Verifier

    verifier = Verifier(free(statements=[FEW]))
    many = [(0, 1)] * 20
    assert verifier.first_wrong(many) is None
    assert verifier.first_wrong([*many, (0, 1, 2), *many]) == (20, "few does not hold")
    assert verifier.first_wrong([*many, (0, 1, 2), (9,)]) == (20, "few does not hold")
    assert verifier.first_wrong([*many, (9,), (0, 1, 2)]) == (
        20,
        "option number 9, expected 0 to 3",
    )


def test_without_a_clause_a_statement_forbids_what_it_looked_at() -> None:
    assert FEW.clause((3, 1, 0)) == Clause((0, 1, 3), (2,))
    narrow = Statement("not both", lambda options: len(options) < 2, (1, 2))
    assert narrow.clause((0, 1, 2)) == Clause((1, 2), ())
    assert narrow.clause((0, 1, 3)) is None


def test_a_clause_that_does_not_cut_is_a_wrong_answer_and_no_loop() -> None:
    idle = Statement("idle", few, range(4), lambda options: Clause((3,), ()))
    assert cut(idle, (0, 1)) is None
    assert cut(idle, (0, 1, 3)) == Clause((3,), ())
    with pytest.raises(
        WrongAnswer, match=r"idle: its clause does not cut .*option 4 is not chosen"
    ):
        cut(idle, (0, 1, 2))
    kept = Statement("kept", few, range(4), lambda options: Clause((0,), (1,)))
    with pytest.raises(WrongAnswer, match="kept: its clause does not cut"):
        cut(kept, (0, 1, 2))


@pytest.mark.parametrize("statement", [FEW, FEW_CUT])
def test_conditions_follow_the_numbers_of_the_options(statement: Statement) -> None:
    matrix = free(statements=[statement], graph_rules=[]).selected((2,), (1,))
    assert all_solutions(matrix) == {(1,), (0, 1), (1, 2)}
    again = matrix.part(options=np.array([False, True, True]))
    assert all_solutions(again) == {(0,), (0, 1)}


def test_a_matrix_travels_with_its_conditions() -> None:
    matrix = free(statements=[FEW], graph_rules=[graph_rule()])
    there = pickle.loads(pickle.dumps(matrix))
    assert there.graph_rules == matrix.graph_rules
    assert there.digest == matrix.digest
    assert there.statements[0].clause((0, 1, 2)) == FEW.clause((0, 1, 2))
    assert matrix.replaced(costs=[1, 2, 3, 4]).conditions == matrix.conditions
    assert matrix.replaced(statements=()).conditions == matrix.graph_rules


def test_graph_rules_are_compared_by_what_they_hold() -> None:
    assert graph_rule() == graph_rule(name="other")
    assert hash(graph_rule()) == hash(graph_rule(name="other"))
    others = [
        graph_rule(kind="tree"),
        graph_rule(vertices=4),
        graph_rule(heads=[1, 2, 1]),
        graph_rule(options=[0, 1, 3]),
        graph_rule(kind="path", roots=[0, 2]),
        graph_rule(kind="path"),
    ]
    digests = {free(graph_rules=[rule]).digest for rule in [graph_rule(), *others]}
    assert len(digests) == 7
    assert free().digest not in digests
    assert all(other != graph_rule() for other in others)


def test_a_graph_rule_follows_the_numbers_of_the_options() -> None:
    rule = free(graph_rules=[graph_rule()]).selected((), (1,)).graph_rules[0]
    assert (rule.options.tolist(), rule.places.tolist()) == ([0, 1], [0, 2])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"kind": "cyclic"}, "kind 'cyclic', expected one of connected, reachable, acyclic"),
        ({"tails": [0, 1, 3]}, "vertex 3, expected 0 to 2"),
        ({"places": [0, 1, 3]}, "edge 3, expected 0 to 2"),
        ({"kind": "connected", "vertices": 2, "tails": [0], "heads": [1]}, "vertex 2, expected"),
        ({"options": [0, 1]}, "options and places differ in length"),
        ({"heads": [0, 1]}, "tails and heads differ in length"),
        ({"options": [0, 1, -1]}, "option -1, expected 0 to"),
        ({"tails": [0, 1, 1.5]}, "tails is no flat array of integers"),
        ({"tails": [0, 1, 1 << 32]}, "tails holds a number that is no int32"),
        ({"roots": [1]}, "roots, expected none for acyclic"),
        ({"kind": "path", "roots": [1]}, "1 roots, expected the two ends of the path or none"),
    ],
)
def test_what_is_no_graph_rule_is_one_line(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ModelError, match=f"^graph rule ring: {message}"):
        graph_rule(**changes)


def test_a_condition_on_unknown_options_is_refused() -> None:
    with pytest.raises(ModelError, match=r"^ring: option number 4, expected 0 to 3$"):
        free(graph_rules=[graph_rule(options=[0, 1, 4])])
    with pytest.raises(ModelError, match=r"^few: option number 4, expected 0 to 3$"):
        free(statements=[Statement("few", few, range(9))])
