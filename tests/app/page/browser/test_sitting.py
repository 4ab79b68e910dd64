"""A whole sitting at the page: choose, edit, err, mend, ask, step, cancel, take along."""

from __future__ import annotations

import json

import pytest

from browsing import CLASH, COSTS, QUEENS, SLOW, SUDOKU, Sitting

pytestmark = pytest.mark.browser


def test_a_puzzle_is_chosen_changed_wrongly_mended_and_solved(sitting: Sitting) -> None:
    assert sitting["begin"].is_visible() and not sitting["asking"].is_visible()
    sitting.choose("eight queens")
    assert sitting["board"].get_attribute("aria-label") == "eight queens: queen: 0 chosen"
    assert sitting.page.title() == "eight queens · minuet"
    assert "Known: 92 solutions (Nauck 1850" in sitting["about"].inner_text()
    text = sitting["text"].input_value()
    sitting.write(text.replace("at_most_one", "at_mots_one", 1))
    assert sitting["place"].inner_text().startswith("Line 13, column 12")
    assert "at_mots_one" in sitting["message"].inner_text()
    assert sitting["text"].get_attribute("aria-invalid") == "true"
    assert sitting["before"].text_content() == "rising = { "
    assert sitting["at"].text_content() == "a"
    line = sitting["marked"].bounding_box()
    sitting["go"].click()
    area = sitting["text"]
    assert area.evaluate("e => [document.activeElement === e, e.selectionStart]") == [
        True,
        text.index("at_most_one"),
    ]
    shown = area.bounding_box()
    assert line and shown and line["y"] == pytest.approx(shown["y"] + 8 + 12 * 24, abs=2)
    sitting.write(text)
    assert area.get_attribute("aria-invalid") is None and not sitting["marked"].is_visible()
    assert sitting.ask("solve") == "Solved"
    assert sitting["board"].get_attribute("aria-label") == "eight queens: queen: 8 chosen"
    assert not sitting["picture"].is_visible()


def test_all_solutions_are_stepped_through(sitting: Sitting) -> None:
    sitting.write(QUEENS.format(n=6))
    assert sitting.ask("all") == "All found"
    assert sitting["where"].inner_text() == "1 of 4"
    pictures = [sitting["board"].inner_html()]
    for number in (2, 3, 4, 4):
        sitting["next"].press("Enter")
        assert sitting["where"].inner_text() == f"{number} of 4"
        pictures.append(sitting["board"].inner_html())
    assert len(set(pictures)) == 4
    sitting.page.keyboard.press("Home")
    assert sitting["where"].inner_text() == "1 of 4"
    sitting.page.keyboard.press("Alt+Period")
    sitting.page.keyboard.press("ArrowRight")
    sitting.page.keyboard.press("Alt+Comma")
    assert sitting["where"].inner_text() == "2 of 4"
    sitting["limit"].fill("3")
    assert sitting.ask("all") == "First 3"
    assert sitting["where"].inner_text() == "1 of 3"
    assert "The first 3 solutions" in sitting["headline"].inner_text()


def test_solutions_are_counted_and_cross_checked(sitting: Sitting) -> None:
    sitting.write(QUEENS.format(n=6))
    assert sitting.ask("count") == "Counted"
    assert sitting["headline"].inner_text() == "4 solutions in all"
    assert sitting.ask("check") == "Agreed"
    rows = sitting.page.locator("#told tbody tr, #told tr")
    assert "dlx" in sitting["told"].inner_text() and rows.count() > 3
    assert not sitting["stepper"].is_visible()


def test_the_best_solutions_are_found_where_there_are_costs(sitting: Sitting) -> None:
    best = sitting.page.locator("input[value=best]")
    sitting.write(COSTS)
    assert best.is_visible()
    assert sitting.ask("best") == "Best found"
    assert sitting["where"].inner_text() == "1 of 2"
    assert not sitting["picture"].is_visible() and sitting["answer-text"].is_visible()
    sitting["limit"].fill("1")
    assert sitting.ask("best") in ("Best found", "Best 1")
    sitting.write(SUDOKU)
    assert not best.is_visible()
    assert sitting.page.locator("input[value=solve]").is_checked()


