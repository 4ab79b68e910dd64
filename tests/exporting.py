"""What tests of exported pages share: where their engines are, and whether they were compiled."""

from __future__ import annotations

import pytest

from minuet.app.export import page

STATIC = page.STATIC
MODULE = STATIC / "engines.wasm"
built = pytest.mark.skipif(
    not MODULE.exists(), reason="no engines.wasm: make wasm compiles it, with ziglang of PyPI"
)
