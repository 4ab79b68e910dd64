"""What a field of a constraint may hold, by its annotation: how it is looked at and written down.

A constraint's fields are its arguments in Python and its keys in TOML, so each kind says what it
accepts, the one form into which its spellings are brought, and its text in TOML.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ...errors import ModelError
from ..cells import cells_of, spell_cells
from ..grid_values import whole_number

__all__ = ["FIELD_KINDS", "FieldKind"]


class FieldKind(NamedTuple):
    """A kind of field.

    accepts   whether a value is of the kind; raises ModelError itself for cells that are none
    expected  what is expected instead, in messages
    settled   a value in the kind's one form: cells as pairs, lists as tuples
    toml      a settled value as TOML; raises ModelError for what TOML cannot say
    """

    accepts: Callable[[object], bool]
    expected: str
    settled: Callable[[Any], Any]
    toml: Callable[[Any], str]


def _is_number(value: object) -> bool:
    return whole_number(value) is not None


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _are_numbers(value: object) -> bool:
    return isinstance(value, Sequence | range) and all(map(_is_number, value))


def _are_lists(value: object) -> bool:
    return isinstance(value, list | tuple) and all(map(_are_numbers, value))


def _are_texts(value: object) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(one, str) for one in value)


def _are_cells(value: object) -> bool:
    cells_of(value)  # type: ignore[arg-type]
    return True


def _is_text(value: object) -> bool:
    return value is None or isinstance(value, str)


def _optional_number(value: int | None) -> int | None:
    return None if value is None else whole_number(value)


def _same(value: Any) -> Any:
    return value


def _said(value: object) -> str:
    if value is None:
        raise ModelError("nothing, which TOML cannot say")
    return str(value).lower() if isinstance(value, bool) else str(value)


def _quoted(text: str) -> str:
    return f'"{"".join(map(_escaped, text))}"'


def _escaped(mark: str) -> str:
    if mark in '"\\':
        return f"\\{mark}"
    return mark if mark.isprintable() else f"\\U{ord(mark):08x}"


def _listed(values: Sequence[Any], said: Callable[[Any], str]) -> str:
    return f"[{', '.join(map(said, values))}]"


def _quoted_cells(cells: Any) -> str:
    return _quoted(spell_cells(cells))


FIELD_KINDS: Mapping[str, FieldKind] = {
    "int": FieldKind(_is_number, "an integer", whole_number, _said),
    "int | None": FieldKind(
        lambda value: value is None or _is_number(value), "an integer", _optional_number, _said
    ),
    "bool": FieldKind(lambda value: isinstance(value, bool), "True or False", _same, _said),
    "str": FieldKind(lambda value: isinstance(value, str), "a text", _same, _quoted),
    "str | None": FieldKind(_is_text, "a text", _same, _quoted),
    "Cells": FieldKind(_are_cells, "cells", cells_of, _quoted_cells),
    "Sequence[int]": FieldKind(
        _are_numbers,
        "a list of integers",
        lambda values: tuple(map(whole_number, values)),
        lambda values: _listed(values, _said),
    ),
    "Sequence[Sequence[int]]": FieldKind(
        _are_lists,
        "lists of integers",
        lambda several: tuple(tuple(map(whole_number, values)) for values in several),
        lambda several: _listed(several, lambda values: _listed(values, _said)),
    ),
    "Sequence[str]": FieldKind(
        _are_texts,
        "a list of texts",
        tuple,
        lambda several: _listed(several, _quoted),
    ),
    "Sequence[Cells]": FieldKind(
        _is_list,
        "a list of cells",
        lambda several: tuple(map(cells_of, several)),
        lambda several: _listed(several, _quoted_cells),
    ),
}
