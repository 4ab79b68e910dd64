"""Functions that people write of columns: a fault in one becomes an error that names the row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import compress, starmap
from operator import itemgetter, length_hint
from typing import Any

from ..budget import in_parts
from ..errors import MinuetError, ModelError
from ..spelling import spell

__all__ = ["Guarded", "fault", "filtered", "guarded_words", "row_text", "shortened"]

LONG = 200  # most characters of a row, or of a fault, in a message


class Guarded:
    """The function of the values in these places, as a function of rows.

    part  what of the purpose the function is, for messages, such as the column that it tests

    Whatever it raises becomes a ModelError that begins with `purpose` and names the row and the
    fault; errors of minuet, and a want of memory, stay as they are.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        places: Sequence[int],
        table: str,
        columns: Sequence[str],
        purpose: object,
        part: str = "",
    ) -> None:
        self._part = part
        self._function, self._table, self._columns, self._purpose = (
            function,
            table,
            columns,
            purpose,
        )
        self._only = places[0] if len(places) == 1 else None
        self._pick = itemgetter(*places) if len(places) > 1 else _nothing

    def __call__(self, row: Sequence[Any]) -> Any:
        """Return what the function says of a row."""
        try:
            if self._only is not None:
                return self._function(row[self._only])
            return self._function(*self._pick(row))
        except (MinuetError, MemoryError):
            raise
        except Exception as error:
            raise self._fault(row, error) from error

    def each(self, rows: Sequence[Sequence[Any]]) -> list[Any]:
        """Return what the function says of each of several rows."""
        function, pick, only = self._function, self._pick, self._only
        left = iter(rows)
        try:
            if only is not None:
                values = list(map(function, map(itemgetter(only), left)))
            else:
                values = list(starmap(function, map(pick, left)))
        except (MinuetError, MemoryError):
            raise
        except Exception as error:
            raise self._fault(rows[len(rows) - length_hint(left) - 1], error) from error
        if len(values) < len(rows):  # a StopIteration of the function ends `map`
            raise self._fault(rows[len(values)], StopIteration())
        return values

    def _fault(self, row: Sequence[Any], error: Exception) -> ModelError:
        purpose = f"{self._purpose}: {self._part}" if self._part else self._purpose
        return fault(f"{purpose}: {row_text(self._table, self._columns, row)}", error)


def filtered(test: Callable[[Any], Any], rows: Iterable[Any]) -> Iterator[Any]:
    """Yield the rows of which a test is true; those that it refuses are not kept."""
    if not isinstance(test, Guarded):
        yield from filter(test, rows)
        return
    for part in in_parts(rows):
        yield from compress(part, test.each(part))


def _nothing(row: Sequence[Any]) -> tuple[()]:
    return ()


def guarded_words(words: Callable[[Any], str], purpose: str) -> Callable[[Any], str]:
    """Return what a rule's words say of a key, as a function whose faults name the key."""

    def describe(key: Any) -> str:
        try:
            return str(words(key))
        except (MinuetError, MemoryError):
            raise
        except Exception as error:
            raise fault(f"{purpose}: {spell(key)}", error) from error

    return describe


def fault(where: str, error: Exception) -> ModelError:
    """Return, for the caller to raise, the ModelError for a function's fault."""
    text = shortened(" ".join(str(error).split()))
    kind = type(error).__name__
    return ModelError(f"{where}: {kind}: {text}" if text else f"{where}: {kind}")


def row_text(table: str, columns: Sequence[str], row: Sequence[Any]) -> str:
    """Return a row as messages write it: `queen(row=0, col=1)`."""
    pairs = zip(columns, row, strict=False)
    return shortened(f"{table}({', '.join(f'{column}={value!r}' for column, value in pairs)})")


def shortened(text: str) -> str:
    """Return a text as a message of one line can hold it."""
    return text if len(text) <= LONG else text[: LONG - 3] + "..."
