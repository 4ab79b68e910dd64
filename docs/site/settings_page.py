"""The page of the settings and the JSON schema of a search, written from the declaration.

`python docs/site/settings_page.py` writes docs/settings.md and docs/search.schema.json; a test
fails where they are not what it writes.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from os import PathLike
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, ForwardRef, Union, get_args, get_origin, get_type_hints

from minuet import experiments, solvers
from minuet import setting as setting_puzzles
from minuet.models.answer import Answer
from minuet.solvers import Goal
from minuet.solvers.contract.evidence import ASKED, Level
from minuet.solvers.contract.numbers import ExactNumber
from minuet.solvers.contract.solver import Solver
from minuet.solvers.contract.watching import Listener
from minuet.solvers.fuzz import fuzz
from minuet.solvers.search import settings as declared
from minuet.solvers.search.alike import Alike
from minuet.solvers.search.place import Place
from minuet.solvers.search.selection import Hint, Sets
from minuet.solvers.search.settings import BESIDES, NAMES, SETTINGS, EverySetting, SuiteSettings

__all__ = ["page", "schema", "written"]

DOCS = Path(__file__).parents[1]
QUOTED = {  # the types that the declaration names in quotes
    "Alike": Alike,
    "ExactNumber": ExactNumber,
    "Hint": Hint,
    "Listener": Listener,
    "PathLike": PathLike,
    "Place": Place,
    "Solver": Solver,
    "Sets": Sets,
}
ROOMS = (solvers, setting_puzzles, experiments)  # whose functions are listed
UNPACKED = re.compile(r"Unpack\[(\w+)\]")
HEAD = """\
# Settings

How a search is done: every setting is declared once, in `solvers/search/settings.py`, from which
this page is written, and means the same wherever it is taken. A value out of its range, an unknown
name, and a setting that the goal or the solver does not take are errors, in the same words
everywhere.

```python
>>> from minuet.models.gallery import entry
>>> from minuet.solvers import Goal, Search, Settings
>>> search = Search(entry("queens-8").load(), Goal.COUNT, Settings(time_limit=60, memory="2G"))
>>> search.settings.to_dict()
{'time_limit': 60, 'memory': 2147483648}
>>> search.run().count
92

```

`Search.to_dict()` has the goal, the problem as text, and each setting that is not the default, as
JSON can hold it; [search.schema.json](search.schema.json) is its JSON Schema.

## All settings

