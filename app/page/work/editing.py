"""Change a text's givens, or a pencil puzzle's clues: the marks in its grid, or else all of it.

Each candidate text is read again; only one that holds the same puzzle with just those givens, or
with just those clues, is returned.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from string import ascii_uppercase
from typing import Any, ClassVar

from ....models.errors import MinuetError, ModelError
from ....models.formats import read, write
from ....models.formats.reading import Reading
from ....models.formats.source import Source
from ....models.formats.toml.node import STRING, document
from ....models.puzzle import Puzzle
from ....models.sudokus.grid_puzzle import GridPuzzle
from ....solvers.contract.deadline import Deadline
from ....solvers.search.selection import checked_options
from .clues import Change, grid_of, reclued, rewritten
from .output import ANSWER, Output
from .reading import Cells, cells_of, first_of

__all__ = ["Values", "edit"]

Values = Sequence[Sequence[str | None]]

_BETWEEN = r'[\s",\[\]|]*'
_MATCHES = 5  # places that are tried


def edit(task: dict[str, Any], output: Output) -> None:
    """Tell the text with other givens. Raises ModelError if it cannot have them."""
    deadline = Deadline(task["seconds"])
    reading, problem = first_of(task, deadline)
    if not isinstance(problem, Puzzle):
        raise ModelError("a bare matrix has no givens, expected a puzzle")
    if task["clues"]:
        change: _Change = _Clues(problem, task["clues"])
    else:
        given = sorted(set(checked_options(problem.matrix, task["given"])))
        change = _Givens(problem, given)
    text = task["text"]
    if not change.is_done(problem):
        text = change.apply(text, reading, deadline)
    output.send(ANSWER, {"text": text, "format": reading.format}, last=True)


class _Change(ABC):
    """What a puzzle is to have."""

    noun: ClassVar[str]

    def apply(self, text: str, reading: Reading, deadline: Deadline) -> str:
        """Return the text with the change; what is not read of it stays as it is."""
        form = reading.format
        for changed in self.tried(text, form):
            with suppress(MinuetError):
                again = read(changed, form=form, time_limit=deadline.left())
                if again.warnings == reading.warnings and self.is_done(again.problems[0]):
                    return changed
        reason = f"a text in the format {form} cannot hold that {self.noun}"
        if reading.warnings:
            reason = "the text has parts that are not read, which a new text would lack"
        raise ModelError(f"{reason}, expected a text with a grid")

    @abstractmethod
    def tried(self, text: str, form: str) -> Iterator[str]:
        """Yield texts that may have the change."""

    @abstractmethod
    def is_done(self, again: object) -> bool:
        """Whether what was read has the change, and nothing else."""


class _Clues(_Change):
    """A pencil puzzle with other clues. Raises ModelError for what its kind refuses."""

    noun = "clue"

    def __init__(self, puzzle: Puzzle, changes: Sequence[Change]) -> None:
        self.puzzle, self.before = reclued(puzzle, changes), grid_of(puzzle)

    def tried(self, text: str, form: str) -> Iterator[str]:
        """Yield texts that may have the change."""
        after = grid_of(self.puzzle)
        if after is not None and self.before is not None:
            changed = rewritten(text, self.before, after)
            if changed is not None:
                yield changed
        yield write(self.puzzle, form)  # whose refusal says what the format cannot hold

    def is_done(self, again: object) -> bool:
        """Whether what was read has the change, and nothing else."""
        there, wanted = grid_of(again), grid_of(self.puzzle)
        return there is not None and wanted is not None and there.text == wanted.text


class _Givens(_Change):
    """A puzzle and the givens that it is to have. Raises ModelError where two share a cell."""

    noun = "given"

    def __init__(self, puzzle: Puzzle, given: Sequence[int]) -> None:
        self.puzzle, self.given = puzzle, given
        self.cells = cells_of(puzzle)
        if self.cells is not None:
            self.before = self.cells.values(puzzle.given_options)
            self.after = self.cells.values(given)
            if sum(bool(value) for line in self.after for value in line) < len(given):
                raise ModelError("two givens in one cell, expected one")

    def is_done(self, again: object) -> bool:
        """Whether what was read has the change, and nothing else."""
        return (
            isinstance(again, Puzzle)
            and sorted(again.given_options) == self.given
            and again.matrix == self.puzzle.matrix
            and again.forbidden_options == self.puzzle.forbidden_options
        )

    def tried(self, text: str, form: str) -> Iterator[str]:
        """Yield texts that may have the change."""
        if self.cells is not None:
            if form == "toml":
                yield from self._in_toml(text, self.cells)
            else:
                yield from self._marked(text)
        with suppress(MinuetError):
            yield write(self.puzzle.with_given_options(self.given), form)

    def _marked(self, text: str) -> Iterator[str]:
        return changed_marks(text, self.before, self.after)

    # ---- In a description -----------------------------------------------------------------

    def _in_toml(self, text: str, cells: Cells) -> Iterator[str]:
        """Yield texts in which the grid of givens is changed, or such a grid is added."""
        source = Source(text)
        text, whole = source.text, document(source)
        section, key = (
            ("sudoku", "grid")
            if isinstance(self.puzzle, GridPuzzle)
            else ("given", cells.table.name)
        )
        if section in whole and key in whole[section]:
            node = whole[section][key]
            if isinstance(node.value, str):
                # Where a string stands in the text, its quotes included.
                text_line, column = node.places.value(node.path)
                above = text.split("\n")[: text_line - 1]
                start = sum(map(len, above)) + text_line - 1 + column - 1
                match = STRING.match(text, start)
                begin, end = start, start if match is None else match.end()
                for inside in self._marked(text[begin:end]):
                    yield text[:begin] + inside + text[end:]
            return
        between = " " if any(len(symbol) > 1 for symbol in cells.symbols) else ""
        rows = (between.join(value or "." for value in row) for row in self.after)
        marks = "\n".join(rows)
        grid = f'{key} = """\n{marks}\n"""\n'
        ended = text if text.endswith("\n") else text + "\n"
        if section not in whole:
            yield f"{ended}\n[{section}]\n{grid}"
            return
        line = whole.places.key((section,))[0]
        lines = ended.splitlines(keepends=True)
        yield "".join([*lines[:line], grid, *lines[line:]])


# ---- Marks of a grid in a text -------------------------------------------------------------------
#
# The reader knows the contents of the grid. So the marks are searched as a sequence: each filled
# cell's own mark, a blank's mark for every other, and between them only the separators of formats.
# Everything else in the text stays as it is: comments, layout, constraints.


def changed_marks(text: str, before: Values, after: Values) -> Iterator[str]:
    """Yield texts in which cells have other marks: one for each place where the grid may be.

    before  what the cells hold: "" a blank, None no cell
    after   what they are to hold
    """
    cells = [cell for line in before for cell in line if cell is not None]
    wanted = [cell for line in after for cell in line if cell is not None]
    changed = [place for place, cell in enumerate(cells) if wanted[place] != cell]
    # How values are spelled as they are, and the marks of a blank.
    for spelled, blanks in ((str, ".0-_"), _as_letters(before)):
        if spelled is None:
            continue
        pattern = re.compile(_BETWEEN.join(_mark(cell, spelled, blanks) for cell in cells))
        for matches, match in enumerate(pattern.finditer(text)):
            if matches == _MATCHES:
                break
            result = text
            for place in reversed(changed):  # so that what stands before stays where it is
                value = wanted[place]
                mark = spelled(value) if value else ""
                result = _replaced(result, match, place + 1, mark, blanks)
            yield result


Spelled = Callable[[str], str]


def _as_letters(values: Values) -> tuple[Spelled | None, str]:
    """Return how numbers are spelled as letters, A for 1; None if they are none."""
    filled = {cell for line in values for cell in line if cell}
    if not all(cell.isdecimal() and int(cell) <= len(ascii_uppercase) for cell in filled):
        return None, ""
    return lambda value: ascii_uppercase[int(value) - 1], "-"


def _mark(value: str, spelled: Spelled, blanks: str) -> str:
    if not value:
        return f"([{re.escape(blanks)}])"
    mark = re.escape(spelled(value))
    # A number of several digits stands alone.
    return f"({mark})" if len(spelled(value)) == 1 else rf"((?<!\d){mark}(?!\d))"


def _replaced(text: str, match: re.Match[str], number: int, mark: str, blanks: str) -> str:
    """Return the text with another mark in that cell, as wide as before where there is room."""
    begin, end = match.span(number)
    if not mark:
        others = (group for group in match.groups() if group in blanks)
        mark = next(others, blanks[0])
    spare = (end - begin) - len(mark)
    before = text[:begin]
    while spare < 0 and before.endswith("  "):
        before, spare = before[:-1], spare + 1
    return before + " " * max(spare, 0) + mark + text[end:]
