"""LZ-string by the book of its decoder: a text is packed letter by letter, without any repetition.

https://pieroxy.net/blog/pages/lz-string/index.html; a link that is packed so is longer than those
of the pages, and unpacks to the same text.
"""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["packed"]

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
NARROW, WIDE, END = 0, 1, 2  # a letter of 8 bits follows, one of 16 bits, nothing


def packed(text: str) -> str:
    """Return a text in letters of base 64."""
    bits = "".join(_bits(text))
    bits += "0" * (6 - len(bits) % 6)
    letters = "".join(ALPHABET[int(bits[k : k + 6], 2)] for k in range(0, len(bits), 6))
    return letters + "=" * (-len(letters) % 4)


def _bits(text: str) -> Iterator[str]:
    """Yield the codes, least bits first; each code names an entry, of which a letter makes two."""
    width, entries = 2, 2
    units = text.encode("utf-16-le")
    for place in range(0, len(units), 2):
        unit = int.from_bytes(units[place : place + 2], "little")
        yield _least_first(WIDE if unit > 255 else NARROW, width)
        yield _least_first(unit, 16 if unit > 255 else 8)
        for _ in range(2):
            entries -= 1
            if entries == 0:
                entries, width = 1 << width, width + 1
    yield _least_first(END, width)


def _least_first(number: int, width: int) -> str:
    return f"{number:0{width}b}"[::-1]
