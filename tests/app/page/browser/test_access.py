"""What axe, a checker of accessibility, finds on the page: nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from browsing import PHONE, SUDOKU, Sitting

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [PHONE["width"], 1280])
def test_axe_finds_nothing(opened: Callable[..., Sitting], width: int, scheme: str) -> None:
    axe = pytest.importorskip(
        "axe_core_python.sync_playwright", reason="the extra `browser` is not installed"
    )
    sitting = opened(viewport={"width": width, "height": 800}, color_scheme=scheme)
    for text in ("", SUDOKU, "[choices.x"):
        if text:
            sitting.write(text)
        if text == SUDOKU:
            sitting.click(0, 2)
            sitting["hint"].click()
            sitting.ask("solve")
        found = axe.Axe().run(sitting.page)["violations"]
        told = [(one["id"], [node["html"][:120] for node in one["nodes"]]) for one in found]
        assert told == []
