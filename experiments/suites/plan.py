"""A suite as the list of its runs, each with a key, and the choice of some by patterns.

The key is a digest of all that is asked, of minuet's version and of the revision of its sources:
with another commit, or with changes that no commit has, everything is measured anew. A change to
the suite leaves the keys of all other runs as they are, so only what is new is run.

A pattern, as in `--only 'queens-*' --only 'queens,n=6,dlx'`, is words with commas between them,
each of which must fit the run's instance, family, question, solver or key as a whole, with `*`, `?`
and `[...]`. A word may have commas itself, as the names of generated instances have. Of several
patterns one must fit. A key may be cut short after eight digits, and `gallery:` left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from hashlib import blake2b
from typing import Any

from ...models.errors import ModelError, excerpt
from ...models.installed import version_of
from ...solvers.search.settings import Settings
from ..records.record import RUN
from ..revision import own_revision
from .loading import Instance, instance_of_program
from .suite import Limits, Suite, Variant, goal_of

__all__ = ["Run", "only", "planned", "release"]


@dataclass(frozen=True)
class Run:
    """One run: a question about an instance, to a solver, within limits.

    question    one of the suite's; `RUN`: the program of `solver` is run
    settings    of the search: those of the solver that the question takes, the seed, the time limit
    repetition  0, 1, ... of runs that are alike in everything else
    shuffle     the seed by which items and options are put into another order; None: as they are
    version     of minuet, and the revision of its sources
    expected    how many solutions the suite expects; None: it does not say. No part of the key
    """

    instance: Instance
    question: str
    solver: Variant
    settings: Settings
    repetition: int
    shuffle: int | None
    limits: Limits
    version: str
    expected: int | None = None

    @property
    def seed(self) -> int | None:
        """What the solver's chances begin with; None: its own."""
        seed: int | None = self.settings.seed
        return seed

    def to_fields(self) -> dict[str, Any]:
        """Return what is asked, as plain values: fields of the record."""
        plug_in, program = self.solver.plug_in, self.solver.program
        name = {} if program else {"solver": self.settings.solver}
        brought = (
            program.command_text
            if program
            else f"{plug_in.name} {plug_in.digest}"
            if plug_in
            else ""
        )
        return {
            "instance": self.instance.name,
            "digest": self.instance.digest,
            "question": self.question,
            "solver": self.solver.label,
            "settings": name | self.settings.to_dict(),
            "items": self.solver.items or "",
            "plug_in": brought,
            "repetition": self.repetition,
            "seed": self.seed,
            "shuffle": self.shuffle,
            "limits": self.limits.to_dict(),
        }

    @cached_property
    def key(self) -> str:
        """The digest of all that is asked, and of minuet's version."""
        text = json.dumps({"minuet": self.version, **self.to_fields()}, sort_keys=True, default=str)
        return blake2b(text.encode(), digest_size=16).hexdigest()

    @property
    def name(self) -> str:
        """The name of the run in messages: instance, question, solver and further settings."""
        parts = [self.instance.name, self.question, self.solver.label]
        parts += [f"seed {self.seed}"] * (self.seed is not None)
        parts += [f"shuffle {self.shuffle}"] * (self.shuffle is not None)
        parts += [f"repetition {self.repetition + 1}"] * (self.repetition > 0)
        return ", ".join(parts)


def release() -> str:
    """Return minuet's version without the commit of a checkout."""
    return version_of("minuet").partition("+")[0]


def planned(suite: Suite, instances: Iterable[Instance]) -> Iterator[Run]:
    """Yield the runs of a suite: those of an instance together, programs last."""
    orders = [
        (seed, shuffle, repetition)
        for seed in suite.seeds
        for shuffle in suite.shuffles
        for repetition in range(suite.repetitions)
    ]
    version = f"{release()} {own_revision()}".rstrip()
    for instance in instances:
        expected = suite.expected_of(instance.name)
        for question in suite.questions:
            for seed, shuffle, repetition in orders:
                for solver in suite.solvers:
                    if not instance.named.asks(question, solver):
                        continue
                    if not solver.draws and seed != suite.seeds[0]:
                        continue  # which would be the same search once more
                    settings = solver.settings.for_goal(goal_of(question)).but(
                        seed=seed if solver.draws else None, time_limit=suite.limits.seconds
                    )
                    yield Run(
                        instance,
                        question,
                        solver,
                        settings,
                        repetition,
                        shuffle,
                        suite.limits,
                        version,
                        None if expected is None else expected.count,
                    )
    for program in suite.programs:
        for repetition in range(suite.repetitions):
            yield Run(
                instance_of_program(program),
                RUN,
                Variant(program.label, Settings(), program=program),
                Settings(threads=program.threads),
                repetition,
                None,
                suite.limits,
                version,
            )


SHORT = 8  # digits of a key that identify a run


def only(runs: Sequence[Run], patterns: Sequence[str]) -> list[Run]:
    """Return the runs that one of the patterns fits; without patterns all.

    Raises ModelError for a pattern that fits no run.
    """
    if not patterns:
        return list(runs)
    chosen: set[str] = set()
    for pattern in patterns:
        words = pattern.split(",")
        keys = {run.key for run in runs if _fits(run, words)}
        if not keys:
            raise ModelError(
                f"--only: no run fits {excerpt(pattern)}, expected words with * for the instance, "
                "family, question, solver or key"
            )
        chosen |= keys
    return [run for run in runs if run.key in chosen]


def _fits(run: Run, words: Sequence[str]) -> bool:
    """Whether the words, of which neighbors may be joined by commas, all fit the run."""
    name = run.instance.name
    plain = name.removeprefix("gallery:")
    names = (name, plain, run.instance.family, run.question, run.solver.label)
    fitting = [True]  # whether the first 0, 1, ... words do
    for end in range(1, len(words) + 1):
        for start in range(end):
            word = ",".join(words[start:end]).strip()
            if fitting[start] and (
                any(fnmatchcase(name, word) for name in names)
                or (len(word) >= SHORT and run.key.startswith(word))
            ):
                fitting.append(True)
                break
        else:
            fitting.append(False)
    return fitting[-1]
