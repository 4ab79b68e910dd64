"""What is asked of each puzzle: by which verb, with which settings, and what becomes of answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ...terminal.output import answers_in
from ...terminal.streams import say

if TYPE_CHECKING:
    from ....models.answer import Answer
    from ....solvers.contract.batch import Options
    from ....solvers.contract.result import Result
    from ....solvers.search.selection import Problem
    from ...pictures import Drawn

__all__ = ["Asked"]

MOST_DRAWN = 100  # answers on one contact sheet


@dataclass(frozen=True)
class Asked:
    """What is asked of each puzzle.

    settings     as the verb takes them
    as_json      whether JSON is printed
    verb         solve, improving, bottleneck, pareto or diverse; what it takes besides is in
                 the settings
    certificate  the file into which a certificate of the answer goes
    hint         the file that holds an answer to begin at
    drawing      the file into which answers are drawn
    drawn        the answers that are to be drawn
    """

    settings: Mapping[str, Any]
    as_json: bool
    verb: str = "solve"
    certificate: str | None = None
    hint: str | None = None
    drawing: str | None = None
    drawn: list[Drawn] = field(default_factory=list)

    def keep(self, problem: Problem, answer: Answer | Options | None) -> None:
        """Keep an answer that is to be drawn, if it is one and there are not very many yet."""
        if self.drawing is not None and answer is not None and len(self.drawn) < MOST_DRAWN:
            self.drawn.append((problem, answer))

    @property
    def evidence(self) -> str:
        """What the answers are to rest on."""
        return str(self.settings.get("evidence", "claimed"))

    @property
    def solver(self) -> str:
        """The solver's name."""
        return str(self.settings.get("solver", "auto"))

    def unknown(self) -> Result:
        """Return what is known of a question before a solver was asked."""
        from ....solvers.contract.result import Result, Status

        return Result(Status.UNKNOWN, self.solver, "")

    @contextmanager
    def answers(self, output: str | None) -> Iterator[None]:
        """A block in which answers go into a file, and at whose end they are drawn into another."""
        try:
            with answers_in(output):
                yield
        finally:
            if self.drawing is not None and self.drawn:
                from ...pictures import write_pictures

                write_pictures(self.drawn, self.drawing)
            elif self.drawing is not None:
                say(f"{self.drawing}: nothing to draw")
