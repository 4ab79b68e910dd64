"""The runs of a suite: which there are, what names them, and which are chosen."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from minuet.experiments import Experiment, read_suite
from minuet.experiments.revision import own_revision, revision_of
from minuet.models import InputError, ModelError

TEXT = """
gallery = ["queens-8", "langford-7"]
questions = ["count", "first"]
solvers = ["dlx", "bitmask"]
seconds = 5
"""


def experiment(folder: Path, text: str, **more: Any) -> Experiment:
    (folder / "suite.toml").write_text(text)
    return Experiment(read_suite(folder / "suite.toml"), **more)


def runs_of(folder: Path, text: str, **more: Any) -> tuple[Any, ...]:
    return experiment(folder, text, **more).runs


def keys_of(folder: Path, text: str, **more: Any) -> set[str]:
    return {run.key for run in runs_of(folder, text, **more)}


def test_every_question_about_every_instance_to_every_solver(tmp_path: Path) -> None:
    text = TEXT.replace("bitmask", "cpsat") + "seeds = [1, 2]\nshuffles = [7]\nrepetitions = 3\n"
    runs = runs_of(tmp_path, text)
    drawing = [run for run in runs if run.seed is not None]
    assert {run.solver.label for run in drawing} == {"cpsat"}
    assert len(drawing) == 2 * 2 * 2 * 2 * 3
    assert len(runs) - len(drawing) == 2 * 2 * 2 * 3  # dlx draws nothing: one run for all seeds
    assert len({run.key for run in runs}) == len(runs)


def test_the_same_is_asked_under_the_same_key(tmp_path: Path) -> None:
    before = keys_of(tmp_path, TEXT)
    renamed = runs_of(tmp_path, 'name = "another"\n# and more\n' + TEXT)
    assert {run.key for run in renamed} == before


@pytest.mark.parametrize(
    ("old", "new", "kept"),
    [
        ('"bitmask"]', '"bitmask", "cpsat"]', 8),
        ('"langford-7"]', '"langford-8"]', 4),
        ('"first"]', '"unique"]', 4),
        ("seconds = 5", "seconds = 6", 0),
        ("seconds = 5", "seconds = 5\nseeds = [0, 1]", 8),
        ("seconds = 5", "seconds = 5\nshuffles = 1", 8),
        ("seconds = 5", "seconds = 5\nrepetitions = 2", 8),
    ],
)
def test_a_changed_suite_keeps_what_it_asked_before(
    tmp_path: Path, old: str, new: str, kept: int
) -> None:
    before = keys_of(tmp_path, TEXT)
    after = keys_of(tmp_path, TEXT.replace(old, new))
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
def test_another_version_is_measured_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, same: bool
) -> None:
    keys = []
    for name in ("1.2.3+gabc.d2030", version):
        folder = tmp_path / name / f"minuet-{name}.dist-info"
        folder.mkdir(parents=True)
        (folder / "METADATA").write_text(f"Name: minuet\nVersion: {name}\n")
        with monkeypatch.context() as patched:
            patched.syspath_prepend(str(folder.parent))
            keys.append(keys_of(tmp_path, TEXT))
    assert (keys[0] == keys[1]) is same


def test_puzzles_on_one_matrix_are_told_apart_by_their_givens(tmp_path: Path) -> None:
    lines = ["1.....3..4.....2", "1....2..........", "1.....3..4.....2"]
    (tmp_path / "four.txt").write_text("\n".join(lines) + "\n")
    runs = runs_of(tmp_path, 'files = ["four.txt"]\nquestions = ["count"]\nsolvers = ["dlx"]\n')
    assert [run.instance.name for run in runs] == ["four.txt:1", "four.txt:2", "four.txt:3"]
    assert runs[0].instance.digest == runs[2].instance.digest != runs[1].instance.digest
    assert len({run.key for run in runs}) == 3


def chosen(folder: Path, text: str, *patterns: str) -> list[Any]:
    return list(experiment(folder, text, only_runs=patterns).chosen)


def test_patterns_choose_runs(tmp_path: Path) -> None:
    runs = list(runs_of(tmp_path, TEXT))
    assert chosen(tmp_path, TEXT) == runs
    assert {run.instance.family for run in chosen(tmp_path, TEXT, "queens")} == {"queens"}
    assert len(chosen(tmp_path, TEXT, "*langford*,count,dlx")) == 1
    assert len(chosen(tmp_path, TEXT, "*langford*,count,dlx", "bitmask")) == 5
    assert chosen(tmp_path, TEXT, runs[3].key[:12]) == [runs[3]]
    with pytest.raises(ModelError, match="no run fits 'cpsat'"):
        chosen(tmp_path, TEXT, "cpsat")


def test_names_with_commas_are_chosen_beside_other_words(tmp_path: Path) -> None:
    text = 'questions = ["count", "first"]\nsolvers = ["dlx", "bitmask"]\n'
    text += '[[generate]]\ngenerator = "queens"\nn = [5, 6]\n'
    text += '[[solver]]\nname = "dlx"\nlabel = "dlx, again"\n'

    def names(pattern: str) -> list[str]:
        return [run.name for run in chosen(tmp_path, text, pattern)]

    assert names("queens,n=6,dlx,count") == ["queens,n=6, count, dlx"]
    assert names("count,dlx,queens,n=6") == ["queens,n=6, count, dlx"]
    assert len(names("queens,n=?,bitmask")) == 4
    assert len(names("queens,n=6")) == len(names("queens,dlx")) + 2 == 6
    assert names("queens,n=5,dlx, again,first") == ["queens,n=5, first, dlx, again"]
    with pytest.raises(ModelError, match="no run fits 'queens,n=7,dlx'"):
        names("queens,n=7,dlx")


def test_an_expected_number_of_solutions_is_no_part_of_the_key(tmp_path: Path) -> None:
    before = keys_of(tmp_path, TEXT)
    text = TEXT + '[expected]\n"queens-8" = 92\n"gallery:langford-7" = "52"\n'
    runs = runs_of(tmp_path, text)
    assert {run.key for run in runs} == before
    assert {run.instance.name: run.expected for run in runs} == {
        "gallery:queens-8": 92,
        "gallery:langford-7": 52,
    }
    with pytest.raises(InputError, match=r"suite.toml:7:14: no instance 'queens-88'.*queens-8"):
        experiment(tmp_path, TEXT + '[expected]\n"queens-88"= 92\n')
    with pytest.raises(InputError, match=r":7:14: -1, expected a number of solutions"):
        experiment(tmp_path, TEXT + '[expected]\n"queens-8" = -1\n')


def test_evidence_holds_for_all_solvers_that_say_nothing_else(tmp_path: Path) -> None:
    text = TEXT.replace('["count", "first"]', '["count"]') + 'evidence = "agreed"\n'
    text += '[[solver]]\nname = "dlx"\nlabel = "sure"\nevidence = "claimed"\n'
    runs = runs_of(tmp_path, text)
    told = {run.solver.label: str(run.settings.evidence) for run in runs}
    assert told == {"dlx": "agreed", "bitmask": "agreed", "sure": "claimed"}
    with pytest.raises(InputError, match=r"suite.toml:6:12: .*evidence"):
        experiment(tmp_path, TEXT + 'evidence = "odd"\n')


def test_another_commit_and_a_change_that_no_commit_has_are_other_revisions(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        names = ["-c", "user.name=a", "-c", "user.email=a@b"]
        subprocess.run(["git", "-C", tmp_path, *names, *words], check=True, capture_output=True)

    assert revision_of(tmp_path) is None
    git("init")
    for name in ("sources", "notes"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a").write_text("1\n")
    git("add", ".")
    git("commit", "-m", "first")

    def revision() -> str:
        return str(revision_of(tmp_path, ("sources",)))

    found = [revision()]
    assert len(found[0]) == 40
    (tmp_path / "notes/a").write_text("2\n")
    assert revision() == found[0]
    (tmp_path / "sources/a").write_text("2\n")
    found.append(revision())
    assert found[1].startswith(found[0] + "+")
    (tmp_path / "sources/b").write_text("new\n")
    found.append(revision())
    git("add", ".")
    git("commit", "-m", "second")
    found.append(revision())
    assert len(set(found)) == 4 and len(found[3]) == 40


def test_a_run_has_the_revision_of_minuet_in_its_key(tmp_path: Path) -> None:
    for run in runs_of(tmp_path, TEXT):
        assert run.version.endswith(own_revision())


def test_puzzles_of_the_gallery_are_chosen_by_their_plain_names(tmp_path: Path) -> None:
    text = 'gallery = ["queens-8", "queens-12", "langford-7"]\n'
    text += 'questions = ["count"]\nsolvers = ["dlx"]\n'
    runs = list(runs_of(tmp_path, text))
    named = [chosen(tmp_path, text, one) for one in ("queens-8", "gallery:queens-8")]
    assert named == [runs[:1], runs[:1]]
    assert chosen(tmp_path, text, "queens-*,count") == runs[:2]


def test_solvers_may_be_asked_some_questions_alone(tmp_path: Path) -> None:
    text = TEXT + '[[solver]]\nname = "cpsat"\nquestions = ["first"]\n'
    runs = [run for run in runs_of(tmp_path, text) if run.solver.label == "cpsat"]
    assert {run.question for run in runs} == {"first"} and len(runs) == 2


def test_a_time_limit_of_the_command_line_is_a_limit_like_the_suites(tmp_path: Path) -> None:
    suite = experiment(tmp_path, TEXT).suite.within(9.0)
    limited = {run.key for run in Experiment(suite).runs}
    assert suite.within(None) is suite
    assert not keys_of(tmp_path, TEXT) & limited
    assert keys_of(tmp_path, TEXT.replace("seconds = 5", "seconds = 9.0")) == limited


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
