"""How many examples hypothesis draws: MINUET_EXAMPLES, 8 if that is not set.

A test with examples that take long, or with many kinds of them, says how many where 60 are usual;
it draws as many more or fewer as all do. Without MINUET_EXAMPLES every run draws the same examples,
so that a run says something about a change alone; with it, as in `make test-all`, each draws anew.

Of the cases of a long table a share runs by default, and all of them by `make test-all`: `one_in`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import hypothesis
import pytest

__all__ = ["EXAMPLES", "FRESH", "few", "one_in", "seeds"]

USUAL = 60
FRESH = "MINUET_EXAMPLES" in os.environ
EXAMPLES = int(os.environ.get("MINUET_EXAMPLES", "8"))


def few(examples: int) -> hypothesis.settings:
    """Return the settings of a test that draws so many examples where others draw 60."""
    return hypothesis.settings(max_examples=max(1, examples * EXAMPLES // USUAL))


def seeds(cases: int, most: int | None = None) -> range:
    """Return the seeds of a test that draws by itself so many cases where others draw 60.

    most  cases that it draws in the longest run; None: as many as come to its share
    """
    number = max(1, cases * EXAMPLES // USUAL)
    return range(number if most is None else min(number, most))


def one_in(number: int, cases: Iterable[object], first: int = 0) -> list[Any]:
    """Return cases of a test, of which one in so many runs by default, and the others are slow."""
    return [
        pytest.param(case, marks=[pytest.mark.slow] if (k - first) % number else [])
        for k, case in enumerate(cases)
    ]
