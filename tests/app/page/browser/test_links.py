"""The project in the link: it leads back to the puzzle, and a broken one does no harm."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable

import pytest

from browsing import CLASH, QUEENS, SUDOKU, Sitting

pytestmark = pytest.mark.browser


def fragment(told: object) -> str:
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(json.dumps(told).encode()) + packer.flush()
    return "#p=" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def test_a_copied_link_leads_to_the_same_project(opened: Callable[..., Sitting]) -> None:
    here = opened()
    here.write(SUDOKU)
    here["format"].select_option("sudoku")
    here.page.locator("input[value=count]").check()
    link = here.link()
    assert link.startswith(here.url + "#p=") and len(link) < 300
    there = opened(link.removeprefix(here.url))
    there.settle()
    assert there["text"].input_value() == SUDOKU
    assert there["format"].input_value() == "sudoku"
    assert there.page.locator("input[value=count]").is_checked()
    assert not there["badge"].is_visible()  # nothing is asked by a link alone
    assert there.page.evaluate("[localStorage.length, document.cookie]") == [0, ""]


def test_a_reload_keeps_the_text_and_the_back_button_leads_to_the_former(sitting: Sitting) -> None:
    sitting.write(CLASH)
    sitting.until("location.hash.startsWith('#p=')")
    sitting.choose("eight queens")
    assert sitting.page.url.endswith("#gallery=queens-8")
    sitting.choose("soma")
    sitting.page.go_back()
    sitting.until("document.title.startsWith('eight queens')")
    sitting.page.go_back()
    sitting.holds(CLASH)
    sitting.page.reload()
    sitting.holds(CLASH)
    sitting.page.go_forward()
    sitting.until("document.title.startsWith('eight queens')")


def test_a_puzzle_that_is_computed_is_brought_and_linked(
    sitting: Sitting, opened: Callable[[str], Sitting]
) -> None:
    sitting.choose("hashiwokakero")
    assert sitting.page.url.endswith("#gallery=hashiwokakero-5")
    text = sitting["text"].input_value()
    assert text.startswith('name = "hashiwokakero"') and sitting["about"].is_visible()
    opened("#gallery=hashiwokakero-5").holds(text)


HOSTILE = {
    "no base64": "#p=%3Cscript%3Ealert(1)%3C/script%3E",
    "not deflated": "#p=AAAA",
    "cut off": fragment({"v": 1, "text": SUDOKU, "format": None, "question": "solve"})[:-9],
    "no JSON": "#p=" + base64.urlsafe_b64encode(zlib.compress(b"{", wbits=-15)).decode().strip("="),
    "a list": fragment([1, 2]),
    "another version": fragment({"v": 2, "text": "1"}),
    "text that is none": fragment({"v": 1, "text": {"toString": "x"}}),
    "a format that is none": fragment({"v": 1, "text": "1", "format": "<b>"}),
    "a question that is none": fragment({"v": 1, "text": "1", "question": "__proto__"}),
    "a bomb": fragment({"v": 1, "text": "1" * 20_000_000}),
    "too long": "#p=" + "A" * 500_000,
    "a puzzle that is none": "#gallery=../secret",
    "an unknown puzzle": "#gallery=no-such-puzzle",
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_broken_link_is_told(opened: Callable[..., Sitting], what: str) -> None:
    sitting = opened(HOSTILE[what])
    sitting["notice"].wait_for()
    assert sitting["notice"].inner_text().startswith("The link cannot be read: ")
    assert sitting["text"].input_value() == ""
    assert sitting["begin"].is_visible()


def test_markup_in_a_link_stays_text(opened: Callable[..., Sitting]) -> None:
    evil = "<img src=x onerror=document.title='run'>"
    text = f'name = "{evil}"\n' + QUEENS.format(n=4)
    sitting = opened(fragment({"v": 1, "text": text, "format": None, "question": "explain"}))
    sitting.settle()
    assert evil in (sitting["board"].get_attribute("aria-label") or "")
    sitting.ask("explain")
    sitting.ask("check")
    assert sitting.page.title() == f"{evil} · minuet"
    assert not sitting.page.locator("img[src=x]").count()
