"""Play and setting on the page: hints, checks, candidates, two solutions side by side."""

from __future__ import annotations

import re

import pytest

from browsing import SUDOKU, Sitting

pytestmark = pytest.mark.browser
TWO = "12..\n3412\n21..\n43..\n"  # has two solutions, which differ in four cells


def says(sitting: Sitting, words: str) -> None:
    """Wait until the status of play has these words."""
    sitting.page.locator("#status", has_text=words).wait_for()


def test_a_hint_is_taken_and_undone(sitting: Sitting) -> None:
    sitting.write(SUDOKU)
    digits = sitting.page.locator("#board svg text")
    sitting["hint"].click()
    says(sitting, "and nothing else is left.")
    assert sitting.page.locator("#board .hinted").count() == 1
    sitting["take"].click()
    says(sitting, "1 choice made.")
    assert digits.count() == 31 and not sitting["take"].is_visible()
    sitting.page.keyboard.press("Control+z")
    assert digits.count() == 30


def test_a_hint_that_needs_a_search_is_explained(sitting: Sitting) -> None:
    sitting.choose("slitherlink")
    sitting["hint"].click()
    sitting["take"].wait_for()
    status = sitting["status"].inner_text()
    if "is forced" in status:
        assert sitting.page.locator("#reasons li").count() > 0
    else:
        assert "nothing else is left" in status or "one choice" in status


def test_a_mistake_is_found_and_a_solution_noticed(sitting: Sitting) -> None:
    sitting.write(TWO.replace("12..", "123."))
    sitting.click(2, 2, size=4)
    sitting.page.keyboard.press("4")
    says(sitting, "1 choice made.")
    sitting["check-play"].click()
    says(sitting, "Nothing is wrong so far")
    sitting.page.keyboard.press("Control+z")
    sitting.click(2, 2, size=4)
    sitting.page.keyboard.press("3")
    says(sitting, "A clash: ")
    sitting.page.keyboard.press("4")
    for row, col, digit in ((0, 3, "4"), (2, 3, "3"), (3, 2, "2"), (3, 3, "1")):
        sitting.click(row, col, size=4)
        sitting.page.keyboard.press(digit)
    says(sitting, "Solved.")
    assert "held" in (sitting["timer"].get_attribute("class") or "")


def test_true_candidates_are_fewer_than_those_that_fit(sitting: Sitting) -> None:
    sitting.write(SUDOKU)
    notes = sitting.page.locator("#board .note")
    sitting["fill"].click()
    assert notes.count() == 51
    fitting = "".join(notes.all_text_contents())
    sitting["possible"].click()
    says(sitting, "51 candidates are left that some solution has")
    assert len("".join(notes.all_text_contents())) == 51 < len(fitting)
    sitting["undo"].click()
    assert "".join(notes.all_text_contents()) == fitting


def test_the_answer_stands_in_the_picture_until_one_plays_on(sitting: Sitting) -> None:
    sitting.write(SUDOKU)
    digits = sitting.page.locator("#board svg text")
    assert sitting.ask("solve") == "Solved"
    assert digits.count() == 81
    sitting.click(0, 2)
    sitting.page.keyboard.press("4")
    says(sitting, "1 choice made.")
    assert digits.count() == 31


def test_two_solutions_are_compared_and_givens_make_it_unique(sitting: Sitting) -> None:
    sitting.write(TWO)
    sitting["twins"].click()
    says(sitting, "Two solutions, which differ in 4 choices")
    assert sitting["where"].inner_text() == "1 of 2"
    assert sitting.page.locator("#board .other").count() == 4
    twins = sitting.page.locator("#reasons .twin")
    assert twins.count() == 2 and sitting.page.locator("#reasons .other").count() == 8
    first, second = (twin.bounding_box() for twin in twins.all())
    assert first and second and first["y"] == second["y"] and first["x"] < second["x"]
    sitting["more"].click()
    sitting["take"].wait_for()
    says(sitting, "1 more given leaves")
    sitting["take"].click()
    sitting.until("/, 11 givens/.test(document.getElementById('parts').textContent)")
    assert sitting.ask("count") == "Counted"
    assert sitting["headline"].inner_text() == "1 solution in all"
    sitting["spare"].click()
    says(sitting, "Could be spared, each alone: ")
    assert "Each of these givens" in sitting["reasons"].inner_text()


def test_a_sudoku_on_one_line_is_wrapped(sitting: Sitting) -> None:
    line = re.sub(r"\s", "", SUDOKU)
    sitting.write(line)
    sitting["wrap"].click()
    sitting.holds(SUDOKU)
    sitting["wrap"].wait_for(state="hidden")


def test_the_text_is_folded_away(sitting: Sitting) -> None:
    sitting.page.evaluate("document.getElementById('text-details').open = false")
    assert not sitting["text"].is_visible()
    sitting.choose("17 givens")
    assert not sitting["text"].is_visible() and sitting["board"].is_visible()
