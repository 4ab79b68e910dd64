"""Pencil puzzles as the collection of puzzlekit has them: a JSON file of many grids of a kind.

    {"name": "Masyu", "data": {"1_5x5": {"problem": "5 5\\n- b ...", "solution": "5 5\\n- se"}}}

The kind is the name, that of the folder of the file or what `--from puzzlekit:masyu` says. The
collection (SmilingWayne/puzzlekit-dataset) has no license; a folder with it is named by whoever has
it. The stated solutions are kept: an experiment that finds another one where there is but one says
so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, overload

from ...answer import Answer
from ...puzzle import Puzzle
from ..format import Confidence, Format, Problem
from ..source import Source
from .written_puzzle import pencil_of

if TYPE_CHECKING:
    from ...pencil.kind import Kind

__all__ = ["PUZZLEKIT"]

_HEAD = re.compile(r'\s*\{\s*"(?:name|data|count)"')


@dataclass(frozen=True)
class _Grids(Sequence[Puzzle]):
    """The puzzles of a file, in the order of their sizes; each is made when it is asked for."""

    kind: Kind
    file: str
    grids: tuple[tuple[str, str, str], ...]  # name, problem, solution

    def __len__(self) -> int:
        return len(self.grids)

    @overload
    def __getitem__(self, place: int) -> Puzzle: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Puzzle]: ...

    def __getitem__(self, place: int | slice) -> Puzzle | Sequence[Puzzle]:
        if isinstance(place, slice):
            return replace(self, grids=self.grids[place])
        name, problem, solution = self.grids[place]
        puzzle = self.kind.read(problem, f"{self.file}:{name}", stated=solution)
        puzzle.name = name
        return puzzle


def _sniff(source: Source) -> Confidence:
    text = source.text
    if not text.lstrip().startswith("{") or '"problem"' not in text[:10_000]:
        return Confidence.NO
    return Confidence.CERTAIN if _HEAD.match(text) else Confidence.STRONG


def _read(source: Source, kind_name: str = "") -> Sequence[Puzzle]:
    import json

    from ...pencil import find_kind, kind_names

    try:
        document = json.loads(source.text)
        grids = [(name, *_texts(entry)) for name, entry in document["data"].items()]
    except json.JSONDecodeError as error:
        raise source.error(f"{error.msg}, expected JSON", error.lineno, error.colno) from None
    except (AttributeError, KeyError, TypeError, RecursionError):
        message = 'expected {"data": {NAME: {"problem": TEXT, "solution": TEXT}}}'
        raise source.error(message, 1) from None
    if not grids:
        raise source.error("no grid, expected one or more", 1)
    names = {name.replace("_", ""): name for name in kind_names()}
    for word in (document.get("name"), PurePath(source.file).parent.name):
        kind_name = kind_name or names.get(str(word).lower().replace("_", ""), "")
    if not kind_name:
        message = "grids of no kind that minuet has, expected its name: --from puzzlekit:masyu"
        raise source.error(message, 1)
    return _Grids(find_kind(kind_name), source.file, tuple(sorted(grids, key=_size)))


def _texts(entry: dict[str, Any]) -> tuple[str, str]:
    problem, solution = entry["problem"], entry.get("solution") or ""
    if not isinstance(problem, str) or not isinstance(solution, str):
        raise TypeError
    return problem.replace("[lines]\n", ""), solution  # a name that some grids' last part has


def _size(grid: tuple[str, str, str]) -> tuple[int, str]:
    return len(grid[1]), grid[0]


def _written(problem: Problem, options: Sequence[int] | None) -> str:
    import json

    it, grid = pencil_of(problem, PUZZLEKIT.name)
    assert isinstance(problem, Puzzle)
    texts = {"problem": grid.text}
    if options is not None:
        texts["solution"] = it.solution_text(grid, Answer(problem, options))
    name = problem.name if problem.name != it.name else f"1_{grid.rows}x{grid.cols}"
    return json.dumps({"name": it.name, "data": {name: texts}}) + "\n"


def _write(problem: Problem) -> str:
    return _written(problem, None)


def _of_kind(name: str) -> Format:
    from ...pencil import find_kind

    return replace(PUZZLEKIT, read=partial(_read, kind_name=find_kind(name).name))


PUZZLEKIT = Format(
    "puzzlekit",
    "pencil puzzles of a kind with their solutions, as the collection of puzzlekit has them (JSON)",
    sniff=_sniff,
    read=_read,
    write=_write,
    solved=_written,
    example='{"name": "Masyu", "data": {"1_2x2": {"problem": "2 2\\n- w\\nb -\\n"}}}\n',
    detail=_of_kind,
)
