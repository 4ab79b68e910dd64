"""The peers as solvers: suite.toml brings them along, so that each run of one is a run like all.

exact-cover (C) takes a Boolean matrix; it knows no secondary items, so each gets an option of its
own that covers only it, which changes no count. xcover (numba) is Knuth's dancing cells; dlx is
dancing links in pure Python. clingo gets the cover as facts and four rules. ganak, an exact model
counter, gets at-least-one clauses and pairwise at-most-one clauses, and only counts. dlx2 is
Knuth's own program, where the environment variable MINUET_DLX2 names it: its whole process, which
reads the matrix and counts, without telling the solutions.

They cannot be asked to stop: whoever runs them enforces limits from outside. Those that tell one
solution after another hand them on in batches that double, up to 1024: a batch of one each would
cost more than xcover's search.
"""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Iterable, Iterator
from importlib import import_module, metadata
from itertools import islice
from typing import Any, ClassVar

import numpy as np

from minuet.models.errors import Unavailable, UnknownSolver, Unsupported
from minuet.models.formats import write
from minuet.solvers.contract import Progress, Query, Solver
from minuet.solvers.contract.batch import Options
from minuet.solvers.encoding.selection import SelectedMatrix, selected, unselected

__all__ = ["Clingo", "Dlx", "Dlx2", "ExactCoverC", "Ganak", "Xcover"]

MOST = 1024  # solutions of a batch
VARIABLE = "MINUET_DLX2"


class Cover:
    """What a query leaves: an exact cover in the plain arrays that the peers' own are made of.

    Options of secondary items alone, which may be chosen or not, get a primary item of their own,
    and beside them stands an option that covers only that.

    options  the number of each in the matrix; -1: it stands for none
    starts   members[starts[k]:starts[k + 1]] are the items of option k, and so are its colors
    primary  so many items come first, of `items`
    given    options of all solutions
    """

    def __init__(self, rest: SelectedMatrix) -> None:
        needed = rest.low > 0
        order = np.argsort(~needed, kind="stable")
        numbers = np.empty(len(order), np.int64)
        numbers[order] = np.arange(len(order))
        held = np.bincount(rest.owner, needed[rest.members], minlength=len(rest.options))
        free = np.flatnonzero(held == 0)
        old, new = int(needed.sum()), len(free)
        entries = numbers[rest.members] + new * ~needed[rest.members]
        options = len(rest.options)
        owner = np.concatenate((rest.owner, free, np.arange(options, options + new)))
        members = np.concatenate((entries, *[np.arange(old, old + new)] * 2))
        colors = np.concatenate((rest.colors, np.zeros(2 * new, np.int64)))
        places = np.argsort(owner, kind="stable")
        self.owner, self.members, self.colors = owner[places], members[places], colors[places]
        self.options = np.concatenate((rest.options, np.full(new, -1)))
        sizes = np.bincount(self.owner, minlength=len(self.options))
        self.starts = np.concatenate(([0], np.cumsum(sizes)))
        self.primary, self.items = old + new, len(order) + new
        self.given = tuple(map(int, rest.given))
        self._numbers: list[int] = self.options.tolist()
        self._numbers += [-1] * (self.items - self.primary)  # what exact-cover adds

    @classmethod
    def of(cls, query: Query, progress: Progress) -> Cover | None:
        """Return what the query leaves; None: no solution."""
        began = time.monotonic()
        whole = not query.given and not query.forbidden
        rest = unselected(query.matrix) if whole else selected(query)
        cover = None if rest is None else cls(rest)
        progress.encode_seconds += time.monotonic() - began
        return cover

    def read(self, chosen: Iterable[int]) -> Options:
        """Return the matrix's options of a solution in the cover's."""
        numbers = self._numbers
        return (*self.given, *[numbers[k] for k in chosen if numbers[k] >= 0])

    def rows(self) -> list[list[int]]:
        """Return the items of each option."""
        members = self.members.tolist()
        return [members[a:b] for a, b in zip(self.starts[:-1], self.starts[1:], strict=True)]

    def groups(self) -> list[list[int]]:
        """Return the options of each item."""
        order = np.argsort(self.members, kind="stable")
        ends = np.cumsum(np.bincount(self.members, minlength=self.items))[:-1]
        return [one.tolist() for one in np.split(self.owner[order], ends)]


