"""The runs of a suite: which there are, what names them, and which are chosen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from unittest import mock

import pytest

from minuet.experiments import read_suite
from minuet.experiments.suites import plan
from minuet.experiments.suites.loading import instances_of
from minuet.experiments.suites.only import only
from minuet.experiments.suites.plan import Run, planned
from minuet.models import ModelError

TEXT = """
gallery = ["queens-8", "langford-7"]
questions = ["count", "first"]
solvers = ["dlx", "bitmask"]
seconds = 5
"""


def runs_of(folder: Path, text: str) -> list[Run]:
    (folder / "suite.toml").write_text(text)
    suite = read_suite(folder / "suite.toml")
    return list(planned(suite, [one for some in suite.instances for one in instances_of(some)]))


def test_every_question_about_every_instance_to_every_solver(tmp_path: Path) -> None:
    runs = runs_of(tmp_path, TEXT + "seeds = [1, 2]\nshuffles = [7]\nrepetitions = 3\n")
    assert len(runs) == 2 * 2 * 2 * 2 * 2 * 3
    assert len({run.key for run in runs}) == len(runs)


def test_the_same_is_asked_under_the_same_key(tmp_path: Path) -> None:
    before = {run.key for run in runs_of(tmp_path, TEXT)}
    renamed = runs_of(tmp_path, 'name = "another"\n# and more\n' + TEXT)
    assert {run.key for run in renamed} == before


@pytest.mark.parametrize(
    ("old", "new", "kept"),
    [
        ('"bitmask"]', '"bitmask", "cpsat"]', 8),
        ('"langford-7"]', '"langford-8"]', 4),
        ('"first"]', '"unique"]', 4),
        ("seconds = 5", "seconds = 6", 0),
        ("seconds = 5", "seconds = 5\nseeds = [0]", 0),
        ("seconds = 5", "seconds = 5\nshuffles = 1", 8),
        ("seconds = 5", "seconds = 5\nrepetitions = 2", 8),
    ],
)
def test_a_changed_suite_keeps_what_it_asked_before(
    tmp_path: Path, old: str, new: str, kept: int
) -> None:
    before = {run.key for run in runs_of(tmp_path, TEXT)}
    after = {run.key for run in runs_of(tmp_path, TEXT.replace(old, new))}
    assert len(before & after) == kept


def test_another_matrix_under_the_same_name_is_another_run(tmp_path: Path) -> None:
    text = 'files = ["a.dlx"]\nquestions = ["count"]\nsolvers = ["dlx"]\n'
    (tmp_path / "a.dlx").write_text("a b\na\nb\n")
    (before,) = runs_of(tmp_path, text)
    (tmp_path / "a.dlx").write_text("a b\na\nb\na b\n")
    (after,) = runs_of(tmp_path, text)
    assert before.key != after.key


@pytest.mark.parametrize(
    ("version", "same"), [("1.2.3+g012", True), ("1.2.4", False), ("1.2.3", True)]
)
def test_another_version_is_measured_anew_and_another_commit_is_not(
    tmp_path: Path, version: str, same: bool
) -> None:
    with mock.patch.object(plan, "version_of", return_value="1.2.3+gabc.d2030"):
        before = {run.key for run in runs_of(tmp_path, TEXT)}
    with mock.patch.object(plan, "version_of", return_value=version):
        after = {run.key for run in runs_of(tmp_path, TEXT)}
    assert (before == after) is same


def test_puzzles_on_one_matrix_are_told_apart_by_their_givens(tmp_path: Path) -> None:
    lines = ["1.....3..4.....2", "1....2..........", "1.....3..4.....2"]
    (tmp_path / "four.txt").write_text("\n".join(lines) + "\n")
    runs = runs_of(tmp_path, 'files = ["four.txt"]\nquestions = ["count"]\nsolvers = ["dlx"]\n')
    assert [run.instance.name for run in runs] == ["four.txt:1", "four.txt:2", "four.txt:3"]
    assert runs[0].instance.digest == runs[2].instance.digest != runs[1].instance.digest
    assert len({run.key for run in runs}) == 3


def test_patterns_choose_runs(tmp_path: Path) -> None:
    runs = runs_of(tmp_path, TEXT)
    assert only(runs, []) == runs
    assert {run.instance.family for run in only(runs, ["queens"])} == {"queens"}
    assert len(only(runs, ["*langford*,count,dlx"])) == 1
    assert len(only(runs, ["*langford*,count,dlx", "bitmask"])) == 5
    assert only(runs, [runs[3].key[:12]]) == [runs[3]]
    with pytest.raises(ModelError, match="no run fits 'cpsat'"):
        only(runs, ["cpsat"])


def test_puzzles_of_the_gallery_are_chosen_by_their_plain_names(tmp_path: Path) -> None:
    gallery = 'gallery = ["queens-8", "queens-12", "langford-7"]\n'
    runs = runs_of(tmp_path, f'{gallery}questions = ["count"]\nsolvers = ["dlx"]\n')
    assert only(runs, ["queens-8"]) == only(runs, ["gallery:queens-8"]) == runs[:1]
    assert only(runs, ["queens-*,count"]) == runs[:2]


def test_solvers_may_be_asked_some_questions_alone(tmp_path: Path) -> None:
    text = TEXT + '[[solver]]\nname = "cpsat"\nquestions = ["first"]\n'
    runs = [run for run in runs_of(tmp_path, text) if run.solver.label == "cpsat"]
    assert {run.question for run in runs} == {"first"} and len(runs) == 2


def test_a_time_limit_of_the_command_line_is_a_limit_like_the_suites(tmp_path: Path) -> None:
    runs = runs_of(tmp_path, TEXT)
    suite = read_suite(tmp_path / "suite.toml")
    limited = replace(suite, limits=replace(suite.limits, seconds=9.0))
    other = list(planned(limited, [run.instance for run in runs]))
    assert not {run.key for run in runs} & {run.key for run in other}


def test_some_instances_are_asked_some_questions(tmp_path: Path) -> None:
    some = '[[instances]]\ngallery = ["queens-12"]\nquestions = ["first"]\n'
    some += '[[generate]]\ngenerator = "queens"\nn = [5, 6]\nquestions = ["count"]\n'
    asked = [(run.instance.name, run.question) for run in runs_of(tmp_path, TEXT + some)][::2]
    assert asked[4:] == [
        ("gallery:queens-12", "first"),
        ("queens,n=5", "count"),
        ("queens,n=6", "count"),
    ]


def test_some_instances_are_asked_less_of_fewer(tmp_path: Path) -> None:
    text = (
        'questions = ["count", "first"]\nsolvers = ["dlx", "bitmask"]\ngallery = ["queens-8"]\n'
        '[[instances]]\ngallery = ["langford-7"]\nquestions = ["first"]\nsolvers = ["dlx"]\n'
        '[[generate]]\ngenerator = "queens"\nn = 4\nsolvers = ["bitmask"]\n'
    )
    asked = [(run.instance.name, run.question, run.solver.label) for run in runs_of(tmp_path, text)]
    assert asked == [
        ("gallery:queens-8", "count", "dlx"),
        ("gallery:queens-8", "count", "bitmask"),
        ("gallery:queens-8", "first", "dlx"),
        ("gallery:queens-8", "first", "bitmask"),
        ("gallery:langford-7", "first", "dlx"),
        ("queens,n=4", "count", "bitmask"),
        ("queens,n=4", "first", "bitmask"),
    ]


def test_a_format_that_the_content_does_not_tell(tmp_path: Path) -> None:
    (tmp_path / "a.in").write_text(("0 " * 9 + "\n") * 9)
    text = 'questions = ["best"]\nsolvers = ["dlx"]\n[[instances]]\nfiles = ["a.in"]\n'
    (plain,) = runs_of(tmp_path, text)
    (told,) = runs_of(tmp_path, text + 'format = "target-sudoku"\n')
    assert plain.instance.digest != told.instance.digest
