"""The fewest statements to take away so that there is a solution: what was found, and its words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..contract.batch import Options
from ..contract.evidence import Level
from .statements import Statement

__all__ = ["Relaxation"]


@dataclass(frozen=True)
class Relaxation:
    """Statements without which there is a solution (or the choice that was asked about is free).

    statements  what is to be taken away; where several sets are as small, rules are rather kept
                than what is forbidden, and that rather than givens
    total       of how many statements
    options     a solution of what is left, which was looked at; None: what has to be kept clashes
                by itself, and nothing helps
    least       no fewer statements will do; else these are the fewest known so far
    bound       at least so many must go
    evidence    what `least` rests on: `claimed` by SAT, or `agreed` by dancing links, which found
                no solution of each of the sets of statements that show it
    """

    statements: tuple[Statement, ...]
    total: int
    options: Options | None = None
    least: bool = False
    bound: int = 1
    evidence: Level = Level.CLAIMED

    def __len__(self) -> int:
        return len(self.statements)

    def __bool__(self) -> bool:
        return self.options is not None

    def __str__(self) -> str:
        return "\n".join(self.lines("to have a solution"))

    def lines(self, aim: str) -> Iterator[str]:
        """Yield what is to be done; `aim` is what for, as in `to have a solution`."""
        if self.options is None:
            yield f"{aim}, what has to be kept must be changed: it clashes by itself"
            return
        yield f"{aim}, take away {len(self)} of {self.total} statements ({self._rests_on()}):"
        for one in self.statements:
            yield f"  {one}"

    def _rests_on(self) -> str:
        if not self.least:
            return f"smallest known so far, at least {self.bound} must go"
        if self.evidence >= Level.AGREED:
            return "no fewer do, as SAT and dancing links agree"
        return "no fewer do, as SAT alone says"
