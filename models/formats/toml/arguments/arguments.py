"""What the readers of this room ask of the arguments of a rule, which rules.py hands them."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Protocol

from ..context import Context, Table
from ..node import Node

__all__ = ["Arguments"]


class Arguments(Protocol):
    """The arguments of a rule.

    context  of the puzzle that is read
    node     the rule's table; own: the value that the rule is named by
    tables   those that it is about
    groups   that `over` names; None: it names none
    """

    context: Context
    node: Node
    own: Node
    tables: Sequence[Table]
    groups: Sequence[Hashable] | None
