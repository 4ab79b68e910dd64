"""Certificates of puzzles with conditions that no checker knows: the matrix has their clauses.

What is true is found by looking at all sets of options: graph rules by networkx, a statement by its
own function.
"""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from minuet.models import Answer, Puzzle, Unreached, WrongAnswer
from minuet.models.formats import read
from minuet.solvers import certify, count, solutions, solve
from minuet.solvers.conformance import all_solutions

from drawing import seeds
from oracle.first_checker import verdict
from oracle.pseudo_boolean_checker import check
from oracle.second_checker import checked_by, needs_ocaml

VERTICES = range(5)
PAIRS = list(combinations(VERTICES, 2))


def of_edges(kind: str, rng: Random) -> Puzzle:
    """A rule on edges or arcs, and bounds on how many of them are chosen."""
    puzzle = Puzzle()
    pairs = PAIRS if kind != "one_cycle" else [*PAIRS, *((b, a) for a, b in PAIRS)]
    edges = rng.sample(pairs, rng.randint(3, 10))
    line = puzzle.choices("line", rows=[{"a": a, "b": b} for a, b in edges])
    getattr(puzzle, kind)(line, by=("a", "b"), along=pairs)
    low = rng.randint(0, 3)
    puzzle.between(low, low + rng.randint(1, 5), line)
    return puzzle


def of_vertices(rng: Random, *, directed: bool) -> Puzzle:
    """Chosen vertices that are reached from one of two roots, and how many are chosen."""
    puzzle = Puzzle()
    cell = puzzle.choices("cell", v=range(7))
    after: dict[int, list[int]] = {v: [] for v in range(7)}
    for a, b in combinations(range(7), 2):
        if rng.random() < 0.4:
            tail, head = rng.sample((a, b), 2)
            after[tail].append(head)
    roots = rng.sample(range(7), 2)
    puzzle.reachable(cell, roots=roots, by="v", along=after, directed=directed)
    low = rng.randint(0, 4)
    puzzle.between(low, low + rng.randint(0, 3), cell)
    return puzzle


def of_statement(rng: Random, *, clause: bool) -> Puzzle:
    """Any function of what is chosen of two tables, in one of which one of each pair is chosen."""
    puzzle = Puzzle()
    cell = puzzle.choices("cell", place=range(3), value=range(2))
    puzzle.exactly_one(cell, by="place")
    light = puzzle.choices("light", k=range(3))
    right = {
        subset: rng.random() < 0.5
        for size in range(7)
        for subset in combinations([*((0, v) for v in range(6)), *((1, k) for k in range(3))], size)
    }

    def key(answer: Answer) -> tuple[tuple[int, int], ...]:
        cells = [(0, 2 * row.place + row.value) for row in answer["cell"]]
        return tuple(sorted([*cells, *((1, row.k) for row in answer["light"])]))

    def exactly(answer: Answer) -> Any:
        rows = [*answer["cell"], *answer["light"]]
        others = [row for table in (cell, light) for row in table.rows if row not in rows]
        return rows, others

    puzzle.require(lambda answer: right[key(answer)], exactly if clause else None, name="any")
    return puzzle


DRAWN = {
    "acyclic": lambda rng: of_edges("acyclic", rng),
    "path": lambda rng: of_edges("path", rng),
    "one_cycle": lambda rng: of_edges("one_cycle", rng),
    "reachable": lambda rng: of_vertices(rng, directed=False),
    "reachable_by_arcs": lambda rng: of_vertices(rng, directed=True),
    "statement": lambda rng: of_statement(rng, clause=False),
    "statement with clauses": lambda rng: of_statement(rng, clause=True),
}


def in_words(number: int) -> str:
    return {0: "INFEASIBLE", 1: "1 solution"}.get(number, f"{number} solutions")


def texts_of(certificate: Any) -> tuple[str, str]:
    return certificate.matrix_text, "".join(f"{line}\n" for line in certificate.lines())


@needs_ocaml
@pytest.mark.parametrize("kind", DRAWN)
def test_both_checkers_confirm_the_count_of_brute_force(kind: str) -> None:
    texts, truths = [], []
    for seed in seeds(75):
        puzzle = DRAWN[kind](Random(f"{kind} {seed}"))
        certificate = certify(puzzle)
        assert certificate.clauses is not None
        texts.append(texts_of(certificate))
        truths.append(f"certified: {in_words(len(all_solutions(puzzle.matrix)))}")
    assert [verdict(*pair)[1] for pair in texts] == truths
    sent = [(matrix.encode(), text.encode()) for matrix, text in texts]
    assert [message for _, message in checked_by(sent)] == truths
    assert len(set(truths)) > 5


def test_an_optimum_is_that_of_brute_force() -> None:
    with_clauses = 0
    for seed in seeds(150):
        rng = Random(seed)
        matrix = DRAWN[rng.choice(list(DRAWN))](rng).matrix
        matrix = matrix.replaced(costs=[rng.randint(-3, 9) for _ in range(matrix.options)])
        costs = sorted(map(matrix.cost, all_solutions(matrix)))
        if costs:
            certificate = certify(matrix, solve(matrix, "propagate"))
            assert verdict(*texts_of(certificate)) == (0, f"certified: optimum {costs[0]}")
            with_clauses += bool(certificate.clauses)
    assert with_clauses > 10