class Peer(Solver):
    """A solver of another package, which gets a cover and yields solutions of it."""

    features = frozenset({"costs"})
    library: ClassVar[str]  # the module
    package: ClassVar[str]

    def __init__(self, variant: str = "") -> None:
        if variant:
            raise UnknownSolver(f"solver {self.name} has no variants, expected {self.name}")
        super().__init__(variant)

    def version(self) -> str:
        """Return the version of the package."""
        self.imported()
        return metadata.version(self.package)

    def imported(self) -> Any:
        """Return the module. Raises Unavailable without it."""
        try:
            return import_module(self.library)
        except ImportError as error:
            raise Unavailable(f"solver {self.name}: {error}") from error

    def solutions(self, query: Query, progress: Progress) -> Iterator[list[Options]]:
        """Yield the solutions that the peer tells, in batches that double."""
        module = self.imported()
        cover = Cover.of(query, progress)
        if cover is None or (cover.primary and not len(cover.options)):
            progress.complete = True
            return
        stream = iter(self.found(module, cover, progress)) if cover.primary else iter([()])
        size = 1
        while batch := [cover.read(one) for one in islice(stream, size)]:
            yield batch
            if query.deadline.passed():
                return
            size = min(2 * size, MOST)
        progress.complete = True

    def found(self, module: Any, cover: Cover, progress: Progress) -> Iterable[Iterable[int]]:
        """Yield the solutions of a cover that has options and primary items."""
        raise NotImplementedError


class ExactCoverC(Peer):
    """exact-cover: dancing links in C, all solutions at once"""

    name = "exact-cover"
    library, package = "exact_cover", "exact-cover"

    def found(self, module: Any, cover: Cover, progress: Progress) -> Iterable[Iterable[int]]:
        """Return all solutions at once.

        A solution that holds all rows comes back empty: so there is one more, of no items.
        """
        from exact_cover.error import NoSolution

        began = time.monotonic()
        options, slack = len(cover.options), cover.items - cover.primary
        rows = np.zeros((options + slack + 1, cover.items), bool)
        rows[cover.owner, cover.members] = True
        rows[np.arange(options, len(rows) - 1), np.arange(cover.primary, cover.items)] = True
        progress.encode_seconds += time.monotonic() - began
        try:
            told: Iterable[Iterable[int]] = module.get_all_solutions(rows)
        except NoSolution:
            return ()
        return told


class Xcover(Peer):
    """xcover: Knuth's dancing cells, compiled by numba"""

    name = "xcover"
    features = frozenset({"colors", "costs"})
    library = package = "xcover"

    def found(self, module: Any, cover: Cover, progress: Progress) -> Iterable[Iterable[int]]:
        """Yield the solutions one by one. It fails where there is one primary item alone."""
        if cover.primary == 1:
            return ([option] for option in range(len(cover.options)))
        arrays = (cover.members, cover.starts, cover.colors)
        flat = (np.asarray(one, np.uint32) for one in arrays)
        told: Iterable[Iterable[int]] = module.algorithm_c(
            *flat, cover.items, cover.items - cover.primary
        )
        return told


class Dlx(Peer):
    """dlx: dancing links in Python"""

    name = "dlx-python"
    library = package = "dlx"

    def found(self, module: Any, cover: Cover, progress: Progress) -> Iterable[Iterable[int]]:
        """Yield the solutions one by one; the peer tells them by the numbers of its nodes."""
        began = time.monotonic()
        columns = [(k, int(k >= cover.primary)) for k in range(cover.items)]
        links = module.DLX(columns, cover.rows())
        first, owner = cover.items + 1, cover.owner.tolist()
        progress.encode_seconds += time.monotonic() - began
        return ([owner[node - first] for node in one] for one in links.solve())


