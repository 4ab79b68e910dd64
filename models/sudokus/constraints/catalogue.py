"""The table of all constraints, for a page: each class says its row.

    python -m minuet.models.sudokus.constraints.catalogue

prints what stands in docs/sudoku.md, which the tests hold against it.
"""

from __future__ import annotations

from dataclasses import MISSING
from inspect import getdoc

from . import FAMILIES, constraints_in
from .constraint import Constraint

__all__ = ["table"]


def table() -> str:
    """Return a Markdown table, family by family."""
    return "\n".join(
        [
            "| constraint | what it demands | in TOML | in a constraint string |",
            "|---|---|---|---|",
            *(_row(kind) for family in FAMILIES for kind in constraints_in(family)),
        ]
    )


def _row(kind: type[Constraint]) -> str:
    demand = " ".join(str(getdoc(kind)).partition("\n\n")[0].split())
    toml = kind.key() if kind.arguments() else kind.key().replace("-", "_")
    words = ", ".join(f"`{word}`" for word in (*kind.words, *kind.small_words) if word)
    arguments = [
        part.name if part.default is MISSING else f"{part.name}={part.default!r}"
        for part in kind.arguments()
    ]
    call = f"{kind.__name__}({', '.join(arguments)})"
    return f"| `{call}` | {demand.rstrip('.')} | `{toml}` | {words} |"


if __name__ == "__main__":
    print(table())
