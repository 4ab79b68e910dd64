"""Planted faults of what tells whether givens are enough, and which of them are needed."""

from __future__ import annotations

from collections.abc import Mapping

from .planted import Patch

__all__ = ["UNIQUENESS"]

UNIQUENESS: Mapping[str, Patch] = {
    one.name: one
    for one in (
        Patch(
            "any givens are enough",
            "setting.uniqueness",
            "                return given if count == 1 else None\n",
            "                return given\n",
            ("UniquenessTest", "enough"),
        ),
        Patch(
            "whatever is left out clashes",
            "solvers.explain.parts",
            "        if not answer:\n            return [self._part",
            "        if not answer or any(part.kind.name == 'FORBIDDEN' for part in every):\n"
            "            return [self._part",
            ("PartSolver", "unsatisfiable_subset"),
        ),
    )
}
