"""What a checker certifies is true, and both checkers agree on every text, well-formed or not.

The certificates are invented (oracle/invented_certificates.py), many of them nearly right; the
truth is found by looking at all sets of options.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from mutants.checkers import CHECKER_MUTANTS
from oracle.first_checker import verdict
from oracle.invented_certificates import Invented, invented, is_true
from oracle.second_checker import checked_by, needs_ocaml

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


@cache
def looked_at() -> list[tuple[Invented, int, str]]:
    """The certificates, and what the checker says of each."""
    cases = [invented(seed) for seed in range(CASES)]
    return [(case, *verdict(case.matrix.text, case.text)) for case in cases]


def test_what_is_certified_is_true() -> None:
    seen: Counter[str] = Counter()
    for seed, (case, status, told) in enumerate(looked_at()):
        seen[f"status {status}"] += 1
        if status == 0:
            assert is_true(case.matrix, told.removeprefix("certified: ")), (seed, told)
            seen["optimum" if "optimum" in told else "count"] += 1
            seen["parts"] += b" * " in case.text
            seen["renamed"] += b"~" in case.text
            seen["bounds"] += any(high > 1 for _, high, _ in case.matrix.items)
            seen["colors"] += any(any(one.values()) for one in case.matrix.options)
    kinds = ("optimum", "count", "parts", "renamed", "bounds", "colors", "status 1", "status 2")
    assert min(seen[kind] for kind in kinds) >= 5


@needs_ocaml
def test_both_checkers_agree() -> None:
    verdicts = checked_by([(case.matrix.text.encode(), case.text) for case, *_ in looked_at()])
    for seed, ((_, status, told), its) in enumerate(zip(looked_at(), verdicts, strict=True)):
        assert status == its[0], (seed, told, its)
        assert status != 0 or told == its[1], seed


@pytest.mark.parametrize("name", CHECKER_MUTANTS)
def test_a_planted_fault_certifies_a_falsehood(name: str) -> None:
    """The certificate that shows it is one that the checker itself rejects."""
    faulty, first = CHECKER_MUTANTS[name].make(), SOON.get(name, 0)
    for seed in range(first, first + MANY):
        case = invented(seed)
        try:
            status, told = verdict(case.matrix.text, case.text, faulty)
        except (IndexError, OverflowError):  # what the fault leads to elsewhere
            continue
        if status == 0 and not is_true(case.matrix, told.removeprefix("certified: ")):
            assert verdict(case.matrix.text, case.text)[0] != 0
            return
    pytest.fail(f"{MANY} certificates do not show it")
