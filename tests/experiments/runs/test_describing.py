"""Features of instances: told once, kept beside the runs, whatever ends an experiment."""

from __future__ import annotations

from pathlib import Path

from minuet.experiments import FEATURES, Experiment, Outcome, Record, Records, read_suite

from made_runs import answering

TINY = "a b c\na b\nc\na\nb c\na c\nb\n"
ANSWERS = answering(outcome="answered", count=4)
SUITE = 'files = ["tiny.dlx"]\nquestions = ["count"]\nsolvers = ["dlx"]\n'


def experiment(folder: Path, more: str = "features = 6000\n") -> Experiment:
    (folder / "tiny.dlx").write_text(TINY)
    (folder / "suite.toml").write_text(more + SUITE)
    return Experiment(read_suite(folder / "suite.toml"))


def wanted(begun: Experiment) -> int:
    """How many instances there are whose features would be told."""
    with Records(begun.folder) as kept:
        return len(begun.undescribed(kept))


def test_each_record_of_an_instance_has_its_features_which_are_told_once(tmp_path: Path) -> None:
    (plain,) = experiment(tmp_path, "").go(by=ANSWERS)  # of a suite that comes to want features
    assert plain.features == {} and wanted(experiment(tmp_path, "")) == 0
    begun = experiment(tmp_path)
    assert wanted(begun) == 1
    told = next(begun.describe())  # and no more, as a kill does: what was yielded is in the file
    assert list(told.features) == list(FEATURES)
    assert [told.features[one] for one in ("primary_items", "options", "entries")] == [3, 6, 9]
    begun = experiment(tmp_path)
    assert wanted(begun) == 0 and list(begun.go()) == []
    with Records(tmp_path / "suite") as kept:
        assert [one.features for one in kept] == [told.features]
    (again,) = begun.go(again=True, by=ANSWERS)
    assert again.features == told.features
    assert wanted(experiment(tmp_path, "features = 6001\n")) == 1  # with other seconds


def test_a_process_that_dies_leaves_its_reason_and_is_not_tried_again(tmp_path: Path) -> None:
    begun = experiment(tmp_path)
    (tmp_path / "tiny.dlx").unlink()
    (told,) = begun.describe()
    assert "no such file" in told.message and not told.features
    with Records(tmp_path / "suite") as kept:
        assert kept.descriptions() == {told.digest: told}
    begun = experiment(tmp_path)
    assert list(begun.describe()) == []
    found: list[Record] = list(begun.go(by=ANSWERS))
    assert [(one.features, one.outcome) for one in found] == [({}, Outcome.ANSWERED)]
