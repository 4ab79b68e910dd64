"""Turns the house's docstrings into Markdown, for the reference.

The house writes `name  what it is`, further lines indented, and examples as `>>>`; Markdown would
run both together. Names become a definition list, examples become blocks of code.
"""

from __future__ import annotations

import re
from typing import Any

import griffe

__all__ = ["HouseDocstrings", "markdown"]

_NAMED = re.compile(r"(\S(?:.*?\S)?) {2,}(\S.*)")


class HouseDocstrings(griffe.Extension):
    """Rewrites each docstring once it was read."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Rewrite the docstring of an object, where it has one."""
        if obj.docstring is not None:
            obj.docstring.value = markdown(obj.docstring.value)


def markdown(docstring: str) -> str:
    """Return a docstring as Markdown."""
    blocks = re.split(r"\n\s*\n", docstring.strip("\n"))
    return "\n\n".join(_block(block.splitlines()) for block in blocks)


def _block(lines: list[str]) -> str:
    """Return what stands between two blank lines as Markdown."""
    written: list[str] = []
    inside = ""  # what the last line belongs to: an example, a name or, as "", a paragraph
    for line in lines:
        named = _NAMED.fullmatch(line)
        if line.startswith(">>> ") and inside != "example":
            written += ["", "```python", line]
            inside = "example"
        elif inside == "example":
            written.append(line)
        elif named and not line.startswith(" "):
            written += ["", f"`{named[1]}`", f":   {named[2]}"]
            inside = "name"
        elif inside == "name" and line.startswith(" "):
            written.append(f"    {line.strip()}")
        elif line.startswith("    "):
            written += ["", line, ""]
        else:
            written += ["", line] if inside == "name" else [line]
            inside = ""
    if inside == "example":
        written.append("```")
    return "\n".join(written).strip("\n")
