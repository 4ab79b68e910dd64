"""What a command loads, and how it ends: no library that its answer does not need."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from command_line import listed_commands, one_line
from in_process import minuet
from oracle.problems import GRID

SOLVERS = ("ortools", "pandas", "pysat", "scipy", "matplotlib")
DRAWING = ("rich", "minuet.models.picture.svg")
SEARCHING = ("minuet.models.puzzle", "minuet.solvers.contract.solver", "minuet.solvers.registry")
LISTING = ("numpy", "networkx", "importlib.metadata", *SEARCHING, *DRAWING)

# Says when all is done which of some modules were loaded.
TELLING = """
import atexit, runpy, sys
named = {named!r}
atexit.register(lambda: print([name for name in named if name in sys.modules], file=sys.stderr))
{first}
runpy.run_module("minuet.app", run_name="__main__", alter_sys=True)
"""


def loaded(
    *arguments: str, named: tuple[str, ...], first: str = "", text: str = ""
) -> tuple[str, str]:
    """Return what a command prints, and which of the modules it loads."""
    done = subprocess.run(
        [sys.executable, "-c", TELLING.format(named=named, first=first), *arguments],
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr.splitlines()[-1]


def test_help_and_models_import_no_solver_library() -> None:
    found = loaded("--help", named=SOLVERS, first="import minuet.models")
    assert found[1] == "[]"


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["solve", "--help"]])
def test_what_tells_of_minuet_loads_no_library(arguments: list[str]) -> None:
    text, found = loaded(*arguments, named=(*LISTING, *SOLVERS))
    assert text
    assert found == "[]"


@pytest.mark.parametrize("command", ["solve", "count"])
def test_a_sudoku_loads_numpy_and_no_other_library(command: str) -> None:
    others = ("networkx", "importlib.metadata", "json", "tomllib", *DRAWING, *SOLVERS)
    text, found = loaded(command, named=("numpy", *others), text=GRID)
    assert text == {"solve": "1 3 2 4\n4 2 3 1\n2 4 1 3\n3 1 4 2\n", "count": "1\n"}[command]
    assert found == "['numpy']"


def test_a_contest_loads_no_other_library_either() -> None:
    others = ("networkx", "importlib.metadata", *DRAWING, *SOLVERS)
    text, found = loaded("contest", "leetcode-37", named=others, text=LEETCODE)
    assert text.startswith('[["5","3","4"')
    assert found == "[]"


LEETCODE = (
    '[["5","3",".",".","7",".",".",".","."],["6",".",".","1","9","5",".",".","."],'
    '[".","9","8",".",".",".",".","6","."],["8",".",".",".","6",".",".",".","3"],'
    '["4",".",".","8",".","3",".",".","1"],["7",".",".",".","2",".",".",".","6"],'
    '[".","6",".",".",".",".","2","8","."],[".",".",".","4","1","9",".",".","5"],'
    '[".",".",".",".","8",".",".","7","9"]]\n'
)


def test_a_listed_command_is_one_that_can_be_asked() -> None:
    names = listed_commands(minuet("--help").stdout)
    assert len(names) == len(set(names)) > 20
    for name in names:
        assert minuet(name, "--help").stdout.startswith(f"Usage: minuet {name} ")


def test_the_end_leaves_nothing_undone() -> None:
    script = (
        "import atexit, os, sys\n"
        "atexit.register(lambda: print('done at the exit'))\n"
        "import runpy; sys.argv = ['minuet', 'gallery', 'queens-8']\n"
        "runpy.run_module('minuet.app', run_name='__main__', alter_sys=True)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith('name = "eight queens"') or "[choices" in done.stdout
    assert done.stdout.endswith("done at the exit\n")


def test_a_number_of_threads_that_the_user_sets_for_numpy_stays() -> None:
    script = (
        "import atexit, os, sys\n"
        "atexit.register(lambda: print(os.environ['OPENBLAS_NUM_THREADS']))\n"
        "import runpy; sys.argv = ['minuet', '--version']\n"
        "runpy.run_module('minuet.app', run_name='__main__', alter_sys=True)"
    )
    for given, expected in (({"OPENBLAS_NUM_THREADS": "3"}, "3"), ({}, "1")):
        plain = {name: it for name, it in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, env=plain | given
        )
        assert done.stdout.splitlines()[-1] == expected


def test_a_command_that_is_misspelt_is_told_what_is_close() -> None:
    said = one_line(minuet("solv"))
    assert all(f"'{close}'" in said for close in ("solv", "solve", "solvers"))
    assert "'--limit'" in one_line(minuet("list", "--limt", "2"))
