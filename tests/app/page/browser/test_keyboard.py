"""The page by keyboard alone, and as a screen reader tells it."""

from __future__ import annotations

import pytest

from browsing import SLOW, SUDOKU, Sitting

pytestmark = pytest.mark.browser
FOCUS = "document.activeElement.id || document.activeElement.textContent.trim()"
MOST_STOPS = 60


def test_a_puzzle_is_chosen_asked_and_stepped_through_by_keys_alone(sitting: Sitting) -> None:
    keys = sitting.page.keyboard
    keys.press("Control+k")
    keys.type("six")
    keys.type("teen kings")
    keys.press("ArrowDown")
    keys.press("Enter")
    sitting.settle()
    assert sitting.page.title() == "sixteen kings · minuet"
    assert sitting.page.evaluate(FOCUS) == "ask"
    for _ in range(MOST_STOPS):
        keys.press("Shift+Tab")
        if sitting.page.evaluate("document.activeElement.name") == "question":
            break
    for _ in range(2):
        keys.press("ArrowRight")
    assert sitting.page.locator("input[value=all]").is_checked()
    keys.press("Control+Enter")
    assert sitting.end() == "First 100"
    keys.press("Alt+Period")
    assert sitting["where"].inner_text() == "2 of 100"


def test_escape_cancels_a_question_and_closes_windows(sitting: Sitting) -> None:
    keys = sitting.page.keyboard
    sitting.write(SLOW)
    sitting.page.locator("input[value=count]").check()
    keys.press("Control+Enter")
    sitting["progress"].wait_for()
    keys.press("Control+Slash")
    assert sitting["keys"].is_visible()
    keys.press("Escape")
    assert not sitting["keys"].is_visible() and sitting["progress"].is_visible()
    keys.press("Control+k")
    keys.type("x")
    keys.press("Escape")
    assert not sitting["gallery"].is_visible() and sitting["progress"].is_visible()
    keys.press("Escape")
    assert sitting.end() == "Cancelled"


def test_tab_goes_through_everything_and_out_again(sitting: Sitting) -> None:
    sitting.write(SUDOKU)
    sitting.page.locator("body").evaluate("e => { e.tabIndex = -1; e.focus(); }")
    stops = []
    for _ in range(MOST_STOPS):
        sitting.page.keyboard.press("Tab")
        stops.append(sitting.page.evaluate(FOCUS))
        if stops[-1] and stops.count(stops[0]) > 1:
            break
    assert stops[0] == "Skip to the picture"
    for name in (
        "copy-link",
        "choose",
        "open",
        "format",
        "text",
        "solver",
        "seconds",
        "ask",
        "board",
    ):
        assert name in stops, stops
    assert len(stops) < 50  # a board is one stop
    sitting.page.keyboard.press("Enter")
    assert sitting.page.evaluate(FOCUS) == "board"
    sitting.page.get_by_text("Skip to the puzzle’s text").focus()
    sitting.page.keyboard.press("Enter")
    assert sitting.page.evaluate(FOCUS) == "text"
    assert sitting["text"].input_value() == SUDOKU


def test_what_has_the_focus_is_seen(sitting: Sitting) -> None:
    sitting.write(SUDOKU)
    for _ in range(20):
        sitting.page.keyboard.press("Tab")
        outlined = sitting.page.evaluate(
            """() => {
              const here = document.activeElement;
              const shown = [here, here.nextElementSibling, here.closest(".editor")];
              return here === document.body || shown.some((one) => one &&
                getComputedStyle(one).outlineStyle !== "none" &&
                parseFloat(getComputedStyle(one).outlineWidth) >= 2);
            }"""
        )
        assert outlined, sitting.page.evaluate(FOCUS)


def test_every_control_has_a_name(sitting: Sitting) -> None:
    sitting.write(SUDOKU)
    sitting.ask("solve")
    roles = ("button", "textbox", "combobox", "spinbutton", "radio", "img", "grid", "searchbox")
    sitting["choose"].click()  # what is in the window counts too
    nameless = []
    for role in roles:
        for one in sitting.page.get_by_role(role).all():
            snapshot = one.aria_snapshot().splitlines()[0]
            if '"' not in snapshot:
                nameless.append((snapshot, one.evaluate("e => e.outerHTML")[:200]))
    assert nameless == []
    assert sitting.page.get_by_role("button", name="Close", exact=True).count() == 1
    sitting.page.keyboard.press("Escape")
    assert sitting.page.get_by_role("application").get_attribute("aria-label") == (
        "sudoku: digits given: 30, found: 51"
    )
    described = sitting["text"].get_attribute("aria-describedby")
    assert described == "mistake"
    assert sitting["headline"].get_attribute("role") == "status"
