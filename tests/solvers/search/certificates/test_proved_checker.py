"""Evidence of the level "proved": who has it, and what happens without the proved checker."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from minuet.models import Sudoku, TargetSudoku, WrongAnswer
from minuet.models.gallery import entry
from minuet.solvers import count, explain, solve

from in_process import minuet
from oracle.problems import queens
from oracle.second_checker import built, needs_ocaml

CLASH = "11.............."


@pytest.fixture(scope="module")
def program() -> Path:
    """The proved checker, compiled while the path still leads to the compiler."""
    return built()


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Return what puts a program, or a script for the shell, where the proved checker would be."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(folder))

    def put(script: str) -> None:
        checker = folder / "minuet-check-certificate"
        checker.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
        checker.chmod(0o755)

    return put


@needs_ocaml
def test_counts_optima_and_explanations_are_proved(
    program: Path, install: Callable[[str], None]
) -> None:
    install(f'exec {program} "$@"')
    dominoes = count(entry("dominoes-8").load(), evidence="proved")
    assert (dominoes.count, str(dominoes.evidence)) == (
        12988816,
        "12988816 solutions: proved by certify and proved checker",
    )
    best = solve(TargetSudoku(), "dlx", evidence="proved")
    assert (best.objective, [str(claim.level) for claim in best.evidence.claims]) == (
        2906,
        ["verified", "proved"],
    )
    none = solve(Sudoku(CLASH), evidence="proved")
    assert none.evidence == "proved"
    assert "certified" < none.evidence < "verified"
    clash = explain(Sudoku(CLASH), smallest=True, evidence="proved")
    assert [str(claim.level) for claim in clash.evidence.claims] == ["proved", "verified", "proved"]


@needs_ocaml
def test_verify_names_the_proved_checker(
    program: Path, install: Callable[[str], None], tmp_path: Path
) -> None:
    install(f'exec {program} "$@"')
    minuet("count", "gallery:queens-8", "--certificate", "q.cert", cwd=tmp_path)
    matrix = minuet("convert", "gallery:queens-8", "--to", "dlx", cwd=tmp_path).stdout
    (tmp_path / "q.dlx").write_text(matrix, "utf-8")
    done = minuet("verify", "q.dlx", "q.cert", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "certified: 92 solutions\n")
    assert done.stderr == "minuet: evidence: certified, checked by a proved checker\n"
    (tmp_path / "q.dlx").write_text(matrix + "nobody\n", "utf-8")
    done = minuet("verify", "q.dlx", "q.cert", cwd=tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


@pytest.mark.usefixtures("install")
def test_without_it_the_claim_is_left_open(tmp_path: Path) -> None:
    result = count(entry("queens-8").load(), evidence="proved")
    claim = result.evidence.claims[-1]
    assert (result.count, str(claim.level)) == (92, "claimed")
    assert "the proved checker (minuet-check-certificate) is not installed" in claim.why
    done = minuet("count", "gallery:queens-8", "--evidence", "proved", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (3, "")


def test_a_certificate_that_it_rejects_is_a_wrong_answer(install: Callable[[str], None]) -> None:
    install('echo "$2:4: refused" >&2; exit 1')
    with pytest.raises(WrongAnswer, match=r"does not accept the certificate: .*:4: refused"):
        count(entry("queens-8").load(), evidence="proved")


def test_a_limit_ends_it(install: Callable[[str], None]) -> None:
    install("exec /bin/sleep 600")
    result = count(queens(4), "dlx", evidence="proved", time_limit=0.5)
    claim = result.evidence.claims[-1]
    assert (str(claim.level), claim.why) == ("claimed", "the time limit came first")
