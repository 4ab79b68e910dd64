"""Rooms that import a name when it is first asked for show all of their names, and load few."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from importlib import import_module, metadata
from pathlib import Path
from types import ModuleType

import pytest

from minuet.models.formats import FORMATS
from minuet.models.installed import entry_points, version_of

ROOMS = [
    "minuet",
    "minuet.models",
    "minuet.models.formats",
    "minuet.models.packings",
    "minuet.models.sudokus.constraints",
    "minuet.solvers",
    "minuet.solvers.conformance",
    "minuet.solvers.contract",
    "minuet.solvers.crosscheck",
    "minuet.solvers.fuzz",
]


def in_a_process_of_its_own(script: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", ROOMS)
def test_a_room_has_every_name_that_it_lists(name: str) -> None:
    room = import_module(name)
    assert set(room.__all__) <= set(dir(room))
    starred: dict[str, object] = {}
    exec(f"from {name} import *", starred)
    for one in room.__all__:
        assert not isinstance(starred[one], ModuleType)
        assert starred[one] is getattr(room, one)


def test_rooms_alone_load_nothing_large() -> None:
    loaded = "[m for m in ('numpy', 'networkx') if m in sys.modules]"
    script = "import sys\n" + "".join(f"import {name}; print({loaded})\n" for name in ROOMS)
    assert in_a_process_of_its_own(script) == "[]\n" * len(ROOMS)


def test_a_name_loads_its_own_module() -> None:
    script = (
        "import sys; from minuet.models import ModelError\n"
        "print(sorted(m for m in sys.modules if m.startswith('minuet')))"
    )
    loaded = "['minuet', 'minuet.models', 'minuet.models.errors', 'minuet.models.lazily']\n"
    assert in_a_process_of_its_own(script) == loaded


def test_a_format_that_is_named_loads_no_other() -> None:
    script = (
        "import sys; from minuet.models.formats import FORMATS, read\n"
        "text = FORMATS['toml'].example\n"
        "assert len(read(text, form='toml').problems) == 1\n"
        "rooms = 'sudoku', 'links', 'matrix', 'graph', 'burr', 'packing'\n"
        "others = tuple(f'minuet.models.formats.{room}' for room in rooms)\n"
        "print([name for name in sys.modules if name.startswith(others)])"
    )
    assert in_a_process_of_its_own(script) == "[]\n"


def test_formats_go_by_their_names() -> None:
    assert [form.name for form in FORMATS.values()] == list(FORMATS)


def test_help_lists_what_has_not_been_asked_for_yet() -> None:
    """Each page is of a child of its own, since what pydoc looks at it changes."""
    script = (
        "import os, pydoc, numpy, networkx, minuet.models as room\n"
        "for before in ((), room.__all__):\n"
        "    if os.fork() == 0:\n"
        "        [getattr(room, name) for name in before]\n"
        "        page = pydoc.plain(pydoc.render_doc(room))\n"
        "        print(page, end='\\0', flush=True)\n"
        "        os._exit(0)\n"
        "    assert os.wait()[1] == 0\n"
    )
    page, asked_before, rest = in_a_process_of_its_own(script).split("\0")
    assert page == asked_before and not rest
    assert "class Puzzle(" in page
    assert "distinct(" in page


FIRST = (
    "import minuet.solvers.crosscheck.outcome",
    "import minuet.solvers.explain.explanation",
    "from minuet.solvers.crosscheck import Report",
    "from minuet.solvers import crosscheck, explain",
    "import minuet.solvers.crosscheck.crosscheck",
)


def test_a_name_that_a_sub_room_has_too_is_the_name() -> None:
    """Whatever is imported first: each in a child of a process that has no room loaded."""
    script = (
        "import os, sys, numpy, networkx\n"
        f"for first in {FIRST!r}:\n"
        "    if os.fork() == 0:\n"
        "        exec(first)\n"
        "        from minuet import solvers\n"
        "        from minuet.solvers import crosscheck, explain\n"
        "        import minuet.solvers.explain.explanation, minuet.solvers.crosscheck.comparison\n"
        "        asked = crosscheck, explain, solvers.crosscheck, solvers.explain\n"
        "        from minuet.solvers.crosscheck import crosscheck\n"
        "        print(*map(callable, (*asked, crosscheck)), flush=True)\n"
        "        os._exit(0)\n"
        "    assert os.wait()[1] == 0\n"
    )
    expected = "True True True True True\n" * len(FIRST)
    assert in_a_process_of_its_own(script) == expected


def test_an_unknown_name_is_an_error_that_names_the_room() -> None:
    room = import_module("minuet.models")
    with pytest.raises(AttributeError, match=r"module 'minuet.models' has no attribute 'magic'"):
        _ = room.magic
    with pytest.raises(ImportError, match="magic"):
        exec("from minuet.models import magic")


def test_a_name_may_be_replaced_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    room = import_module("minuet.solvers")
    count = room.count
    with monkeypatch.context() as patched:
        patched.setattr(room, "count", len)
        assert room.count is len
    assert room.count is count


def packages(folder: Path, **entries: str) -> str:
    """Lay down packages that have these texts as their entry points."""
    for name, text in entries.items():
        info = folder / f"{name}-2.5.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 2.5\n")
        (info / "entry_points.txt").write_text(text)
    return str(folder)


def test_entry_points_are_those_that_the_library_of_python_finds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = "console_scripts", "minuet.formats", "minuet.solvers", "no.such_group"
    other = packages(
        tmp_path, polka="[minuet.formats]\npolka = polka:FORM\n", waltz="[x]\ny = z:w\n"
    )
    for path in (sys.path, [*sys.path, other, "", "/no/such/folder"]):
        monkeypatch.setattr(sys, "path", path)
        for group in asked:
            assert list(entry_points(group)) == list(metadata.entry_points(group=group))
    assert [one.name for one in entry_points("minuet.formats")] == ["polka"]


def test_entry_points_in_an_archive_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = tmp_path / "polka.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("polka-2.5.dist-info/METADATA", "Name: polka\nVersion: 2.5\n")
        packed.writestr("polka-2.5.dist-info/entry_points.txt", "[minuet.formats]\npolka = p:F\n")
    monkeypatch.setattr(sys, "path", [*sys.path, str(archive)])
    assert [one.name for one in entry_points("minuet.formats")] == ["polka"]


def test_versions_are_those_that_the_library_of_python_finds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [packages(tmp_path, polka="", polka_dot=""), *sys.path])
    for name in ("minuet", "numpy", "ortools", "python-sat", "networkx", "polka", "polka_dot"):
        assert version_of(name) == metadata.version(name)
    with pytest.raises(metadata.PackageNotFoundError):
        version_of("no-such-package")
