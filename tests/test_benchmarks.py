"""The benchmarks run, check their answers and write their page; how fast is not tested."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "benchmarks", "--quick", "--without-peers", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )


def test_a_quick_run_checks_its_answers_and_writes_the_page(tmp_path: Path) -> None:
    done = run("--only", "counting", "enumeration", "threads", "--output", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "shidoku4" in done.stdout
    assert "failed" not in done.stdout
    page = (tmp_path / "benchmarks.md").read_text()
    assert "| queens8 by bitmask |" in page
    assert page.startswith("# Benchmarks")
    assert "| count by dlx:memo | time | nodes | memory |" in page
