"""Writes what messages call choices and groups as `says`: a text with names in braces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ....errors import ModelError
from ....rules.rule import Rule
from ....tables.table import Choices
from ..context import words_of
from .values import key, text

__all__ = ["rule_with_words", "table_words"]

_SAMPLE, _STEP = 8, 7919  # rows on which a text is tried at first, far apart


def table_words(table: Choices) -> Iterator[str]:
    """Yield the line that says what choices are called. Raises ModelError if no text says it."""
    if table.words is None:
        return
    template = _template(table.columns, table.rows, list(table.words))
    if template is None:
        raise ModelError(f"the words of table {table.name!r}")
    yield f"says = {text(template)}"


def rule_with_words(rule: Rule, lines: Sequence[str]) -> list[str]:
    """Return the lines of a rule with what its groups are called.

    Raises ModelError if no text says it.
    """
    words = rule.words or getattr(getattr(rule, "rule", None), "words", None)
    if words is None:
        return list(lines)
    keys = [one if isinstance(one, tuple) else (one,) for one in rule.groups]
    size = max(map(len, keys), default=0)
    names = [str(number) for number in range(1, size + 1)]
    rows = [(*one, *[""] * (size - len(one))) for one in keys]
    template = _template(names, rows, [words(one) for one in rule.groups])
    if template is None:
        raise ModelError(f"the words of rule {rule.name!r}")
    head = f"[rules.{key(rule.name)}]"
    own = lines[1:] if lines[0] == head else lines
    return [head, f"says = {text(template)}", *own]


def _template(
    names: Sequence[str], rows: Sequence[Sequence[Any]], texts: Sequence[str]
) -> str | None:
    """Return the text in which names in braces stand for the values of each row; None: none."""
    if not rows:
        return None
    some = {0, len(rows) - 1, *(k * _STEP % len(rows) for k in range(_SAMPLE))}
    sample = [([str(value) for value in rows[k]], texts[k]) for k in some]
    found = _fitting(names, sample)
    if found is None:
        return None
    try:
        words = words_of(found, names)
    except ModelError:  # the words have braces of their own
        return None
    return found if all(words(row) == said for row, said in zip(rows, texts, strict=True)) else None


def _fitting(names: Sequence[str], sample: Sequence[tuple[list[str], str]]) -> str | None:
    """Return a text that fits a sample of rows, a name wherever one fits."""
    parts: list[str] = []
    places = [0] * len(sample)
    while any(at < len(said) for at, (_, said) in zip(places, sample, strict=True)):
        for column, name in enumerate(names):
            here = [values[column] for values, _ in sample]
            fits = zip(here, places, sample, strict=True)
            if all(one and said.startswith(one, at) for one, at, (_, said) in fits):
                parts.append(f"{{{name}}}")
                places = [at + len(one) for at, one in zip(places, here, strict=True)]
                break
        else:
            marks = {said[at : at + 1] for at, (_, said) in zip(places, sample, strict=True)}
            if len(marks) > 1:
                return None
            parts.append(marks.pop())
            places = [at + 1 for at in places]
    return "".join(parts)
