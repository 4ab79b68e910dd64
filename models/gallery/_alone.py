"""A module of the gallery as a program: its imports absolute, an answer printed at its end."""

from __future__ import annotations

import ast

__all__ = ["standing_alone"]

_ROOM = "minuet.models"
_ENDING = """

if __name__ == "__main__":
    print(solve(puzzle()).answer)
"""


def standing_alone(text: str) -> str:
    """Return the source of a module of this room as a program."""
    from .. import __all__ as public

    lines, shared = text.rstrip("\n").split("\n"), set[str]()
    imports = [node for node in ast.parse(text).body if isinstance(node, ast.ImportFrom)]
    relative = [node for node in imports if node.level]
    others = []
    for node in relative:
        room = _ROOM if node.level > 1 else f"{_ROOM}.gallery"
        whole = ".".join(filter(None, (room, node.module)))
        names = [
            alias.name if alias.asname is None else f"{alias.name} as {alias.asname}"
            for alias in node.names
        ]
        shared.update(name for name in names if name in public)
        rest = [name for name in names if name not in public]
        others += [f"from {whole} import {', '.join(rest)}"] if rest else []
    statements = [f"from {_ROOM} import {', '.join(sorted(shared))}"] if shared else []
    statements = sorted([*statements, *others, "from minuet.solvers import solve"])
    first = min((node.lineno for node in relative), default=len(lines) + 1) - 1
    dropped = {
        number for node in relative for number in range(node.lineno - 1, (node.end_lineno or 0))
    }
    kept = [line for number, line in enumerate(lines) if number not in dropped]
    return "\n".join([*kept[:first], *statements, *kept[first:]]) + "\n" + _ENDING
