"""`minuet features` and `minuet generators`, and generator:NAME in the place of a file."""

from __future__ import annotations

import pytest

from minuet.experiments import FEATURES, generators

from command_line import one_line
from documents import documents
from in_process import minuet

LONG = ("--time-limit", "600")  # however busy the machine is


def test_features_come_a_line_each_and_then_whom_auto_would_ask() -> None:
    done = minuet("features", *LONG, "generator:queens,n=5")
    assert done.returncode == 0
    lines = dict(line.split(None, 1) for line in done.stdout.splitlines())
    assert (lines["options"], lines["secondary_degree_mean"]) == ("25", "2.77778")
    assert list(lines)[: len(FEATURES) - 2] == [
        name for name in FEATURES if name not in ("lp_bound", "lp_gap")
    ]
    printed = " ".join(done.stdout.split())
    decisive = "no weights, no conditions, few options"
    assert f"auto, first ({decisive}): dlx (dancing links answer most at once), bitmask" in printed
    decisive = "no weights, no conditions, no colors"
    assert f"auto, count ({decisive}): dlx (dancing links take any size), bitmask (" in printed
    assert "many options look alike" not in printed
    assert done.stderr == "minuet: lp_bound, lp_gap: there are no costs\n"


def test_a_document_holds_every_feature_and_why_one_is_missing() -> None:
    two = "a b\na |1\nb |1\na b |3\n"
    (told,) = documents(
        minuet("features", *LONG, "--json", "--seed", "7", text=two).stdout, "features"
    )
    assert list(told["features"]) == list(FEATURES) and told["features"]["lp_bound"] == 2
    assert set(told["missing"]) == {k for k, value in told["features"].items() if value is None}
    asked = [one["solver"] for one in told["auto"]["best"]]
    assert asked[:5] == ["dlx", "optimize", "mip", "cpsat", "optimize"]
    assert told["auto_features"]["best"] == "no weights, no conditions, few options"


def test_the_puzzles_of_a_file_are_told_one_by_one() -> None:
    done = minuet("features", *LONG, text="1234341221434...\n123434122143....\n")
    assert [line for line in done.stdout.splitlines() if line.startswith("puzzle")] == [
        "puzzle 1",
        "puzzle 2",
    ]
    assert "minuet: puzzle 2: lp_bound, lp_gap: there are no costs" in done.stderr


def test_no_time_is_no_answer() -> None:
    done = minuet("features", "--time-limit", "0", "gallery:queens-8")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == "minuet: time limit: over before the matrix was built\n"


def test_all_generators_are_listed_and_each_is_described() -> None:
    listed = minuet("generators").stdout
    for name, one in generators().items():
        assert name in listed
        described = minuet("generators", name).stdout
        assert all(parameter in described for parameter in one.parameters)
        assert f"generator:{one.text()}" in "".join(described.split())[:]
    (told,) = documents(minuet("generators", "--json").stdout, "generators")
    assert [one["name"] for one in told["generators"]] == list(generators())


@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        (["count", "generator:queens,n=6"], "4\n"),
        (["count", "generator:langford,n=7"], "52\n"),
        (["count", "generator:random-sudoku,givens=30"], "1\n"),
        (["solve", "generator:latin-squares,n=1"], "1\n"),
        (
            ["convert", "--to", "dlx", "generator:random-cover,items=3,density=0.4"],
            "| an exact cover, written by minuet\ni1 i2 i3\ni1 i2 i3\n",
        ),
    ],
)
def test_a_made_instance_stands_for_a_file(arguments: list[str], printed: str) -> None:
    done = minuet(*arguments)
    assert (done.returncode, done.stdout) == (0, printed)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["count", "generator:quens"], "no generator 'quens', expected a name that"),
        (["count", "generator:"], "no generator '', expected a name that `minuet generators`"),
        (["count", "generator:queens,n=0"], "generator queens: n 0, expected a whole number from"),
        (["count", "generator:queens,m=3"], "generator queens: no parameter 'm', expected n"),
        (["count", "--from", "dlx", "generator:queens"], "but generator:queens is an instance"),
        (["features", "--primary-only", "generator:queens"], "--primary-only leaves options"),
        (
            ["features", "--seed", str(1 << 70), "generator:queens"],
            "expected a whole number, 0 to 2147483647",
        ),
        (["generators", "langfrod"], "did you mean langford?"),
        (["features", "--time-limit", "-1", "generator:queens"], "greater than or equal to 0"),
        (["generator:queens"], "Did you mean minuet solve generator:queens?"),
    ],
)
def test_what_names_nothing_is_one_line(arguments: list[str], said: str) -> None:
    assert said in one_line(minuet(*arguments))
