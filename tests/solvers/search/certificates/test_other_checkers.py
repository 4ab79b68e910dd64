"""Certificates for other checkers: small checkers of their own confirm them, and refuse others."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from minuet.models import ExactCover, Puzzle, Unsupported
from minuet.models.formats import read
from minuet.models.gallery import entry
from minuet.solvers import certify, solve

from in_process import minuet
from oracle import graph_checker, pseudo_boolean_checker
from oracle.matrices import covers, matrices
from oracle.subsets import solutions_of


def queens(size: int) -> Puzzle:
    p = Puzzle("queens")
    q = p.choices("queen", row=range(size), col=range(size))
    p.exactly_one(q, by="row")
    p.exactly_one(q, by="col")
    p.at_most_one(q, by=lambda row, col: row + col)
    p.at_most_one(q, by=lambda row, col: row - col, name="falling")
    return p


def graph_of(puzzle: Puzzle | ExactCover, folder: Path) -> tuple[str, str]:
    certify(puzzle).write(folder / "out.cpog")
    return (folder / "out.cnf").read_text("utf-8"), (folder / "out.cpog").read_text("utf-8")


def enumeration_of(puzzle: Puzzle | ExactCover, folder: Path) -> tuple[str, str]:
    certify(puzzle).write(folder / "out.pbp")
    return (folder / "out.opb").read_text("utf-8"), (folder / "out.pbp").read_text("utf-8")


@cache
def graph_of_queens(folder: Path) -> tuple[str, str]:
    return graph_of(queens(5), folder)


@cache
def enumeration_of_queens(folder: Path) -> tuple[str, str]:
    return enumeration_of(queens(5), folder)


def without_comments(text: str) -> list[str]:
    return [line for line in text.splitlines() if line[0] != "c"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("others")


@given(matrix=covers())
def test_a_graph_counts_what_brute_force_counts(matrix: ExactCover, folder: Path) -> None:
    matrix = matrix.replaced(colors=matrix.colors * 0)
    expected = len(solutions_of(matrix))
    assume(expected and (matrix.high == 1).all())
    assert graph_checker.check(*graph_of(matrix, folder)) == expected


@given(matrix=matrices())
def test_an_enumeration_has_what_brute_force_finds(matrix: ExactCover, folder: Path) -> None:
    expected = len(solutions_of(matrix))
    told = f"ENUMERATION_COMPLETE {expected}" if expected else "UNSAT"
    assert pseudo_boolean_checker.check(*enumeration_of(matrix, folder)) == told


@pytest.mark.parametrize(
    ("puzzle", "count"),
    [
        (queens(5), 10),
        (queens(6), 4),
        (entry("dominosa-4").load(), 1),
        (entry("instant-insanity").load(), 8),
        (entry("ripple-effect-6").load(), 1),
        (entry("monomer-dimer-5").load(), 2_810_694),  # OEIS A028420
    ],
    ids=["queens-5", "queens-6", "dominosa", "instant-insanity", "ripple-effect", "dimers"],
)
def test_published_numbers_are_confirmed_by_graphs(
    puzzle: Puzzle, count: int, folder: Path
) -> None:
    assert graph_checker.check(*graph_of(puzzle, folder)) == count


@pytest.mark.parametrize(
    ("name", "count"), [("instant-insanity", 8), ("langford-7", 52), ("no-three-in-line-6", 50)]
)
def test_published_numbers_are_confirmed_by_enumerations(
    name: str, count: int, folder: Path
) -> None:
    told = pseudo_boolean_checker.check(*enumeration_of(entry(name).load(), folder))
    assert told == f"ENUMERATION_COMPLETE {count}"


@settings(max_examples=60)
@given(drawn=st.data())
def test_a_graph_that_was_altered_is_refused(drawn: st.DataObject, folder: Path) -> None:
    cnf, proof = graph_of_queens(folder)
    lines = proof.splitlines()
    kept = [k for k, line in enumerate(lines) if not line.startswith(("do ", "r "))]
    place = drawn.draw(st.sampled_from(kept))
    if drawn.draw(st.booleans()):
        altered = [*lines[:place], *lines[place + 1 :]]
    else:
        words = lines[place].split()
        changed = [k for k, word in enumerate(words) if re.fullmatch(r"-?[1-9]\d*", word)]
        at = drawn.draw(st.sampled_from(changed))
        words[at] = str(-int(words[at]))
        altered = [*lines[:place], " ".join(words), *lines[place + 1 :]]
    try:
        count = graph_checker.check(cnf, "\n".join(altered))
    except graph_checker.RefusedError:
        return
    assert count == 10  # a hint more or less may not matter; another number does


@settings(max_examples=60)
@given(drawn=st.data())
def test_an_enumeration_that_was_altered_is_refused(drawn: st.DataObject, folder: Path) -> None:
    opb, proof = enumeration_of_queens(folder)
    lines = proof.splitlines()
    solutions = [k for k, line in enumerate(lines) if line.startswith("solx")]
    place = drawn.draw(st.sampled_from(solutions))
    what = drawn.draw(st.sampled_from(["missing", "twice", "another"]))
    line = lines[place]
    instead = {"missing": [], "twice": [line, line], "another": [line.replace(" x", " ~x", 1)]}
    altered = [*lines[:place], *instead[what], *lines[place + 1 :]]
    with pytest.raises(pseudo_boolean_checker.RefusedError):
        pseudo_boolean_checker.check(opb, "\n".join(altered))


def test_an_enumeration_that_states_fewer_is_refused(folder: Path) -> None:
    opb, proof = enumeration_of_queens(folder)
    fewer = proof.replace("COMPLETE 10", "COMPLETE 9")
    with pytest.raises(pseudo_boolean_checker.RefusedError):
        pseudo_boolean_checker.check(opb, fewer)


@pytest.mark.parametrize(
    ("text", "ending", "told"),
    [
        ("a 2|b\na\nb\nb\n", "cpog", "cpog does not support multiplicities (pbp does)"),
        ("a | s\na s:x\na s:y\n", "cpog", "cpog does not support colors (pbp does)"),
        ("a b\na\n", "cpog", "cpog does not support a matrix without solutions (pbp does)"),
    ],
)
def test_what_a_format_cannot_say_is_named(
    text: str, ending: str, told: str, tmp_path: Path
) -> None:
    (matrix,) = read(text, form="dlx").problems
    with pytest.raises(Unsupported) as fault:
        certify(matrix).write(tmp_path / f"out.{ending}")
    assert str(fault.value) == told
    done = minuet("count", "--certificate", f"out.{ending}", text=text, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, f"minuet: {told}\n")
    assert not list(tmp_path.iterdir())


def test_an_optimum_is_not_said_to_other_checkers(tmp_path: Path) -> None:
    (matrix,) = read("a b\na |2\nb |3\na b |4\n", form="dlx").problems
    certificate = certify(matrix, solve(matrix, "dlx"))
    with pytest.raises(Unsupported, match=r"^pbp does not support costs$"):
        certificate.write(tmp_path / "out.pbp")


def test_too_many_solutions_for_lines_are_left_to_the_graph(tmp_path: Path) -> None:
    command = "count", "gallery:dominoes-8", "--certificate", "out.pbp"
    done = minuet(*command, cwd=tmp_path)
    assert done.stdout == "12988816\n"
    assert done.stderr == "minuet: pbp does not support 12988816 solutions, more than 100000\n"
    assert not list(tmp_path.iterdir())


def test_the_formula_stands_beside_the_proof(tmp_path: Path) -> None:
    done = minuet("count", "gallery:dominosa-4", "--certificate", "out.cpog", cwd=tmp_path)
    assert done.stdout == "1\n"
    assert done.stderr.endswith("nodes; cpog-check out.cnf out.cpog checks it\n")
    converted = minuet("convert", "gallery:dominosa-4", "--to", "cnf").stdout
    formula = (tmp_path / "out.cnf").read_text("utf-8")
    assert without_comments(formula) == without_comments(converted)
    assert graph_checker.check(formula, (tmp_path / "out.cpog").read_text("utf-8")) == 1
