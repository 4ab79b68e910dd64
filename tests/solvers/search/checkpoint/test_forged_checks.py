"""What a cross-check keeps says only what solvers could have said; everything else is damage."""

from __future__ import annotations

from pathlib import Path

import pytest

from minuet.models import CheckpointError, ExactCover, ExactCoverBuilder
from minuet.solvers import crosscheck

from oracle.forged_checkpoints import Known, forge


@pytest.fixture
def matrix() -> ExactCover:
    builder = ExactCoverBuilder()
    builder.item("a")
    builder.option(["a"])
    builder.option(["a"])
    return builder.build()


def outcome(known: Known) -> Known:
    found: Known = known["more"]["outcomes"]["dlx"]
    return found


def part(known: Known) -> Known:
    found: Known = outcome(known)["parts"][0]
    return found


def branch(known: Known) -> Known:
    found: Known = known["more"]["scope"]["branches"][0]
    return found


def more(known: Known) -> Known:
    found: Known = known["more"]
    return found


def scope(known: Known) -> Known:
    found: Known = known["more"]["scope"]
    return found


DAMAGES = [
    (part, {"number": 1}),
    (part, {"number": True}),
    (part, {"found": [[0], [-1]]}),
    (part, {"found": [[0], [2]]}),
    (part, {"found": [[0], [0]]}),
    (part, {"found": [[0], [1.0]]}),
    (part, {"found": [[0], "1"]}),
    (part, {"hashes": 5}),
    (part, {"hashes": -5}),
    (part, {"complete": 1}),
    (part, {"counted": -1}),
    (part, {"another": 1}),
    (outcome, {"solver": "sat"}),
    (outcome, {"count": 2.0}),
    (outcome, {"status": "optimal"}),
    (outcome, {"parts": None}),
    (outcome, {"seconds": float("nan")}),
    (outcome, {"objective": "3"}),
    (branch, {"given": [-1]}),
    (branch, {"given": [2]}),
    (branch, {"forbidden": "01"}),
    (branch, {"share": 2}),
    (branch, {"share": float("nan")}),
    (more, {"scope": []}),
    (more, {"outcomes": []}),
    (scope, {"whole": "no"}),
    (scope, {"total": -2}),
]


def test_what_no_check_keeps_is_damage(matrix: ExactCover, tmp_path: Path) -> None:
    file = tmp_path / "file"
    assert crosscheck(matrix, ["dlx"], checkpoint=file).outcomes[0].count == 2
    forge(file, lambda known: None, [])
    assert crosscheck(matrix, ["dlx"], checkpoint=file).outcomes[0].count == 2
    whole = file.read_bytes()
    for of, changes in DAMAGES:
        file.write_bytes(whole)
        forge(file, lambda known, of=of, changes=changes: of(known).update(changes), [])
        with pytest.raises(CheckpointError, match="damaged"):
            crosscheck(matrix, ["dlx"], checkpoint=file)
            pytest.fail(f"{of.__name__}: {changes}")
