"""A proof counts once it was checked: corrupted ones are refused, whatever was corrupted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from minuet.models import ExactCover, ExactCoverBuilder, SolverError, Unreached, WrongAnswer
from minuet.solvers import _native, sat_proof, solve
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Deadline, Query, Stopped
from minuet.solvers.contract.certificate import Assertion
from minuet.solvers.sat.prover import Answered, answers
from minuet.solvers.second_opinion.proofs import (
    ProofCertifier,
    check_by_dratify,
    check_natively,
    check_proof,
)

from drawing import few
from oracle.matrices import matrices
from oracle.problems import pigeons, priced, queens

Steps = list[str]


def nothing() -> None:
    pass


def langford(pairs: int) -> ExactCover:
    """Langford's pairs: for 5 and 6 there is no way to place them."""
    builder = ExactCoverBuilder()
    for digit in range(1, pairs + 1):
        builder.item(f"d{digit}")
    for place in range(2 * pairs):
        builder.item(place)
    for digit in range(1, pairs + 1):
        for place in range(2 * pairs - digit - 1):
            builder.option([f"d{digit}", place, place + digit + 1])
    return builder.build()


INFEASIBLE = [pigeons(4), pigeons(5), langford(5), langford(6)]
PROOFS = [sat_proof(matrix) for matrix in INFEASIBLE]


def with_first_literal(steps: Steps, change: Callable[[str], str]) -> Steps:
    first, *rest = steps
    literal, *others = first.split()
    return [" ".join([change(literal), *others]), *rest]


def without_the_end_of_a_line(steps: Steps) -> Steps:
    return [*steps[:-2], steps[-2].removesuffix(" 0")]


def is_wanted(clause: Sequence[int]) -> bool:
    """Whether a clause says "at least one": without those of that kind nothing need be chosen."""
    return all(literal > 0 for literal in clause)


def clauses_are_lost_first(steps: Steps, clauses: Sequence[Sequence[int]]) -> Steps:
    return [*(" ".join(["d", *map(str, one), "0"]) for one in clauses if is_wanted(one)), *steps]


# What is made of a proof and its clauses, so that it is none any more.
CORRUPTED: dict[str, Callable[[Steps, Sequence[Sequence[int]]], Steps]] = {
    "nothing is left": lambda steps, _: [],
    "the empty clause is left out": lambda steps, _: [one for one in steps if one != "0"],
    "the empty clause comes first": lambda steps, _: ["0", *steps],
    "all but the empty clause is left out": lambda steps, _: ["0"],
    "it ends amid a line": lambda steps, _: without_the_end_of_a_line(steps),
    "it is read backwards": lambda steps, _: steps[::-1],
    "a word is no number": lambda steps, _: with_first_literal(steps, lambda one: "x"),
    "a number is no integer": lambda steps, _: with_first_literal(steps, lambda one: one + ".5"),
    "two steps are on one line": lambda steps, _: [f"{steps[0]} {steps[1]}", *steps[2:]],
    "a line is empty": lambda steps, _: ["", *steps],
    "clauses that it needs are deleted first": clauses_are_lost_first,
    "an option is chosen out of the blue": lambda steps, _: ["1 0", *steps],
    "an option is left out of the blue": lambda steps, _: ["-1 0", *steps],
    "a variable is in no clause": lambda steps, _: ["1000000000 0", *steps],
    "the proof is another one's": lambda steps, _: [*PROOFS[0].steps, "0"],
}


@pytest.mark.parametrize("kind", CORRUPTED)
@pytest.mark.parametrize("place", range(1, len(PROOFS)))
def test_a_corrupted_proof_is_refused(place: int, kind: str) -> None:
    proof = PROOFS[place]
    check_proof(proof.clauses, proof.steps, nothing)
    with pytest.raises(SolverError, match=r"step \d+|empty clause"):
        check_proof(proof.clauses, CORRUPTED[kind](list(proof.steps), proof.clauses), nothing)


@pytest.mark.parametrize("proof", PROOFS)
def test_a_proof_says_nothing_of_a_formula_that_lacks_clauses(proof: Any) -> None:
    fewer = [one for one in proof.clauses if not is_wanted(one)]
    with pytest.raises(SolverError):
        check_proof(fewer, proof.steps, nothing)


