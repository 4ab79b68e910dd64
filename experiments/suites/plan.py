"""A suite as the list of its runs, each with a key that names it for good.

The key is a digest of all that is asked, and of minuet's version without what stands behind a `+`
(the commit of a checkout, say): with another version everything is measured anew. A change to the
suite leaves the keys of all other runs as they are, so only what is new is run.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from ...models.importing.installed import version_of
from .loading import Instance
from .suite import Limits, Suite, Variant

__all__ = ["Run", "planned", "release"]


@dataclass(frozen=True)
class Run:
    """One run: a question about an instance, to a solver, within limits.

    repetition  0, 1, ... of runs that are alike in everything else
    seed        what the solver's chances begin with; None: its own
    shuffle     the seed by which items and options are put into another order; None: as they are
    """

    instance: Instance
    question: str
    solver: Variant
    repetition: int
    seed: int | None
    shuffle: int | None
    limits: Limits
    key: str

    @property
    def name(self) -> str:
        """What the run is called where it is told: instance, question, solver and what else."""
        told = [self.instance.name, self.question, self.solver.label]
        told += [f"seed {self.seed}"] * (self.seed is not None)
        told += [f"shuffle {self.shuffle}"] * (self.shuffle is not None)
        told += [f"repetition {self.repetition + 1}"] * (self.repetition > 0)
        return ", ".join(told)


def release() -> str:
    """Return minuet's version, by which keys are told apart: without the commit of a checkout."""
    return version_of("minuet").partition("+")[0]


def planned(suite: Suite, instances: Iterable[Instance]) -> Iterator[Run]:
    """Yield the runs of a suite: those of an instance together, solver after solver."""
    orders = [
        (seed, shuffle, repetition)
        for seed in suite.seeds
        for shuffle in suite.shuffles
        for repetition in range(suite.repetitions)
    ]
    version = release()
    for instance in instances:
        for question in suite.questions:
            for seed, shuffle, repetition in orders:
                for solver in suite.solvers:
                    if not instance.named.asks(question, solver):
                        continue
                    asked: dict[str, Any] = {
                        "minuet": version,
                        "instance": instance.name,
                        "digest": instance.digest,
                        "question": question,
                        "solver": solver.label,
                        "options": solver.options(),
                        "repetition": repetition,
                        "seed": seed,
                        "shuffle": shuffle,
                        "limits": suite.limits.told(),
                    }
                    yield Run(
                        instance,
                        question,
                        solver,
                        repetition,
                        seed,
                        shuffle,
                        suite.limits,
                        _key(asked),
                    )


def _key(asked: dict[str, Any]) -> str:
    text = json.dumps(asked, sort_keys=True, default=str)
    return blake2b(text.encode(), digest_size=16).hexdigest()
