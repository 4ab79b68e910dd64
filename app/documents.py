"""Documents of `--json`: one JSON object a line, with its kind.

Each begins with `minuet`, the version of the schema, and its `kind`. docs/command-line.md describes
each kind, and docs/minuet.schema.json is the schema; tests validate the documents of every command
against it, so a new kind is added there too.

A command that reads a text keeps its reading in click's context (inputs.py). Each document that it
prints then has the keys `reading` and, last, `context` (versions and machine, to cite or repeat the
answer), except those of ONE_OF_MANY.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from json import dumps
from typing import TYPE_CHECKING, Any

import click

from ..models.formats.format import Problem
from ..models.matrix.exact_cover import ExactCover
from ..models.spelling import as_json
from ..models.tables.table import Choices
from ..solvers.contract.batch import Options
from ..solvers.contract.result import Result
from .inputs import FILE, READING
from .terminal.streams import print_text

if TYPE_CHECKING:
    from ..models.formats.reading import Reading
    from ..models.puzzle import Puzzle

__all__ = ["AnswerTexts", "SolutionLines", "document", "dumped", "emit"]

VERSION = "1"  # goes up where a key goes away or changes its meaning, not where one is added
ONE_OF_MANY = ("improvement", "point", "solution")  # the document behind them has the reading


def document(kind: str, /, *, reading: Reading | None = None, **fields: Any) -> dict[str, Any]:
    """Return a document as plain values; integers past 2^53 become strings of digits.

    reading  what was read; None: what the running command has read, if anything
    """
    head: dict[str, Any] = {"minuet": VERSION, "kind": kind}
    tail: dict[str, Any] = {}
    if kind not in ONE_OF_MANY:
        command = click.get_current_context(silent=True)
        kept: Reading | None = None if command is None else command.meta.get(READING)
        if (current := reading or kept) is not None:
            head |= {"puzzle": fields["puzzle"]} if "puzzle" in fields else {}
            head["reading"] = current.to_dict()
        if command is not None and kept is not None:
            # What it takes to cite or repeat an answer to a puzzle of a file.
            file = command.meta[FILE]
            problem = _problem(kept, fields.get("puzzle"))
            if problem is None:
                name = digest = None
            elif isinstance(problem, ExactCover):
                name, digest = None, problem.digest
            else:
                matrix = problem.compiled
                name, digest = problem.name, None if matrix is None else matrix.digest
            tail["context"] = {"file": file, "name": name, "digest": digest, **_here()}
    return {**head, **as_json(fields), **tail}


def _problem(reading: Reading, place: object) -> Problem | None:
    """Return the puzzle at a place, or one with its name and matrix; None: which is not known."""
    from ..models.formats.instances import Instances

    problems = reading.problems
    if isinstance(problems, Instances):
        blank: Puzzle = problems.blank
        return blank
    if not isinstance(place, int):
        return problems[0] if len(problems) == 1 else None
    return problems[place - 1 if reading.places is None else reading.places.index(place)]


@cache
def _here() -> dict[str, Any]:
    """Return the versions and the machine."""
    from ..solvers.contract.solver import version_of
    from ..solvers.environment import machine, python

    versions = {"minuet": version_of("minuet"), "python": python()["version"]}
    return {"versions": versions, "machine": machine()}


def dumped(kind: str, /, **fields: Any) -> str:
    """Return a document as JSON, on one line and in ASCII."""
    return dumps(document(kind, **fields), allow_nan=False)


def emit(kind: str, /, **fields: Any) -> None:
    """Print a document on standard output, a line of its own."""
    print_text(dumped(kind, **fields))


# ---- Solutions and results, one a line -----------------------------------------------------------
#
# There may be millions, so no document is built for each: the JSON of an option is made once, when
# it first occurs, and a line joins such texts. Memory holds those and a few thousand lines.


TOGETHER = 2000  # lines that are printed at once, where so many are found together


class AnswerTexts:
    """What the solutions of one puzzle, or of puzzles with its tables, say as JSON."""

    def __init__(self, problem: Problem) -> None:
        self.prefers = not isinstance(problem, ExactCover) and problem.has_preferences
        self.of: Callable[[Options], str] = (
            _listed if isinstance(problem, ExactCover) else _Tables(problem.tables).to_json
        )

    def result(
        self,
        place: int,
        result: Result,
        *,
        measured: bool = True,
        certificate: Mapping[str, Any] | None = None,
    ) -> str:
        """Return the line of a result, the document that it is of the kind `result`.

        measured     False: the cost of this search is unknown, so its fields are null
        certificate  the fields of the written certificate
        """
        fields = result.to_dict(answer=False)
        if certificate is not None:
            fields["certificate"] = certificate
        if not measured:
            fields |= dict.fromkeys(result.statistics.to_dict())
        if result.options is None:
            return dumped("result", puzzle=place, **fields)
        if self.prefers and result.answer is not None:
            fields |= result.answer.broken_fields
        line = dumped("result", puzzle=place, **fields)
        return f'{line[:-1]}, "answer": {self.of(result.options)}}}'


class SolutionLines:
    """The lines of one puzzle's solutions.

    place  which puzzle of its file it is, from 1
    """

    def __init__(self, problem: Problem, place: int) -> None:
        self._begin = f"{dumped('solution', puzzle=place)[:-1]}, "
        self._answer = AnswerTexts(problem).of

    def line(self, options: Options, **fields: Any) -> str:
        """Return the line of a solution, options ascending; `fields` stand before the answer."""
        more = "".join(f"{dumps(key)}: {dumps(as_json(value))}, " for key, value in fields.items())
        return f'{self._begin}{more}"answer": {self._answer(options)}}}'

    def together(self, batch: Iterable[Options]) -> Iterator[tuple[str, int]]:
        """Yield lines that are printed together, and how many they are."""
        begin, answer = f'{self._begin}"answer": ', self._answer
        solutions = iter(batch)
        while lines := [f"{begin}{answer(options)}}}" for options in islice(solutions, TOGETHER)]:
            yield "\n".join(lines), len(lines)


def _listed(options: Options) -> str:
    return f'{{"options": {list(options)}}}'


class _Rows(dict[int, str]):
    """What each option of a table says, by its number; written down when it is first asked for."""

    def __init__(self, table: Choices) -> None:
        self._table = table

    def __missing__(self, option: int) -> str:
        table = self._table
        row = zip(table.columns, table[option - table.offset], strict=True)
        self[option] = text = dumps({column: as_json(value) for column, value in row})
        return text


class _Tables:
    """What a solution says, table by table."""

    def __init__(self, tables: Sequence[Choices]) -> None:
        self._tables = [
            (f"{dumps(table.name)}: [", table.offset, table.offset + len(table), _Rows(table))
            for table in tables
        ]

    def to_json(self, options: Options) -> str:
        """Return the answer as JSON."""
        parts = []
        for name, first, end, rows in self._tables:
            own = options[bisect_left(options, first) : bisect_left(options, end)]
            parts.append(f"{name}{', '.join([rows[option] for option in own])}]")
        return f"{{{', '.join(parts)}}}"