def changed(steps: Steps, rng: Random) -> Steps:
    """A proof with something done to it, which may still be a proof."""
    steps = list(steps)
    for _ in range(rng.randint(1, 3)):
        place = rng.randrange(len(steps))
        words = steps[place].split()
        match rng.randrange(5):
            case 0:
                del steps[place]
            case 1:
                steps.insert(rng.randrange(len(steps) + 1), steps[place])
            case 2 if len(words) > 1:
                del words[rng.randrange(len(words) - 1)]
                steps[place] = " ".join(words)
            case 3 if words[0] not in ("0", "d"):
                steps[place] = " ".join([str(-int(words[0])), *words[1:]])
            case _:
                other = rng.randrange(len(steps))
                steps[place], steps[other] = steps[other], steps[place]
        if not steps:
            return steps
    return steps


@few(60)
@given(
    matrix=st.one_of(matrices(8), st.sampled_from([langford(3), langford(4), queens(4).matrix])),
    seed=st.integers(0, 2**32),
)
def test_no_proof_is_accepted_of_clauses_that_can_be_kept(matrix: ExactCover, seed: int) -> None:
    solutions = all_solutions(matrix)
    assume(solutions)
    rng, known = Random(seed), sorted(solutions)
    every = sat_proof(matrix, known)
    feasible = list(every.clauses)
    del feasible[-1 - rng.randrange(len(known))]  # the last ones say "none of these"
    for steps in (every.steps, [*every.steps, "0"], changed([*every.steps, "0"], rng)):
        with pytest.raises(SolverError):
            check_proof(feasible, steps, nothing)


@few(60)
@given(matrix=matrices(8, weights=True), data=st.data())
def test_all_solutions_are_certified_and_fewer_refuted(
    matrix: ExactCover, data: st.DataObject
) -> None:
    numbers = st.lists(st.integers(0, max(matrix.options - 1, 0)), max_size=2, unique=True)
    given_, forbidden = (data.draw(numbers) if matrix.options else [] for _ in range(2))
    solutions = tuple(all_solutions(matrix, given_, forbidden))
    query = Query(matrix, tuple(given_), frozenset(forbidden))
    certifier = ProofCertifier()
    proof = certifier.certify(query, Assertion(solutions, len(solutions)), Deadline())
    assert proof.by[1] == "dratify"
    check_proof(proof.clauses, proof.steps, nothing)
    if solutions:
        left_out, *fewer = data.draw(st.permutations(solutions))
        with pytest.raises(SolverError) as caught:
            certifier.certify(query, Assertion(tuple(fewer), len(fewer)), Deadline())
        assert caught.value.options == left_out  # type: ignore[attr-defined]


def test_what_is_known_is_looked_at() -> None:
    query = Query(queens(4).matrix)
    with pytest.raises(WrongAnswer, match="certificate"):
        ProofCertifier().certify(query, Assertion(((0, 1),), 1), Deadline())
    twice = tuple(sorted(all_solutions(queens(4).matrix))[:1]) * 2
    with pytest.raises(WrongAnswer, match="twice"):
        ProofCertifier().certify(query, Assertion(twice, 2), Deadline())


@pytest.mark.parametrize(
    ("assertion", "why"),
    [
        (Assertion(((0,),), cost=3), "a SAT proof bounds no costs"),
        (Assertion((), 2), "a SAT proof needs the solutions listed"),
    ],
)
def test_what_a_proof_does_not_say_is_refused(assertion: Assertion, why: str) -> None:
    with pytest.raises(SolverError, match=why):
        ProofCertifier().certify(Query(priced(3, 4)), assertion, Deadline())


def test_an_empty_proof_is_refused_and_another_solver_asked() -> None:
    def first_empty(clauses: list[list[int]], deadline: Deadline) -> Iterator[Answered]:
        for number, answered in enumerate(answers(clauses, deadline)):
            yield answered if number else replace(answered, steps=[])

    def both_wrong(clauses: list[list[int]], deadline: Deadline) -> Iterator[Answered]:
        return iter([Answered("sat:a", None, []), Answered("sat:b", None, ["0"])])

    none = Assertion((), 0)
    query = Query(pigeons(4))
    proof = ProofCertifier(first_empty).certify(query, none, Deadline())
    assert proof.solver == "sat:cadical195"
    with pytest.raises(SolverError, match="sat:b: step 1 of the proof does not follow"):
        ProofCertifier(both_wrong).certify(query, none, Deadline())


