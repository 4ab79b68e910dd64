"""What else is installed: entry points by group, with which other packages join, and versions.

importlib.metadata, which knows, takes longer to be imported than a sudoku to be read and answered.
So entry points are asked of it only where some package on the path names the group in its
entry_points.txt, or where packages may be found in another way than in folders of the path; and a
version is read off the name of the package's folder `NAME-VERSION.dist-info`, where there is one.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["entry_points", "version_of"]


def entry_points(group: str) -> Iterable[EntryPoint]:
    """Return the entry points of that group that the installed packages have."""
    if not _any_finder_but_the_usual() and not any(_is_named(group, folder) for folder in sys.path):
        return ()
    from importlib import metadata

    return metadata.entry_points(group=group)


def version_of(package: str) -> str:
    """Return the version of an installed package, by its plain name, as in `minuet`."""
    if not _any_finder_but_the_usual():
        for folder in sys.path:
            for name in _names_in(folder):
                version = name.removeprefix(f"{package}-").removesuffix(".dist-info")
                if name == f"{package}-{version}.dist-info" and version[:1].isdecimal():
                    return version
    from importlib import metadata

    return metadata.version(package)


def _any_finder_but_the_usual() -> bool:
    return any(
        hasattr(finder, "find_distributions") and finder is not PathFinder
        for finder in sys.meta_path
    )


def _is_named(group: str, folder: str) -> bool:
    """Whether a package in that folder may have entry points of the group."""
    for name in _names_in(folder):
        if name.endswith((".egg", ".egg-link", ".zip", ".whl")):
            return True
        if name.endswith((".dist-info", ".egg-info")):
            try:
                with open(f"{folder or '.'}/{name}/entry_points.txt", "rb") as text:  # noqa: PTH123
                    if group.encode() in text.read():
                        return True
            except (FileNotFoundError, NotADirectoryError):
                continue
            except OSError:
                return True
    return False


def _names_in(folder: str) -> Sequence[str]:
    """Return what stands in a folder of the path; of an archive its own name."""
    try:
        return os.listdir(folder or ".")  # noqa: PTH208  pathlib costs an import
    except FileNotFoundError:
        return ()
    except OSError:
        return (".zip",)