"""


def page() -> str:
    """Return docs/settings.md."""
    return "\n".join([*HEAD.splitlines(), *_table(), *_takers()]) + "\n"


def _table() -> Iterator[str]:
    yield "| setting | type | default | unit | what it does |"
    yield "|---|---|---|---|---|"
    for name, setting in SETTINGS.items():
        default = "" if setting.default is None else f"`{_plain(setting.default)}`"
        kind = _type_of(get_args(EverySetting.__annotations__[name])[0])
        yield f"| `{name}` | {kind} | {default} | {setting.unit} | {setting.help} |"


def _takers() -> Iterator[str]:
    yield ""
    yield "## Which function takes which"
    yield ""
    yield "Some are parameters with a name of their own, the others are keywords."
    yield ""
    yield "| function | settings |"
    yield "|---|---|"
    for name, function in sorted(_functions().items()):
        if taken := _taken(function):
            yield f"| `{name}` | {_listed(taken)} |"
    yield ""
    solver = _listed(SuiteSettings.__annotations__)
    yield f"A `[[solver]]` of a [suite](experiments.md#solvers) takes {solver}."


def _functions() -> dict[str, Any]:
    """Return what takes settings, by the name that a reader calls it."""
    public = {name: getattr(room, name) for room in ROOMS for name in room.__all__}
    functions = {name: one for name, one in public.items() if inspect.isfunction(one)}
    return {**functions, "fuzz": fuzz}


def _taken(function: Any) -> list[str]:
    """Return the settings that a function takes, as keywords or by parameters of its own."""
    parameters = inspect.signature(function).parameters
    unpacked = (UNPACKED.fullmatch(str(one.annotation)) for one in parameters.values())
    keywords = next((match[1] for match in unpacked if match), None)
    if keywords is None:
        return []
    own = {"solver"}.union(
        *(BESIDES.get(goal, ()) for goal in Goal if goal.verb == function.__name__)
    )
    names = {*getattr(declared, keywords).__annotations__, *own.intersection(parameters)}
    return [name for name in SETTINGS if name in names]


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _type_of(kind: Any) -> str:
    """Return a type as a reader knows it."""
    text = kind.__forward_arg__ if isinstance(kind, ForwardRef) else str(kind)
    text = kind.__name__ if isinstance(kind, type) and not get_args(kind) else text
    return re.sub(r"\b\w+\.", "", text).replace(" | ", " or ").replace(" or None", "")


def _plain(value: Any) -> str:
    return str(value) if isinstance(value, str) else repr(value)


def schema() -> dict[str, Any]:
    """Return the JSON schema of `Search.to_dict()`."""
    kinds = get_type_hints(EverySetting, localns=QUOTED, include_extras=True)
    settings = {
        name: {"description": SETTINGS[name].help, **(_json_of(get_args(kind)[0]) or {})}
        for name, kind in kinds.items()
        if _json_of(get_args(kind)[0]) is not None
    }
    order = [name for name in SETTINGS if name in settings]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A search of minuet, as Search.to_dict() returns it",
        "type": "object",
        "required": ["goal", "settings", "problem"],
        "additionalProperties": False,
        "properties": {
            "goal": {"enum": [str(goal) for goal in Goal]},
            "settings": {
                "type": "object",
                "additionalProperties": False,
                "properties": {name: settings[name] for name in order},
            },
            "problem": {
                "type": "object",
                "required": ["format", "text"],
                "additionalProperties": False,
                "properties": {"format": {"enum": ["dlx", "toml"]}, "text": {"type": "string"}},
            },
        },
        "allOf": [_of_goal(goal, order) for goal in Goal],
    }


def _of_goal(goal: Goal, order: Iterable[str]) -> dict[str, Any]:
    """Return the rule that a search with a goal has the settings that it takes alone."""
    names = [name for name in order if name in NAMES[goal]]
    return {
        "if": {"properties": {"goal": {"const": str(goal)}}},
        "then": {"properties": {"settings": {"propertyNames": {"enum": names}}}},
    }


def _json_of(kind: Any) -> dict[str, Any] | None:
    """Return the schema of what a value of a type is written as; None: it cannot be written."""
    if kind is Any:
        return {"type": "string"}
    if get_origin(kind) in (Union, UnionType):
        kinds = [one for one in get_args(kind) if one is not NoneType]
        if Level in kinds:
            kinds.remove(str)  # a word is the name of a level
        told = [_json_of(one) for one in kinds]
        parts = [one for k, one in enumerate(told) if one is not None and one not in told[:k]]
        if len(parts) > 1:
            return {"anyOf": parts}
        return parts[0] if parts else None
    base = get_origin(kind) or kind
    for known, told in _PLAIN.items():
        if base is known:
            return dict(told)
    if base is Mapping:
        return {"type": "object"}
    if base in (Iterable, Sequence):
        items = _json_of(get_args(kind)[0])
        return None if items is None else {"type": "array", "items": items}
    return None


_PLAIN: dict[Any, dict[str, Any]] = {
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    str: {"type": "string"},
    Level: {"enum": [str(level) for level in ASKED]},
    Solver: {"type": "string"},
    PathLike: {"type": "string"},
    Answer: {"type": "array", "items": {"type": "integer"}},
    Fraction: {"type": "string", "pattern": "^[0-9]+(/[0-9]+)?$"},
    Decimal: {"type": "string", "pattern": "^[0-9]+(/[0-9]+)?$"},
}


def written() -> dict[Path, str]:
    """Return the texts of the files, by their paths."""
    return {
        DOCS / "settings.md": page(),
        DOCS / "search.schema.json": json.dumps(schema(), indent=2) + "\n",
    }


if __name__ == "__main__":
    for path, text in written().items():
        path.write_text(text, "utf-8")