def test_what_glucose_does_not_prove_soon_another_does() -> None:
    for matrix, solver in ((pigeons(5), "sat:glucose4"), (pigeons(7), "sat:cadical195")):
        assert sat_proof(matrix).solver == solver


def test_a_proof_that_gets_too_large_is_given_up() -> None:
    clauses = sat_proof(pigeons(7)).clauses
    with pytest.raises(SolverError, match="a proof of more than 5000 bytes"):
        list(answers(clauses, Deadline(), most=5000))


def test_a_proof_stops_at_the_deadline() -> None:
    with pytest.raises(Stopped):
        ProofCertifier().certify(Query(pigeons(14)), Assertion((), 0), Deadline(0.3))


def test_the_clauses_are_written_in_dimacs() -> None:
    from pysat.formula import CNF
    from pysat.solvers import Solver

    proof = PROOFS[0]
    read = CNF(from_string="\n".join(proof.dimacs()))
    assert read.clauses == proof.clauses
    with Solver(name="minisat22", bootstrap_with=read.clauses) as solver:
        assert not solver.solve()
    assert proof.size == len("".join(f"{step}\n" for step in proof.steps))
    pairs = {tuple(sorted(one)) for one in proof.clauses if len(one) == 2}
    assert pairs == {
        tuple(sorted((-1 - a, -1 - b)))
        for a, b in combinations(range(20), 2)
        if a // 4 == b // 4 or a % 4 == b % 4
    }


def test_a_proof_is_handed_over_and_saved(tmp_path: Path) -> None:
    answer = solve(queens(1)).answer
    assert answer is not None
    for known in ([answer], [answer.options]):
        assert sat_proof(queens(1), known).by == ("sat:glucose4", "dratify")
    proof = sat_proof(pigeons(4))
    proof.save(tmp_path / "a.cnf", tmp_path / "a.drat")
    assert (tmp_path / "a.cnf").read_text().splitlines() == list(proof.dimacs())
    assert (tmp_path / "a.drat").read_text().splitlines() == proof.steps
    assert len((tmp_path / "a.drat").read_bytes()) == proof.size
    with pytest.raises(SolverError) as caught:
        sat_proof(queens(4), given=[1])
    assert 1 in caught.value.options  # type: ignore[attr-defined]
    with pytest.raises(Unreached, match="time limit"):
        sat_proof(pigeons(14), time_limit=0.2)


def verdict(
    check: Callable[..., object], clauses: Sequence[Sequence[int]], steps: Steps
) -> str | None:
    """What a checker says against a proof; None: it accepts it."""
    try:
        check(clauses, steps, nothing)
    except SolverError as error:
        return str(error).partition(": ")[0]
    return None


@pytest.mark.parametrize("kind", CORRUPTED)
@pytest.mark.parametrize("place", range(1, len(PROOFS)))
def test_the_native_checker_refuses_a_corrupted_proof_too(place: int, kind: str) -> None:
    proof = PROOFS[place]
    assert check_natively(proof.clauses, proof.steps, nothing)
    with pytest.raises(SolverError, match=r"step \d+|empty clause"):
        check_natively(proof.clauses, CORRUPTED[kind](list(proof.steps), proof.clauses), nothing)


@few(60)
@given(place=st.integers(0, len(PROOFS) - 1), seed=st.integers(0, 2**32))
def test_both_checkers_accept_the_same_proofs(place: int, seed: int) -> None:
    clauses = PROOFS[place].clauses
    steps = changed(PROOFS[place].steps, Random(seed))
    natively, by_dratify = (
        verdict(check, clauses, steps) for check in (check_natively, check_by_dratify)
    )
    assert natively == by_dratify


