"""Copies of minuet's modules in which one line of the source is changed.

The copy stands beside the original, under a name of its own, so that both work in one process.
What imports the module that is changed is copied too (`through`), with an import of the copy, up to
the module that is wanted. The line must be there, once: when the source moves on, a mutant that
would change nothing is an error and no test that passes.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType

__all__ = ["changed", "mutated"]


def changed(text: str, line: str, instead: str) -> str:
    """Return the text with one place changed. Raises ValueError unless it stands there once."""
    if text.count(line) != 1:
        raise ValueError(f"{text.count(line)} places that read {line!r}, expected one")
    return text.replace(line, instead)


def mutated(
    name: str, module: str, line: str, instead: str, through: Sequence[str] = ()
) -> ModuleType:
    """Return a copy of the last module of `through`, in effect with a line of `module` changed.

    name     of the mutant
    module   as in `minuet.solvers.split`
    through  modules of the same package, each of which imports the one before it, the first of them
             `module`; none: the copy of `module` itself is returned
    """
    text = changed(Path(str(import_module(module).__file__)).read_text("utf-8"), line, instead)
    copy = _copied(module, name, text)
    below = module.rpartition(".")[2]
    for above in through:
        package = module.rpartition(".")[0]
        text = Path(str(import_module(f"{package}.{above}").__file__)).read_text("utf-8")
        copy = _copied(f"{package}.{above}", name, _with_copy(text, below, name))
        below = above
    return copy


def _with_copy(text: str, module: str, name: str) -> str:
    """Let a module's text import the copy of another module."""
    own = _own_name(module, name)
    result = text.replace(f"from .{module} import", f"from .{own} import")
    result = result.replace(f"from . import {module}\n", f"from . import {own} as {module}\n")
    if result == text:
        raise ValueError(f"a module that does not import {module}")
    return result


def _own_name(module: str, name: str) -> str:
    return f"{module}__{name.replace(' ', '_').replace('-', '_')}"


def _copied(module: str, name: str, text: str) -> ModuleType:
    own = _own_name(module, name)
    spec = importlib.util.spec_from_loader(own, loader=None)
    assert spec is not None
    copy = importlib.util.module_from_spec(spec)
    copy.__package__ = module.rpartition(".")[0]
    copy.__file__ = f"<{own}>"
    sys.modules[own] = copy  # what is defined in it looks for its module there
    exec(compile(text, copy.__file__, "exec"), vars(copy))
    return copy
