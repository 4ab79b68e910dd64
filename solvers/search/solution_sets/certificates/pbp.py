"""A count as an enumeration that VeriPB checks: each solution, and that there is no other one.

The proof speaks of the constraints that `convert --to opb` writes, with a line that says which
variables make a solution. The tree is walked as a search would: `solx` states a solution and
excludes it from now on; behind each edge a clause says that its option does not fit those chosen
above it, which follows by unit propagation from the clauses of the edges below it. Behind the last
edge of the root nothing is left. (The format: VeriPB 3, its proof format overview; Bogaerts, Gocht,
McCreesh and Nordstrom, "Certified Dominance and Symmetry Breaking for Combinatorial Optimisation",
Journal of Artificial Intelligence Research 77, 2023.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .....models.errors import Unsupported
from .....models.formats.matrix.linear_exports import stream_opb
from .....models.matrix.exact_cover import ExactCover
from ....contract.deadline import Deadline
from ....contract.solver import features_of
from ..tree import NO_OPTION, PRODUCT, TRUE, FoldedTree
from .tree_lines import counts_of

__all__ = ["MOST_SOLUTIONS", "opb_lines", "pbp_lines", "require_pbp"]

MOST_SOLUTIONS = 100_000  # a line each, and the checker keeps what excludes it


def require_pbp(matrix: ExactCover) -> None:
    """Raise Unsupported for graph rules and statements."""
    if feature := features_of(matrix).get("conditions"):
        raise Unsupported(f"pbp does not support {feature}")


def opb_lines(matrix: ExactCover) -> Iterator[str]:
    """Yield the constraints of a matrix, and which variables make a solution."""
    text = "".join(stream_opb(matrix))
    head, *lines = text.splitlines()
    yield head
    preserved = " ".join(f"x{option}" for option in range(1, matrix.options + 1))
    comments = [line for line in lines if line.startswith("*")]
    yield from comments
    yield f"preserved: {preserved} ;"
    yield from (line for line in lines[len(comments) :] if not line.startswith("min:"))


def pbp_lines(matrix: ExactCover, tree: FoldedTree, deadline: Deadline) -> Iterator[str]:
    """Return the lines of a proof.

    tree  of all solutions, with its dead ends

    Raises Unsupported for more than 100,000 solutions; the lines raise Stopped at the deadline.
    """
    counts = counts_of(tree)
    if (total := counts[-1]) > MOST_SOLUTIONS:
        raise Unsupported(f"pbp does not support {total} solutions, more than {MOST_SOLUTIONS}")
    return _Enumeration(matrix, tree, counts, deadline).lines(total)


class _Enumeration:
    """The walk through a folded tree, as a search without folding."""

    def __init__(
        self, matrix: ExactCover, tree: FoldedTree, counts: list[int], deadline: Deadline
    ) -> None:
        self._tree, self._counts, self._deadline = tree, counts, deadline
        rows = [line for line in opb_lines(matrix) if line[0] in "+-"]
        self._formula = len(rows) + sum(" = " in row for row in rows)
        self._last = self._formula  # the number of the last constraint
        self._proved: list[int] = []  # clauses that no later one implies

    def lines(self, total: int) -> Iterator[str]:
        """Yield the lines of the proof of so many solutions."""
        tree = self._tree
        yield "pseudo-Boolean proof version 3.0"
        yield f"f {self._formula} ;"
        yield from self._below(tree.root, [], ())
        yield "rup >= 1 ;"
        self._last += 1
        yield "output NONE ;"
        if total:
            yield f"conclusion ENUMERATION_COMPLETE {total} : {self._last} ;"
        else:
            yield f"conclusion UNSAT : {self._last} ;"
        yield "end pseudo-Boolean proof ;"

    def _below(self, node: int, path: list[int], parts: tuple[int, ...]) -> Iterator[str]:
        """Yield what says that no solutions are left below a node.

        path   the literals above it: options that are chosen, -k - 1 those that are passed over
        parts  further nodes whose solutions belong to those of the node
        """
        self._deadline.check()
        tree = self._tree
        kind = int(tree.kind_or_item[node])
        edges = list(tree.below(node))
        if kind == TRUE and parts:
            yield from self._below(parts[0], path, parts[1:])
        elif kind == TRUE:
            self._last += 1
            words = (f"x{o + 1}" if o >= 0 else f"~x{-o}" for o in path)
            yield f"solx {' '.join(words)} ;"
        elif kind == PRODUCT:
            children = [child for _, child in edges]
            empty = next((child for child in children if not self._counts[child]), None)
            first, *others = children if empty is None else [empty]
            yield from self._below(first, path, (*others, *(parts if empty is None else ())))
        else:
            yield from self._edges(edges, path, parts)

    def _edges(
        self, edges: Sequence[tuple[int, int]], path: list[int], parts: tuple[int, ...]
    ) -> Iterator[str]:
        above = len(path)
        for option, child in edges:
            if option == NO_OPTION:
                yield from self._below(child, path, parts)
                continue
            path.append(option)
            before = len(self._proved)
            yield from self._below(child, path, parts)
            yield f"rup {' '.join(f'1 ~x{o + 1}' for o in path if o >= 0)} >= 1 ;"
            if below := self._proved[before:]:
                yield f"deld {' '.join(map(str, below))} ;"
            self._last += 1
            self._proved[before:] = [self._last]
            path[-1] = -option - 1
        del path[above:]
