"""The fuzzer's question of symmetries that are found: what is wrong with them is seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from in_process import minuet
from late import needs
from mutants.planted import PATCHES

pytestmark = needs("igraph")
# The two options of a are alike, that of b is in both solutions.
TWO = "| ask alike dlx\na b\na\na\nb\n"
FAULTS = {
    "a symmetry that is none": "a solution, to [0, 1], none",
    "spares what stays": "INFEASIBLE None up to symmetry of 2 solutions",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_wrong_symmetry_is_a_fault_and_a_right_one_is_none(fault: str, tmp_path: Path) -> None:
    file = tmp_path / "two.dlx"
    file.write_text(TWO)
    assert minuet("fuzz", str(file)).returncode == 0
    with PATCHES[fault].plant():
        done = minuet("fuzz", str(file))
    assert done.returncode == 1
    assert FAULTS[fault] in done.stdout
