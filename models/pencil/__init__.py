"""Pencil puzzles: a kind is one file of `kinds/`, with its model, its clues, links and pictures.

>>> from minuet.models.pencil import find_kind
>>> masyu = find_kind("masyu").read("2 2\\n- w\\nb -\\n")
"""

from __future__ import annotations

from .grid import Grid
from .kind import Kind, find_kind, kind_names

__all__ = ["Grid", "Kind", "find_kind", "kind_names"]
