"""Build the shared matrix by name, item after item and option after option.

`collector_paused` pauses Python's garbage collector while a large puzzle is built.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import ModelError
from .exact_cover import ExactCover

if TYPE_CHECKING:
    from .conditions import GraphRule, Statement

__all__ = ["ExactCoverBuilder", "collector_paused"]


class ExactCoverBuilder:
    """Collects items and options by name, then builds the `ExactCover`.

    >>> builder = ExactCoverBuilder()
    >>> for name in "abc":
    ...     builder.item(name)
    >>> builder.option(["a", "b"])
    >>> builder.option(["c"], cost=2)
    >>> builder.build()
    ExactCover(3 primary items, 0 secondary items, 2 options)
    """

    def __init__(self) -> None:
        self._primary: dict[Any, tuple[int, int]] = {}
        self._secondary: dict[Any, None] = {}
        self._options: list[list[tuple[Any, Any]]] = []
        self._costs: list[int] = []
        self._weights: list[Mapping[Any, int]] = []
        self._labels: list[Any] = []

    def item(self, name: Any, low: int = 1, high: int = 1) -> None:
        """Add a primary item, covered `low` to `high` times. ModelError if the name is taken.

        Where options have weights in it, these are bounds on the sum of the weights.
        """
        self._claim(name)
        self._primary[name] = (low, high)

    def secondary(self, name: Any) -> None:
        """Add a secondary item. ModelError if the name is taken."""
        self._claim(name)
        self._secondary[name] = None

    def _claim(self, name: Any) -> None:
        if name in self._primary or name in self._secondary:
            raise ModelError(f"item {name} appears twice, expected each name once")

    def option(
        self,
        items: Iterable[Any] | Mapping[Any, Any],
        *,
        cost: int = 0,
        label: Any = None,
        weights: Mapping[Any, int] | None = None,
    ) -> None:
        """Add an option: its items' names, or a mapping from name to color (None: no color).

        weights  how much it counts in an item, by name; 1 if not given
        """
        pairs = items.items() if isinstance(items, Mapping) else ((name, None) for name in items)
        self._labels.append(len(self._options) if label is None else label)
        self._options.append(list(pairs))
        self._costs.append(cost)
        self._weights.append(weights or {})

    def build(
        self, *, graph_rules: Iterable[GraphRule] = (), statements: Iterable[Statement] = ()
    ) -> ExactCover:
        """Return the matrix, with these conditions. Raises ModelError as `ExactCover` does."""
        names = [*self._primary, *self._secondary]
        number = {name: k for k, name in enumerate(names)}
        color_number: dict[str, int] = {}
        members: list[int] = []
        colors: list[int] = []
        weights: list[int] = []
        for place, pairs in enumerate(self._options):
            for name, color in pairs:
                if name not in number:
                    raise ModelError(f"option {place + 1}: unknown item {name}")
                members.append(number[name])
                weights.append(self._weights[place].get(name, 1))
                colors.append(
                    0
                    if color is None
                    else color_number.setdefault(str(color), len(color_number) + 1)
                )
            for name in self._weights[place]:
                if name not in dict(pairs):
                    raise ModelError(f"option {place + 1}: a weight on {name}, which it is not in")
        ranges = [*self._primary.values(), *((0, 1) for _ in self._secondary)]
        return ExactCover(
            primary=len(self._primary),
            items=names,
            starts=np.cumsum([0, *map(len, self._options)]),
            members=members,
            colors=colors,
            costs=self._costs,
            low=[low for low, _ in ranges],
            high=[high for _, high in ranges],
            labels=self._labels,
            color_names=list(color_number),
            weights=weights,
            graph_rules=graph_rules,
            statements=statements,
        )


# ---- Pausing the garbage collector ---------------------------------------------------------------
# A table of a million rows makes millions of small tuples, all of which stay: each pass of the
# collector over them finds nothing, and together the passes cost as much time as the building
# itself (8.8 s without, 14 s with them, on a packing of a million options). Nothing built here is
# cyclic.


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pause the collector within the block, unless it is off already."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
