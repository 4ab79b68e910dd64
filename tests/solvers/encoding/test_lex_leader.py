"""Symmetries broken by clauses: what a solver tells of a first or best solution stays right."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given

from minuet.models import ExactCover, Puzzle, automorphisms
from minuet.solvers import get_solver, solve
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Progress, Query
from minuet.solvers.encoding.rows import add_lex_leader, rows
from minuet.solvers.encoding.selection import selected

from drawing import few
from late import needs
from oracle.matrices import matrices

pytestmark = needs("igraph")


def triangles(vertices: int) -> Puzzle:
    """Some edges among so many vertices, two at most of each triangle, as many as there may be."""
    puzzle = Puzzle("no triangle")
    edges = list(combinations(range(vertices), 2))
    edge = puzzle.choices("edge", place=range(len(edges)))
    corners = list(combinations(range(vertices), 3))

    def within(place: int) -> list[tuple[int, ...]]:
        return [three for three in corners if set(edges[place]) <= set(three)]

    puzzle.at_most(2, edge, covering=within)
    puzzle.maximize(edge, lambda: 1)
    return puzzle


def kept(matrix: ExactCover) -> set[tuple[int, ...]]:
    """Return the solutions that the clauses of the generators leave, whatever else is chosen."""
    rest = selected(Query(matrix))
    assert rest is not None
    table = rows(rest, lambda: None)
    own, before = table.variables, len(table.clauses)
    add_lex_leader(table, automorphisms(matrix).generators, lambda: None)
    clauses = table.clauses[before:]
    found = set()
    for solution in all_solutions(matrix):
        chosen = set(table.variables_of(solution) or ())
        # A new variable is true only where the clauses want it to be: each follows those before.
        for clause in clauses:
            new = [variable for variable in clause.yes if variable >= own]
            if new and not clause.holds(chosen):
                chosen.add(new[0])
        if all(clause.holds(chosen) for clause in clauses):
            found.add(solution)
    return found


@few(40)
@given(matrices())
def test_of_solutions_that_are_alike_one_at_least_is_kept(matrix: ExactCover) -> None:
    if not matrix.options or selected(Query(matrix)) is None:
        return
    left, every = kept(matrix), all_solutions(matrix)
    group = automorphisms(matrix)
    assert left <= every
    symmetries = group.symmetries() if group.order <= 1000 else None
    if symmetries is not None:
        named = {symmetries.canonical(one) for one in every}
        assert {symmetries.canonical(one) for one in left} == named
        costs = matrix.costs[symmetries.permutations] == matrix.costs
        assert costs.all()


def test_many_of_those_that_are_alike_are_left_out() -> None:
    matrix = triangles(4).matrix.replaced(costs=None)
    every, left = all_solutions(matrix), kept(matrix)
    assert len(every) == 41  # graphs of four labelled vertices without a triangle
    assert 7 <= len(left) < len(every) / 2  # seven of which no two are alike


@pytest.mark.parametrize("engine", ["sat", "cpsat", "dlx"])
def test_the_best_stays_the_best(engine: str) -> None:
    puzzle = triangles(5)
    result = solve(puzzle, engine, symmetries="auto")
    assert (result.status, result.objective) == ("OPTIMAL", 6)  # Mantel: n * n // 4
    agreed = solve(puzzle, engine, symmetries="auto", evidence="agreed")
    assert (agreed.status, agreed.objective) == ("OPTIMAL", 6)


@pytest.mark.parametrize("engine", ["sat", "sat:cadical195", "cpsat"])
def test_a_proof_that_there_is_none_is_right_with_symmetries_as_without(engine: str) -> None:
    puzzle = triangles(5)
    edge = puzzle.tables[0]
    puzzle.exactly(7, edge)
    generators = tuple(np.array(one) for one in automorphisms(puzzle).generators)
    assert generators
    query, progress = Query(puzzle.matrix, symmetries=generators), Progress()
    assert get_solver(engine).first(query, progress) is None
    assert progress.complete


def test_further_givens_end_symmetries() -> None:
    """Of two alike options the greater word has the first: with the second given none is left."""
    matrix = ExactCover(primary=0, items=["a"], starts=[0, 1, 2], members=[0, 0])
    swapped = (np.array([1, 0], np.int32),)
    query = Query(matrix, symmetries=swapped).with_given([1])
    assert get_solver("sat").first(query, Progress()) == (1,)
