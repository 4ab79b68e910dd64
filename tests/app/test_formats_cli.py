"""`minuet formats`, and options that mean something for some formats only."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from minuet.models.formats import FORMATS, Format

from command_line import one_line
from in_process import minuet

GALOP = Format("galop", "DLX under another name", read=FORMATS["dlx"].read)
FREE = "a b | x\na b\nx\n"


def cells_of(line: str) -> list[str]:
    return [cell.strip() for cell in line.split("│")[1:-1]]


def test_the_formats_are_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    rows = [cells_of(line) for line in minuet("formats").stdout.splitlines() if "│" in line]
    assert rows[::2] == [
        [
            form.name,
            "yes" if form.read else "",
            "yes" if form.write else "",
            " ".join(form.extensions),
            form.title,
        ]
        for form in FORMATS.values()
    ]
    for (*others, shown), form in zip(rows[1::2], FORMATS.values(), strict=True):
        assert not any(others)
        begins = [word for word in shown.removesuffix(" ...").split() if word != "/"]
        told = [line for line in form.example.splitlines() if line[:2] not in ("# ", "| ")]
        assert len(begins) >= 1 and "".join("".join(told).split()).startswith("".join(begins))


@pytest.mark.parametrize("name", FORMATS)
def test_an_example_is_printed_whole_and_is_read(name: str) -> None:
    printed = minuet("formats", name)
    assert (printed.returncode, printed.stdout) == (0, FORMATS[name].example)
    if FORMATS[name].read and FORMATS[name].write:
        again = minuet("convert", "--from", name, "--to", name, text=printed.stdout)
        assert again.returncode == 0


def test_an_unknown_format_is_bad_usage() -> None:
    assert "unknown format 'sodoku', expected one of sudoku" in one_line(
        minuet("formats", "sodoku")
    )


def test_a_format_without_an_example_says_so(plug_in: Callable[..., None]) -> None:
    plug_in("formats", galop=f"{__name__}:GALOP")
    assert "the format galop has no example" in one_line(minuet("formats", "galop"))
    assert "galop" in minuet("formats").stdout


@pytest.mark.parametrize("command", ["formats", "gallery"])
@pytest.mark.parametrize("width", ["1", "30", "60"])
def test_a_narrow_terminal_cuts_no_name(
    command: str, width: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [cells_of(line)[0] for line in minuet(command).stdout.splitlines() if "│" in line]
    monkeypatch.setenv("COLUMNS", width)
    lines = minuet(command).stdout.splitlines()
    again = [cells_of(line)[0] for line in lines if "│" in line]
    # Where no table fits, each name has a line of its own, and what is said of it is indented.
    stacked = [line for line in lines if not any(map(line.startswith, " ┏┃┡│└"))]
    assert [*filter(None, again), *stacked] == list(filter(None, names))


def test_a_broken_format_is_a_row_that_says_so(
    plug_in: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    plug_in("formats", polka="os:sep")
    monkeypatch.setenv("COLUMNS", "200")
    done = minuet("formats")
    assert done.returncode == 0
    last = cells_of(done.stdout.splitlines()[-2])
    assert (last[0], last[4]) == ("polka", "not available: str, expected a minuet Format")


def test_options_for_matrices_heed_what_was_read_and_not_the_formats_name(
    plug_in: Callable[..., None],
) -> None:
    plug_in("formats", galop=f"{__name__}:GALOP")
    assert minuet("count", "--from", "galop", text=FREE).stdout == "2\n"
    assert minuet("count", "--from", "galop", "--primary-only", text=FREE).stdout == "1\n"
    refused = minuet("count", "--from", "galop", "--most-choices", "9", text=FREE)
    assert "--most-choices bounds a description in TOML" in one_line(refused)
