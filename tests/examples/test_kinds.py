"""Each kind of examples/ is short, and answers the small grids that were made for it."""

from __future__ import annotations

import ast
import math
from pathlib import Path

import pytest

from examples.answering import answer, kind_module
from examples.collection import Sample, samples
from examples.grid import Grid
from examples.kinds import kinds
from minuet.models import Puzzle

ROOT = Path(__file__).parents[2]
GRIDS = ROOT / "examples/grids"
SMALL = [sample for kind in kinds() for sample in samples(kind, GRIDS / kind)]
MOST = 25


def named(sample: Sample) -> str:
    return f"{sample.kind}-{sample.name}"


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
def test_a_kind_says_its_rules_and_is_short(kind: str) -> None:
    module = kind_module(kind)
    assert len((module.__doc__ or "").split()) >= 15
    assert lines_of_code(Path(module.__file__)) <= MOST


@pytest.mark.parametrize("sample", SMALL, ids=named)
def test_a_small_grid_has_the_stored_solution_alone(sample: Sample) -> None:
    assert sample.solution
    first = answer(sample, math.inf)
    assert first.verdict == "right", first
    assert answer(sample, math.inf, "sat").verdict == "right"


@pytest.mark.parametrize("sample", SMALL, ids=named)
def test_the_puzzle_of_a_small_grid_describes_itself(sample: Sample) -> None:
    puzzle = kind_module(sample.kind).puzzle(Grid.read(sample.problem))
    assert isinstance(puzzle, Puzzle)
    assert puzzle.name.replace(" ", "_") == sample.kind
