"""The grids of a folder or of a file, with their stored solutions.

A `.json` file is the collection's: `{"data": {NAME: {"problem": text, "solution": text}}}`. A file
`.txt` is one grid: the problem, and below an empty line perhaps its solution. A folder has grids of
a kind itself, or holds a folder for each kind, as the collection does.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from minuet.models import InputError

__all__ = ["Sample", "samples", "spread"]


@dataclass(frozen=True)
class Sample:
    """A grid of a kind by its name, as it is written, and its solution ("" if none is stored).

    unread  why its file is no text, else ""
    """

    kind: str
    name: str
    problem: str
    solution: str
    unread: str = ""


def samples(kind: str, path: Path) -> list[Sample]:
    """Return the grids of a kind that a folder or a file holds, by size and number of their names.

    Raises InputError for what is no such folder or file, or holds no grid.
    """
    files = _files(kind, path)
    found = [sample for file in files for sample in _read(kind, file)]
    if not found:
        raise InputError(f"no grid of {kind}, expected .json or .txt files", file=str(path))
    return sorted(found, key=lambda sample: [_number(part) for part in _parts(sample.name)])


def spread(found: list[Sample], limit: int | None) -> list[Sample]:
    """Return so many of the samples at most, evenly spread over all of them."""
    if limit is None or limit >= len(found):
        return found
    return [found[k * len(found) // limit] for k in range(limit)]


def _files(kind: str, path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise InputError("no such file or folder", file=str(path))
    for folder in path.iterdir():
        if folder.is_dir() and folder.name.lower().replace("_", "") == kind.replace("_", ""):
            path = folder
    return sorted(path.glob("*.json")) or sorted(path.glob("*.txt"))


def _read(kind: str, file: Path) -> list[Sample]:
    try:
        text = file.read_text("utf-8")
    except OSError as error:
        raise InputError(error.strerror or str(error), file=str(file)) from None
    except UnicodeDecodeError as error:
        what = f"{error.reason} at byte {error.start}, expected UTF-8"
        if file.suffix == ".txt":  # one grid of many
            return [Sample(kind, file.stem, "", "", f"{file}: {what}")]
        raise InputError(what, file=str(file)) from None
    if file.suffix != ".json":
        problem, _, solution = text.strip("\n").partition("\n\n")
        return [Sample(kind, file.stem, problem, solution)]
    try:
        data = json.loads(text)["data"].items()
        return [Sample(kind, name, *_texts(one)) for name, one in data]
    except json.JSONDecodeError as error:
        raise InputError(error.msg, file=str(file), line=error.lineno, column=error.colno) from None
    except (AttributeError, KeyError, TypeError, RecursionError):
        what = 'expected {"data": {NAME: {"problem": TEXT, "solution": TEXT}}}'
        raise InputError(what, file=str(file)) from None


def _texts(entry: dict[str, Any]) -> tuple[str, str]:
    texts = entry["problem"], entry.get("solution") or ""
    if not all(isinstance(text, str) for text in texts):
        raise TypeError
    return texts


def _parts(name: str) -> list[str]:
    number, _, size = name.partition("_")
    return [*re.findall(r"\d+", size), *re.findall(r"\d+|\D+", number), name]


def _number(part: str) -> tuple[int, str]:
    return (int(part), "") if part.isdecimal() else (10**9, part)