@pytest.mark.parametrize("check", [check_natively, check_by_dratify])
def test_what_a_deleted_clause_forced_is_no_proof(check: Callable[..., object]) -> None:
    with pytest.raises(SolverError, match="step 2"):
        check([[1, 2], [-2]], ["d 1 2 0", "-1 0", "0"], nothing)


@pytest.mark.parametrize("check", [check_natively, check_by_dratify])
def test_a_resolution_asymmetric_tautology_is_not_believed(check: Callable[..., object]) -> None:
    """Nothing has the literal -1, nor -3 in the second: adding them keeps the clauses satisfiable,
    and neither follows from them.
    """
    with pytest.raises(SolverError, match="step 1 of the proof does not follow"):
        check([[1, 2]], ["1 0", "0"], nothing)
    with pytest.raises(SolverError, match="step 1 of the proof does not follow"):
        check([[1, 2], [3, -2]], ["3 0", "d 3 -2 0", "-3 0", "0"], nothing)


SQUARE = [[1, 2], [-1, 2], [1, -2], [-1, -2]]  # 1 follows, and then the empty clause


@pytest.mark.parametrize("check", [check_natively, check_by_dratify])
@pytest.mark.parametrize(
    "step",
    [
        "+1 0",
        "01 0",
        "1 -0",
        "1\t0",
        "1  0",
        "1 0 ",
        "1 0\r",
        "1 0\n0",
        "1 0\u00a0",
        "\uff11 0",
        "1_ 0",
        "1",
        "",
        "0x1 0",
        "1.0 0",
        "d1 0",
        "d  1 2 0",
        "D 1 2 0",
        "1 0 0",
        f"1{'0' * 5000} 0",
    ],
)
def test_a_step_has_one_notation(check: Callable[..., object], step: str) -> None:
    with pytest.raises(SolverError, match="step 1 of the proof is not written as one"):
        check(SQUARE, [step, "1 0", "0"], nothing)
    check(SQUARE, ["1 0", "0"], nothing)


clauses_of_few = st.lists(
    st.lists(st.integers(-4, 4).filter(bool), max_size=3), min_size=4, max_size=16
)


@few(120)
@given(clauses=clauses_of_few, steps=clauses_of_few)
def test_the_native_checker_goes_by_the_definition(
    clauses: list[list[int]], steps: list[list[int]]
) -> None:
    """Held against unit propagation in a few lines of Python, on any clauses and steps."""
    text = [" ".join(map(str, (*step, 0))) for step in [*steps, []]]
    clauses = [one for one in clauses if {abs(v) for v in one} or one == []]
    names = {abs(literal) for one in clauses for literal in one}
    there, wrong = list(clauses), None
    if not unit_clash(there, []):
        for number, step in enumerate([*steps, []], 1):
            if any(abs(literal) > max(names, default=0) for literal in step):
                wrong = f"step {number} of the proof names a variable that the clauses do not have"
                break
            if not unit_clash(there, step):
                wrong = f"step {number} of the proof does not follow"
                break
            if not step:
                break
            there.append(step)
    assert verdict(check_natively, clauses, text) == wrong


def unit_clash(clauses: list[list[int]], false: list[int]) -> bool:
    """Whether propagating units ends in a clash once these literals are false."""
    true = {-literal for literal in false}
    while not any(-literal in true for literal in true):
        units = {
            tuple(left)
            for one in clauses
            if true.isdisjoint(one)
            and len(left := {literal for literal in one if -literal not in true}) < 2
        }
        if () in units:
            return True
        new = {literal for (literal,) in units}
        if not new:
            return False
        true |= new
    return True


def test_a_long_proof_is_checked_natively() -> None:
    assert sat_proof(pigeons(7)).checker == "minuet's checker"
    assert sat_proof(pigeons(5)).checker == "dratify"


def test_the_native_checker_refuses_clauses_that_are_none() -> None:
    ints, longs = np.array([1, 0], np.int32), np.array([0, 2], np.int64)
    with pytest.raises(ValueError, match="literal 0"):
        _native.RupChecker(longs, ints)
    with pytest.raises(ValueError, match="part the literals"):
        _native.RupChecker(np.array([0, 3], np.int64), np.array([1, 2], np.int32))
