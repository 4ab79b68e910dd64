"""What a checker certifies is true, and both checkers agree on every text, well-formed or not.

The certificates are invented (oracle/invented_certificates.py), many of them nearly right; the
truth is found by looking at all sets of options.
"""

from __future__ import annotations

from collections import Counter
from io import BytesIO
from pathlib import Path
from types import ModuleType

import pytest

from minuet.solvers.questions.solution_sets.certificates import check_certificate

from mutants.checkers import CHECKER_MUTANTS
from oracle.invented_certificates import Invented, invented, is_true
from oracle.second_checker import checked_by, many_built, needs_ocaml

CASES = 2000

# Of each planted fault a case from which on it shows soon, where that takes some thousands.
SOON = {
    "items of no range": 600,
    "two options of one name": 2800,
    "another state": 5500,
    "a dead end that is none": 1200,
    "parts that hang together": 4900,
    "a solution that clashes": 3700,
    "need and room mixed up": 18_500,
}
MANY = 1500


def verdict(checker: ModuleType, case: Invented) -> tuple[int, str]:
    """Return exit status and message of a checker in Python, as `checked` does of files."""
    check = checker.Check()
    try:
        check.read_matrix(case.matrix.text)
    except ValueError as error:
        return 2, str(error)
    try:
        return 0, check.read(line.decode("ascii") for line in BytesIO(case.text))
    except ValueError as error:
        return 1, str(error)


def test_what_is_certified_is_true() -> None:
    seen: Counter[str] = Counter()
    for seed in range(CASES):
        case = invented(seed)
        status, told = verdict(check_certificate, case)
        seen[f"status {status}"] += 1
        if status == 0:
            assert is_true(case.matrix, told), (seed, told)
            seen["optimum" if "optimum" in told else "count"] += 1
            seen["parts"] += b" * " in case.text
            seen["renamed"] += b"~" in case.text
            seen["bounds"] += any(high > 1 for _, high, _ in case.matrix.items)
            seen["colors"] += any(any(one.values()) for one in case.matrix.options)
    kinds = ("optimum", "count", "parts", "renamed", "bounds", "colors", "status 1", "status 2")
    assert min(seen[kind] for kind in kinds) >= 5


@needs_ocaml
def test_both_checkers_agree(tmp_path: Path) -> None:
    cases = [invented(seed) for seed in range(CASES)]
    texts = [(case.matrix.text.encode(), case.text) for case in cases]
    for seed, its in enumerate(checked_by(many_built(tmp_path), texts)):
        status, told = verdict(check_certificate, cases[seed])
        assert status == its[0], (seed, told, its)
        assert status != 0 or f"certified: {told}" == its[1], seed


@pytest.mark.parametrize("name", CHECKER_MUTANTS)
def test_a_planted_fault_certifies_a_falsehood(name: str) -> None:
    """The certificate that shows it is one that the checker itself rejects."""
    faulty, first = CHECKER_MUTANTS[name].make(), SOON.get(name, 0)
    for seed in range(first, first + MANY):
        case = invented(seed)
        try:
            status, told = verdict(faulty, case)
        except (IndexError, OverflowError):  # what the fault leads to elsewhere
            continue
        if status == 0 and not is_true(case.matrix, told):
            assert verdict(check_certificate, case)[0] != 0
            return
    pytest.fail(f"{MANY} certificates do not show it")
