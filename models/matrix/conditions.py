"""What a solution must hold beside its items: conditions that no item can say.

A condition says itself what it means: of a set of options that breaks it, it gives a *clause*,
which these options break and every solution that holds keeps. From that alone any solver honours
it: it adds the clause and goes on. Two sorts travel with a matrix:

    GraphRule  chosen vertices are connected, chosen edges make one loop ...: flat arrays, which are
               written down, compared and digested, and which engines may read; graph_kinds/ says
               what each kind means, a file a kind
    Statement  any predicate of Python's
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from importlib import import_module
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from ..errors import ModelError, WrongAnswer

__all__ = [
    "DIRECTED",
    "KINDS",
    "OF_VERTICES",
    "Clause",
    "Condition",
    "GraphRule",
    "Statement",
    "cut",
    "cuts",
]

KINDS = (
    "connected",
    "reachable",
    "acyclic",
    "tree",
    "one_loop",
    "path",
    "one_cycle",
    "reachable_by_arcs",
)
# Those whose elements are vertices, not edges; whose edges have a direction; with roots, or ends.
OF_VERTICES = frozenset({"connected", "reachable", "reachable_by_arcs"})
DIRECTED = frozenset({"reachable_by_arcs", "one_cycle"})
WITH_ROOTS = frozenset({"reachable", "reachable_by_arcs", "path"})
Int32Array = npt.NDArray[np.int32]


class Clause(NamedTuple):
    """Not all of `chosen` may be chosen unless one of `needed` is.

    Both are option numbers, ascending; none is in both. The clause says:
    (not chosen[0]) or (not chosen[1]) ... or needed[0] or needed[1] ...
    """

    chosen: tuple[int, ...]
    needed: tuple[int, ...]

    @classmethod
    def of(cls, chosen: Iterable[int], needed: Iterable[int] = ()) -> Self:
        """Return the clause of these options, in any order, each perhaps several times."""
        return cls(tuple(sorted(set(map(int, chosen)))), tuple(sorted(set(map(int, needed)))))


class Condition(ABC):
    """What a solution must hold beside its items; `name` is what messages call it."""

    name: str

    @abstractmethod
    def clause(self, options: Collection[int]) -> Clause | None:
        """Return None where a solution, its option numbers, holds.

        Else a clause that it breaks and every solution that holds keeps.
        """

    def clauses(self, options: Collection[int]) -> Iterator[Clause]:
        """Yield clauses that these options break and every solution that holds keeps.

        None, if the options hold; the first is what `clause` gives, others may cut more at once.
        """
        first = self.clause(options)
        if first is not None:
            yield first

    def implied(self) -> Iterator[Clause]:
        """Yield clauses that every solution that holds keeps, known before any is: perhaps none."""
        return iter(())

    @abstractmethod
    def renumbered(self, numbers: Mapping[int, int]) -> Self:
        """Return the same of a matrix whose options have other numbers.

        numbers  the new number of each option; those that are not in it are gone: never chosen
        """

    @abstractmethod
    def content(self) -> Iterator[bytes]:
        """Yield its identity for the digest of a matrix (exact_cover.py)."""

    @abstractmethod
    def beyond(self, options: int) -> int | None:
        """Return an option number that it names and a matrix of so many options lacks, if any."""


def cut(condition: Condition, options: Collection[int]) -> Clause | None:
    """Return the condition's clause for these options; None: they hold.

    Raises WrongAnswer for a clause that they do not break: to add it would cut nothing.
    """
    return next(cuts(condition, options), None)


def cuts(condition: Condition, options: Collection[int]) -> Iterator[Clause]:
    """Yield the condition's clauses for these options, the first of which is that of `cut`.

    Raises WrongAnswer as `cut` does.
    """
    chosen = frozenset(options)
    for clause in condition.clauses(chosen):
        free = [option for option in clause.chosen if option not in chosen]
        if free or not chosen.isdisjoint(clause.needed):
            kept = f"option {free[0] + 1} is not chosen" if free else "one that it needs is chosen"
            raise WrongAnswer(f"{condition.name}: its clause does not cut the solution: {kept}")
        yield clause


@dataclass(frozen=True, eq=False)
class GraphRule(Condition):
    """A rule on what is chosen of a graph.

    name            what messages call it
    kind            one of KINDS, see below
    vertices        the number of vertices of the graph, 0 .. vertices - 1
    tails, heads    int32[edges]: the graph's edges; where they have a direction, from tail to head
    options, places int32[n]: options[k] chooses element places[k], a vertex for `connected` and
                    both of `reachable`, an edge for the others. An element is chosen if any of its
                    options is; an option may choose several elements, or none
    roots           int32[]: the vertices from which all are reached (both of `reachable`); the two
                    ends of the path, if they are given (`path`)

    connected  the chosen vertices are connected in the subgraph that they induce
    reachable  every chosen vertex can be reached, by chosen vertices, from a chosen one of `roots`
    reachable_by_arcs  likewise, along edges in their direction
    acyclic    the chosen edges hold no cycle
    tree       acyclic, and connected: one tree; nothing chosen is one too
    one_loop   the chosen edges are exactly one simple cycle
    path       the chosen edges are exactly one simple path, between `roots` if they are given
    one_cycle  the chosen arcs are exactly one directed simple cycle

    Nothing chosen breaks one_loop, path and one_cycle, and no other. Two are equal if they are
    alike but for the name. Raises ModelError, naming the rule, for numbers out of range.
    """

    name: str
    kind: str
    vertices: int
    tails: Int32Array
    heads: Int32Array
    options: Int32Array
    places: Int32Array
    roots: Int32Array = field(default_factory=lambda: np.zeros(0, np.int32))

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            self._refuse(f"kind {self.kind!r}, expected one of {', '.join(KINDS)}")
        for name in ("tails", "heads", "options", "places", "roots"):
            object.__setattr__(self, name, self._numbers(name))
        for first, second in (("tails", "heads"), ("options", "places")):
            if len(getattr(self, first)) != len(getattr(self, second)):
                self._refuse(f"{first} and {second} differ in length")
        for name, noun, end in (
            ("tails", "vertex", self.vertices),
            ("heads", "vertex", self.vertices),
            ("roots", "vertex", self.vertices),
            ("places", "vertex" if self.of_vertices else "edge", self.elements),
            ("options", "option", np.iinfo(np.int32).max),
        ):
            numbers = getattr(self, name)
            wrong = numbers[(numbers < 0) | (numbers >= end)]
            if len(wrong):
                self._refuse(f"{noun} {int(wrong[0])}, expected 0 to {end - 1}")
        if len(self.roots) and self.kind not in WITH_ROOTS:
            self._refuse(f"roots, expected none for {self.kind}")
        if self.kind == "path" and len(self.roots) not in (0, 2):
            self._refuse(f"{len(self.roots)} roots, expected the two ends of the path or none")

    def _numbers(self, name: str) -> Int32Array:
        given = np.asarray(getattr(self, name))
        if given.ndim != 1 or (given.size and not np.issubdtype(given.dtype, np.integer)):
            self._refuse(f"{name} is no flat array of integers")
        numbers = given.astype(np.int32)
        if not np.array_equal(numbers, given):
            self._refuse(f"{name} holds a number that is no int32")
        numbers.setflags(write=False)
        return numbers

    def _refuse(self, message: str) -> None:
        raise ModelError(f"graph rule {self.name}: {message}")

    @property
    def of_vertices(self) -> bool:
        """Whether its elements are vertices; else they are edges."""
        return self.kind in OF_VERTICES

    @property
    def directed(self) -> bool:
        """Whether the edges of its graph have a direction."""
        return self.kind in DIRECTED

    @property
    def elements(self) -> int:
        """How many elements there are that may be chosen."""
        return self.vertices if self.of_vertices else len(self.tails)

    def clause(self, options: Collection[int]) -> Clause | None:
        """Return None where these options hold, else a clause that they break: see `Condition`."""
        return next(self.clauses(options), None)

    def clauses(self, options: Collection[int]) -> Iterator[Clause]:
        """Yield a clause for each part that is cut off, each cycle ...: see `Condition`."""
        clauses: Iterator[Clause] = self._meaning.clauses(self, frozenset(options))
        return clauses

    def implied(self) -> Iterator[Clause]:
        """Yield what a kind can say beforehand, as of how many edges meet: see `Condition`."""
        clauses: Iterator[Clause] = self._meaning.implied(self)
        return clauses

    @property
    def _meaning(self) -> Any:
        return import_module(f".graph_kinds.{self.kind}", __package__)

    def renumbered(self, numbers: Mapping[int, int]) -> Self:
        """Return the same of a matrix whose options have these numbers: see `Condition`."""
        kept = np.array([option in numbers for option in self.options.tolist()], bool)
        options = [numbers[option] for option in self.options[kept].tolist()]
        return replace(self, options=np.array(options, np.int32), places=self.places[kept])

    def content(self) -> Iterator[bytes]:
        """Yield its kind and its arrays; the name does not count."""
        arrays = (self.tails, self.heads, self.options, self.places, self.roots)
        yield f"graph rule {self.kind}\n".encode()
        yield np.array([self.vertices, *map(len, arrays)], "<i8").tobytes()
        for array in arrays:
            yield array.astype("<i4").tobytes()

    def beyond(self, options: int) -> int | None:
        """Return an option number that it names and a matrix of so many options lacks, if any."""
        most = int(self.options.max(initial=-1))
        return most if most >= options else None

    def __getstate__(self) -> dict[str, Any]:
        """Return what is pickled: the arrays, and not what was made of them for clauses."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GraphRule):
            return NotImplemented
        return list(self.content()) == list(other.content())

    def __hash__(self) -> int:
        return hash(tuple(self.content()))


