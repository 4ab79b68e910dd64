"""docs/extend.md shows a complete solver, which passes the conformance suite as the page says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from minuet.models import MinuetError, Sudoku
from minuet.solvers import count
from minuet.solvers.conformance import REQUIREMENTS

PAGE = Path(__file__).parents[3].joinpath("docs/extend.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    place = tmp_path_factory.mktemp("site")
    (module,) = (block for block in blocks("python") if "class AlgorithmX" in block)
    (place / "x.py").write_text(module, "utf-8")
    info = place / "x-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: x\nVersion: 1\n")
    entry = blocks("toml")[0].replace('project.entry-points."minuet.solvers"', "minuet.solvers")
    (info / "entry_points.txt").write_text(entry.replace('"', ""))
    return os.environ | {"PYTHONPATH": str(place), "COLUMNS": "200"}


def run(environment: dict[str, str], *command: str) -> str:
    return subprocess.run(
        [sys.executable, *command],
        env=environment,
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    ).stdout


@pytest.mark.slow
def test_the_solver_of_the_page_meets_every_requirement(environment: dict[str, str]) -> None:
    told = run(environment, "-m", "minuet.solvers.conformance", "x")
    shown = re.search(r"^    \$ .*conformance x\n((?:    met .*\n)+)", PAGE, re.MULTILINE)
    assert shown is not None
    assert told.startswith(re.sub("^    ", "", shown[1], flags=re.MULTILINE))
    assert told.count("\n") == len(REQUIREMENTS) + 1


ASKING = """
from in_process import minuet
print(minuet("solvers").stdout, minuet("count", "gallery:queens-8", "--solver", "x").stdout)
"""


def test_it_is_listed_and_asked(environment: dict[str, str]) -> None:
    told = run(environment, "-c", ASKING)
    assert "Algorithm X on plain sets" in told
    assert told.split()[-1] == "92"


def test_it_is_asked_without_being_installed() -> None:
    """That it is checked, too, is a code block of the page."""
    (module,) = (block for block in blocks("python") if "class AlgorithmX" in block)
    names: dict[str, Any] = {"__name__": "x"}
    exec(compile(module, "x.py", "exec"), names)
    sudoku = Sudoku("1" + 15 * ".")
    assert count(sudoku, solver=names["AlgorithmX"]()).count == 72
    wanted = "solver: the class AlgorithmX, expected a solver made of it, AlgorithmX()"
    with pytest.raises(MinuetError) as raised:
        count(sudoku, solver=names["AlgorithmX"])
    assert str(raised.value) == wanted
