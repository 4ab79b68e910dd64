"""The clues of pencil puzzles, edited in the picture, in step with the text."""

from __future__ import annotations

import pytest

from browsing import SUDOKU, Sitting

pytestmark = pytest.mark.browser

MASYU = """masyu
5 5
- - - - b
- - w - -
- - - - -
- w - - -
b - - - -"""
ROOMS = """norinori
4 4
- - - -
- - - -
- - - -
- - - -
1 1 2 2
1 1 2 2
3 3 4 4
3 3 4 4"""


def edited(sitting: Sitting, text: str) -> None:
    sitting.write(text)
    sitting["edit"].check()
    assert sitting["clue-board"].is_visible() and not sitting["board"].is_visible()


def test_numbers_are_typed_from_cell_to_cell(sitting: Sitting) -> None:
    text = "slitherlink\n4 4\n3 - 2 3\n- - 2 -\n1 2 - 1\n3 3 2 -"
    edited(sitting, text)
    keys = sitting.page.keyboard
    sitting.click(0, 1, size=4, on="clue-board")
    keys.type("3")
    keys.press("ArrowDown")
    keys.type("0")
    keys.press("Enter")
    changed = text.replace("3 - 2 3\n- - 2", "3 3 2 3\n- 0 2")
    sitting.holds(changed)
    sitting.until("document.getElementById('parts').textContent.includes('12 clues')")
    keys.press("Control+z")
    keys.press("Control+z")
    sitting.holds(text)
    keys.press("Control+Shift+z")
    sitting.holds(text.replace("3 - 2 3", "3 3 2 3"))
    sitting.click(0, 0, size=4, on="clue-board")
    keys.press("Delete")
    keys.press("Enter")
    sitting.holds(text.replace("3 - 2 3", "- 3 2 3"))
    sitting["clue-done"].click()
    assert sitting["board"].is_visible() and sitting["play"].is_visible()
    sitting.write(SUDOKU)
    assert sitting["edit"].is_visible() and not sitting["clues"].is_visible()


def test_marks_that_have_a_look_are_buttons(sitting: Sitting) -> None:
    edited(sitting, MASYU)
    sitting.click(2, 2, size=5, on="clue-board")
    sitting["clue-fields"].get_by_role("button", name="w").click()
    sitting.holds(MASYU.replace("- - - - -", "- - w - -"))
    sitting["clue-fields"].get_by_role("button", name="w").click()
    sitting.holds(MASYU)


def test_a_word_goes_into_all_places_that_are_chosen(sitting: Sitting) -> None:
    edited(sitting, ROOMS)
    sitting.click(0, 2, size=4, on="clue-board")
    sitting.page.keyboard.press("Shift+ArrowDown")
    assert "Region in 2 places" in sitting["clue-fields"].inner_text()
    sitting.page.keyboard.type("1")
    sitting.page.keyboard.press("Enter")
    sitting.holds(ROOMS.replace("1 1 2 2", "1 1 1 2"))


def test_words_behind_the_size_are_edited_too(sitting: Sitting) -> None:
    edited(sitting, MASYU)
    field = sitting["clue-fields"].get_by_label("Behind the size")
    field.fill("full")
    field.press("Enter")
    sitting.holds(MASYU.replace("5 5", "5 5 full"))


def test_what_a_kind_refuses_is_said(sitting: Sitting) -> None:
    edited(sitting, MASYU)
    sitting.click(0, 0, size=5, on="clue-board")
    sitting.page.keyboard.type("7")
    sitting.page.keyboard.press("Enter")
    sitting["notice"].wait_for()
    assert "'7', expected 'w' or 'b'" in sitting["notice"].inner_text()
    sitting.holds(MASYU)
    assert all("400" in line for line in sitting.wrong)  # so the browser logs the refusal
    sitting.wrong.clear()


def test_a_link_follows_and_a_question_ends_the_editing(sitting: Sitting) -> None:
    edited(sitting, "https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou")
    sitting.click(0, 0, size=6, on="clue-board")
    field = sitting["clue-fields"].get_by_label("Behind the size")
    field.fill("2")
    field.press("Enter")
    sitting.holds("https://puzz.link/p?starbattle/6/6/2/4ilbhgdnmhou")
    sitting.ask("solve")
    assert sitting["board"].is_visible() and not sitting["clue-board"].is_visible()
    assert not sitting["edit"].is_checked()


def test_another_puzzle_is_edited_at_once(sitting: Sitting) -> None:
    edited(sitting, MASYU)
    sitting.click(0, 0, size=5, on="clue-board")
    sitting.write("slitherlink\n5 5\n" + "- - - - -\n" * 5)
    assert sitting["clue-board"].is_visible()
    sitting.click(0, 0, size=5, on="clue-board")
    sitting.page.keyboard.type("3")
    sitting.page.keyboard.press("Enter")
    sitting.holds("slitherlink\n5 5\n3 - - - -\n" + "- - - - -\n" * 4)


def test_regions_of_a_solution_are_told_apart(sitting: Sitting) -> None:
    sitting.choose("compass")
    fills = (
        "new Set([...document.querySelectorAll('#board svg [fill]')]"
        ".map((e) => e.getAttribute('fill'))).size"
    )
    before = sitting.page.evaluate(fills)
    sitting.ask("solve")
    assert sitting.page.evaluate(fills) > before + 1