def test_what_has_no_solution_is_explained(sitting: Sitting) -> None:
    sitting.write(CLASH)
    assert sitting.ask("solve") == "No solution"
    sitting["why"].click()
    sitting["told"].wait_for()
    assert "given R1C1=5 and given R1C2=5" in sitting["told"].inner_text()
    image = sitting.page.locator("#told img")
    assert image.evaluate("e => e.decode().then(() => e.naturalWidth > 100)")
    assert "cells that clash: 2" in (image.get_attribute("alt") or "")
    assert not sitting.page.locator("#told :not(img)[style], #told [id], #told [onload]").count()


def test_a_long_count_is_cancelled_and_keeps_what_it_found(sitting: Sitting) -> None:
    sitting.write(SLOW)
    sitting.begin("count")
    sitting.until(
        "/% · [1-9][\\d,]* found/.test(document.getElementById('numbers-of-progress').textContent)"
    )
    assert 0 < sitting["bar"].evaluate("e => e.value") < 1
    sitting["cancel"].click()
    assert sitting.end() == "Cancelled"
    assert "at least" in sitting["headline"].inner_text().lower()
    assert sitting["ask"].is_visible() and not sitting["progress"].is_visible()
    sitting.page.locator("input[value=solve]").check()
    assert sitting.ask("solve") == "Solved"


def test_a_limit_of_time_is_told(sitting: Sitting) -> None:
    sitting.write(SLOW)
    sitting["seconds"].fill("1")
    assert sitting.ask("count") == "Limit reached"
    assert "at least" in sitting["headline"].inner_text().lower()


def test_an_answer_to_an_earlier_text_says_so(sitting: Sitting) -> None:
    sitting.write(SUDOKU)
    sitting.ask("solve")
    assert not sitting["stale"].is_visible()
    sitting.write(CLASH)
    assert sitting["stale"].is_visible()
    sitting.write(SLOW)
    sitting["seconds"].fill("3")
    sitting.begin("count")
    sitting.write(SUDOKU)
    assert sitting.end() == "Limit reached" and sitting["stale"].is_visible()
    sitting.choose("soma")
    assert not sitting["stale"].is_visible() and not sitting["badge"].is_visible()


def test_answers_are_copied_as_text_json_and_svg(sitting: Sitting) -> None:
    def copied(name: str) -> str:
        sitting[f"copy-{name}"].click()
        sitting.page.locator("#toast.shown").wait_for()
        return str(sitting.page.evaluate("navigator.clipboard.readText()"))

    sitting.write(SUDOKU)
    sitting.ask("solve")
    assert "534678912" in copied("text").replace(" ", "").replace("|", "").replace("│", "")
    document = json.loads(copied("json"))
    assert (document["kind"], document["status"]) == ("result", "OPTIMAL")
    assert copied("svg").startswith("<svg ")


def test_files_are_opened_dropped_and_pasted(sitting: Sitting) -> None:
    file = {"name": "a.sdk", "mimeType": "text/plain", "buffer": SUDOKU.encode()}
    sitting["file"].set_input_files(file)
    sitting.settle()
    assert sitting["text"].input_value() == SUDOKU
    sitting["file"].set_input_files({**file, "buffer": b"\xff\xfe\x00"})
    sitting.page.get_by_text("a.sdk is not a text in UTF-8.").wait_for()
    sitting["file"].set_input_files({**file, "buffer": b"1" * 1_000_001})
    sitting.page.get_by_text("this page reads up to 1,000").wait_for()
    assert sitting["text"].input_value() == SUDOKU
    for kind, carrier in (("drop", "dataTransfer"), ("paste", "clipboardData")):
        sitting.page.evaluate(
            """([kind, carrier, text]) => {
              const data = new DataTransfer();
              if (kind === "drop") data.items.add(new File([text], "b.txt"));
              else data.setData("text/plain", text);
              const Kind = kind === "drop" ? DragEvent : ClipboardEvent;
              document.body.dispatchEvent(new Kind(kind, { [carrier]: data, bubbles: true }));
            }""",
            [kind, carrier, CLASH if kind == "drop" else COSTS],
        )
        sitting.holds(CLASH if kind == "drop" else COSTS)
