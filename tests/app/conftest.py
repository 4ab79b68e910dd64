"""What tests of the command line share: packages of others, and a clock that can be put forward."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from clocks import Clock


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    """The clock, which is right again behind the test: a module imported by then has it still."""
    found = Clock()
    monkeypatch.setattr(time, "monotonic", found)
    yield found
    found.ahead = found.tick = 0.0
    found.stands = False


@pytest.fixture
def plug_in(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., None]:
    """Install solvers or formats as another package would: `plug_in("solvers", name=...)`.

    Each is a class at the head of a module, or `MODULE:NAME`.
    """

    def install(group: str, **entries: type | str) -> None:
        place: Path = tmp_path_factory.mktemp("package")
        info = place / f"{place.name}-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {place.name}\nVersion: 1\n")
        lines = [f"[minuet.{group}]"]
        for name, entry in entries.items():
            found = entry if isinstance(entry, str) else f"{entry.__module__}:{entry.__qualname__}"
            lines.append(f"{name} = {found}")
        (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
        monkeypatch.syspath_prepend(str(place))

    return install
