"""Programs that a suite runs, and searches whose better answers are kept as they come."""

from __future__ import annotations

from pathlib import Path

import pytest

from minuet.experiments import Experiment, Outcome, Record, Records, contradictions, read_suite
from minuet.models import InputError

PROGRAM = '[[program]]\nname = "{}"\nabout = "numbers"\ncommand = ["python", {}]\n'
OWN = "import json; print('hello'); print(json.dumps({'count': 7, 'seconds': 0.5, 'nodes': 3}))"
ABSENT = 'print(\'{"outcome": "unsupported", "message": "no such peer"}\')'


def experiment(folder: Path, text: str) -> Experiment:
    (folder / "suite.toml").write_text(text)
    return Experiment(read_suite(folder / "suite.toml"))


def ran(folder: Path, code: str, more: str = "") -> Record:
    (folder / "code.py").write_text(code)
    (one,) = experiment(folder, more + PROGRAM.format("it", '"code.py"')).go()
    return one


def test_a_program_is_measured_as_a_whole_unless_it_tells_its_own_timing(tmp_path: Path) -> None:
    whole = ran(tmp_path, "sum(range(1000000))")
    assert (whole.instance, whole.solver, whole.question) == ("numbers", "it", "run")
    assert whole.outcome is Outcome.ANSWERED and whole.count is None
    assert whole.processor_seconds is not None and whole.processor_seconds > 0.01
    assert whole.peak_memory is not None and whole.peak_memory > 1 << 20
    own = ran(tmp_path, OWN)
    assert (own.seconds, own.count, own.nodes) == (0.5, 7, 3)
    assert own.key != whole.key  # for the file is another one
    timed = ran(tmp_path, "from minuet.experiments import measure; measure(lambda: 9, version='2')")
    assert (timed.count, timed.version) == (9, "2")
    assert timed.seconds < 0.1


def test_what_goes_wrong_with_a_program_is_a_record(tmp_path: Path) -> None:
    failed = ran(tmp_path, "raise SystemExit('no luck')")
    assert failed.outcome is Outcome.CRASHED and "status 1: no luck" in failed.message
    absent = ran(tmp_path, ABSENT)
    assert (absent.outcome, absent.message) == (Outcome.UNSUPPORTED, "no such peer")
    late = ran(tmp_path, "import time; time.sleep(60)", "seconds = 0.3\n")
    assert late.outcome is Outcome.TIMEOUT
    text = '[[program]]\nname = "x"\nabout = "x"\ncommand = ["no-such-program"]\n'
    (gone,) = experiment(tmp_path, text).go()
    assert gone.outcome is Outcome.UNSUPPORTED and "no-such-program" in gone.message


def test_programs_of_one_name_each_get_a_file_and_are_held_against_each_other(
    tmp_path: Path,
) -> None:
    (tmp_path / "given.txt").write_text("8\n")
    code = "import sys; n = int(input()) + (sys.argv[1] == 'odd'); print(f'{{\"count\": {n}}}')"
    (tmp_path / "code.py").write_text(code)
    text = (
        '[[program]]\nname = ["even", "odd"]\nabout = "numbers"\ninput = "given.txt"\n'
        'command = ["python", "code.py", "{name}"]\n'
    )
    begun = experiment(tmp_path, text)
    assert {one.solver: one.count for one in begun.go()} == {"even": 8, "odd": 9}
    with Records(begun.folder) as kept:
        (wrong,) = contradictions(kept)
    assert str(wrong) == "numbers: number of solutions: 8 solutions (even), but 9 solutions (odd)"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[[program]]\nname = "x"\nabout = "x"\ncommand = []\n', "4:11: no words"),
        (
            '[[program]]\nname = ["x", "x"]\nabout = "x"\ncommand = ["true"]\n',
            "2:14: 'x' twice, expected it once",
        ),
        (
            '[[program]]\nname = "x"\nabout = "x"\ncommand = ["x"]\ninput = "no"\n',
            "5:9: no file 'no' beside the suite",
        ),
        ('name = "nothing"\n', "expected a list of first"),
    ],
)
def test_mistakes_are_told_with_their_places(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        experiment(tmp_path, text)
    assert message in str(error.value)


def test_better_answers_are_kept_with_their_moments(tmp_path: Path) -> None:
    text = (
        'gallery = ["perkins-7"]\nquestions = ["improving", "best"]\nsolvers = ["dlx"]\n'
        "shuffles = [1]\n"
    )
    found = list(experiment(tmp_path, text).go())
    assert {(one.outcome, one.status, one.objective) for one in found} == {
        (Outcome.ANSWERED, "OPTIMAL", 9)
    }
    for one in found:
        told = one.incumbents
        if one.question == "best":
            assert told == {}
            continue
        assert set(told) == {"bound", "objective", "processor_seconds", "seconds"}
        assert len({len(each) for each in told.values()}) == 1
        assert (told["objective"][-1], told["bound"][-1]) == (9, 9)
        assert told["seconds"] == sorted(told["seconds"])
        answers = [each for each in told["objective"] if each is not None]
        assert answers == sorted(answers, reverse=True)
