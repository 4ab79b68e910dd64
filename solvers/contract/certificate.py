"""What a certificate certifies, and who can make one.

That there is no (other, better) solution is an `Assertion` on a matrix and a selection. A certifier
has somebody write down why it holds, and somebody else, who shares no code with the writer, look
whether that is so. It hands back a certificate that was accepted, and nothing else: where it
cannot it raises `Uncertified`, and where the opposite turns out, `Refuted`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from ...models.errors import SolverError
from .batch import Options
from .deadline import Deadline
from .evidence import Level
from .query import Query

__all__ = ["Assertion", "Certificate", "Certifier", "Refuted", "Uncertified"]


@dataclass(frozen=True)
class Assertion:
    """What is to be certified of a query's matrix and selection.

    known  solutions that were looked at, each ascending, no two alike
    count  there are exactly so many solutions; if so many are known: no other than these
    cost   no solution costs less, as the matrix counts it; one that costs so much is known
    """

    known: tuple[Options, ...] = ()
    count: int | None = None
    cost: int | None = None

    @property
    def no_other(self) -> bool:
        """Whether it says that the known solutions, of which there may be none, are all."""
        return self.count == len(self.known) and self.cost is None


class Certificate(Protocol):
    """A certificate that a checker accepted."""

    @property
    def by(self) -> tuple[str, ...]:
        """Who wrote it, and who checked it."""

    @property
    def level(self) -> Level:
        """What a claim rests on that it shows: certified or, by a proved checker, proved."""

    @property
    def size(self) -> int:
        """The bytes of its text."""


class Certifier(Protocol):
    """Proves assertions and has the proofs checked."""

    name: str

    def certify(self, query: Query, assertion: Assertion, deadline: Deadline) -> Certificate:
        """Return a certificate that an independent checker accepted.

        Raises Uncertified, and Refuted with a solution that the assertion denies; Stopped at the
        deadline.
        """


class Uncertified(SolverError):
    """There is no certificate; the message says why, in one line."""


class Refuted(SolverError):
    """What was to be certified does not hold.

    by       who says so
    options  the solution that there was not to be
    """

    def __init__(self, by: str, options: Options) -> None:
        super().__init__(f"solver {by} found a solution that there was not to be")
        self.by, self.options = by, options
