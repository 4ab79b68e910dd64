"""What tests of exported pages share: their engines, if they were compiled, and their contents."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64decode
from typing import Any

import pytest

from minuet.app.export import engines, page

STATIC = page.STATIC
MODULE = engines.MODULE
built = pytest.mark.skipif(
    not MODULE.exists(), reason="no engines.wasm: make wasm compiles it, with ziglang of PyPI"
)


def block(page: str, name: str) -> str:
    """Return the text of an element of the page."""
    found = re.search(f'<script type="text/plain" id="{name}">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return found[1]


def data_of(page: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(gzip.decompress(b64decode(block(page, "puzzle"))))
    return data
