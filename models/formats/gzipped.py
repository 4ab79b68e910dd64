"""Unpacks a text that was compressed with gzip, and no more of it than a text may have.

A thousand bytes may unpack to a million, and a million to what no memory holds, so what comes out
is bounded.
"""

from __future__ import annotations

import zlib

from ..tables.file_bytes import LARGEST, too_large

__all__ = ["unpacked"]

_GZIP = 16 + zlib.MAX_WBITS


def unpacked(data: bytes) -> bytes:
    """Return the bytes. Raises ValueError, which says what is wrong and what was expected."""
    parts, room = [], LARGEST
    while data:
        member = zlib.decompressobj(_GZIP)
        try:
            parts.append(member.decompress(data, room + 1))
        except zlib.error:
            raise ValueError("a broken gzip file, expected one that can be unpacked") from None
        room -= len(parts[-1])
        if room < 0:
            raise ValueError(too_large("unpacked"))
        if not member.eof:
            raise ValueError("a gzip file that is cut short, expected all of it")
        data = member.unused_data.lstrip(b"\0")
    return b"".join(parts)
