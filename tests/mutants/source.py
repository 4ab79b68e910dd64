"""Copies of minuet's modules in which one line of the source is changed.

The copy stands beside the original, under a name of its own, so that both work in one process.
What imports the module that is changed is copied too (`through`), with an import of the copy, up to
the module that is wanted. The line must be there, once: when the source moves on, a mutant that
would change nothing is an error and no test that passes.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from itertools import takewhile
from pathlib import Path
from types import ModuleType

__all__ = ["changed", "module_of", "mutated", "source_of"]


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
    module   as in `minuet.solvers.native.split`
    through  modules, each of which imports some of those before it or `module`; none: the copy of
             `module` itself is returned
    """
    copy, copied = _copied(module, name, changed(source_of(module), line, instead)), [module]
    for above in through:
        source = text = source_of(above)
        for below in copied:
            text = _with_copy(text, above, below, name)
        if text == source:
            raise ValueError(f"{above} imports none of {', '.join(copied)}")
        copy = _copied(above, name, text)
        copied.append(above)
    return copy


def module_of(name: str) -> ModuleType:
    """Return a module of minuet, by its full name."""
    return import_module(name)


def source_of(module: str) -> str:
    """Return the text of a module, by its full name."""
    return Path(str(import_module(module).__file__)).read_text("utf-8")


def _with_copy(text: str, above: str, below: str, name: str) -> str:
    """Let a module's text import the copy of another module, where it imports that."""
    here, there = above.split(".")[:-1], below.split(".")
    common = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(here, there, strict=False))))
    spelled = "." * (len(here) - common + 1) + ".".join(there[common:])
    text = text.replace(f"from {spelled} import", f"from {_own_name(spelled, name)} import")
    module = there[-1]
    own = _own_name(module, name)
    return re.sub(rf"(?m)^( *from \. import .*)\b{module}\b", rf"\1{own} as {module}", text)


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
