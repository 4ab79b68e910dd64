"""How many examples hypothesis draws: MINUET_EXAMPLES, 60 if that is not set.

Where an example takes long a test draws fewer; with more in all it draws more in proportion.
"""

from __future__ import annotations

import os

import hypothesis

__all__ = ["EXAMPLES", "few"]

USUAL = 60
EXAMPLES = int(os.environ.get("MINUET_EXAMPLES", USUAL))


def few(examples: int) -> hypothesis.settings:
    """Return the settings of a test that draws so many examples where 60 are usual."""
    return hypothesis.settings(max_examples=max(1, examples * EXAMPLES // USUAL))
