"""What messages call choices and groups: `says`, a text with names in braces, as R{row}C{col}."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from ...errors import ModelError, did_you_mean
from ...rules.rule import Rule
from ...tables.table import Choices

__all__ = ["rule_says", "table_says", "words_of"]

_BRACES = re.compile(r"\{([^{}]*)\}")
_SAMPLE, _STEP = 8, 7919  # rows on which a text is tried at first, far apart


def words_of(text: str, names: Sequence[object]) -> Callable[[Sequence[Any]], str]:
    """Return the function that puts values into a text: each `{name}` is the value at its place.

    Raises ModelError for a name that is none of `names`.
    """
    places = {str(name): place for place, name in enumerate(names)}
    parts = _BRACES.split(text)
    for name in parts[1::2]:
        if name not in places:
            close = did_you_mean(name, places)
            raise ModelError(f"no {{{name}}}, expected one of {', '.join(places)} in braces{close}")
    order = [places[name] for name in parts[1::2]]

    def words(values: Sequence[Any]) -> str:
        filled = [str(values[place]) for place in order]
        return "".join(
            text for pair in zip(parts[::2], [*filled, ""], strict=True) for text in pair
        )

    return words


def table_says(table: Choices) -> dict[str, str]:
    """Return the text that says what choices are called, under its key; empty if none is told.

    Raises ModelError if no text says it.
    """
    if table.words is None:
        return {}
    template = _template(table.columns, table.rows, list(table.words))
    if template is None:
        raise ModelError(f"the words of table {table.name!r}")
    return {"says": template}


def rule_says(rule: Rule) -> dict[str, str]:
    """Return the text that says what groups are called, as `table_says`."""
    words = rule.words or getattr(getattr(rule, "rule", None), "words", None)
    if words is None:
        return {}
    keys = [key if isinstance(key, tuple) else (key,) for key in rule.groups]
    size = max(map(len, keys), default=0)
    names = [str(number) for number in range(1, size + 1)]
    rows = [(*key, *[""] * (size - len(key))) for key in keys]
    template = _template(names, rows, [words(key) for key in rule.groups])
    if template is None:
        raise ModelError(f"the words of rule {rule.name!r}")
    return {"says": template}


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
