"""Solutions as JSON Lines: a document of the kind `solution` each, on a line of its own; and the
results of many puzzles.

There may be millions, so no answer is read and no document built: what an option says is written
down once, when it first occurs, and a line is put together from such texts. At no time is more kept
than those, and the lines of some thousand solutions.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from json import dumps
from typing import Any

from ...models.matrix.exact_cover import ExactCover
from ...models.tables.table import Choices
from ...models.telling.json_values import as_json
from ...solvers.contract.batch import Options
from ...solvers.contract.result import Result
from ...solvers.search.selection import Problem
from .document import dumped

__all__ = ["AnswerTexts", "SolutionLines"]

TOGETHER = 2000  # lines that are printed at once, where so many are found together


class AnswerTexts:
    """What the solutions of one puzzle, or of puzzles with its tables, say as JSON."""

    def __init__(self, problem: Problem) -> None:
        self.prefers = not isinstance(problem, ExactCover) and problem.has_preferences
        self.of: Callable[[Options], str] = (
            _listed if isinstance(problem, ExactCover) else _Tables(problem.tables).told
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

        measured     False: nobody knows what this one cost, so null stands there
        certificate  what is told of the one that was written
        """
        told = result.to_dict(answer=False)
        if certificate is not None:
            told["certificate"] = certificate
        if not measured:
            told |= dict.fromkeys(result.statistics.to_dict())
        if result.options is None:
            return dumped("result", puzzle=place, **told)
        if self.prefers and result.answer is not None:
            told |= result.answer.told_broken
        line = dumped("result", puzzle=place, **told)
        return f'{line[:-1]}, "answer": {self.of(result.options)}}}'


class SolutionLines:
    """The lines of one puzzle's solutions.

    place  which puzzle of its file it is, from 1
    """

    def __init__(self, problem: Problem, place: int) -> None:
        self._begin = f"{dumped('solution', puzzle=place)[:-1]}, "
        self._answer = AnswerTexts(problem).of

    def line(self, options: Options, **told: Any) -> str:
        """Return the line of a solution, its options ascending; `told` stands before the answer."""
        more = "".join(f"{dumps(key)}: {dumps(as_json(one))}, " for key, one in told.items())
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

    def told(self, options: Options) -> str:
        """Return the answer as JSON."""
        parts = []
        for name, first, end, rows in self._tables:
            own = options[bisect_left(options, first) : bisect_left(options, end)]
            parts.append(f"{name}{', '.join([rows[option] for option in own])}]")
        return f"{{{', '.join(parts)}}}"
