"""Pages that `minuet export` wrote, played offline from file:// in a real Chromium."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

import minuet
from minuet.models.gallery import entry

from browsing import PATIENCE, PHONE
from command_line import minuet as run
from exporting import built, data_of

pytestmark = [
    pytest.mark.browser,
    built,
]

Player = Callable[..., "Play"]


class Play:
    """A page at play."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.wrong: list[str] = []
        self.urls: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: self.wrong.append(message.text))
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("request", lambda request: self.urls.append(request.url))
        page.add_init_script(
            "addEventListener('securitypolicyviolation',"
            " (event) => console.error('policy: ' + event.violatedDirective))"
        )

    def open(self, file: Path) -> None:
        self.page.goto(file.as_uri())
        self.page.wait_for_selector("body[data-ready]")

    @cached_property
    def data(self) -> dict[str, Any]:
        """What the page knows of its puzzle."""
        return data_of(self.page.content())

    def spot(self, number: int) -> tuple[float, float]:
        """Return where a spot is, by shares of the picture."""
        picture, (x, y) = self.data["picture"], self.data["spots"][number]
        return x / picture["width"], y / picture["height"]

    @property
    def status(self) -> str:
        return str(self.page.inner_text("#status"))

    def says(self, words: str) -> None:
        """Wait until the status has these words."""
        self.page.locator("#status", has_text=words).wait_for()

    def press(self, name: str) -> str:
        """Press a button, and wait for the answer."""
        self.page.click(f"#{name}")
        self.page.wait_for_selector("#stop:disabled", state="attached")
        return self.status

    def at(self, across: float, down: float) -> tuple[float, float]:
        """Return a point of the window, by shares of the picture."""
        box = self.page.locator("#picture svg").bounding_box()
        return box["x"] + across * box["width"], box["y"] + down * box["height"]

    def click(self, across: float, down: float) -> None:
        self.page.mouse.click(*self.at(across, down))

    def texts(self) -> list[str]:
        """Return the texts of the picture."""
        return list(self.page.locator("#picture svg text").all_text_contents())

    def fits(self) -> bool:
        return bool(self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Give the page of a puzzle of the gallery."""
    folder = tmp_path_factory.mktemp("pages")

    def page(name: str) -> Path:
        file = folder / f"{name}.html"
        if not file.exists():
            ended = run("export", f"gallery:{name}", "-o", str(file))
            assert ended.returncode == 0, ended.stderr
        return file

    return page


@pytest.fixture
def play(browser: Any, pages: Callable[[str], Path]) -> Iterator[Player]:
    """Open a page, offline; it may ask for nothing but itself, and say nothing in the console."""
    contexts: list[Any] = []
    plays: list[Play] = []

    def opening(name: str, **options: Any) -> Play:
        context = browser.new_context(**{"viewport": {"width": 1200, "height": 900}, **options})
        context.set_offline(True)
        contexts.append(context)
        one = Play(context.new_page())
        plays.append(one)
        one.open(pages(name))
        return one

    yield opening
    for context in contexts:
        context.close()
    for one in plays:
        assert one.wrong == []
        kinds = [url.partition(":")[0] for url in one.urls]
        assert kinds.count("file") == 1
        assert set(kinds) <= {"file", "blob", "data"}


def test_a_sudoku_by_clicks_and_keys(play: Player) -> None:
    page = play("sudoku-9")
    assert page.press("unique") == "The puzzle has exactly one solution."
    givens = len(page.texts())
    hint = page.press("hint")
    assert hint.endswith(" needs exactly one digit, and nothing else is left.")
    name = hint.partition(":")[0]  # as R1C2=3
    row, col, digit = int(name[1]), int(name[3]), name[5]
    page.click((col - 0.5) / 9, (row - 0.5) / 9)
    page.page.keyboard.press(digit)
    page.says("1 choice made.")
    assert len(page.texts()) == givens + 1
    assert page.press("check") == "Nothing is wrong so far."
    page.page.keyboard.press("Control+z")
    assert len(page.texts()) == givens
    page.page.click("#redo")
    assert len(page.texts()) == givens + 1
    page.page.locator("#picture").press("Delete")
    assert len(page.texts()) == givens
    assert page.press("solve") == "Solved."
    assert len(page.texts()) == 81
    assert page.press("count") == "The puzzle has 1 solution."


def test_a_wrong_choice_is_found(play: Player) -> None:
    page = play("sudoku-9")
    page.click(0.05, 0.05)
    page.page.click("#choices button:enabled:not(.unfit)")
    first = page.press("check")
    digits = page.page.locator("#choices button:enabled:not(.unfit)").count()
    for number in range(digits):
        page.page.locator("#choices button:enabled:not(.unfit)").nth(number).click()
        words = page.press("check")
        if words.startswith("No solution has R1C1="):
            break
    else:
        raise AssertionError(f"every digit is right: {first}")
    assert page.page.locator("#picture .wrong").count() == 1


def test_two_equal_digits_clash(play: Player) -> None:
    page = play("sudoku-9")
    for across in (0.05, 0.16):
        page.click(across, 0.05)
        page.page.keyboard.press("8")
    page.says("A clash: ")
    assert page.page.locator("#picture .wrong").count() == 2


def test_solutions_are_stepped_through_and_counted(play: Player) -> None:
    page = play("queens-8")
    assert page.press("unique") == "The puzzle has several solutions."
    assert page.press("count") == "The puzzle has 92 solutions."
    assert page.press("next") == "Solution 1."
    first = page.page.inner_html("#picture")
    assert page.press("next") == "Solution 2."
    assert page.page.inner_html("#picture") != first
    page.page.click("#again")
    page.click(0.5 / 8, 0.5 / 8)  # a queen, which takes back what another one clicks away
    page.says("1 choice made.")
    page.click(0.5 / 8, 0.5 / 8)
    assert page.page.locator("#undo").is_enabled()


def test_givens_are_edited(play: Player) -> None:
    page = play("latin-4")
    assert page.press("count") == "The puzzle has 576 solutions."
    page.page.check("#edit")
    page.click(0.125, 0.125)
    page.page.keyboard.press("1")
    page.page.uncheck("#edit")
    assert page.press("count") == "The puzzle has 144 solutions."
    assert page.page.locator("#picture svg [font-weight=bold] text").count() == 1
    page.page.click("#again")
    assert page.press("count") == "The puzzle has 576 solutions."


def test_a_piece_is_laid_by_drawing_over_its_cells(play: Player) -> None:
    page = play("pentominoes-6x10")
    cells = [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0)]  # of 6 rows and 10 columns
    points = [page.at((col + 0.5) / 10, (row + 0.5) / 6) for row, col in cells]
    order = [points[4], *points[:4]]
    page.page.mouse.move(*order[0])
    page.page.mouse.down()
    for point in order[1:]:
        page.page.mouse.move(*point)
    page.page.mouse.up()
    page.says("1 choice made.")
    assert page.texts() == ["L"]
    page.page.click("#count")
    page.page.wait_for_selector("#stop:enabled")
    page.page.click("#stop")
    page.says("Stopped.")
    assert page.press("unique") == "The puzzle has several solutions."


def test_a_loop_is_drawn_edge_by_edge(play: Player) -> None:
    page = play("slitherlink-6")
    hint = page.press("hint")
    assert hint.startswith("the line ")
    assert page.press("solve") == "Solved."
    assert page.press("count") == "The puzzle has 1 solution."


def test_costs_are_least(play: Player) -> None:
    page = play("knapsack")
    # Rosetta Code's knapsack: the best is worth 1030.
    assert page.press("solve") == "Solved, total 1,030: the best from here."


def test_notes_and_colors_stand_in_the_cells(play: Player) -> None:
    page = play("sudoku-9")
    page.click(0.05, 0.05)
    page.page.keyboard.press("Shift+Digit7")
    page.page.keyboard.press("Control+Digit8")
    page.page.keyboard.press("Control+Digit9")
    assert page.page.locator("#picture .note").all_text_contents() == ["89", "7"]
    page.page.keyboard.press("v")
    page.page.keyboard.press("3")
    assert page.page.locator("#picture .color-3").count() == 1
    page.page.keyboard.press("z")
    page.page.keyboard.press("6")
    assert page.page.locator("#picture .note").count() == 0  # a digit stands over them
    page.page.keyboard.press("Backspace")
    page.page.keyboard.press("Backspace")
    assert page.page.locator("#picture .note, #picture .color-3").count() == 0
    page.page.click("#fill")
    notes = page.page.locator("#picture .note")
    assert notes.count() == 81 - 17
    assert notes.first.text_content() == "56789"  # beside 1 in its row, 2, 3, 4 around
    page.page.keyboard.press("Control+z")
    assert notes.count() == 0


def test_a_mark_goes_into_all_selected_cells(play: Player) -> None:
    page = play("sudoku-9")
    page.page.mouse.move(*page.at(0.05, 0.05))
    page.page.mouse.down()
    page.page.mouse.move(*page.at(0.28, 0.05), steps=6)
    page.page.mouse.up()
    assert page.page.locator("#picture .selected").count() == 3
    page.page.keyboard.press("Shift+Digit5")
    assert page.page.locator("#picture .note").all_text_contents() == ["5"] * 3
    assert page.page.inner_text("#timer") == "0:00"
    page.page.keyboard.press("Escape")
    assert page.page.locator("#picture .selected").count() == 0


def test_lines_are_drawn_ruled_out_and_taken_back_by_strokes(play: Player) -> None:
    page = play("slitherlink-6")
    (left, top), (right, level) = page.spot(0), page.spot(1)
    assert top == level  # two sides in a row
    lines = page.page.locator("#picture path, #picture line, #picture polyline")
    ground = lines.count()
    aside = (right - left) * 0.45
    page.page.mouse.move(*page.at(left - aside, top))
    page.page.mouse.down()
    page.page.mouse.move(*page.at(right + aside, top), steps=8)
    page.page.mouse.up()
    page.says("2 choices made.")
    page.page.keyboard.press("Control+z")
    assert lines.count() == ground
    page.click(left, top)
    page.says("1 choice made.")
    page.click(left, top)
    assert page.page.locator("#picture .out").count() == 1
    page.click(left, top)
    assert page.page.locator("#picture .out").count() == 0


def test_shaded_cells_alone_solve_a_nurikabe(play: Player) -> None:
    page = play("nurikabe-9x10")
    puzzle = entry("nurikabe-9x10").load()
    answer = minuet.solve(puzzle).answer
    assert answer is not None
    for option in answer.choices:
        if puzzle.describe(option).startswith("black"):
            (spot,) = page.data["options"][option]["spots"]
            page.click(*page.spot(spot))
    page.says("Solved.")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [PHONE["width"], 768, 1920])
def test_it_fits_and_is_legible(play: Player, width: int, scheme: str) -> None:
    page = play("sudoku-9", viewport={"width": width, "height": 800}, color_scheme=scheme)
    assert page.fits()
    page.click(0.5, 0.5)
    assert page.fits()
    box = page.page.locator("#picture svg").bounding_box()
    assert box["width"] > 0.8 * min(width, 500)
    sides = [button.bounding_box() for button in page.page.locator("#choices button").all()]
    assert all(side["width"] >= 44 and side["height"] >= 44 for side in sides)


def test_a_tap_on_a_phone_chooses(play: Player) -> None:
    page = play("queens-8", viewport=PHONE, has_touch=True, is_mobile=True)
    page.page.touchscreen.tap(*page.at(0.5 / 8, 0.5 / 8))
    page.says("1 choice made.")
    assert page.fits()
