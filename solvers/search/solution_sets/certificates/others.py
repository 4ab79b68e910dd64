"""Certificates in the formats of other checkers, which know nothing of matrices.

Each format goes with that of the formula which it speaks of: the same matrix as clauses or as
pseudo-Boolean constraints. The ending of a file's name tells which one is meant.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from .....models.errors import Unsupported
from .....models.formats.matrix.clause_exports import cnf_lines
from .....models.matrix.exact_cover import ExactCover
from ....contract.deadline import Deadline
from ...running import query_of
from ...search import Search
from ..tree import FoldedTree, folded
from .cpog import cpog_lines, require_cpog
from .pbp import opb_lines, pbp_lines, require_pbp

__all__ = ["OTHERS", "Other", "other_of", "plain_tree"]


@dataclass(frozen=True)
class Other:
    """A format that another program checks.

    formula  the ending of the formula's file
    checker  the program that takes both files, the formula first
    require  raises Unsupported for a matrix that the format cannot speak of
    """

    formula: str
    checker: str
    require: Callable[[ExactCover], None]
    formula_lines: Callable[[ExactCover], Iterator[str]]
    proof_lines: Callable[[ExactCover, FoldedTree, Deadline], Iterator[str]]

    def texts(
        self, path: str, matrix: ExactCover, tree: FoldedTree, deadline: Deadline
    ) -> dict[str, Iterator[str]]:
        """Return the text of each file: the formula and its proof. Raises Unsupported."""
        proof = self.proof_lines(matrix, tree, deadline)
        files = {self.formula_path(path): self.formula_lines(matrix), path: proof}
        return {name: (f"{line}\n" for line in lines) for name, lines in files.items()}

    def formula_path(self, path: str) -> str:
        """Return the path of the formula that a proof speaks of."""
        return str(Path(path).with_suffix(self.formula))


OTHERS: Mapping[str, Other] = {
    ".cpog": Other(".cnf", "cpog-check", require_cpog, cnf_lines, cpog_lines),
    ".pbp": Other(".opb", "veripb", require_pbp, opb_lines, pbp_lines),
}


def other_of(path: str | os.PathLike[str], claim: str = "") -> Other | None:
    """Return the format that the name of a file tells; None for minuet's own.

    Raises Unsupported for a claim of an optimum, which the others do not know.
    """
    suffix = Path(path).suffix
    other = OTHERS.get(suffix)
    if other is not None and claim.startswith("optimum"):
        raise Unsupported(f"{suffix[1:]} does not support costs")
    return other


def plain_tree(matrix: ExactCover, deadline: Deadline) -> FoldedTree:
    """Return the tree of all solutions with its dead ends, without renamings.

    Raises Unreached at the deadline, and where the memory is full.
    """
    return folded(query_of(Search(matrix), deadline), dead_ends=True)
