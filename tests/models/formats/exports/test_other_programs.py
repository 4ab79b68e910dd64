"""What is written, in the hands of the programs it is written for: those that are installed.

HiGHS and SCIP answer in a process of their own, as either might clash with OR-Tools' copy of it.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given

from minuet.models import ExactCover, Puzzle
from minuet.models.formats import read, write
from minuet.models.gallery import entry
from minuet.solvers import solve, verify

from drawing import few
from oracle.matrices import matrices

HIGHS = """
import highspy, json, sys
for path in sys.argv[1:]:
    program = highspy.Highs()
    program.setOptionValue("output_flag", False)
    assert program.readModel(path) == highspy.HighsStatus.kOk, path
    program.run()
    none = program.getModelStatus() == highspy.HighsModelStatus.kInfeasible
    values = [round(value) for value in program.getSolution().col_value]
    told = None if none else round(program.getInfo().objective_function_value)
    print(json.dumps([told, program.getNumCol()]))
"""
SCIP = """
import json, pyscipopt, sys
for path in sys.argv[1:]:
    program = pyscipopt.Model()
    program.hideOutput()
    program.readProblem(path)
    program.optimize()
    told = {"optimal": lambda: round(program.getObjVal()), "infeasible": lambda: None}
    print(json.dumps([told[program.getStatus()](), program.getNVars(transformed=False)]))
"""
TEXTS = {
    "nothing": '{"items": [], "options": []}',
    "impossible": '{"items": ["a"], "options": []}',
    "free": '{"items": [], "secondary": ["s"], "options": [["s"], ["s"], []]}',
    "rich": "3:4|a b | c d\na c:x d |5\nb c:x\na b d |4\na\na c:x |-2\na c:y\n",
    "weighed": "-3:2|a 5|b\na*-4 b*2 |3\na*3 b |1\nb*3 |1\na*-1 b |-1\n",
}
GALLERY = ("nurses-5", "queens-8", "bin-packing", "knapsack", "sator-square")


@cache
def cases() -> Mapping[str, Puzzle | ExactCover]:
    texts = {name: read(text).problems[0] for name, text in TEXTS.items()}
    return texts | {name: entry(name).load() for name in GALLERY}


def least(problem: Puzzle | ExactCover) -> int | None:
    """Return the least cost; None: there is no solution."""
    found = solve(problem)
    matrix = problem if isinstance(problem, ExactCover) else problem.matrix
    return None if found.options is None else matrix.cost(found.options)


@pytest.mark.parametrize(
    ("library", "script", "form", "end"),
    [
        ("highspy", HIGHS, "lp", ".lp"),
        ("highspy", HIGHS, "mps", ".mps"),
        ("pyscipopt", SCIP, "lp", ".lp"),
        ("pyscipopt", SCIP, "mps", ".mps"),
        ("pyscipopt", SCIP, "opb", ".opb"),
    ],
)
def test_an_integer_programs_solver_finds_the_least_cost(
    library: str, script: str, form: str, end: str, tmp_path: Path
) -> None:
    if find_spec(library) is None:
        pytest.skip(f"{library} is not installed (the extra opinions)")
    paths = [tmp_path / f"{name}{end}" for name in cases()]
    for path, problem in zip(paths, cases().values(), strict=True):
        path.write_text(write(problem, form), "utf-8")
    command = [sys.executable, "-c", script, *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    told = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("[")]
    assert {path.stem: cost for path, (cost, _) in zip(paths, told, strict=True)} == {
        name: least(problem) for name, problem in cases().items()
    }


@pytest.mark.skipif(shutil.which("minizinc") is None, reason="minizinc is not installed")
@pytest.mark.parametrize("name", [*TEXTS, "queens-8", "sator-square"])
def test_minizinc_lists_the_solutions(name: str, tmp_path: Path) -> None:
    problem = cases()[name]
    matrix = problem if isinstance(problem, ExactCover) else problem.matrix
    path = tmp_path / "model.mzn"
    path.write_text(write(matrix.replaced(costs=None), "minizinc"), "utf-8")
    command = ["minizinc", "--solver", "gecode", "--all-solutions", path]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    if name in TEXTS:
        chosen = (
            c for n in range(matrix.options + 1) for c in combinations(range(matrix.options), n)
        )
        wanted = sum(verify(matrix, one) is None for one in chosen)
    else:
        wanted = entry(name).solutions or 0
    assert done.stdout.count("----------\n") == wanted
    assert ("=====UNSATISFIABLE=====" in done.stdout) == (wanted == 0)


@pytest.mark.skipif(shutil.which("minizinc") is None, reason="minizinc is not installed")
def test_minizinc_proves_the_optimum_in_the_puzzles_words(tmp_path: Path) -> None:
    path = tmp_path / "model.mzn"
    path.write_text(write(entry("knapsack").load(), "minizinc"), "utf-8")
    command = ["minizinc", "--solver", "gecode", path]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    *_, best, end = done.stdout.split("----------\n")
    assert end == "==========\n"
    assert len(best.splitlines()) == len(solve(entry("knapsack").load()).options or ())


def ganak(text: str, *, projected: bool) -> int:
    """Return how many models ganak counts."""
    pyganak = pytest.importorskip("pyganak")
    counter = pyganak.Counter()
    for line in text.splitlines():
        if line.startswith("p cnf"):
            counter.new_vars(int(line.split()[2]))
        elif line.startswith("c p show") and projected:
            counter.set_sampling_set([int(word) for word in line.split()[3:-1]])
        elif line[0] not in "cp":
            counter.add_clause([int(word) for word in line.split()[:-1]])
    return int(counter.count())


@few(40)
@given(matrices(max_options=8))
def test_a_counter_of_models_counts_the_solutions(matrix: ExactCover) -> None:
    plain = matrix.replaced(costs=None)
    chosen = (c for n in range(plain.options + 1) for c in combinations(range(plain.options), n))
    wanted = sum(verify(plain, one) is None for one in chosen)
    if matrix.options:
        assert [ganak(write(plain, "cnf"), projected=way) for way in (True, False)] == [wanted] * 2


@pytest.mark.parametrize("name", ["dominoes-8", "sator-square", "steiner-7", "kings-16"])
def test_a_counter_of_models_counts_the_gallery(name: str) -> None:
    found = entry(name)
    assert ganak(write(found.load(), "cnf"), projected=True) == found.solutions
