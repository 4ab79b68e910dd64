"""Each kind of examples/ is short, and answers the small grids that were made for it."""

from __future__ import annotations

import ast
import math
from pathlib import Path

import pytest

from examples.answering import answer, kind_module
from examples.collection import samples
from examples.grid import Grid
from examples.kinds import kinds
from minuet.models import Puzzle

ROOT = Path(__file__).parents[2]
GRIDS = ROOT / "examples/grids"
MOST = 25
TWICE = set(kinds()[::3])  # asked of two solvers


def lines_of_code(path: Path) -> int:
    """How many lines stand below the imports, without docstrings, comments and empty ones."""
    module = ast.parse(path.read_text("utf-8"))
    told = {
        line
        for node in ast.walk(module)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        for line in range(node.lineno, (node.end_lineno or 0) + 1)
    }
    imports = [node for node in module.body if isinstance(node, ast.Import | ast.ImportFrom)]
    lines = path.read_text("utf-8").splitlines()
    return sum(
        bool(line.strip()) and not line.strip().startswith("#")
        for number, line in enumerate(lines, 1)
        if number > imports[-1].lineno and number not in told
    )


@pytest.mark.parametrize("kind", kinds())
def test_a_kind_is_short_and_answers_its_small_grids(kind: str) -> None:
    """It says its rules, and a small grid has the stored solution alone."""
    module = kind_module(kind)
    assert len((module.__doc__ or "").split()) >= 15
    assert lines_of_code(Path(module.__file__)) <= MOST
    small = list(samples(kind, GRIDS / kind))
    assert small
    for sample in small:
        puzzle = module.puzzle(Grid.read(sample.problem))
        assert isinstance(puzzle, Puzzle)
        assert puzzle.name.replace(" ", "_") == kind
        assert sample.solution
        for solver in ("auto", "sat") if kind in TWICE else ("auto",):
            found = answer(sample, math.inf, solver)
            assert found.verdict == "right", found
