"""What the tests of experiments share: a solver that is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from minuet.solvers import registry

from wrong_plug_ins import plug_in


@pytest.fixture
def odd(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """The solver `odd` is installed; the folder in which it stands."""
    place = tmp_path_factory.mktemp("site")
    plug_in(place, monkeypatch)
    yield place
    registry._foreign.cache_clear()
