"""Changes a given of a text."""

from __future__ import annotations

from typing import Any

from .child import Output

__all__ = ["edit"]


def edit(task: dict[str, Any], output: Output) -> None:
    """Tell the text with the given changed."""
