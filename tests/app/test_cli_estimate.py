"""`minuet estimate`: what it prints and how it exits."""

from __future__ import annotations

import sys

import pytest

import minuet.solvers.questions.estimate.estimate
from minuet.app.terminal import interrupts

from documents import documents
from in_process import minuet
from oracle.problems import GRID


def test_a_small_search_is_told_exactly() -> None:
    done = minuet("estimate", "gallery:queens-8", "--ways", "50")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[:2] == ["nodes      1,199", "solutions  92"]
    assert lines[-1].startswith("This is exact")


def test_a_large_search_is_estimated_with_its_spread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)  # a line for each figure, however long
    done = minuet("estimate", "gallery:macmahon-squares", "--ways", "150", "--time-limit", "60")
    assert done.returncode == 0, done.stderr
    nodes, _, time, confidence = done.stdout.splitlines()
    assert nodes.startswith("nodes      some ") and nodes.endswith(" %") and "±" in nodes
    assert "nodes a second (dlx, one thread)" in time
    assert confidence.startswith(("confidence rough: 150 ", "confidence poor: 150 "))


def test_the_puzzles_of_a_file_are_estimated_one_by_one() -> None:
    done = minuet("estimate", "--ways", "20", text="1..." + "." * 12 + "\n" + "." * 16 + "\n")
    lines = done.stdout.splitlines()
    assert [lines[0], lines[5]] == ["puzzle 1", "puzzle 2"]
    assert [lines[2], lines[7]] == ["solutions  72", "solutions  288"]


def test_a_document_says_the_numbers() -> None:
    done = minuet("estimate", "--json", "--ways", "30", "--seed", "3", "--skewed", text=GRID)
    (told,) = documents(done.stdout, "estimate")
    assert (told["ways"], told["seed"], told["skewed"]) == (30, 3, True)
    assert told["exact"]["solutions"] == 1
    (cut,) = documents(
        minuet("estimate", "--json", "--ways", "5", "gallery:fewest-queens").stdout, "estimate"
    )
    assert cut["exact"] is None and cut["nodes"]["log10"] > 10


def test_no_time_is_no_answer() -> None:
    done = minuet("estimate", "--time-limit", "0", text=GRID)
    assert (done.returncode, done.stdout) == (3, "")
    assert "before the first random way" in done.stderr


@pytest.mark.parametrize("option", [["--ways", "0"], ["--seed", "-1"], ["--seed", "4294967296"]])
def test_numbers_out_of_range_are_one_line(option: list[str]) -> None:
    done = minuet("estimate", *option, text=GRID)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_an_interrupt_keeps_what_the_ways_told(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*arguments: object) -> None:
        raise KeyboardInterrupt

    module = sys.modules["minuet.solvers.questions.estimate.estimate"]
    monkeypatch.setattr(module, "searching", interrupt)
    monkeypatch.setattr(interrupts._State, "said", False)  # a process says so once
    done = minuet("estimate", "--ways", "100", "gallery:fewest-queens")
    assert done.returncode == 130
    assert "minuet: interrupted: 100 of 100 ways\n" in capfd.readouterr().err
    assert "100 random ways" in done.stdout
