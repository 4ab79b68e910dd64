"""Imports that wait for the first use of a name: how a room shows much and loads little.

    with lazily(__name__):
        from .answer import Answer, Check

In the block nothing is imported; it is noted what would be. `from minuet.models import Answer` then
imports `answer.py` and no other file. Who reads the room, a person, a type checker or `help`, sees
plain imports and all of their names. (PEP 810 makes a keyword of this in Python 3.15.)

A room may hold a name that a sub-room has too, as `minuet.solvers` does with `crosscheck`; Python
would put the sub-room in its place once that is imported, so that is forbidden here.
"""

from __future__ import annotations

import builtins
import sys
from _thread import RLock
from types import ModuleType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

__all__ = ["lazily"]

_ONE_AT_A_TIME = RLock()


class lazily:  # noqa: N801  reads as a word of the language; contextlib would cost an import
    """A block in which a module's `from ... import ...` waits for the first use of a name."""

    def __init__(self, name: str) -> None:
        self.room = sys.modules[name]
        self.modules: dict[str, tuple[int, str]] = {}

    def __enter__(self) -> None:
        _ONE_AT_A_TIME.acquire()
        self.importing = builtins.__import__
        builtins.__import__ = self._note

    def __exit__(self, *error: object) -> None:
        builtins.__import__ = self.importing
        _ONE_AT_A_TIME.release()
        for name in self.modules:
            del vars(self.room)[name]
        vars(self.room)["__lazy__"] = self.modules
        self.room.__class__ = _Room

    def _note(
        self,
        name: str,
        globals: Mapping[str, object] | None = None,
        locals: Mapping[str, object] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> Any:
        if globals is not vars(self.room):  # another thread's
            return self.importing(name, globals, locals, fromlist, level)
        self.modules.update(dict.fromkeys(fromlist or (), (level, name)))
        return _Anything()


class _Anything:
    """What a name of the block stands for until its end."""

    def __getattr__(self, name: str) -> None:
        return None


class _Room(ModuleType):
    """A module with names that are imported when they are first asked for."""

    __lazy__: dict[str, tuple[int, str]]

    def __getattr__(self, name: str) -> Any:
        if name not in self.__lazy__:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        level, module = self.__lazy__[name]
        imported = __import__(module, vars(self), None, (name,), level)
        value = getattr(imported, name)
        super().__setattr__(name, value)
        return value

    def __setattr__(self, name: str, value: object) -> None:
        if name in self.__lazy__ and isinstance(value, ModuleType):
            return
        super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self.__lazy__})
