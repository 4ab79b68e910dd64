"""`minuet estimate`: what it prints and how it exits."""

from __future__ import annotations

import pytest
from clocks import Clock

from documents import documents
from in_process import minuet
from oracle.problems import GRID

EMPTY = "." * 81


def test_a_small_search_is_told_exactly() -> None:
    done = minuet("estimate", "gallery:queens-8", "--ways", "50")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[:2] == ["nodes      1,199", "solutions  92"]
    assert lines[-1].startswith("This is exact")


def test_a_large_search_is_estimated_with_its_spread(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)  # a line for each figure, however long
    clock.tick = 0.05
    wanted = ["--ways", "40", "--time-limit", "inf"]
    done = minuet("estimate", *wanted, text=EMPTY)
    assert done.returncode == 0, done.stderr
    nodes, _, time, confidence = done.stdout.splitlines()
    assert nodes.startswith("nodes      some ") and nodes.endswith(" %") and "±" in nodes
    assert "nodes a second (dlx, one thread)" in time
    assert confidence.startswith(("confidence rough: 40 ", "confidence poor: 40 "))


def test_the_puzzles_of_a_file_are_estimated_one_by_one() -> None:
    done = minuet("estimate", "--ways", "20", text="1..." + "." * 12 + "\n" + "." * 16 + "\n")
    lines = done.stdout.splitlines()
    assert [lines[0], lines[5]] == ["puzzle 1", "puzzle 2"]
    assert [lines[2], lines[7]] == ["solutions  72", "solutions  288"]


def test_a_document_says_the_numbers(clock: Clock) -> None:
    clock.tick = 0.05
    done = minuet("estimate", "--json", "--ways", "30", "--seed", "3", "--skewed", text=GRID)
    (told,) = documents(done.stdout, "estimate")
    assert (told["ways"], told["seed"], told["skewed"]) == (30, 3, True)
    assert told["exact"]["solutions"] == 1
    wanted = ["--json", "--ways", "5", "--time-limit", "inf"]
    (cut,) = documents(minuet("estimate", *wanted, text=EMPTY).stdout, "estimate")
    assert cut["exact"] is None and cut["nodes"]["log10"] > 10


def test_no_time_is_no_answer() -> None:
    done = minuet("estimate", "--time-limit", "0", text=GRID)
    assert (done.returncode, done.stdout) == (3, "")
    assert "before the first random way" in done.stderr


@pytest.mark.parametrize("option", [["--ways", "0"], ["--seed", "-1"], ["--seed", "4294967296"]])
def test_numbers_out_of_range_are_one_line(option: list[str]) -> None:
    done = minuet("estimate", *option, text=GRID)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_an_interrupt_keeps_what_the_ways_told(clock: Clock) -> None:
    clock.tick = 0.6
    wanted = ["--ways", "100", "--time-limit", "inf"]
    done = minuet("estimate", *wanted, text=EMPTY, terminal=True, stop_at="100/100 ways")
    assert done.returncode == 130
    assert done.stderr.endswith("minuet: interrupted: 100 of 100 ways\n")
    assert "100 random ways" in done.stdout
