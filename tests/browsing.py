"""The page in a browser as a person uses it: what is typed and pressed, and what is then seen."""

from __future__ import annotations

import shutil
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SUDOKU = """53..7....
6..195...
.98....6.
8...6...3
4..8.3..1
7...2...6
.6....28.
...419..5
....8..79"""
CLASH = SUDOKU.replace("53..", "55..")
QUEENS = """[choices.queen]
row = "1..{n}"
col = "1..{n}"

[rules]
row = {{ exactly_one = "queen", by = "row" }}
column = {{ exactly_one = "queen", by = "col" }}
rising = {{ at_most_one = "queen", by = "row + col" }}
falling = {{ at_most_one = "queen", by = "row - col" }}

[show]
table = "queen"
show = "Q"
"""
COSTS = "a b c\na b |3\nc |1\na c |1\nb |2\n"
SLOW = QUEENS.format(n=17)  # its 95,815,104 solutions take half a minute to count
PHONE = {"width": 360, "height": 740}
# What is folded away at first is unfolded, so that one sees and fills it at once.
UNFOLD = "document.querySelectorAll('#text-details, #settings').forEach((e) => { e.open = true; })"
PATIENCE = 30_000  # milliseconds, for a machine that has other things to do


def chromium() -> str | None:
    """Where the system's browser is."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


class Sitting:
    """A page that is open, and what went wrong in it so far."""

    def __init__(self, page: Page, url: str) -> None:
        self.page, self.url = page, url
        self.wrong: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("request", self._requested)
        page.add_init_script(
            "addEventListener('securitypolicyviolation',"
            " (event) => console.error('policy: ' + event.violatedDirective))"
        )
        page.add_init_script(f"addEventListener('DOMContentLoaded', () => {{ {UNFOLD} }})")

    def _heard(self, message: object) -> None:
        if getattr(message, "type", "") in ("error", "warning"):
            self.wrong.append(getattr(message, "text", ""))

    def _requested(self, request: object) -> None:
        url = getattr(request, "url", "")
        if not url.startswith((self.url, "data:")):
            self.wrong.append(f"a request to {url[:200]}")

    def __getitem__(self, name: str) -> Locator:
        """The element of that id."""
        return self.page.locator(f"#{name}")

    def open(self, fragment: str = "") -> None:
        """Open the page, and wait until it has its lists."""
        self.page.goto(self.url + fragment)
        self.page.wait_for_selector("#entries li", state="attached")

    def write(self, text: str) -> None:
        """Put a text in the editor, and wait until it is read."""
        with self.page.expect_response("**/api/read"):
            self["text"].fill(text)
        self.settle()

    def settle(self) -> None:
        """Wait until what the editor holds is read, or found to be wrong."""
        self.until(
            "document.getElementById('reading').textContent.startsWith('Read as')"
            " || document.getElementById('message').textContent"
        )

    def until(self, script: str, argument: object = None) -> None:
        """Wait until a script says yes; the page's policy does not let the page itself do that."""
        end = time.monotonic() + PATIENCE / 1000
        while not self.page.evaluate(script, argument):
            assert time.monotonic() < end, script
            self.page.wait_for_timeout(50)

    def holds(self, text: str) -> None:
        """Wait until that stands in the editor."""
        self.until("text => document.getElementById('text').value.trim() === text", text.strip())

    def choose(self, words: str) -> None:
        """Choose a puzzle of the gallery by some words."""
        self["choose"].click()
        self["search"].fill(words)
        with self.page.expect_response("**/api/read"):
            self.page.locator("#entries li:visible button").first.click()
        self.settle()

    def click(self, row: int, col: int, *, size: int = 9, on: str = "board") -> None:
        """Click on a cell of a square grid on the board, by row and column from 0."""
        board = self.page.locator(f"#{on} svg")
        board.scroll_into_view_if_needed()
        box = board.bounding_box()
        assert box is not None
        whole = min(box["width"], box["height"])  # the picture, in the middle of its box
        side = 0.95 * whole / size
        across = box["width"] / 2 + (col + 0.5 - size / 2) * side
        down = box["height"] / 2 + (row + 0.5 - size / 2) * side
        board.click(position={"x": across, "y": down})

    def ask(self, question: str) -> str:
        """Put a question and wait for its end; the badge of that."""
        self.begin(question)
        return self.end()

    def begin(self, question: str) -> None:
        self.page.locator(f"input[value={question}]").check()
        self["ask"].click()

    def end(self) -> str:
        """Wait until a question has ended; the badge of that."""
        self["badge"].wait_for()
        return self["badge"].inner_text()

    def link(self) -> str:
        """Copy the link of the project; what was copied."""
        self["copy-link"].click()
        self.page.get_by_text("Link copied").wait_for()
        return str(self.page.evaluate("navigator.clipboard.readText()"))


def fits(sitting: Sitting) -> bool:
    """Whether nothing stands beyond the right edge."""
    return bool(sitting.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def brightness(sitting: Sitting, name: str, kind: str) -> float:
    """How light a color is, from 0 to 255; that of the nearest element that has one."""
    return float(
        sitting[name].evaluate(
            """(element, kind) => {
              let found = [0, 0, 0, 0];
              for (let e = element; e && found[3] === 0; e = e.parentElement) {
                const told = getComputedStyle(e).getPropertyValue(kind);
                const parts = told.match(/[\\d.]+/g).map(Number);
                found = [...parts.slice(0, 3), parts[3] ?? 1];
              }
              return 0.3 * found[0] + 0.59 * found[1] + 0.11 * found[2];
            }""",
            kind,
        )
    )
