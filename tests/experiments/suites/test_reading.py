"""Suites as texts: what is read of them, and every mistake with its line and column."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from minuet.experiments import Experiment, read_suite
from minuet.models import InputError

HEAD = 'questions = ["count"]\nsolvers = ["dlx"]\n'
QUEENS = 'gallery = ["queens-8"]\n'


def read(folder: Path, text: str) -> Any:
    (folder / "suite.toml").write_text(text)
    return read_suite(folder / "suite.toml")


def test_the_smallest_suite(tmp_path: Path) -> None:
    for name in ("b.dlx", "a.dlx", "c.txt"):
        (tmp_path / name).write_text("a\na\n")
    suite = read(
        tmp_path,
        'name = "first look"\nfiles = ["*.dlx"]\ngallery = ["queens-8"]\nquestions = ["count"]\n'
        'solvers = ["dlx", "bitmask", "cpsat"]\nseconds = 5\n',
    )
    assert suite.name == "first look"
    assert [one.name for one in suite.instances] == ["a.dlx", "b.dlx", "gallery:queens-8"]
    assert [one.label for one in suite.solvers] == ["dlx", "bitmask", "cpsat"]
    assert suite.questions == ("count",)
    limits = suite.limits
    assert (limits.seconds, limits.processor_seconds, limits.memory) == (5, None, None)
    assert (suite.seeds, suite.shuffles, suite.repetitions) == ((None,), (None,), 1)


def test_families_and_sizes_are_told_by_names_or_by_the_suite(tmp_path: Path) -> None:
    (tmp_path / "hard").mkdir()
    for name in ("langford-7.dlx", "hard/x.txt", "hard/y.txt"):
        (tmp_path / name).write_text("a\na\n")
    text = 'files = ["langford-7.dlx"]\n[[instances]]\nfiles = ["hard/*"]\nfamily = "hard"\nn = 9\n'
    told = [(one.name, one.family, one.n) for one in read(tmp_path, HEAD + text).instances]
    assert told == [
        ("langford-7.dlx", "langford", 7),
        ("hard/x.txt", "hard", 9),
        ("hard/y.txt", "hard", 9),
    ]


def test_two_numbers_at_the_end_of_a_name_are_no_size(tmp_path: Path) -> None:
    text = 'gallery = ["pentominoes-6x10", "pentominoes-8x8"]\n'
    told = [(one.family, one.n) for one in read(tmp_path, HEAD + text).instances]
    assert told == [("pentominoes", None)] * 2


def test_a_pattern_does_not_mean_the_suite_itself(tmp_path: Path) -> None:
    (tmp_path / "puzzle.toml").write_text('rules = "x"\n')
    suite = read(tmp_path, f'files = ["*.toml"]\n{HEAD}')
    assert [one.name for one in suite.instances] == ["puzzle.toml"]


def test_values_that_do_not_go_together_are_told_where_the_suite_names_them(tmp_path: Path) -> None:
    suite = read(tmp_path, f'{HEAD}[[generate]]\ngenerator = "random-cover"\nitems = [60, 61]\n')
    with pytest.raises(InputError, match=r"suite.toml:3:1: generator random-cover: 61 items"):
        Experiment(suite)


def test_solvers_with_options_have_labels_that_tell_them_apart(tmp_path: Path) -> None:
    text = (
        'questions = ["count"]\nsolvers = ["dlx"]\ngallery = ["queens-8"]\n'
        '[[solver]]\nname = "dlx"\nthreads = 2\n'
        '[[solver]]\nname = "cpsat"\nparameters = { linearization_level = 2 }\n'
        '[[solver]]\nname = "memo"\nmemory = "1G"\nlabel = "small memo"\n'
        '[[solver]]\nname = "dlx"\nevidence = "agreed"\n'
    )
    solvers = read(tmp_path, text).solvers
    assert [one.label for one in solvers] == [
        "dlx",
        "dlx threads=2",
        "cpsat linearization_level=2",
        "small memo",
        "dlx evidence=agreed",
    ]
    assert solvers[3].settings.to_dict() == {"solver": "memo", "memory": 1 << 30}


def test_generated_instances_are_all_combinations(tmp_path: Path) -> None:
    text = (
        '[[generate]]\ngenerator = "queens"\nn = { from = 4, to = 8, step = 2 }\n'
        '[[generate]]\ngenerator = "random-cover"\nseeds = 2\nfamily = "random"\n'
    )
    suite = read(tmp_path, HEAD + text)
    assert [one.name for one in suite.instances] == [
        "queens,n=4",
        "queens,n=6",
        "queens,n=8",
        "random-cover,seed=1",
        "random-cover,seed=2",
    ]
    assert [one.n for one in suite.instances[:3]] == [4, 6, 8]
    assert {one.family for one in suite.instances[3:]} == {"random"}


def test_orders_and_seeds(tmp_path: Path) -> None:
    suite = read(tmp_path, HEAD + QUEENS + "shuffles = 2\nseeds = [3, 5]\nrepetitions = 4\n")
    assert suite.shuffles == (None, 1, 2)
    assert suite.seeds == (3, 5)
    assert suite.repetitions == 4


@pytest.mark.parametrize(
    ("text", "size"), [("7340032", 7 << 20), ('"2G"', 2 << 30), ('"1mb"', 1 << 20)]
)
def test_sizes(tmp_path: Path, text: str, size: int) -> None:
    assert read(tmp_path, f"{HEAD}{QUEENS}memory = {text}\n").limits.memory == size


MISTAKES = {
    "2:8: no file fits '*.nope'": 'questions = ["count"]\nfiles=["*.nope"]\nsolvers = ["dlx"]',
    "1:10: no file 'x.dlx' beside the suite": f'files = ["x.dlx"]\n{HEAD}',
    "1:14: no question 'cont', expected one of first": 'questions = ["cont"]',
    "1:1: no questions, expected a list of first": QUEENS,
    "2:12: no solver 'dxl'": 'questions = ["count"]\nsolvers = ["dxl"]\n' + QUEENS,
    "1:12: no puzzle 'quens-8' in the gallery": f'gallery = ["quens-8"]\n{HEAD}',
    "4:11: -5 seconds, expected a number above 0": f"{HEAD}{QUEENS}seconds = -5",
    "4:11: nan seconds": f"{HEAD}{QUEENS}seconds = nan",
    "4:10: memory of '2Q', expected bytes": f'{HEAD}{QUEENS}memory = "2Q"',
    "4:10: memory of -1 bytes": f"{HEAD}{QUEENS}memory = -1",
    "4:10: memory of 1099511627774900488372224 bytes, expected a whole number, 1048576 to": (
        f'{HEAD}{QUEENS}memory = "999999999999T"'
    ),
    "1:10: file name too long": f'files = ["{"x" * 5000}"]\n{HEAD}',
    "1:10: no file fits '*.toml'": f'files = ["*.toml"]\n{HEAD}',
    " the file is empty, expected a suite": "\n",
    "4:21: 0 seconds": f"{HEAD}{QUEENS}processor_seconds = 0",
    "6:9: no order of items 'rare', expected one of reversed": (
        f'{HEAD}{QUEENS}[[solver]]\nname = "dlx"\nitems = "rare"'
    ),
    "4:12: -1 seconds, expected a number above 0": f"{HEAD}{QUEENS}features = -1",
    "4:12: 'all', expected seconds": f'{HEAD}{QUEENS}features = "all"',
    "6:14: question 'first', expected one of the suite's": (
        f'{HEAD}[[instances]]\ngallery = ["queens-8"]\n\nquestions = ["first"]'
    ),
    "5:13: no questions, expected some of the suite's": (
        f'{HEAD}[[generate]]\ngenerator = "queens"\nquestions = []'
    ),
    "5:12: solver 'cpsat', expected one of the suite's": (
        f'{HEAD}[[generate]]\ngenerator = "queens"\nsolvers = ["cpsat"]'
    ),
    "5:11: no solvers, expected some of the suite's": (
        f'{HEAD}[[generate]]\ngenerator = "queens"\nsolvers = []'
    ),
    "5:10: unknown format 'sudku'": (
        f'{HEAD}[[instances]]\ngallery = ["queens-8"]\nformat = "sudku"\nfiles = []'
    ),
    "4:1: unknown key 'seconts', expected 'seconds'": f"{HEAD}{QUEENS}seconts = 5",
    "4:13: no generator 'quens'": f'{HEAD}[[generate]]\ngenerator = "quens"',
    "5:5: generator queens: n -2": f'{HEAD}[[generate]]\ngenerator = "queens"\nn = [4, -2]',
    "5:1: generator queens: no parameter 'm'": f'{HEAD}[[generate]]\ngenerator = "queens"\nm = 2',
    "5:1: generator queens: no parameter 'seed'": (
        f'{HEAD}[[generate]]\ngenerator = "queens"\nseeds = 2'
    ),
    "5:5: an empty range": f'{HEAD}[[generate]]\ngenerator = "queens"\nn = {{ from = 4, to = 2 }}',
    "5:14: parameters: solver dlx takes none": (
        f'questions = ["count"]\n{QUEENS}[[solver]]\nname = "dlx"\nparameters = {{ a = 1 }}'
    ),
    "5:14: solver cpsat: unknown parameter 'linearisation_level'": (
        f'questions = ["count"]\n{QUEENS}[[solver]]\nname = "cpsat"\n'
        "parameters = { linearisation_level = 2 }"
    ),
    "5:14: solver cpsat: parameter num_workers is taken for costs alone": (
        f'questions = ["count"]\n{QUEENS}[[solver]]\nname = "cpsat"\n'
        "parameters = { num_workers = 2 }"
    ),
    "5:11: threads: solver sat takes none": (
        f'questions = ["count"]\n{QUEENS}[[solver]]\nname = "sat"\nthreads = 2'
    ),
    "5:10: memory: solver dlx takes none": (
        f'questions = ["count"]\n{QUEENS}[[solver]]\nname = "dlx"\nmemory = "1G"'
    ),
    "5:10: memory of '2Q', expected bytes": (
        f'questions = ["count"]\n{QUEENS}[[solver]]\nname = "memo"\nmemory = "2Q"'
    ),
    "5:10: solve: no setting 'memory', expected it with count": (
        f'questions = ["best"]\n{QUEENS}[[solver]]\nname = "memo"\nmemory = "1G"'
    ),
    "5:11: 0 threads, expected a whole number, 1 to 256": (
        f'questions = ["count"]\n{QUEENS}[[solver]]\nname = "dlx"\nthreads = 0'
    ),
    "5:12: evidence: 'sworn', expected claimed": (
        f'questions = ["count"]\n{QUEENS}[[solver]]\nname = "dlx"\nevidence = "sworn"'
    ),
    "4:1: a second solver 'dlx'": f'{HEAD}{QUEENS}[[solver]]\nname = "dlx"',
    "1:24: 'gallery:queens-8' twice": f'gallery = ["queens-8", "queens-8"]\n{HEAD}',
    "4:15: 0, expected a number of at least 1": f"{HEAD}{QUEENS}repetitions = 0",
    "4:13: seed -1, expected a whole number, 0 to 2147483647": f"{HEAD}{QUEENS}seeds = [1, -1]",
    "1:1: no instances": HEAD,
    "1:1: no solvers": f'questions = ["count"]\n{QUEENS}',
    "4:1: invalid": f"{HEAD}{QUEENS}=",
}


@pytest.mark.parametrize("said", MISTAKES)
def test_mistakes_are_told_with_their_places(tmp_path: Path, said: str) -> None:
    with pytest.raises(InputError) as told:
        read(tmp_path, MISTAKES[said])
    assert str(told.value).startswith(f"{tmp_path / 'suite.toml'}:{said}"), told.value


def test_a_suite_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file or directory, expected a suite"):
        read_suite(tmp_path / "none.toml")
