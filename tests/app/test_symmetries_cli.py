"""Symmetries that are found by themselves, on the command line."""

from __future__ import annotations

import pytest

from documents import documents
from in_process import minuet


def test_classes_are_counted_and_what_may_be_exchanged_is_told() -> None:
    done = minuet("count", "--symmetries", "auto", "gallery:latin-4")
    assert (done.returncode, done.stdout) == (0, "2\n")
    assert "82,944 symmetries\n" in done.stderr
    assert "rows 1, 2, 3 and 4 may be put in any order\n" in done.stderr
    assert "2 classes of 576 solutions under 82944 symmetries\n" in done.stderr


def test_known_symmetries_are_turns_and_mirrors() -> None:
    assert minuet("count", "--symmetries", "known", "gallery:queens-8").stdout == "12\n"


def test_every_symmetry_is_told_with_what_it_maps_to_itself() -> None:
    done = minuet("count", "--symmetries", "known", "gallery:pentominoes-3x20")
    assert "minuet: of 4 symmetries 1 maps 8 solutions to themselves, 3 map 0\n" in done.stderr


def test_json_tells_the_generators() -> None:
    done = minuet("count", "--symmetries", "auto", "--json", "gallery:latin-5")
    (told,) = documents(done.stdout, "classes")
    assert (told["classes"], told["count"], told["symmetries"]) == (2, 161280, 10368000)
    assert "row and value may be exchanged" in told["generators"]
    large = minuet(
        "check", "--symmetries", "auto", "--solvers", "dlx,sat", "--json", "gallery:latin-4"
    )
    (report,) = documents(large.stdout, "class_check")
    assert (report["verdict"], report["classes"], report["symmetries"]) == ("agreed", 2, 82944)


def test_one_solution_of_each_class_is_printed() -> None:
    done = minuet("list", "--symmetries", "auto", "gallery:latin-4")
    assert (done.returncode, done.stdout.count("\n")) == (0, 9)
    listed = minuet("list", "--symmetries", "auto", "--json", "gallery:latin-4")
    *_, told = documents(listed.stdout)
    assert (told["count"], told["symmetries"], told["complete"]) == (2, 82944, True)
    best = minuet(
        "list", "--limit", "2", "--symmetries", "auto", text="a b\na |1\nb |1\na |2\nb |2\n"
    )
    assert [line for line in best.stdout.splitlines() if "objective" in line] == [
        "objective 2",
        "objective 3",
    ]


@pytest.mark.parametrize("which", ["auto", "known"])
def test_one_solution_is_looked_for_among_fewer_choices(which: str) -> None:
    done = minuet("solve", "--symmetries", which, "gallery:queens-8")
    assert (done.returncode, done.stdout.count("Q")) == (0, 8)


@pytest.mark.parametrize("command", ["count", "solve"])
def test_a_time_limit_of_nothing_leaves_it_open(command: str) -> None:
    done = minuet(command, "--symmetries", "auto", "--time-limit", "0", "gallery:soma")
    assert done.returncode == 3


def test_a_bare_matrix_has_symmetries_too() -> None:
    done = minuet("count", "--symmetries", "auto", text="a b\na\nb\na\nb\n")
    assert (done.returncode, done.stdout) == (0, "1\n")
    assert "8 symmetries" in done.stderr
    refused = minuet("count", "--symmetries", "known", text="a b\na\nb\na\nb\n")
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)


def test_what_is_not_heeded_beside_symmetries_is_refused() -> None:
    done = minuet("count", "--symmetries", "auto", "--seed", "1", "gallery:soma")
    assert done.returncode == 2
    assert "seed: not beside symmetries, expected one of them" in done.stderr


def test_hidden_rows_of_a_rule_are_exchanged_with_no_choice() -> None:
    text = """
    [choices.t]
    row = "1..2"
    col = "1..1"

    [rules]
    line = { regular = "[01]", of = "t", by = "row", along = "col" }
    """
    # Any of two cells, which may change places: none, one or both.
    done = minuet("count", "--symmetries", "auto", "-", text=text)
    assert (done.returncode, done.stdout) == (0, "3\n")
    assert "rows 1 and 2 may be swapped\n" in done.stderr
    assert "3 classes of 4 solutions under 2 symmetries\n" in done.stderr
