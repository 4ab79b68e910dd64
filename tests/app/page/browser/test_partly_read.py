"""The banner over an answer: what was read and what was not; and what the answer rests on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from browsing import COSTS, PHONE, SUDOKU, Sitting, brightness, fits

pytestmark = pytest.mark.browser

WORDS = "rules <img src=x onerror=alert(1)> in words"
PARTS = f"unread: 3 lines\nunread: {WORDS}\n"
BLANK = "....\n" * 4  # has 288 solutions


def listed(sitting: Sitting) -> list[str]:
    """Return the parts that the banner says are not read."""
    return sitting.page.locator("#unread-parts li").all_inner_texts()


def shade(sitting: Sitting, name: str) -> str:
    """Return the color of an element's letters."""
    return str(sitting[name].evaluate("e => getComputedStyle(e).color"))


def test_the_banner_names_what_was_read_and_what_was_not(sitting: Sitting) -> None:
    assert not sitting["banner"].is_visible()
    sitting.write(PARTS + BLANK)
    assert sitting["parts"].inner_text() == "4x4 sudoku"
    assert listed(sitting) == ["3 lines", WORDS]
    assert sitting.page.locator("#unread-parts li *").count() == 0
    banner, figure = (sitting[name].bounding_box() for name in ("banner", "figure"))
    assert banner and figure and banner["y"] + banner["height"] <= figure["y"]


def test_an_answer_to_a_part_is_not_green(sitting: Sitting) -> None:
    sitting.write(BLANK)
    assert sitting.ask("count") == "Counted"
    assert sitting["headline"].inner_text() == "288 solutions in all"
    green = shade(sitting, "badge")
    sitting.write(PARTS + BLANK)
    assert sitting.ask("count") == "Counted, partly read"
    assert sitting["headline"].inner_text() == "288 solutions of what was read"
    assert shade(sitting, "badge") != green
    assert shade(sitting, "badge") == shade(sitting, "unread")
    sitting.write(PARTS + "11..\n" + "....\n" * 3)
    assert sitting.ask("solve") == "No solution, partly read"


def test_the_banner_is_that_of_the_text_as_it_stands(sitting: Sitting) -> None:
    sitting.write(PARTS + BLANK)
    assert sitting.ask("solve") == "Solved, partly read"
    sitting.write("unread: 1 arrow\n1" + BLANK[1:])
    assert sitting["parts"].inner_text() == "4x4 sudoku, 1 given"
    assert listed(sitting) == ["1 arrow"]
    assert sitting["stale"].is_visible() and sitting["badge"].inner_text() == "Solved, partly read"
    sitting["edit"].check()
    with sitting.page.expect_response("**/api/read"):
        sitting.click(0, 1, size=4)
        sitting.page.keyboard.press("2")
    sitting.until("document.getElementById('parts').textContent === '4x4 sudoku, 2 givens'")
    assert listed(sitting) == ["1 arrow"]
    sitting.holds("unread: 1 arrow\n12" + BLANK[2:])
    sitting.write(BLANK)
    assert sitting["banner"].is_visible() and not sitting["unread"].is_visible()
    sitting.write("[")
    assert not sitting["banner"].is_visible()


def test_a_solution_says_whether_it_is_the_only_one(sitting: Sitting) -> None:
    sitting.write(SUDOKU)
    assert sitting.ask("solve") == "Solved"
    assert sitting["headline"].inner_text() == "The only solution"
    assert sitting["claims"].inner_text().startswith("a solution: verified; no other: agreed by ")
    sitting.write(BLANK)
    sitting.ask("solve")
    assert sitting["headline"].inner_text() == "One of several solutions"
    sitting.write(COSTS)
    sitting.ask("solve")
    assert sitting["headline"].inner_text() == "The best solution: 3"


def test_what_an_answer_rests_on_is_explained(sitting: Sitting) -> None:
    sitting.write(SUDOKU)
    assert not sitting["evidence"].is_visible()
    sitting.ask("count")
    assert sitting["level"].inner_text() == "claimed"
    told = sitting["level"].get_attribute("title") or ""
    assert told.startswith("one solver says so")
    assert not sitting["levels"].is_visible()
    sitting.page.locator("#evidence summary").focus()
    sitting.page.keyboard.press("Enter")
    assert sitting["levels"].inner_text().split("\n")[0] == "claimed"
    assert told in sitting["levels"].inner_text()
    sitting.ask("check")
    assert sitting["level"].inner_text() == "agreed"
    assert not sitting["levels"].is_visible()
    sitting.choose("eight queens")
    assert not sitting["evidence"].is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_banner_fits_and_can_be_read(opened: Callable[..., Sitting], scheme: str) -> None:
    sitting = opened(viewport=PHONE, color_scheme=scheme)
    sitting.write("unread: " + "long" * 60 + "\n" + PARTS + BLANK)
    sitting.ask("solve")
    sitting.page.locator("#evidence summary").click()
    assert fits(sitting)
    for name in ("banner", "unread", "badge", "level", "levels"):
        ink, paper = (brightness(sitting, name, kind) for kind in ("color", "background-color"))
        assert abs(ink - paper) > 80, name
