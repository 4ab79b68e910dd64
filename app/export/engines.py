"""The engines of a page, and which of them answers what.

They are minuet's native engines as WebAssembly, which `make wasm` compiles.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ...models.errors import ModelError, Unavailable

if TYPE_CHECKING:
    from ...models.puzzle import Puzzle

__all__ = ["engines_module", "engines_of"]

MODULE = Path(__file__).parent / "static" / "engines.wasm"
MASK_WORDS, MASK_SIZE = 16, 1 << 21  # of masks that are streamed cheaply, as `bitmask` counts them


def engines_module() -> bytes:
    """Return the engines as WebAssembly. Raises Unavailable where they were not compiled."""
    try:
        return MODULE.read_bytes()
    except FileNotFoundError:
        raise Unavailable(
            "export needs the engines as WebAssembly, which this installation lacks: "
            "in a checkout of minuet, `make wasm` compiles them"
        ) from None


def engines_of(puzzle: Puzzle) -> dict[str, str]:
    """Return which engine finds one solution, lists all, and counts them.

    Raises ModelError for a puzzle with a rule that they do not know.
    """
    from ...solvers import _native
    from ...solvers.contract.query import Query
    from ...solvers.native.engine import problem_of

    matrix = puzzle.matrix
    unknown = [rule.kind for rule in matrix.graph_rules if rule.kind == "reachable_by_arcs"]
    unknown += [statement.name for statement in matrix.statements]
    if unknown:
        raise ModelError(
            f"{puzzle.name}: a page's engines do not know the rule {unknown[0]!r}, expected items, "
            "sums and rules on undirected graphs"
        )
    if matrix.has_weights or matrix.conditions:
        return {"first": "learning", "all": "tree", "count": "tree"}
    engines = {"first": "links", "all": "links", "count": "links"}
    if int(matrix.high.max(initial=1)) <= 1:
        options, _, words = _native.mask_shape(problem_of(Query(matrix)))
        if 0 < words <= MASK_WORDS and options * words <= MASK_SIZE:
            engines["count"] = "masks"
    return engines