@dataclass(frozen=True, eq=False)
class Statement(Condition):
    """A predicate of Python's on the chosen options.

    name   what messages call it
    holds  whether the chosen ones of the options that it looks at, ascending, are right
    over   the numbers of the options that it looks at: range(matrix.options), or fewer
    gives  the clause for options that break it; None: a clause that forbids exactly these of
           `over`, so that a search meets each set of them once
    """

    name: str
    holds: Callable[[tuple[int, ...]], Any]
    over: Sequence[int]
    gives: Callable[[tuple[int, ...]], Clause] | None = None

    def clause(self, options: Collection[int]) -> Clause | None:
        """Return None where these options hold, else a clause that they break: see `Condition`."""
        chosen = frozenset(options)
        seen = tuple(option for option in self.over if option in chosen)
        if self.holds(seen):
            return None
        if self.gives is not None:
            return self.gives(seen)
        return Clause.of(seen, (option for option in self.over if option not in chosen))

    def renumbered(self, numbers: Mapping[int, int]) -> Self:
        """Return the same of a matrix whose options have these numbers: see `Condition`."""
        inner = _Renumbered(self, {new: old for old, new in numbers.items()}, dict(numbers))
        over = sorted(numbers[option] for option in self.over if option in numbers)
        return replace(self, holds=inner.holds, over=over, gives=self.gives and inner.gives)

    def content(self) -> Iterator[bytes]:
        """Yield its name: what a function does is nowhere to be read."""
        yield f"statement {self.name}\n".encode("utf-8", "surrogatepass")

    def beyond(self, options: int) -> int | None:
        """Return an option number that it names and a matrix of so many options lacks, if any."""
        return next((option for option in self.over if not 0 <= option < options), None)


@dataclass(frozen=True)
class _Renumbered:
    """A statement's functions, of options by other numbers."""

    statement: Statement
    old: Mapping[int, int]
    new: Mapping[int, int]

    def holds(self, options: tuple[int, ...]) -> Any:
        return self.statement.holds(self._old(options))

    def gives(self, options: tuple[int, ...]) -> Clause:
        assert self.statement.gives is not None
        chosen, needed = self.statement.gives(self._old(options))
        there = (self.new[option] for option in needed if option in self.new)
        return Clause.of((self.new[option] for option in chosen), there)

    def _old(self, options: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(self.old[option] for option in options))
