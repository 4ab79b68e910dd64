"""The answers of one solver in a cross-check, for each branch and in total; disagreements."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Self

from ...models.objective import Number
from ..contract.batch import Options
from ..contract.result import Status

__all__ = ["WIDTH", "Disagreement", "Outcome", "Part", "hash_of"]

WIDTH = 1 << 128  # hashes are added up below it


@dataclass
class Part:
    """What one solver said of one branch; each of its solutions was verified.

    complete     whether it says that these are all
    found        its solutions; of a branch with more than are kept, the first ones
    confirmed    solutions of others besides which it says that there is none
    number       how many solutions it found, or confirmed
    hashes       their hashes added up, which does not depend on their order
    counted      how many it counts, where it counts in a way of its own; else None
    counted_all  whether it says that this is all
    """

    complete: bool = False
    found: set[Options] = field(default_factory=set, repr=False)
    confirmed: set[Options] = field(default_factory=set, repr=False)
    number: int = 0
    hashes: int = 0
    counted: int | None = None
    counted_all: bool = False

    @property
    def answered(self) -> bool:
        """Whether it says how many solutions there are."""
        return self.complete or self.counted_all

    @property
    def claimed(self) -> int:
        """How many solutions there are, it says, if it answered; else how many it knows."""
        return self.number if self.complete else max(self.counted or 0, self.number)

    @property
    def solutions(self) -> set[Options]:
        """The solutions that it says are all, if it is complete."""
        return self.found | self.confirmed

    @property
    def spoke(self) -> bool:
        """Whether it said anything that others could contradict."""
        return self.answered or bool(self.found or self.counted)


@dataclass
class Outcome:
    """What one solver said.

    solver     the name by which it was asked
    asked      "all solutions", "the count", "a solution" (of one that enumerates too slowly),
               "another solution" (besides those of the others) or "the best"
    by         who answered: for `auto` the solver that it chose
    kind       whose word it is: solvers of one kind could be wrong together
    version    of what answered; "" if it did not come so far
    ended      how its process ended: "finished", "raised", "crashed", "hung" ...; "" if it was not
               asked
    parts      what it said of each branch, as far as it came
    status     for all branches together
    count      the number of solutions that it found; None where it was not asked for all
    objective  of the best solution, in the puzzle's words
    bound      no solution costs less, it says (a cost of the matrix)
    complete   whether it finished what the check asks
    note       why it did not take part, or did not finish, or what it did wrong
    wrong      whether it contradicts the puzzle or itself
    witness    a solution that shows what is wrong, if there is one
    place      of the branch where that is; None: not known
    """

    solver: str
    asked: str = ""
    by: str = ""
    kind: str = ""
    version: str = ""
    ended: str = ""
    parts: list[Part] = field(default_factory=list)
    status: Status = Status.UNKNOWN
    count: int | None = None
    objective: Number | None = None
    bound: int | None = None
    complete: bool = False
    seconds: float = 0.0
    note: str = ""
    wrong: bool = False
    witness: Options | None = None
    place: int | None = None

    def part(self, place: int) -> Part:
        """Return what it said of a branch; nothing so far if it was not asked about it."""
        while len(self.parts) <= place:
            self.parts.append(Part())
        return self.parts[place]

    def answered(self, place: int) -> bool:
        """Whether it answered about a branch, and nothing is wrong with it."""
        return not self.wrong and place < len(self.parts) and self.parts[place].answered

    @property
    def found(self) -> set[Options]:
        """All solutions that it found."""
        return set().union(*(part.found for part in self.parts))

    @property
    def digest(self) -> str:
        """A fingerprint of the solutions found that does not depend on their order."""
        return f"{sum(part.hashes for part in self.parts) % WIDTH:032x}"[:12]

    @property
    def spoke(self) -> bool:
        """Whether it said anything that others could contradict."""
        return any(part.spoke for part in self.parts)


def hash_of(options: Options) -> int:
    """Return a 128-bit hash of a solution."""
    text = ",".join(map(str, options)).encode()
    return int.from_bytes(blake2b(text, digest_size=16).digest())


# ---- Disagreements -------------------------------------------------------------------------------


class Disagreement(str):
    """One line that says what is wrong, as text; and beside it, for programs:

    between  the solvers that contradict each other; one that contradicts itself or the puzzle
             alone; none where it is the expected count that is contradicted
    witness  a solution (option numbers) that shows it, if one is known
    place    of the branch in what was to be compared; None: not known, or none in particular
    shown    the witness in the puzzle's own words; "" without one
    """

    between: tuple[str, ...]
    witness: Options | None
    place: int | None
    shown: str

    def __new__(
        cls,
        text: str,
        between: tuple[str, ...] = (),
        witness: Options | None = None,
        place: int | None = None,
        shown: str = "",
    ) -> Self:
        """Return the line with what goes with it."""
        line = super().__new__(cls, text)
        line.between, line.witness, line.place, line.shown = between, witness, place, shown
        return line

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        return type(self), (str(self), self.between, self.witness, self.place, self.shown)

    def worded(self, shown: str) -> Self:
        """Return the same with the witness in the puzzle's own words."""
        return type(self)(str(self), self.between, self.witness, self.place, shown)
