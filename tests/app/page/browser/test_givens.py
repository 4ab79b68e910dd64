"""The givens, edited in the picture, in step with the text."""

from __future__ import annotations

import pytest

from browsing import QUEENS, SUDOKU, Sitting

pytestmark = pytest.mark.browser


def test_digits_and_arrow_keys_change_the_text(sitting: Sitting) -> None:
    sitting.write(SUDOKU)
    sitting["edit"].check()
    keys = sitting.page.keyboard
    sitting.click(0, 2)
    keys.press("4")
    sitting.holds(SUDOKU.replace("53..", "534."))
    keys.press("ArrowLeft")
    keys.press("Backspace")
    sitting.holds(SUDOKU.replace("53..", "5.4."))
    for _ in range(8):
        keys.press("ArrowDown")
    keys.press("ArrowRight")
    keys.press("3")
    mended = SUDOKU.replace("53..", "5.4.").replace("....8..79", "..3.8..79")
    sitting.holds(mended)
    sitting.until("document.getElementById('parts').textContent === '9x9 sudoku, 31 givens'")
    for _ in range(3):
        keys.press("Control+z")
    sitting.holds(SUDOKU)
    keys.press("Control+Shift+z")
    sitting.holds(SUDOKU.replace("53..", "534."))


def test_without_editing_a_digit_is_played_and_the_text_stays(sitting: Sitting) -> None:
    sitting.write(SUDOKU)
    sitting.click(0, 2)
    sitting.page.keyboard.press("4")
    sitting.page.get_by_text("1 choice made.").wait_for()
    sitting.holds(SUDOKU)
    sitting.click(0, 0)  # a given, which stays
    sitting.page.keyboard.press("Backspace")
    sitting.holds(SUDOKU)


def test_a_text_that_is_typed_changes_the_picture(sitting: Sitting) -> None:
    sitting.write(SUDOKU)
    digits = sitting.page.locator("#board svg text")
    assert digits.count() == 30
    sitting.write(SUDOKU.replace("53..", "53.6"))
    assert digits.count() == 31
    sitting.write(QUEENS.format(n=4))
    assert digits.count() == 0 and sitting["play"].is_visible()
    sitting.write("a b\na\nb\n")
    assert not sitting["play"].is_visible() and not sitting["board"].is_visible()


def test_givens_of_a_description_are_written_into_its_toml(sitting: Sitting) -> None:
    sitting.choose("17 givens")
    before = sitting["text"].input_value()
    sitting["edit"].check()
    sitting.click(0, 0)
    sitting.page.keyboard.press("6")
    sitting.holds(before.replace(".......1.", "6......1.", 1))
    sitting["undo"].click()
    sitting.holds(before)


def test_queens_are_given_too(sitting: Sitting) -> None:
    sitting.write(QUEENS.format(n=6))
    sitting["edit"].check()
    sitting.click(0, 1, size=6)
    sitting.until("document.getElementById('parts').textContent.includes('1 given')")
    assert sitting.ask("count") == "Counted"
    assert sitting["headline"].inner_text() == "1 solution in all"


def test_a_given_that_the_text_cannot_hold_is_taken_back(sitting: Sitting) -> None:
    line = "1.....3..4.....2"
    sitting.write(line)
    sitting["edit"].check()
    sitting["text"].evaluate("e => { e.value = '[sudoku'; }")  # as if typed meanwhile
    sitting.click(0, 1, size=4)
    sitting.page.keyboard.press("3")
    sitting["notice"].wait_for()
    assert sitting["undo"].is_disabled()
    assert all("400" in line for line in sitting.wrong)  # so the browser logs the refusal
    sitting.wrong.clear()


def test_numbers_of_two_digits_are_typed_one_after_the_other(sitting: Sitting) -> None:
    empty = "\n".join(" ".join(["0"] * 16) for _ in range(16))
    sitting.write(empty)
    sitting["edit"].check()
    sitting.click(0, 0, size=16)
    sitting.page.keyboard.type("12")
    sitting.until("document.getElementById('text').value.split(/\\s+/)[0] === '12'")
    sitting.page.keyboard.press("ArrowRight")
    sitting.page.keyboard.press("1")
    sitting.until("document.getElementById('text').value.split(/\\s+/)[1] === '1'")


def test_a_zero_may_be_a_digit(sitting: Sitting) -> None:
    sitting.write(".Shape~4x4~0-3.~R1C1_0.~R2C3_2")
    sitting["edit"].check()
    keys = sitting.page.keyboard
    sitting.click(0, 1, size=4)
    keys.press("0")
    sitting.holds(".Shape~4x4~0-3.~R1C1_0.~R1C2_0.~R2C3_2")
    keys.press("ArrowLeft")
    keys.press("Backspace")
    sitting.holds(".Shape~4x4~0-3.~R1C2_0.~R2C3_2")
    keys.press("ArrowRight")
    keys.press("Delete")
    sitting.holds(".Shape~4x4~0-3.~R2C3_2")
