"""A suite: which solvers are asked which questions about which instances, within which limits.

It is frozen, and made of plain values; reading.py makes one of a text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from ...solvers.contract.goal import Goal
from ...solvers.plug_ins import PlugIn
from ...solvers.search.settings import Settings
from .programs import Program
from .targets import Target

__all__ = [
    "ITEM_ORDERS",
    "QUESTIONS",
    "Collection",
    "Expected",
    "Limits",
    "Source",
    "Suite",
    "Variant",
    "goal_of",
]

QUESTIONS = {
    "first": "a solution, whatever it costs",
    "count": "how many solutions there are",
    "all": "all solutions, one after the other",
    "best": "a solution that costs least",
    "improving": "ever better solutions, up to one that costs least",
    "unique": "whether there is exactly one solution",
}


def goal_of(question: str) -> Goal:
    """Return the goal of the search that answers a question."""
    return Goal.MANY if question == "unique" else Goal(question)


ITEM_ORDERS = {
    "reversed": "the last one first",
    "rarest": "those with the fewest options first",
    "commonest": "those with the most options first",
    "busiest": "those whose options meet the most others first",
}


@dataclass(frozen=True)
class Limits:
    """What a run may take; None: no limit.

    seconds            wall-clock, from the question on
    processor_seconds  of its process and that one's children, all threads together, likewise
    memory             bytes that all of them hold at once
    """

    seconds: float | None = None
    processor_seconds: float | None = None
    memory: int | None = None

    def to_dict(self) -> dict[str, float | None]:
        """Return the limits by name."""
        return asdict(self)


@dataclass(frozen=True)
class Variant:
    """A solver, and how it searches.

    label      what the records call it, unique in a suite
    settings   the solver's name, as `minuet solvers` lists it, and what `SuiteSettings` has
    items      the order of `ITEM_ORDERS` that it is handed them in; None: as they are
    questions  those that it is asked; None: all of the suite
    plug_in    where the solver is from, if the suite brings it along
    program    that is run instead of a solver
    draws      whether it draws at random, so that it is asked with each seed
    """

    label: str
    settings: Settings
    items: str | None = None
    questions: tuple[str, ...] | None = None
    plug_in: PlugIn | None = None
    program: Program | None = None
    draws: bool = True


@dataclass(frozen=True)
class Source:
    """Where an instance is from: one of a file, the gallery, or a generator.

    file        with the place of the puzzle in it, from 0, and its format; "": detected
    gallery     a name that `minuet gallery` lists
    generator   with its parameters
    """

    file: str = ""
    place: int = 0
    form: str = ""
    gallery: str = ""
    generator: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Collection:
    """Instances that a suite names together; of a file it is not known yet how many it holds.

    name      of the instance, or of the first part of its name where a file holds several
    family    what it is one of; n its size there, None: no size is known
    questions, solvers  that it is asked, and the labels of those who are; None: all of the suite
    place     the line and the column at which the suite names it
    """

    name: str
    family: str
    n: float | None
    source: Source
    questions: tuple[str, ...] | None = None
    solvers: tuple[str, ...] | None = None
    place: tuple[int, int] = (1, 1)

    def asks(self, question: str, solver: Variant) -> bool:
        """Whether the suite puts this question about it to this solver."""
        return (
            (self.questions is None or question in self.questions)
            and (self.solvers is None or solver.label in self.solvers)
            and (solver.questions is None or question in solver.questions)
        )


@dataclass(frozen=True)
class Expected:
    """How many solutions a suite expects an instance to have; place: line and column of that."""

    count: int
    place: tuple[int, int] = (1, 1)


@dataclass(frozen=True)
class Suite:
    """What an experiment does.

    name, about  for the reader
    file, text   where it stands, and what it says
    instances    in the order of the text
    questions    of `QUESTIONS`
    solvers      with their options
    seeds        that solvers that draw are given, one after the other; None: the solver's own
    repetitions  of each run, alike in everything
    shuffles     the seeds by which items and options are put into other orders; None: as they are
    limits       of each run
    features     seconds for the features of each instance; None: they are not asked for
    programs     that are run besides
    targets      that the records are held against in reports
    expected     numbers of solutions, by names of instances
    """

    name: str
    file: str
    text: str
    instances: tuple[Collection, ...]
    questions: tuple[str, ...]
    solvers: tuple[Variant, ...]
    seeds: tuple[int | None, ...] = (None,)
    repetitions: int = 1
    shuffles: tuple[int | None, ...] = (None,)
    limits: Limits = Limits()
    about: str = ""
    features: float | None = None
    programs: tuple[Program, ...] = ()
    targets: tuple[Target, ...] = ()
    expected: Mapping[str, Expected] = field(default_factory=dict)

    def within(self, seconds: float | None = None, processor_seconds: float | None = None) -> Suite:
        """Return the suite with other limits for each run; None: as it is."""
        limits = {"seconds": seconds, "processor_seconds": processor_seconds}
        given: dict[str, Any] = {name: limit for name, limit in limits.items() if limit is not None}
        if not given:
            return self
        return replace(self, limits=replace(self.limits, **given))

    def expected_of(self, name: str) -> Expected | None:
        """Return what is expected of an instance; a name of the gallery may be without prefix."""
        return self.expected.get(name, self.expected.get(name.removeprefix("gallery:")))
