"""What notebooks show of a matrix: how large it is, and the first of its options."""

from __future__ import annotations

from html import escape
from typing import Any

__all__ = ["matrix_html"]

FIRST = 8  # options that are shown


def matrix_html(matrix: Any) -> str:
    """Return an `ExactCover` as HTML: its sizes, and its first options with their items."""
    secondary = len(matrix.items) - matrix.primary
    pairs = [
        ("primary items", f"{matrix.primary:,}"),
        ("secondary items", f"{secondary:,}"),
        ("options", f"{matrix.options:,}"),
        ("entries", f"{len(matrix.members):,}"),
    ]
    has = (
        ("colors", matrix.has_colors),
        ("weights", matrix.has_weights),
        ("costs", matrix.has_costs),
        ("graph rules", matrix.graph_rules),
        ("statements", matrix.statements),
    )
    pairs += [(name, "yes") for name, there in has if there]
    lines = [f"<tr><td>{name}</td><td>{value}</td></tr>" for name, value in pairs]
    for option in range(min(FIRST, matrix.options)):
        items = " ".join(
            f"{matrix.items[item]}"
            + (f":{matrix.color_names[color - 1]}" if color else "")
            + (f"*{weight}" if weight != 1 else "")
            for (item, color), weight in zip(
                matrix.option(option), matrix.option_weights(option), strict=True
            )
        )
        text = items if len(items) < 200 else items[:199] + "…"
        plain = "".join(c if c.isprintable() else "\ufffd" for c in text)
        lines.append(f"<tr><td>option {option}</td><td>{escape(plain)}</td></tr>")
    if matrix.options > FIRST:
        lines.append(f"<tr><td>…</td><td>{matrix.options - FIRST:,} more</td></tr>")
    return f"<b>exact cover</b><table>{''.join(lines)}</table>"
