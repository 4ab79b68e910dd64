"""The search of all solutions with propagation, as the tree of a certificate.

It is native (solvers/native/folded/propagated.hpp): the only one under graph rules, and beside the
folding where sums settle much.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....contract.deadline import Deadline
from ....native.engine import native_rule, whole_problem_of
from ..tree import Folder

if TYPE_CHECKING:
    from .... import _native

__all__ = ["PropagatedFolder"]


class PropagatedFolder(Folder):
    """The search of a tree with its dead ends, where each step of propagation is a node."""

    def _begun(self, deadline: Deadline) -> _native.PropagatedFolding:
        from .... import _native

        problem = whole_problem_of(self._query)
        rules = [native_rule(rule) for rule in self._query.matrix.graph_rules]
        return _native.PropagatedFolding(problem, rules, self._memory, check=deadline.check)
