"""What ends the folding of a solution set before its end; the solutions found by then are kept."""

from __future__ import annotations

from ....models.telling.spelling import numeral
from ...contract.result import Unreached

__all__ = ["UnfinishedSet"]


class UnfinishedSet(Unreached):
    """A limit came before a solution set was complete; on Ctrl-C `Interrupted` carries one.

    found  how many solutions there are at least
    late   whether the limit was that of the time; else it was the memory's, or a Ctrl-C
    """

    def __init__(self, message: str, found: int, *, late: bool) -> None:
        super().__init__(f"{message}; at least {numeral(found)} solutions", late=late)
        self.found, self._message = found, message

    def __reduce__(self) -> tuple[object, ...]:
        return _unfinished, (self._message, self.found, self.late)


def _unfinished(message: str, found: int, late: bool) -> UnfinishedSet:
    return UnfinishedSet(message, found, late=late)
