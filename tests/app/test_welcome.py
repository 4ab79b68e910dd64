"""`minuet` alone: examples that can be typed as they stand."""

from __future__ import annotations

import re
import shlex

import pytest
from clocks import Clock

from in_process import minuet

EXAMPLES = [line.strip() for line in minuet().stdout.splitlines() if line.startswith("  ")][:10:2]


def test_alone_it_shows_five_examples_and_where_to_read_on() -> None:
    done = minuet()
    assert (done.returncode, done.stderr) == (0, "")
    shown = [line.strip() for line in done.stdout.splitlines()]
    assert [line for line in shown if "minuet " in line][:5] == EXAMPLES
    assert len(EXAMPLES) == 5
    assert "minuet --help" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 72


@pytest.mark.parametrize("width", [40, 15])
@pytest.mark.parametrize("arguments", [[], ["version"]], ids=["alone", "version"])
def test_words_are_wrapped_where_the_terminal_is_narrow_and_none_is_lost(
    arguments: list[str], width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    wide = minuet(*arguments).stdout
    monkeypatch.setenv("COLUMNS", str(width))
    narrow = minuet(*arguments).stdout
    assert narrow.split() == wide.split()
    assert all(len(line) <= width or " " not in line.strip() for line in narrow.splitlines())


def test_what_is_wrapped_goes_on_below_its_beginning(
    monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    clock.tick = 0.0  # so the time that is told has always as many words
    monkeypatch.delenv("COLUMNS", raising=False)
    search = ("estimate", "--ways", "50", "gallery:queens-8")
    *named, exact = minuet(*search).stdout.splitlines()  # in a pipe, each line as long as it is
    assert exact.startswith("This is exact")
    monkeypatch.setenv("COLUMNS", "24")
    lines = minuet(*search).stdout.splitlines()
    assert max(map(len, lines)) <= 24
    (column,) = {re.match(r"\w+ +", line).end() for line in named}  # type: ignore[union-attr]
    first = next(place for place, line in enumerate(lines) if line.startswith("This"))
    assert len(lines[:first]) > len(named)
    for line in lines[:first]:  # what a name has is below its first words
        assert line[:column].strip() in ("nodes", "solutions", "time", "")
        assert line[column] != " "
    assert not [line for line in lines[first:] if line.startswith(" ")]  # no name: at the margin
    inside = [line for line in minuet().stdout.splitlines() if line.startswith("      ")]
    assert len(inside) > 5  # lines of a block begin where it does


@pytest.mark.parametrize("arguments", [["--help"], ["sudoku", "--help"]], ids=" ".join)
def test_no_summary_of_a_command_is_cut(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for columns in ("40", "80"):
        monkeypatch.setenv("COLUMNS", columns)
        assert "..." not in minuet(*arguments).stdout.partition("Options:")[2]


@pytest.mark.parametrize("command", EXAMPLES)
def test_an_example_answers(command: str) -> None:
    """Each is one command of minuet, which may be fed by `echo` or print into a file."""
    fed, _, called = f"|{command}".rpartition("|")
    words = shlex.split(called.partition(">")[0])
    assert words[0] == "minuet"
    text = fed.removeprefix("|").strip().removeprefix("echo ")
    done = minuet(*words[1:], text=f"{text}\n")
    assert done.returncode == 0, done.stderr
    assert done.stdout
