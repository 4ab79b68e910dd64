"""The proved checker says what the one in Python says, of good certificates and of spoiled ones."""

from __future__ import annotations

import subprocess
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from minuet.models.formats import read
from minuet.models.gallery import entry
from minuet.solvers import certify, solve
from minuet.solvers.fuzz.cases.costly_matrices import costed_partition
from minuet.solvers.questions.solution_sets.certificates.check_certificate import checked

from oracle.corruptions import CORRUPTIONS, Corruption
from oracle.drawn_certificates import drawn_matrices
from oracle.second_checker import built, needs_ocaml

pytestmark = needs_ocaml
FEW = 6


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("built"))


def both(checker: Path, folder: Path, text: str, lines: list[str]) -> tuple[int, int, str, str]:
    """What the two say: their exit statuses, and what they print where they agree."""
    matrix, certificate = folder / "matrix.dlx", folder / "certificate"
    matrix.write_text(text, "utf-8")
    certificate.write_text("".join(f"{line}\n" for line in lines), "ascii")
    run = [str(checker), str(matrix), str(certificate)]
    done = subprocess.run(run, capture_output=True, text=True, timeout=60)
    status, told = checked((str(matrix), str(certificate)))
    return status, done.returncode, told, done.stdout.rstrip("\n")


def drawn(*, costs: bool) -> list[tuple[str, list[str]]]:
    results = ((matrix, solve(matrix, "dlx")) for matrix in drawn_matrices(costs=costs))
    made = (certify(matrix, result) for matrix, result in results)
    return [(one.matrix_text, list(one.lines())) for one in islice(made, 40)]


@pytest.mark.parametrize("costs", [False, True], ids=["counts", "optima"])
def test_it_accepts_what_the_first_accepts(costs: bool, checker: Path, tmp_path: Path) -> None:
    for text, lines in drawn(costs=costs)[:15]:
        status, its_status, told, its = both(checker, tmp_path, text, lines)
        assert (status, its_status) == (0, 0)
        assert its == told


def test_it_adds_costs_up_to_the_limit(checker: Path, tmp_path: Path) -> None:
    largest = 0
    for seed in range(12):
        task = costed_partition(Random(seed))
        result = solve(task.matrix, "dlx")
        if result.options is None or not task.matrix.has_costs:
            continue
        certificate = certify(task.matrix, result)
        text, lines = certificate.matrix_text, list(certificate.lines())
        told = f"certified: optimum {result.objective}"
        assert both(checker, tmp_path, text, lines) == (0, 0, told, told)
        largest = max(largest, *map(abs, task.matrix.costs.tolist()))
    assert largest > 1 << 60


@pytest.mark.parametrize("corruption", CORRUPTIONS, ids=lambda one: one.__name__)
def test_it_rejects_what_the_first_rejects(
    corruption: Corruption, checker: Path, tmp_path: Path
) -> None:
    random, spoiled = Random(2), 0
    for text, lines in (*drawn(costs=True), *drawn(costs=False)):
        wrong = corruption(lines, random) if spoiled < FEW else None
        if wrong is not None:
            spoiled += 1
            assert both(checker, tmp_path, text, wrong)[:2] == (1, 1)
    assert spoiled == FEW


def test_renamings_are_followed(checker: Path, tmp_path: Path) -> None:
    certificate = certify(entry("latin-5").load())
    text, lines = certificate.matrix_text, list(certificate.lines())
    told = both(checker, tmp_path, text, lines)
    assert told == (0, 0, "certified: 161280 solutions", "certified: 161280 solutions")
    first = next(place for place, line in enumerate(lines) if line.startswith("rename"))
    words = lines[first].split(" ")
    for line in (" ".join(words[:-1]), " ".join([*words[:-1], words[1]]), "rename", "rename 1>"):
        wrong = [*lines[:first], line, *lines[first + 1 :]]
        assert both(checker, tmp_path, text, wrong)[:2] == (1, 1)


def test_counts_of_any_size_are_held(checker: Path, tmp_path: Path) -> None:
    for many in (120, 130):
        options = [f"a{k}" for k in range(many) for _ in range(2)]
        text = "\n".join([" ".join(f"a{k}" for k in range(many)), *options]) + "\n"
        (matrix,) = read(text, form="dlx").problems
        certificate = certify(matrix)
        verdict = f"certified: {2**many} solutions"
        lines = list(certificate.lines())
        assert both(checker, tmp_path, certificate.matrix_text, lines) == (0, 0, verdict, verdict)


def test_a_matrix_that_cannot_be_read_is_no_verdict(checker: Path, tmp_path: Path) -> None:
    certificate = certify(entry("queens-8").load())
    lines = list(certificate.lines())
    wrong = certificate.matrix_text + "nobody\n"
    assert both(checker, tmp_path, wrong, lines)[:2] == (2, 2)
