"""What an SVG document draws, read from the document itself: where, and in which colors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

__all__ = ["SPACE", "colors_of", "dark_rules_of", "document_of", "is_within_its_paper", "spots_of"]

SPACE = "{http://www.w3.org/2000/svg}"
LETTER = 0.5  # how wide a letter is at least, in heights of its font
RULE = re.compile(
    r'\.minuet \[(fill|stroke)="(#[0-9a-f]+)"\][^{]*\{(fill|stroke):(#[0-9a-f]{3,6})\}'
)

Spot = tuple[float, float]


def document_of(svg: str) -> Element:
    """Return the document, well-formed as it has to be."""
    return ElementTree.fromstring(svg.encode())


def spots_of(document: Element) -> Iterator[Spot]:
    """Yield points between which all elements lie, the width of lines apart."""
    for path in document.iter(f"{SPACE}path"):
        for x, y in re.findall(r"(-?[\d.]+),(-?[\d.]+)", path.attrib["d"]):
            yield float(x), float(y)
    for circle in document.iter(f"{SPACE}circle"):
        x, y, r = (float(circle.attrib[name]) for name in ("cx", "cy", "r"))
        yield from ((x - r, y - r), (x + r, y + r))
    for rect in document.iter(f"{SPACE}rect"):
        x, y = (float(rect.attrib.get(name, 0)) for name in ("x", "y"))
        yield from ((x, y), (x + float(rect.attrib["width"]), y + float(rect.attrib["height"])))
    yield from _text_spots(document, {})


def _text_spots(element: Element, above: dict[str, str]) -> Iterator[Spot]:
    """Yield the spots of all texts in an element; `above`: what it inherits."""
    known = above | element.attrib
    if element.tag == f"{SPACE}text":
        yield from _letter_spots(element, known)
    for inner in element:
        yield from _text_spots(inner, known)


def _letter_spots(text: Element, known: dict[str, str]) -> Iterator[Spot]:
    """Yield the left and the right end of a text, and of its letters that have places."""
    size = float(known["font-size"])
    anchored = known.get("text-anchor", "middle")
    places = [float(x) for x in text.attrib["x"].split()]
    width = LETTER * size * (1 if len(places) > 1 else len((text.text or "").strip()))
    for x in places:
        left = x if anchored == "start" else x - width / 2
        for side in (left, left + width):
            yield from ((side, float(text.attrib["y"])), (side, float(text.attrib["y"]) - size / 2))


def is_within_its_paper(document: Element) -> bool:
    """Whether nothing lies beyond the paper."""
    left, top, width, height = map(float, document.attrib["viewBox"].split())
    return all(
        left <= x <= left + width and top <= y <= top + height for x, y in spots_of(document)
    )


def colors_of(document: Element) -> set[tuple[str, str]]:
    """Return the colors of all elements, each with the attribute that has it."""
    return {
        (name, one.attrib[name])
        for one in document.iter()
        for name in ("fill", "stroke")
        if one.attrib.get(name, "none") != "none"
    }


def dark_rules_of(document: Element) -> dict[tuple[str, str], str]:
    """Return what each color becomes for readers who prefer the dark."""
    style = document.findtext(f"{SPACE}style") or ""
    assert style.startswith("@media screen and (prefers-color-scheme:dark){")
    return {
        (name, light): dark for name, light, again, dark in RULE.findall(style) if name == again
    }
