"""How lines of sudokus are told: word by word, or step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest

from minuet.models import Sudoku


@pytest.fixture(scope="session")
def stepwise() -> Callable[[], AbstractContextManager[None]]:
    """Give blocks in which lines are told step by step, however few their words.

    What would be told so is too large for plain enumeration: this makes it small.
    """

    @contextmanager
    def block() -> Iterator[None]:
        Sudoku.forget_shapes()
        with pytest.MonkeyPatch.context() as monkeypatch:
            monkeypatch.setattr("minuet.models.sudokus.constraint_rules.MOST_WORDS", -1)
            yield
        Sudoku.forget_shapes()

    return block
