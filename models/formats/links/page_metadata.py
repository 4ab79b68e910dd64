"""What SudokuPad keeps of a puzzle beside its clues: names, words, messages, and a few rules.

They are keys of `metadata`, or stand in a cage of their own, as in `title: Fish`.
"""

from __future__ import annotations

import re

from .json_values import Value

__all__ = [
    "WITHOUT_EFFECT",
    "is_metadata",
    "read_metadata",
    "read_metadata_cage",
    "read_rules",
]

WORDS = "rules in words are not read"
SWITCHES = ("antiknight", "antiking", "norowcol")
_NAMES = ("id", "title", "author", "source", "date", "difficulty", "tags")
_MESSAGES = ("msg", "msgcorrect", "msgincorrect", "msgvalid", "msginvalid", "msgunknown")
_LOOKS = ("bgimage", "bgimageopacity", "bgimagecolor", "customstyle", "nogrid")
_MEDIA = ("image", "thumbnail", "video", "videos", "duration")
# The solution is the setter's: it follows from the clues, and is none of them.
WITHOUT_EFFECT = frozenset((*_NAMES, *_MESSAGES, *_LOOKS, *_MEDIA, "solution"))
_ENTRY = re.compile(r"([A-Za-z][A-Za-z0-9_-]{0,40}):\s*(\S.*)", re.DOTALL)


def is_metadata(cage: Value) -> bool:
    """Whether the text in a cage is a key and its value, as in `title: Fish`."""
    return _entry_of(cage) is not None


def read_metadata(metadata: Value) -> set[str]:
    """Read an object of metadata and return the switches that are on."""
    if not metadata.is_said:
        return set()
    metadata.ignore(*WITHOUT_EFFECT)
    read_rules(metadata.field("rules"))
    return {key for key in SWITCHES if metadata.field(key).flag()}


def read_metadata_cage(cage: Value) -> set[str]:
    """Read a cage for which `is_metadata` holds and return the switches that it turns on."""
    entry = _entry_of(cage)
    key, text = entry.groups() if entry else ("", "")
    if key == "rules":
        cage.warn(WORDS)
    cage.ignore(*cage.fields().keys() - {"value"})
    if key == "rules" or key in WITHOUT_EFFECT:
        cage.ignore_all()
    elif key in SWITCHES:
        cage.ignore_all()
        return {key} if Value(text, f"{cage.path}: {key}").flag() else set()
    return set()


def read_rules(rules: Value) -> None:
    """Say that rules in words are not read, if there are some."""
    if rules.is_said:
        rules.warn(WORDS)
    rules.ignore_all()


def _entry_of(cage: Value) -> re.Match[str] | None:
    value = cage.plain.get("value") if isinstance(cage.plain, dict) else None
    return _ENTRY.fullmatch(value) if isinstance(value, str) else None
