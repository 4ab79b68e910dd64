"""Looks at the built site: every link leads somewhere, and nothing is asked of another host."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

__all__ = ["faults"]

# What a browser fetches by itself; `href` of <a> waits for a click, and is looked at apart.
FETCHED = {"img": "src", "script": "src", "link": "href", "iframe": "src", "source": "src"}
NO_FETCH = {"canonical", "prev", "next", "alternate"}
REACHES_OUT = re.compile(r"(?:url\(|@import\s*)[\"']?(?:https?:)?//")


class _Page(HTMLParser):
    """What a page names: its ids, where it links to, what it fetches."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = {"", "__top"}
        self.links: set[str] = set()
        self.fetched: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note one element."""
        told = {name: value or "" for name, value in attrs}
        self.ids |= {told[name] for name in ("id", "name") if name in told}
        if tag == "a" and "href" in told:
            self.links.add(told["href"])
        elif FETCHED.get(tag, "") in told and told.get("rel") not in NO_FETCH:
            self.fetched.add(told[FETCHED[tag]])


def faults(site: Path) -> Iterator[str]:
    """Yield a line for each link that leads nowhere and each request to another host."""
    for path in sorted(site.rglob("*.html")):
        if path.name == "404.html":  # its addresses are those of a server's root
            continue
        page, where = _page(path), path.relative_to(site)
        for address in sorted(page.fetched):
            if _is_elsewhere(address):
                yield f"{where}: fetches {address}"
            elif fault := _leads_nowhere(path, address):
                yield f"{where}: {fault}"
        for address in sorted(page.links):
            if not _is_elsewhere(address) and (fault := _leads_nowhere(path, address)):
                yield f"{where}: {fault}"
    for path in sorted(site.rglob("*.css")):
        if REACHES_OUT.search(path.read_text(encoding="utf-8")):
            yield f"{path.relative_to(site)}: fetches from another host"


def _is_elsewhere(address: str) -> bool:
    split = urlsplit(address)
    return bool(split.netloc) or split.scheme in {"http", "https", "mailto"}


def _leads_nowhere(page: Path, address: str) -> str | None:
    """Return what is wrong with an address inside the site, or None."""
    if address.startswith("data:"):
        return None
    file, part = urldefrag(address)
    target = page if not file else (page.parent / unquote(file)).resolve()
    if target.is_dir():
        target /= "index.html"
    if not target.is_file():
        return f"{address} is not there"
    if target.suffix == ".html" and unquote(part) not in _page(target).ids:
        return f"{address} has no such part"
    return None


@cache
def _page(path: Path) -> _Page:
    return _Page(path.read_text(encoding="utf-8"))