def spanning(rule: str) -> Puzzle:
    """All edges between four vertices, three of which are chosen."""
    puzzle = Puzzle()
    pairs = list(combinations(range(4), 2))
    line = puzzle.choices("line", rows=[{"a": a, "b": b} for a, b in pairs])
    getattr(puzzle, rule)(line, by=("a", "b"))
    puzzle.exactly(3, line)
    return puzzle


def test_an_optimum_under_graph_rules_that_a_checker_knows_has_their_clauses() -> None:
    matrix = spanning("tree").matrix.replaced(costs=[1, 2, 9, 3, 8, 7])
    certificate = certify(matrix, solve(matrix))
    assert verdict(*texts_of(certificate)) == (0, "certified: optimum 10")  # 1 + 2 + 7
    assert certificate.clauses
    assert certify(spanning("tree")).clauses is None  # of a count they are the checker's


def test_a_matrix_without_some_clauses_is_another_one() -> None:
    matrix, text = texts_of(certify(spanning("acyclic")))  # 16 trees of 20 sets
    assert verdict(matrix, text) == (0, "certified: 16 solutions")
    without = matrix.replace(" clause_1", "", 1)
    assert without != matrix
    assert verdict(without, text)[0] != 0


def coins(holds: Any, clause: Any = None) -> Puzzle:
    """Six coins, each of which is chosen or not."""
    puzzle = Puzzle()
    puzzle.choices("coin", k=range(6))
    puzzle.require(holds, clause, name="fair")
    return puzzle


def test_a_clause_that_cuts_what_holds_is_refused() -> None:
    free = coins(lambda answer: True)
    order = [result.options for result in solutions(free, "propagate:tree")]
    wrong = next(one for one in reversed(order) if one)  # the last one that is shown

    def holds(answer: Answer) -> bool:
        return tuple(row.k for row in answer["coin"]) != wrong

    right = coins(holds, lambda answer: (answer["coin"], coins_left(answer)))
    assert certify(right).check() == "63 solutions"
    too_much = coins(holds, lambda answer: answer["coin"][:1])  # not only with the others
    with pytest.raises(WrongAnswer, match="63 solutions are claimed, and the certificate's search"):
        certify(too_much)


def coins_left(answer: Answer) -> list[Any]:
    rows = Puzzle().choices("coin", k=range(6)).rows
    return [row for row in rows if row not in answer["coin"]]


def test_a_clause_that_does_not_cut_is_refused() -> None:
    puzzle = coins(
        lambda answer: len(answer["coin"]) != 1,
        lambda answer: (answer["coin"], answer["coin"]),
    )
    with pytest.raises(WrongAnswer, match="fair: its clause does not cut the solution"):
        certify(puzzle)


def test_a_count_that_is_another_one_is_refused() -> None:
    three = coins(lambda answer: len(answer["coin"]) == 3)
    with pytest.raises(WrongAnswer, match="64 solutions are claimed"):
        certify(three, count(coins(lambda answer: True)))
    assert certify(three, count(three)).check() == "20 solutions"


def test_statements_that_always_hold_need_no_clauses(tmp_path: Path) -> None:
    certificate = certify(coins(lambda answer: True))
    assert (certificate.clauses, certificate.check()) == (0, "64 solutions")
    certificate.write(tmp_path / "out.cert")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.cert", "out.cert.dlx"]


def test_the_matrix_stands_beside_the_certificate(tmp_path: Path) -> None:
    certificate = certify(spanning("acyclic"))
    size = certificate.write(tmp_path / "out.cert")
    text = (tmp_path / "out.cert").read_bytes()
    assert size == len(text)
    assert verdict((tmp_path / "out.cert.dlx").read_bytes(), text)[1] == "certified: 16 solutions"
    (again,) = read((tmp_path / "out.cert.dlx").read_text("utf-8"), form="dlx").problems
    assert count(again, "dlx").count == 16


def test_clauses_are_written_for_a_pseudo_boolean_checker(tmp_path: Path) -> None:
    certify(spanning("acyclic")).write(tmp_path / "out.pbp")
    opb, pbp = ((tmp_path / f"out.{end}").read_text("ascii") for end in ("opb", "pbp"))
    assert check(opb, pbp) == "ENUMERATION_COMPLETE 16"


def test_evidence_is_certified_but_not_proved() -> None:
    for puzzle, number in ((spanning("acyclic"), 16), (coins(lambda a: len(a["coin"]) < 2), 7)):
        result = count(puzzle, evidence="certified")
        assert (result.count, str(result.evidence.level)) == (number, "certified")
        left_open = count(puzzle, evidence="proved", time_limit=20)
        assert not left_open.complete
        assert "clauses of graph rules and statements are not proved" in str(left_open.evidence)


def test_the_time_limit_ends_the_search_for_clauses() -> None:
    puzzle = Puzzle()
    puzzle.choices("coin", k=range(40))
    puzzle.require(lambda answer: len(answer["coin"]) != 20)
    with pytest.raises(Unreached, match="time limit"):
        certify(puzzle, time_limit=0.3)
