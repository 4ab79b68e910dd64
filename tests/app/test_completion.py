"""What a shell completes: commands, options, and the names that minuet knows."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from minuet.app.completion import KINDS, SOLVERS, complete, gallery_names
from minuet.models.gallery import gallery
from minuet.solvers import solver_names
from minuet.solvers.bitmask import bitmask
from minuet.solvers.dlx import dlx
from minuet.solvers.explain.statements import StatementKind
from minuet.solvers.industrial.mip import mip
from minuet.solvers.sat import sat

from command_line import MINUET


def completed(*words: str, shell: str = "zsh") -> list[str]:
    """What is offered for the last word, by a process of its own."""
    set_up = {
        "_MINUET_COMPLETE": f"{shell}_complete",
        "COMP_WORDS": " ".join(["minuet", *words]),
        "COMP_CWORD": words[-1] if shell == "fish" else str(len(words)),
    }
    done = subprocess.run(
        MINUET, env=os.environ | set_up, capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    if shell == "zsh":  # a kind, a value and a help, a line each
        return lines[1::3]
    return [line.partition(",")[2].split("\t")[0] for line in lines]


@pytest.mark.parametrize(
    ("words", "some"),
    [
        (["so"], ["solve", "solvers"]),
        (["solve", "--be"], ["--best"]),
        (["solve", "gallery:queens"], ["gallery:queens-12", "gallery:queens-8"]),
        (["solve", "generator:la"], ["generator:langford", "generator:latin-squares"]),
        (["generators", "quasi"], ["quasigroup-completion", "quasigroup-with-holes"]),
        (["solve", "gal"], ["gallery:soma", "gallery:zebra"]),
        (["count", "--solver", "dl"], ["dlx", "dlx:memo"]),
        (["count", "--solver", "sat:cad"], ["sat:cadical153", "sat:cadical195"]),
        (["check", "--solvers", "dlx,bit"], ["dlx,bitmask"]),
        (["solve", "--from", "t"], ["target-sudoku", "toml"]),
        (["contest", "poj"], ["poj-3074", "poj-3076"]),
        (["gallery", "penta"], []),
        (["gallery", "pento"], ["pentominoes-6x10"]),
        (["solve", "--evidence", ""], ["agreed", "certified", "claimed"]),
        (["explain", "--keep", ""], ["forbid", "given", "item", "rule"]),
        (["explain", "--keep", "given,r"], ["given,rule"]),
    ],
    ids=lambda words: " ".join(words),
)
def test_names_are_completed(words: list[str], some: list[str]) -> None:
    found = completed(*words)
    if not some:
        assert not found
    assert set(some) <= set(found)
    assert all(one.startswith(words[-1]) for one in found)


@pytest.mark.parametrize("words", ["solve gallery:que", "count --solver d", "so"])
def test_an_answer_to_the_shell_loads_no_library(words: str) -> None:
    script = (
        "import os, sys\n"
        f"words = {words!r}.split()\n"
        "os.environ |= {'_MINUET_COMPLETE': 'zsh_complete', 'COMP_CWORD': str(len(words))}\n"
        "os.environ['COMP_WORDS'] = ' '.join(['minuet', *words])\n"
        "from minuet.app.run import run\n"
        "assert run([]) == 0\n"
        "heavy = {'numpy', 'networkx', 'ortools', 'pysat', 'rich', 'minuet.models.formats'}\n"
        "print(*heavy.intersection(sys.modules), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "\n")
    assert done.stdout.startswith("plain\n")


def test_fish_is_offered_the_same() -> None:
    assert "gallery:queens-8" in completed("solve", "gallery:queens", shell="fish")


def test_what_is_no_name_is_left_to_the_shell_as_a_file() -> None:
    assert completed("solve", "docs/") == ["docs/"]


def test_files_that_begin_like_the_gallery_are_offered_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gallant.toml").touch()
    monkeypatch.chdir(tmp_path)
    assert {"gallant.toml", "gallery:soma"} <= set(completed("solve", "gall"))


BASH = """
minuet() {{ "{python}" -m minuet.app "$@"; }}
env() {{ command env "${{@:1:$#-1}}" "{python}" -m minuet.app; }}
eval "$(_MINUET_COMPLETE=bash_source minuet)"
COMP_WORDS=({words})
COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
_minuet_completion minuet
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")
@pytest.mark.parametrize(
    ("words", "some"),
    [
        ("minuet solve gallery : quee", {"queens-12", "queens-8"}),  # as bash takes it apart
        ("minuet solve gallery :", {"queens-12", "soma"}),
        ("minuet solve galle", {"gallery:queens-12", "gallery:soma"}),
        ("minuet count --solver sat : glucose4", {"glucose4", "glucose42"}),
        ("minuet solve gallery : soma --limi", {"--limit"}),
    ],
)
def test_bash_is_offered_what_stands_behind_a_colon(words: str, some: set[str]) -> None:
    script = BASH.format(python=sys.executable, words=words)
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert some <= set(done.stdout.split()), done.stderr


def test_an_unknown_shell_is_none() -> None:
    from minuet.app.cli import app

    assert complete(app, "tcsh_source") == 1


def test_the_kinds_of_statements_are_all_that_there_are() -> None:
    assert set(KINDS) == set(map(str, StatementKind))


def test_the_names_of_the_gallery_are_those_that_it_lists() -> None:
    assert gallery_names() == [one.name for one in gallery()]


def test_the_names_of_solvers_are_all_that_there_are() -> None:
    named = {"auto", "cpsat", *(f"dlx:{name}" for name in dlx.VARIANTS)}
    named |= {f"bitmask:{name}" for name in (*bitmask.PATHS, bitmask.REFERENCE)}
    named |= {f"mip:{name}" for name in mip.VARIANTS}
    named |= {f"sat:{name}" for name in sat.IN_THREAD + sat.IN_CHILD}
    others = {"dlx", "bitmask", "blocks", "neighborhoods", "ascent", "mip", "sat"}
    assert set(SOLVERS) == named | others
    assert set(solver_names()) <= set(SOLVERS)
