"""Counting with memory, in readable Python: a second word on counts too great to be listed.

What is below a node depends on its undecided options, its open items and how often the counted
items are covered (or what their weights come to), and on nothing else but conditions; where there
are conditions nothing is remembered. So nodes that are equal in these are counted once. The keys
are these numbers themselves, never their hashes alone. The tree is that of reference.py;
the native memo (solvers/native/memo/depth_first.hpp) shares no code with this one.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from ..contract.deadline import Stopped
from ..contract.progress import Progress
from ..contract.query import Query
from .reference import Masks, Node

__all__ = ["count"]

MEMORY = 1 << 28  # bytes for what is remembered, if nothing else is said
ENTRY = 300  # bytes of an entry of the memo, besides the bits of its key

Key = tuple[int, int, tuple[int, ...]]


def count(query: Query, progress: Progress) -> int:
    """Return the number of solutions, and set `progress.complete`, or of those found in time."""
    with suppress(Stopped):
        masks = Masks(query, progress, costs=False)
        roots = masks.roots()
        if roots:
            _count_below(masks, roots[0], query, progress)
        progress.complete = True
    return progress.found


@dataclass
class _Frame:
    """A node on its way: what is left to look at below it, and what was found there."""

    key: Key
    children: list[Node]
    found: int = 0


def _count_below(masks: Masks, root: Node, query: Query, progress: Progress) -> None:
    room = (query.memory or MEMORY) // (ENTRY + query.matrix.options // 8)
    memo: dict[Key, int] = {}
    if query.matrix.conditions:
        room = 0
    top = _Frame((0, 0, ()), [root])
    stack = [top]
    try:
        while stack:
            frame = stack[-1]
            if not frame.children:
                stack.pop()
                if stack:
                    stack[-1].found += frame.found
                    if len(memo) < room:
                        memo[frame.key] = frame.found
                continue
            node = frame.children.pop()
            progress.nodes += 1
            query.deadline.check()
            key = node.live, node.open, node.times
            if masks.misses(node):
                continue
            if not node.live and not node.open:
                frame.found += masks.holds(node)
            elif (known := memo.get(key)) is not None:
                frame.found += known
            else:
                stack.append(_Frame(key, masks.children(node)))
    finally:
        # After a limit: what was found below the nodes that are on their way, no node twice.
        progress.found = sum(frame.found for frame in stack) if stack else top.found
