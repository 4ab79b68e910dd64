"""One HTML file in which a puzzle is played: everything is in it, and it asks for nothing else.

The policy in its head allows the scripts and styles of the file by their hashes, the worker, and
nothing from elsewhere. What is written for one puzzle is the same at every time.
"""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from ...models.matrix.exact_cover import ExactCover
from ..board.data import board_data, dark_style
from .engines import engines_module, engines_of

if TYPE_CHECKING:
    from ...models.puzzle import Puzzle
    from ...solvers.contract.batch import Options

__all__ = ["ascii_markup", "filled", "page_of", "static_text"]

STATIC = Path(__file__).parent / "static"
BOARD = Path(__file__).parents[1] / "board" / "static"
# Each after what it imports.
MODULES = (
    "matrix.js",
    "game.js",
    "drawing.js",
    "board.js",
    "timer.js",
)  # each after what it imports
NOTICE = (
    "Made by minuet, which plays here with its own engines, without a server. They contain parts "
    "of libc++ and wasi-libc."
)


def page_of(
    puzzle: Puzzle | ExactCover, solution: Options | None = None, *, about: str = ""
) -> str:
    """Return the page of a puzzle.

    solution  one, if it is at hand: the picture is tested on it
    about     what the puzzle asks

    Raises ModelError for a puzzle that a page cannot show, and Unavailable without the engines.
    """
    module = engines_module()
    data = board_data(puzzle, solution)
    assert not isinstance(puzzle, ExactCover)  # which has no board
    data["engines"] = engines_of(puzzle)
    style = static_text("page.css") + board_text("board.css") + dark_style(data)
    return filled(
        "page.html",
        {"style": style, "script": _bundled([*map(board_text, MODULES), static_text("play.js")])},
        title=ascii_markup(data["name"]),
        about=f"\n<p>{ascii_markup(about)}</p>" if about else "",
        footer=NOTICE,
        puzzle=_packed(json.dumps(data, separators=(",", ":")).encode()),
        module=_packed(module),
        engines=static_text("engines.js"),
        worker=static_text("worker.js"),
    )


def ascii_markup(text: str) -> str:
    """Return a text as HTML in ASCII, which no way of writing it changes."""
    return escape(text).encode("ascii", "xmlcharrefreplace").decode()


def static_text(name: str) -> str:
    """Return a file of the folder `static`."""
    return (STATIC / name).read_text("utf-8")


def board_text(name: str) -> str:
    """Return a file of the board."""
    return (BOARD / name).read_text("utf-8")


def _bundled(modules: Iterable[str]) -> str:
    """Return JavaScript modules as one script: without a server, none can be imported."""
    whole = re.sub(r"(?m)^import .*\n", "", "\n".join(modules))
    return f'"use strict";\n{{\n{re.sub(r"(?m)^export ", "", whole)}}}\n'


def filled(name: str, hashed: dict[str, str], **texts: str) -> str:
    """Return a page from its form.

    hashed  the contents of its elements `style` and `script`, which its policy allows
    texts   what stands in its other gaps, as HTML
    """
    allowed = {
        kind: f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
        for kind, text in hashed.items()
    }
    policy = ["default-src 'none'", f"style-src {allowed['style']}", "img-src data:"]
    if "script" in allowed:
        policy.append(f"script-src {allowed['script']} 'wasm-unsafe-eval'")
        policy.append("worker-src blob:")
    policy += ["base-uri 'none'", "form-action 'none'"]
    gaps = {**hashed, **texts, "policy": "; ".join(policy)}
    page = static_text(name).replace("{head}", static_text("head.html"))
    parts = page.split("{")
    written = [parts[0]]
    for part in parts[1:]:
        gap, rest = part.split("}", 1)
        written += (gaps[gap], rest)
    return "".join(written)


def _packed(data: bytes) -> str:
    """Return bytes compressed, as text."""
    return b64encode(gzip.compress(data, 9, mtime=0)).decode()
