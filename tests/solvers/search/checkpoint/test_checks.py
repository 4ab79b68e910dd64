"""A cross-check with a checkpoint: who has answered is not asked again."""

from __future__ import annotations

from pathlib import Path

import pytest

from minuet.models import CheckpointError, ExactCover
from minuet.models.formats import read
from minuet.solvers import checkpoint_status, crosscheck

from oracle.forged_checkpoints import Known, forge


@pytest.fixture
def matrix(data: Path) -> ExactCover:
    (matrix,) = read((data / "instances/queens8.dlx").read_bytes()).problems
    assert isinstance(matrix, ExactCover)
    return matrix


def test_who_answered_is_not_asked_again(matrix: ExactCover, tmp_path: Path) -> None:
    path = tmp_path / "check"
    first = crosscheck(matrix, ["dlx", "bitmask", "sat"], checkpoint=path)
    seconds = [outcome.seconds for outcome in first.outcomes]
    again = crosscheck(matrix, ["dlx", "bitmask", "sat"], checkpoint=path)
    assert [outcome.seconds for outcome in again.outcomes] == seconds
    assert again.verdict == first.verdict == "agreed"
    assert again.count == 92
    assert [one.digest for one in again.outcomes] == [one.digest for one in first.outcomes]
    known = checkpoint_status(path)
    assert (known.key.question, known.complete, known.found) == ("check", True, 3)


def test_a_solver_more_is_asked_and_compared_with_what_is_kept(
    matrix: ExactCover, tmp_path: Path
) -> None:
    path = tmp_path / "check"
    first = crosscheck(matrix, ["dlx"], checkpoint=path)
    assert first.verdict == "nothing compared"
    both = crosscheck(matrix, ["dlx", "sat"], checkpoint=path)
    assert both.verdict == "agreed"
    assert both.outcomes[0].seconds == first.outcomes[0].seconds


def test_branches_and_best_answers_are_kept(
    data: Path, langford: ExactCover, tmp_path: Path
) -> None:
    (queens,) = read((data / "instances/queens12.dlx").read_bytes()).problems
    for matrix, limit in ((queens, 50), (langford, 1000)):
        path = tmp_path / f"check-{limit}"
        first = crosscheck(matrix, ["dlx", "bitmask"], limit=limit, budget=20, checkpoint=path)
        again = crosscheck(matrix, ["dlx", "bitmask"], limit=limit, budget=20, checkpoint=path)
        assert again.asked == first.asked
        kept = [outcome.seconds for outcome in first.outcomes if outcome.complete]
        assert [one.seconds for one in again.outcomes if one.complete][: len(kept)] == kept
        assert again.verdict == first.verdict


def test_another_check_is_refused(matrix: ExactCover, tmp_path: Path) -> None:
    path = tmp_path / "check"
    crosscheck(matrix, ["dlx"], checkpoint=path)
    with pytest.raises(CheckpointError, match="other settings"):
        crosscheck(matrix, ["dlx"], limit=7, checkpoint=path)
    assert crosscheck(matrix, ["dlx"], checkpoint=path).outcomes[0].count == 92


def test_what_another_version_said_is_asked_anew(matrix: ExactCover, tmp_path: Path) -> None:
    path = tmp_path / "check"
    first = crosscheck(matrix, ["dlx"], checkpoint=path)

    def age(known: Known) -> None:
        known["more"]["outcomes"]["dlx"].update(version="another", seconds=1e6)

    forge(path, age, [])
    again = crosscheck(matrix, ["dlx"], checkpoint=path)
    assert again.outcomes[0].version == first.outcomes[0].version != "another"
    assert again.outcomes[0].seconds < 1e6
