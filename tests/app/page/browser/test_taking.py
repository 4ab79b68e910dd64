"""What one takes along: other formats, the picture, a page to play offline; and what is pasted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from browsing import SUDOKU, Sitting
from exporting import built

pytestmark = pytest.mark.browser


def saved(sitting: Sitting, button: str) -> tuple[str, bytes]:
    """Press a button; return the name and the contents of the file that is saved."""
    with sitting.page.expect_download() as told:
        sitting[button].click()
    path = told.value.path()
    return told.value.suggested_filename, Path(path).read_bytes()


def test_a_puzzle_is_copied_as_a_link_and_pasted_again(sitting: Sitting) -> None:
    sitting.write(SUDOKU)
    sitting["to"].select_option("sudokupad")
    sitting["copy-as"].click()
    sitting.page.get_by_text("Copied as sudokupad.").wait_for()
    link = sitting.page.evaluate("navigator.clipboard.readText()")
    assert link.startswith("https://sudokupad.app/")
    sitting.write(link)
    assert sitting["parts"].inner_text() == "9x9 sudoku, 30 givens"
    assert sitting["to"].input_value() == "sudokupad"


def test_a_text_and_pictures_are_saved(sitting: Sitting) -> None:
    sitting.write(SUDOKU)
    sitting["to"].select_option("f-puzzles-json")
    name, data = saved(sitting, "save-as")
    assert name == "sudoku.txt" and json.loads(data)["size"] == 9
    name, data = saved(sitting, "save-svg")
    assert name == "sudoku.svg" and data.startswith(b"<svg ") and data.count(b"<text") == 30
    name, data = saved(sitting, "save-png")
    assert name == "sudoku.png" and data.startswith(b"\x89PNG")
    sitting.ask("solve")
    _, data = saved(sitting, "save-svg")
    assert data.count(b"<text") == 81


def test_notes_and_colors_stand_in_the_saved_picture(sitting: Sitting) -> None:
    sitting.write(SUDOKU)
    sitting.click(0, 2)
    sitting.page.keyboard.press("Shift+Digit4")
    sitting.page.keyboard.press("v")
    assert sitting.page.locator("#choices button").count() == 7
    sitting["choices"].get_by_role("button", name="violet").click()
    _, data = saved(sitting, "save-svg")
    assert data.count(b"<text") == 31 and b'fill="#a06cd5"' in data
    assert b'class="selected"' not in data


@built
def test_a_page_to_play_offline_is_saved(sitting: Sitting) -> None:
    sitting.write(SUDOKU)
    name, data = saved(sitting, "save-html")
    assert name == "sudoku.html" and data.startswith(b"<!doctype html>")


def test_what_a_format_cannot_hold_is_told(sitting: Sitting) -> None:
    sitting.choose("eight queens")
    sitting["to"].select_option("puzz-link")
    sitting["copy-as"].click()
    sitting.page.locator("#notice", has_text="puzz-link").wait_for()
    assert all("400" in line for line in sitting.wrong)  # so the browser logs the refusal
    sitting.wrong.clear()
