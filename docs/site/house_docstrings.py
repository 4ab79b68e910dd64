"""Turns the house's docstrings into Markdown, for the reference.

The house writes `name  what it is`, further lines indented, and examples as `>>>`; Markdown would
run both together. Names become a list, examples become blocks of code.
"""

from __future__ import annotations

import re

__all__ = ["markdown"]

_NAMED = re.compile(r"(\S(?:.*?\S)?) {2,}(\S.*)")


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
            written += ["", "```pycon", line]
            inside = "example"
        elif inside == "example":
            written.append(line)
        elif named and not line.startswith(" "):
            written += [f"- `{named[1]}`: {named[2]}"]
            inside = "name"
        elif inside == "name" and line.startswith(" "):
            written.append(f"  {line.strip()}")
        elif line.startswith("    "):
            written += ["", line, ""]
        else:
            written += ["", line] if inside == "name" else [line]
            inside = ""
    if inside == "example":
        written.append("```")
    return "\n".join(written).strip("\n")
