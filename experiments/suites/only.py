"""Some runs of a suite, by patterns: `--only 'queens-*' --only count,cpsat`.

A pattern is words with commas between them, each of which must fit the run's instance, family,
question, solver or key: as a whole, with `*`, `?` and `[...]` for what may stand there. Of several
patterns one must fit. A key may be cut short after eight digits, and `gallery:` left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase

from ...models.errors import ModelError, excerpt
from .plan import Run

__all__ = ["only"]

SHORT = 8  # digits of a key that tell which is meant


def only(runs: Sequence[Run], patterns: Sequence[str]) -> list[Run]:
    """Return the runs that one of the patterns fits; without patterns all.

    Raises ModelError for a pattern that fits no run.
    """
    if not patterns:
        return list(runs)
    chosen: set[str] = set()
    for pattern in patterns:
        words = [word.strip() for word in pattern.split(",")]
        # A name may hold commas itself, as those of generated instances do.
        keys = {one.key for one in runs if _fits(one, [pattern]) or _fits(one, words)}
        if not keys:
            raise ModelError(
                f"--only: no run fits {excerpt(pattern)}, expected words with * for the instance, "
                "family, question, solver or key"
            )
        chosen |= keys
    return [one for one in runs if one.key in chosen]


def _fits(run: Run, words: Sequence[str]) -> bool:
    name = run.instance.name
    plain = name.removeprefix("gallery:")
    names = (name, plain, run.instance.family, run.question, run.solver.label)
    return all(
        any(fnmatchcase(name, word) for name in names)
        or (len(word) >= SHORT and run.key.startswith(word))
        for word in words
    )
