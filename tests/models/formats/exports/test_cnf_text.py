"""DIMACS CNF: the models of what is written are the solutions, as an independent solver finds."""

from __future__ import annotations

import gzip
from itertools import combinations, product
from math import comb
from pathlib import Path

import pytest
from hypothesis import given
from pysat.formula import CNF
from pysat.solvers import Solver

from minuet.models import ExactCover, ModelError, Puzzle, Sudoku
from minuet.models.formats import FORMATS, read, write
from minuet.models.formats.matrix import clause_exports as clauses
from minuet.models.gallery import entry
from minuet.solvers import count, solutions, verify

from command_line import one_line
from drawing import few
from in_process import minuet
from oracle.matrices import matrices


def models(text: str, options: int) -> dict[tuple[int, ...], int]:
    """Return the chosen options of each model, and how many models choose them."""
    formula = CNF(from_string=text)
    told = next(line.split() for line in text.splitlines() if line.startswith("p cnf"))
    assert int(told[3]) == len(formula.clauses)
    assert formula.nv <= int(told[2])
    found = {}
    for chosen in product((False, True), repeat=options):
        literals = [k if one else -k for k, one in enumerate(chosen, 1)]
        with Solver("glucose4", bootstrap_with=formula) as solver:
            number = sum(1 for _ in solver.enum_models(assumptions=literals))
        if number:
            found[tuple(k for k, one in enumerate(chosen) if one)] = number
    return found


@few(60)
@given(matrices(max_options=6))
def test_the_models_are_the_solutions_each_once(matrix: ExactCover) -> None:
    plain = matrix.replaced(costs=None)
    choices = (c for n in range(plain.options + 1) for c in combinations(range(plain.options), n))
    wanted = [chosen for chosen in choices if verify(plain, chosen) is None]
    assert models(write(plain, "cnf"), plain.options) == dict.fromkeys(wanted, 1)


@pytest.mark.parametrize(("low", "high"), [(0, 3), (2, 2), (3, 5), (0, 1), (1, 7), (6, 7), (8, 9)])
@pytest.mark.parametrize("size", [1, 4, 7])
def test_every_multiplicity_is_counted(low: int, high: int, size: int) -> None:
    matrix = ExactCover(
        primary=1, items=["i"], starts=range(size + 1), members=[0] * size, low=[low], high=[high]
    )
    found = models(write(matrix, "cnf"), size)
    assert set(found.values()) <= {1}
    assert len(found) == sum(comb(size, number) for number in range(low, min(high, size) + 1))


def test_projected_on_the_options_models_are_counted_like_solutions() -> None:
    puzzle = entry("queens-8").load()
    puzzle.given("queen", row=1, col=4)
    puzzle.forbid("queen", row=2, col=2)
    with Solver("cadical153", bootstrap_with=CNF(from_string=write(puzzle, "cnf"))) as solver:
        found = set()
        while solver.solve():
            chosen = [k for k in solver.get_model() if 0 < k <= 64]
            solver.add_clause([-k for k in chosen])
            found.add(tuple(k - 1 for k in chosen))
    wanted = {tuple(sorted(answer.options)) for answer in solutions(puzzle)}
    assert found == wanted
    assert len(found) == count(puzzle).count == 12


def test_comments_say_which_variable_is_which_choice() -> None:
    text = write(Sudoku("1..............."), "cnf")
    lines = text.splitlines()
    assert lines[0] == "c sudoku: the models of these clauses are its solutions"
    assert "c variable 1 is R1C1=1" in lines
    assert f"c p show {' '.join(map(str, range(1, 65)))} 0" in lines
    assert "1 0" in lines  # the given
    odd = Puzzle("a\nb")
    odd.exactly_one(odd.choices("x", y=["c\nd 1 0"]), by="y")
    assert all(line[0] in "cp" or line == "1 0" for line in write(odd, "cnf").splitlines())


def test_the_example_is_what_is_written() -> None:
    (matrix,) = read("a b | c\na\nb c:x\na b\n").problems
    assert write(matrix, "cnf") == FORMATS["cnf"].example


def test_what_clauses_do_not_say_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    priced = ExactCover(primary=1, items=["a"], starts=[0, 1], members=[0], costs=[2])
    with pytest.raises(ModelError, match=r"cnf: .* has costs, expected none \(wcnf, opb"):
        write(priced, "cnf")
    weighted = ExactCover(
        primary=1, items=["a"], starts=[0, 1], members=[0], weights=[2], low=[2], high=[2]
    )
    with pytest.raises(ModelError, match=r"cnf: .* has weights, expected none \(opb, mps"):
        write(weighted, "cnf")
    puzzle = entry("queens-8").load()
    puzzle.connected("queen", by=("row", "col"))
    with pytest.raises(
        ModelError, match=r"cnf: .* has the graph rule queen.connected, .*of a puzzle, toml"
    ):
        write(puzzle, "cnf")
    monkeypatch.setattr(clauses, "LARGEST", 1000)
    with pytest.raises(ModelError, match=r"cnf: Puzzle.* needs more than 1000 literals"):
        write(entry("queens-8").load(), "cnf")
    asked = minuet("solve", "--from", "cnf", text="p cnf 1 1\n1 0\n")
    assert "the format cnf is written only" in one_line(asked)


def test_a_file_may_be_compressed(tmp_path: Path) -> None:
    for name in ("q.cnf.gz", "q.dlx.gz"):
        path = tmp_path / name
        done = minuet("convert", "gallery:queens-8", "-o", str(path))
        assert (done.returncode, done.stderr) == (0, "")
        text = gzip.decompress(path.read_bytes()).decode()
        assert text == minuet("convert", "gallery:queens-8", "--to", name[2:5]).stdout
        assert minuet("convert", "gallery:queens-8", "-o", str(path)).returncode == 0
        assert gzip.decompress(path.read_bytes()).decode() == text
    assert minuet("count", str(tmp_path / "q.dlx.gz")).stdout == "92\n"
