"""The symmetries of graphs with colored vertices, by BLISS, which comes with igraph.

T. Junttila and P. Kaski, Engineering an efficient canonical labeling tool for large and sparse
graphs, 2007.

igraph is an extra: it is imported when somebody asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, cached_property
from hashlib import blake2b
from typing import Any

import numpy as np
import numpy.typing as npt

from ..budget import look
from ..errors import Unavailable

__all__ = ["Bliss", "MakeBliss", "Vertices"]

Vertices = npt.NDArray[np.int32]

# Which cell is split: the first of the largest, which is quick where there is much symmetry.
HEURISTIC = "fl"


class Bliss:
    """One graph, of which much is asked, with this and that class of vertices.

    edges  int32[edges, 2]

    Raises Unavailable where igraph is not installed.
    """

    def __init__(self, vertices: int, edges: npt.NDArray[np.int32]) -> None:
        self._vertices, self._edges = vertices, edges

    @cached_property
    def _graph(self) -> Any:
        self.require_library()
        from igraph import Graph

        return Graph(n=self._vertices, edges=self._edges)

    @staticmethod
    def require_library() -> None:
        """Import igraph. Raises Unavailable without it."""
        try:
            import igraph  # noqa: F401  it is there
        except ImportError as error:
            what = 'symmetries="auto" needs igraph: pip install "minuet[symmetries]"'
            raise Unavailable(what) from error

    def generators(self, classes: Sequence[int]) -> list[Vertices]:
        """Return permutations of the vertices that generate all that keep edges and classes."""
        look()
        with _interruptible():
            found = self._graph.automorphism_group(sh=HEURISTIC, color=classes)
        return [np.array(one, np.int32) for one in found]

    def order(self, classes: Sequence[int]) -> int:
        """Return how many permutations keep edges and classes, exactly."""
        look()
        with _interruptible():
            return int(self._graph.count_automorphisms(sh=HEURISTIC, color=classes))

    def name(self, classes: Sequence[int]) -> bytes:
        """Return 32 bytes that two choices of classes share if a permutation makes them alike.

        They are a digest of the graph in its canonical form: none is known that two graphs share.
        """
        look()
        with _interruptible():
            # Where in the canonical form each vertex stands.
            found = np.array(
                self._graph.canonical_permutation(sh=HEURISTIC, color=classes), np.int64
            )
            place = np.argsort(found) if _tells_vertices() else found
        ends = np.sort(place[self._edges], axis=1)
        numbers = np.sort(ends[:, 0] * len(place) + ends[:, 1])
        at = np.empty(len(place), np.int64)
        at[place] = classes
        return blake2b(numbers.tobytes() + at.tobytes(), digest_size=32).digest()


MakeBliss = Callable[[int, Vertices], Bliss]  # of the number of vertices, and the edges


@contextmanager
def _interruptible() -> Iterator[None]:
    """Let Ctrl-C through, which igraph hides in an error of its own."""
    try:
        yield
    except SystemError as error:
        if isinstance(error.__cause__, KeyboardInterrupt):
            raise error.__cause__ from None
        raise


@cache
def _tells_vertices() -> bool:
    """Whether igraph tells which vertex stands at a place, as from 1.0 on, and not the reverse.

    The places of three lone vertices of different classes are those of their classes, in order.
    """
    from igraph import Graph

    found: list[int] = Graph(n=3).canonical_permutation(color=[2, 0, 1])
    return found == [1, 2, 0]
