"""What a matrix may have that not every solver knows, and by what words it is refused.

A *feature* is a name in `Solver.features`: "conditions" stands for graph rules and for statements,
which a refusal tells apart.
"""

from __future__ import annotations

from ...models.errors import Unsupported
from ...models.matrix.exact_cover import ExactCover

__all__ = ["EVERYTHING", "beyond_covers", "features_of", "require_covers"]

EVERYTHING = frozenset({"colors", "multiplicities", "costs", "weights", "conditions"})


def features_of(matrix: ExactCover) -> dict[str, str]:
    """Return what a matrix has that a solver must know, costs aside: each feature by its words."""
    found = {}
    if matrix.has_colors:
        found["colors"] = "colors"
    if matrix.has_multiplicities:
        found["multiplicities"] = "multiplicities"
    if matrix.has_weights:
        found["weights"] = "weights"
    if matrix.conditions:
        found["conditions"] = "graph rules" if matrix.graph_rules else "statements"
    return found


def beyond_covers(matrix: ExactCover) -> str:
    """Return what a matrix has that is more than covering items so often; "": nothing."""
    if matrix.has_weights:
        return "weights"
    return features_of(matrix).get("conditions", "") if matrix.conditions else ""


def require_covers(matrix: ExactCover, who: str) -> None:
    """Raise Unsupported, in the name of `who`, where a matrix has weights or conditions."""
    if what := beyond_covers(matrix):
        raise Unsupported(f"{who} does not support {what}")
