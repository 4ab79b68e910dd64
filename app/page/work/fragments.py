"""The HTML that the library makes for notebooks, as the page may show it.

The page's policy allows no style inside a document, and nothing that is there by mistake should
work: so of a fragment only text and a few elements are left, with their classes. A picture becomes
an image that is a document of its own, where its style holds.
"""

from __future__ import annotations

import re
from base64 import b64encode
from html import escape
from html.parser import HTMLParser

__all__ = ["fragment", "image"]

KEPT = frozenset(
    [
        *("b", "br", "code", "div", "em", "figcaption", "figure", "h3", "h4", "i", "li", "ol", "p"),
        *("pre", "small", "span", "strong", "sub", "sup"),
        *("table", "tbody", "td", "th", "thead", "tr", "ul"),
    ]
)
ALONE = frozenset(["br"])
DROPPED = frozenset(["script", "style", "template"])
_PICTURE = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
_TITLE = re.compile(r"<title[^>]*>(.*?)</title>", re.DOTALL)


def fragment(html: str | None) -> str | None:
    """Return what is left of a fragment; None of none."""
    if html is None:
        return None
    parts: list[str] = []
    place = 0
    for found in _PICTURE.finditer(html):
        parts += [_plain(html[place : found.start()]), image(found[0])]
        place = found.end()
    return "".join((*parts, _plain(html[place:])))


def image(svg: str) -> str:
    """Return a picture as an image that needs no other request."""
    title = _TITLE.search(svg)
    told = escape("picture" if title is None else re.sub("<[^>]*>", "", title[1]).strip())
    data = b64encode(svg.encode()).decode()
    return f'<img class="minuet-picture" alt="{told}" src="data:image/svg+xml;base64,{data}">'


def _plain(html: str) -> str:
    cleaner = _Cleaner()
    cleaner.feed(html)
    cleaner.close()
    return "".join(cleaner.parts)


class _Cleaner(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._dropped = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._dropped += tag in DROPPED
        if tag in KEPT:
            classes = escape(dict(attrs).get("class") or "")
            self.parts.append(f'<{tag} class="{classes}">' if classes else f"<{tag}>")

    def handle_endtag(self, tag: str) -> None:
        self._dropped -= tag in DROPPED and self._dropped > 0
        if tag in KEPT and tag not in ALONE:
            self.parts.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if not self._dropped:
            self.parts.append(escape(data))
