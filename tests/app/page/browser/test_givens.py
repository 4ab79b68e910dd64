"""The grid of givens, in step with the text."""

from __future__ import annotations

import pytest

from browsing import QUEENS, SUDOKU, Sitting

pytestmark = pytest.mark.browser


def test_digits_and_arrow_keys_change_the_text(sitting: Sitting) -> None:
    sitting.write(SUDOKU)
    keys = sitting.page.keyboard
    sitting.page.get_by_label("row 1, column 3, empty").focus()
    keys.press("4")
    sitting.holds(SUDOKU.replace("53..", "534."))
    keys.press("ArrowLeft")
    keys.press("Backspace")
    sitting.holds(SUDOKU.replace("53..", "5.4."))
    keys.press("Control+ArrowDown")
    keys.press("ArrowRight")
    keys.press("3")
    mended = SUDOKU.replace("53..", "5.4.").replace("....8..79", "..3.8..79")
    sitting.holds(mended)
    assert sitting.page.evaluate("document.activeElement.ariaLabel") == "row 9, column 3, 3"
    keys.press("x")
    assert sitting.page.evaluate("document.activeElement.value") == "3"
    for _ in range(3):
        keys.press("Control+z")
    sitting.holds(SUDOKU)


def test_a_text_that_is_typed_changes_the_grid(sitting: Sitting) -> None:
    sitting.write(SUDOKU)
    sitting.write(SUDOKU.replace("53..", "53.6"))
    assert sitting.page.get_by_label("row 1, column 4, 6").input_value() == "6"
    assert sitting["givens"].get_attribute("inert") is None
    sitting.write("[choices.x")
    assert sitting["givens"].get_attribute("inert") == ""
    sitting.write(QUEENS.format(n=4))
    assert not sitting["givens"].is_visible()


def test_boxes_are_seen_where_there_are_some(sitting: Sitting) -> None:
    edges = sitting.page.locator("#board .edge-right")
    sitting.write(SUDOKU)
    assert edges.count() == 18
    sitting.choose("square of 4 x 4 numbers 1 to 4 row and column.")
    assert sitting.page.locator("#board input").count() == 16
    assert edges.count() == 0


def test_givens_of_a_description_are_written_into_its_toml(sitting: Sitting) -> None:
    sitting.choose("17 givens")
    before = sitting["text"].input_value()
    sitting.page.get_by_label("row 1, column 1, empty").focus()
    sitting.page.keyboard.press("6")
    sitting.holds(before.replace(".......1.", "6......1.", 1))
    sitting["undo"].click()
    sitting.holds(before)


def test_numbers_of_two_digits_are_typed_one_after_the_other(sitting: Sitting) -> None:
    empty = "\n".join(" ".join(["0"] * 16) for _ in range(16))
    sitting.write(empty)
    sitting.page.get_by_label("row 1, column 1, empty").focus()
    sitting.page.keyboard.type("12")
    sitting.until("document.getElementById('text').value.split(/\\s+/)[0] === '12'")
    sitting.page.keyboard.press("ArrowRight")
    sitting.page.keyboard.press("1")
    sitting.page.keyboard.press("ArrowDown")
    sitting.until("document.getElementById('text').value.split(/\\s+/)[1] === '1'")


def test_a_zero_may_be_a_digit(sitting: Sitting) -> None:
    sitting.write(".Shape~4x4~0-3.~R1C1_0.~R2C3_2")
    keys = sitting.page.keyboard
    cell = sitting.page.get_by_label("row 1, column 1, 0")
    assert cell.input_value() == "0"
    cell.focus()
    keys.press("ArrowRight")
    keys.press("0")
    sitting.holds(".Shape~4x4~0-3.~R1C1_0.~R1C2_0.~R2C3_2")
    keys.press("ArrowLeft")
    keys.press("Backspace")
    sitting.holds(".Shape~4x4~0-3.~R1C2_0.~R2C3_2")
    keys.press("ArrowRight")
    keys.press("Delete")
    sitting.holds(".Shape~4x4~0-3.~R2C3_2")
