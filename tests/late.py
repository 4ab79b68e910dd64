"""Libraries that are imported when a test first uses them.

A process of the tests collects all of them, and what it holds makes each fork slower: of frames,
graphs and plots together that is as much as all else.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

__all__ = ["Late", "needs"]


class Late:
    """A module by its name, imported when it is first asked for something."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name == "pytestmark":  # pytest asks whatever stands in a module
            raise AttributeError(name)
        return getattr(import_module(self._name), name)


def needs(library: str) -> pytest.MarkDecorator:
    """Skip what needs a library that is not installed, without importing it."""
    return pytest.mark.skipif(find_spec(library) is None, reason=f"{library} is not installed")
