"""What a shell completes: commands, options, and the names that minuet knows."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from minuet.models.gallery import gallery

from in_process import completed, minuet


@pytest.mark.parametrize(
    ("words", "some"),
    [
        (["so"], ["solve", "solvers"]),
        (["solve", "--hi"], ["--hint"]),
        (["solve", "gallery:queens"], ["gallery:queens-12", "gallery:queens-8"]),
        (["solve", "generator:la"], ["generator:langford", "generator:latin-squares"]),
        (["generators", "quasi"], ["quasigroup-completion", "quasigroup-with-holes"]),
        (["solve", "gal"], ["gallery:soma", "gallery:zebra"]),
        (["count", "--solver", "dl"], ["dlx", "dlx:weights"]),
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


@pytest.mark.parametrize(
    ("words", "loaded"),
    # Solvers tell their names themselves.
    [("solve gallery:que", ""), ("count --solver d", "numpy"), ("so", "")],
)
def test_an_answer_to_the_shell_loads_no_library(words: str, loaded: str) -> None:
    script = (
        "import atexit, os, runpy, sys\n"
        f"words = {words!r}.split()\n"
        "os.environ |= {'_MINUET_COMPLETE': 'zsh_complete', 'COMP_CWORD': str(len(words))}\n"
        "os.environ['COMP_WORDS'] = ' '.join(['minuet', *words])\n"
        "heavy = {'numpy', 'networkx', 'ortools', 'pysat', 'rich', 'minuet.models.formats'}\n"
        "atexit.register(lambda: print(*heavy.intersection(sys.modules), file=sys.stderr))\n"
        "runpy.run_module('minuet.app', run_name='__main__', alter_sys=True)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, f"{loaded}\n")
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
complete_words() {{
    COMP_WORDS=("$@")
    COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
    COMPREPLY=()
    _minuet_completion minuet
    printf '%s ' "${{COMPREPLY[@]}}"
    echo
}}
"""
OFFERED = {  # as bash takes words apart
    "minuet solve gallery : quee": {"queens-12", "queens-8"},
    "minuet solve gallery :": {"queens-12", "soma"},
    "minuet solve galle": {"gallery:queens-12", "gallery:soma"},
    "minuet count --solver sat : glucose4": {"glucose4", "glucose42"},
    "minuet list gallery : soma --limi": {"--limit"},
}


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")
def test_bash_is_offered_what_stands_behind_a_colon() -> None:
    asked = "".join(f"complete_words {words}\n" for words in OFFERED)
    script = BASH.format(python=sys.executable) + asked
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    told = done.stdout.splitlines()[-len(OFFERED) :]
    for (words, some), offered in zip(OFFERED.items(), told, strict=True):
        assert some <= set(offered.split()), (words, done.stderr)


@pytest.mark.parametrize("asked", ["tcsh_source", "bash_nothing"])
def test_an_unknown_shell_is_none(asked: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_MINUET_COMPLETE", asked)
    assert minuet().returncode == 1


def test_the_names_of_the_gallery_are_those_that_it_lists() -> None:
    offered = completed("solve", "gallery:")
    assert offered == [f"gallery:{one.name}" for one in gallery()]


def test_the_names_of_solvers_are_those_that_are_listed() -> None:
    listed = json.loads(minuet("solvers", "--json").stdout)["solvers"]
    named = {name for told in listed for name in (told["name"], *ways(told))}
    assert set(completed("solve", "--solver", "")) == named
    assert {"auto", "dlx:links", "sat:cadical195"} <= named


def ways(told: dict[str, Any]) -> list[str]:
    return [f"{told['name']}:{technique}" for technique in told["techniques"]]


def test_the_kinds_of_statements_are_all_that_there_are() -> None:
    said = minuet("explain", "--relax", "--keep", "nonsense", text="a\na\n").stderr
    assert set(completed("explain", "--keep", "")) == set(
        re.findall(r"\w+", said.partition("expected")[2])
    ) - {"of", "one", "or"}
