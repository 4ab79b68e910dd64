"""The notebook of docs/: run anew, it says what it said.

CONTRIBUTING.md has the command that runs it anew and keeps what it says.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

nbclient = pytest.importorskip("nbclient", reason="the extra notebook is not installed")
pytest.importorskip("ipykernel", reason="the extra notebook is not installed")
nbformat = pytest.importorskip("nbformat")

NOTEBOOK = Path(__file__).parents[1] / "docs/notebooks/queens-to-setter.ipynb"
CELL = re.compile(r"\b\d+\.py:")  # what the kernel calls a cell's file
STREAM = "stream"


def _said(cell: Any) -> dict[str, str]:
    """Return what a cell printed and showed, by kind."""
    said: dict[str, str] = {}
    for output in cell.get("outputs", []):
        if output["output_type"] == STREAM:
            said[output["name"]] = said.get(output["name"], "") + output["text"]
        else:
            assert output["output_type"] in {"execute_result", "display_data"}, output
            said |= output["data"]
    return {kind: CELL.sub("cell.py:", text) for kind, text in said.items()}


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # of the kernel's own libraries
def test_a_notebook_run_anew_says_the_same() -> None:
    kept = nbformat.read(NOTEBOOK, as_version=4)
    again = nbformat.read(NOTEBOOK, as_version=4)
    nbclient.NotebookClient(again, timeout=300).execute()
    for before, after in zip(kept.cells, again.cells, strict=True):
        assert _said(after) == _said(before), before["source"]


def test_the_notebook_is_kept_small_and_in_order() -> None:
    kept = nbformat.read(NOTEBOOK, as_version=4)
    code = [cell for cell in kept.cells if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
    assert not any("stderr" in _said(cell) for cell in code)
    assert NOTEBOOK.stat().st_size < 150_000
