"""The words of a gallery entry's grid, line by line below its size."""

from __future__ import annotations

import tomllib

__all__ = ["lines_of"]


def lines_of(text: str) -> list[list[str]]:
    """Return the lines of the grid that an entry of a pencil puzzle prints."""
    grid = tomllib.loads(text)["pencil"]["grid"]
    return [line.split() for line in grid.strip().split("\n")[1:]]