class Clingo(Peer):
    """clingo, the matrix as facts and four rules"""

    name = "clingo-facts"
    features = frozenset({"colors", "costs"})
    library = package = "clingo"
    PROGRAM: ClassVar[str] = """
        1 { chosen(K) : in(K, I, _) } 1 :- I = 0..primary-1.
        painted(I, C) :- chosen(K), in(K, I, C), I >= primary.
        :- I = primary..items-1, #count { C : painted(I, C) } > 1.
        #show chosen/1.
    """

    def found(self, module: Any, cover: Cover, progress: Progress) -> Iterable[Iterable[int]]:
        """Yield the models one by one. An entry without a color has one that no other has."""
        began = time.monotonic()
        control = module.Control(
            ["--models=0", f"-cprimary={cover.primary}", f"-citems={cover.items}"],
            logger=lambda *_: None,
        )
        colors = np.where(cover.colors == 0, -1 - cover.owner, cover.colors)
        entries = zip(cover.owner.tolist(), cover.members.tolist(), colors.tolist(), strict=True)
        control.add("base", [], self.PROGRAM + "".join(f"in{entry}." for entry in entries))
        control.ground([("base", [])])
        progress.encode_seconds += time.monotonic() - began
        with control.solve(yield_=True) as models:
            for model in models:
                yield [one.arguments[0].number for one in model.symbols(shown=True)]


class Ganak(Peer):
    """ganak: an exact model counter"""

    name = "ganak"
    lists = False
    library, package = "pyganak", "pyganak"

    def solutions(self, query: Query, progress: Progress) -> Iterator[list[Options]]:
        """Raise Unsupported: it only counts."""
        raise Unsupported(f"solver {self.name} only counts")

    def count(self, query: Query, progress: Progress) -> int:
        """Count the models of the clauses."""
        counter = self.imported().Counter()
        cover = Cover.of(query, progress)
        if cover is not None and cover.primary:
            began = time.monotonic()
            counter.add_clauses(_clauses(cover))
            progress.encode_seconds += time.monotonic() - began
            progress.found = int(counter.count()) if len(cover.options) else 0
        else:
            progress.found = int(cover is not None)
        progress.complete = True
        return progress.found


def _clauses(cover: Cover) -> list[list[int]]:
    clauses = []
    for item, options in enumerate(cover.groups()):
        if item < cover.primary:
            clauses.append([k + 1 for k in options])
        for place, k in enumerate(options):
            clauses += [[-k - 1, -other - 1] for other in options[:place]]
    return clauses


class Dlx2(Solver):
    """dlx2: Knuth's program of Algorithm C, its whole process"""

    name = "dlx2"
    lists = False
    features = frozenset({"colors"})

    def version(self) -> str:
        """Return nothing: it has none."""
        self._program()
        return ""

    def solutions(self, query: Query, progress: Progress) -> Iterator[list[Options]]:
        """Raise Unsupported: only its count is read."""
        raise Unsupported(f"solver {self.name} only counts")

    def count(self, query: Query, progress: Progress) -> int:
        """Have the program count."""
        program = self._program()
        began = time.monotonic()
        text = write(query.matrix.selected(query.given, query.forbidden))
        progress.encode_seconds += time.monotonic() - began
        said = subprocess.run([program], input=text, capture_output=True, text=True, check=True)
        told = re.search(r"Altogether (\d+) solution", said.stderr)
        if told is None:
            raise ValueError(f"{program} does not say how many solutions there are")
        progress.found, progress.complete = int(told[1]), True
        return progress.found

    def _program(self) -> str:
        program = os.environ.get(VARIABLE)
        if not program:
            raise Unavailable(f"solver {self.name}: {VARIABLE} names no program")
        return program
