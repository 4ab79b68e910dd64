"""Phone and screen, light and dark: nothing is cut off, and nothing moves where none is wanted."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

import pytest

from browsing import CLASH, PHONE, QUEENS, SUDOKU, Sitting, brightness, fits

pytestmark = pytest.mark.browser


def test_a_phone_needs_no_scrolling_sideways(opened: Callable[..., Sitting]) -> None:
    sitting = opened(viewport=PHONE, has_touch=True)
    assert fits(sitting)
    sitting.write(SUDOKU)
    assert fits(sitting)
    board = sitting["board"].bounding_box()
    assert board and board["x"] >= 0 and board["x"] + board["width"] <= PHONE["width"]
    sitting.ask("solve")
    assert fits(sitting)
    sitting.write(CLASH)
    sitting.ask("explain")
    assert fits(sitting)
    sitting.write(QUEENS.format(n=6) + "# " + "long " * 200)
    sitting.ask("check")
    assert fits(sitting)
    assert sitting["answer"].evaluate("e => e.getBoundingClientRect().top") < PHONE["height"]
    sitting["choose"].click()
    assert fits(sitting)


def test_letters_of_twice_the_size_fit_too(opened: Callable[..., Sitting]) -> None:
    sitting = opened(viewport={"width": 640, "height": 450})  # 1280 x 900 at a zoom of 200 %
    sitting.write(SUDOKU)
    sitting.ask("all")
    assert fits(sitting)
    sitting.page.add_init_script(
        "addEventListener('load', () => document.documentElement.style.fontSize = '200%')"
    )
    sitting.page.reload()
    sitting.settle()
    assert fits(sitting)


@pytest.mark.parametrize(("scheme", "lighter"), [("light", True), ("dark", False)])
def test_light_and_dark_are_what_the_system_says(
    opened: Callable[..., Sitting], scheme: str, lighter: bool
) -> None:
    sitting = opened(color_scheme=scheme)
    sitting.write(SUDOKU)
    sitting.ask("solve")
    for name in ("puzzle", "answer", "text", "ask"):
        ink, paper = (brightness(sitting, name, kind) for kind in ("color", "background-color"))
        if name != "ask":
            assert (paper > ink) == lighter
        assert abs(ink - paper) > 100
    # The picture has colors of its own for each scheme.
    assert (corner(sitting) > 128) == lighter


def corner(sitting: Sitting) -> float:
    """How light the middle of a picture's cell is, as it is drawn."""
    from PIL import Image  # of the extra `browser`, as the browser itself

    drawn = Image.open(BytesIO(sitting["board"].screenshot())).convert("L")
    return float(drawn.getpixel((20, 20)))


def test_who_wants_no_motion_gets_none(opened: Callable[..., Sitting]) -> None:
    moving = "document.getAnimations().length"
    told = "getComputedStyle(document.getElementById('ask')).transitionDuration"
    assert opened(reduced_motion="reduce").page.evaluate(told) == "0s"
    still = opened(reduced_motion="reduce")
    still.page.evaluate("document.getElementById('progress').hidden = false")
    still.page.evaluate("document.getElementById('asking').hidden = false")
    assert still.page.evaluate(moving) == 0
    assert opened(reduced_motion="no-preference").page.evaluate(told) != "0s"
