"""How lines of rules are told: word by word, or step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest


@pytest.fixture(scope="session")
def told() -> Callable[[bool], AbstractContextManager[None]]:
    """Give blocks in which lines are told step by step, however few their words; or as always.

    What would be told so is too large for plain Python to try: this makes it small.
    """

    @contextmanager
    def block(stepwise: bool) -> Iterator[None]:
        with pytest.MonkeyPatch.context() as monkeypatch:
            if stepwise:
                monkeypatch.setattr("minuet.models.rules.statements.regular.MOST_WORDS", 0)
            yield

    return block
