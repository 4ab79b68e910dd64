"""The page on the proved checker, and the proof itself where Coq and OCaml are installed."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "proof" / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```coq\n(.*?)```", PAGE, re.DOTALL)


def test_the_page_prints_the_whole_specification() -> None:
    specification = (ROOT / "proof" / "Specification.v").read_text(encoding="utf-8")
    assert specification == BLOCKS[0]


def test_the_page_prints_the_theorems_as_they_are_proved() -> None:
    theorems = (ROOT / "proof" / "Theorems.v").read_text(encoding="utf-8")
    for statement in BLOCKS[1].strip().split("\n\n"):
        assert f"{statement}\nProof." in theorems


def test_every_theory_is_named_on_the_page() -> None:
    for theory in (ROOT / "proof").glob("*.v"):
        assert f"`{theory.name}`" in PAGE


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not installed")
def test_the_proof_holds_and_the_committed_program_is_what_is_extracted(tmp_path: Path) -> None:
    command = ["make", "-C", str(ROOT / "proof"), "proof", f"BUILD={tmp_path}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "proved, without axioms: accepted_count" in done.stdout
