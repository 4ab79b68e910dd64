"""Who confirms an answer besides, as a test chooses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import pytest

from minuet.solvers.contract import Solver
from minuet.solvers.second_opinion import certified, opinion

Only = Callable[..., None]


@pytest.fixture
def only(monkeypatch: pytest.MonkeyPatch) -> Only:
    """Let only these solvers be asked for a second opinion, each for so many seconds at first."""

    def choose(*solvers: Solver | str, seconds: float = 60.0) -> None:
        first = opinion.OPINIONS.none[0]
        stages = tuple(replace(first, solver=one, seconds=seconds, least=0) for one in solvers)
        chosen = {field.name: stages for field in fields(opinion.OPINIONS)}
        monkeypatch.setattr(opinion, "OPINIONS", replace(opinion.OPINIONS, **chosen))

    return choose


@pytest.fixture
def certifiers(monkeypatch: pytest.MonkeyPatch) -> Only:
    """Let only these be asked for certificates."""

    def choose(*those: Any) -> None:
        monkeypatch.setattr(certified, "_certifiers", lambda: list(those))

    return choose
