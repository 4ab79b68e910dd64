"""Writes models/rules/methods.py: which functions of the kinds of rules are methods of a puzzle.

    .venv/bin/python docs/site/rule_methods.py

A test says when the file is behind.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path

from minuet.models import rules
from minuet.models.rules.arguments import form_of, is_puzzle_method

FILE = Path(__file__).parents[2] / "models" / "rules" / "methods.py"
HEAD = '''"""The methods of a puzzle that state rules, each a function in the file of its kind.

Written by docs/site/rule_methods.py: it lists the functions that are marked `puzzle_method`
(arguments.py). A kind is loaded when one of its methods is first used; type checkers and editors
see the functions themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
{imports}
__all__ = ["FORMS", "METHODS", "RuleMethods", "method"]

# The module of each method. Those of FORMS have a form in texts.
FORMS: Mapping[str, str] = {{
{forms}}}
METHODS: Mapping[str, str] = {{
    **FORMS,
{others}}}


def method(name: str) -> Any:
    """Return the function that is a puzzle's method of this name, of METHODS."""
    return getattr(import_module(METHODS[name], __package__), name)


class _Method:
    """A method whose kind of rule is imported when it is first used."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, puzzle: Any, owner: type) -> Any:
        function = method(self.name)
        setattr(RuleMethods, self.name, function)
        return function if puzzle is None else function.__get__(puzzle, owner)


class RuleMethods:
    """A puzzle's methods that state rules."""

    if TYPE_CHECKING:
{aliases}
    else:
        locals().update({{name: _Method() for name in METHODS}})
'''


def modules() -> Iterator[str]:
    """Yield the modules of the kinds of rules, as relative names."""
    for module in pkgutil.walk_packages(rules.__path__, f"{rules.__name__}."):
        if not module.ispkg:
            yield module.name.removeprefix(rules.__name__)


def text() -> str:
    """Return what the file should be."""
    found: dict[str, tuple[str, bool]] = {}
    for name in modules():
        module = importlib.import_module(name, rules.__name__)
        for key, value in vars(module).items():
            if is_puzzle_method(value) and value.__module__ == module.__name__:
                found[key] = (name, form_of(value) is not None)
    homes = dict.fromkeys(name for name, _ in found.values())
    imports = ""
    for home in homes:
        *packages, last = home.split(".")[1:]
        imports += f"    from .{'.'.join(packages)} import {last} as _{last}\n"
    return HEAD.format(
        imports=imports,
        forms="".join(f'    "{key}": "{home}",\n' for key, (home, form) in found.items() if form),
        others="".join(
            f'    "{key}": "{home}",\n' for key, (home, form) in found.items() if not form
        ),
        aliases="".join(
            f"        {key} = _{home.rsplit('.', 1)[-1]}.{key}\n"
            for key, (home, _) in found.items()
        ),
    )


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
