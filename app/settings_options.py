"""The options of a command that say how it searches: one for each setting that its goal takes.

They come from what `solvers.search.settings` declares: name, help, default, check, and how a
value is written. A command gets those that were given as keywords, checked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import wraps
from typing import Any

import click

from ..models.errors import ModelError
from ..solvers.search.goal import Goal
from ..solvers.search.settings import NAMES, SETTINGS, Setting
from .arguments import AnyWholeNumber, ExactNumber, NewPath, Number, completing, plain

__all__ = ["Parameter", "Size", "searching"]

UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
SIZE = re.compile(r"([0-9]{1,18})([KMG]?)", re.ASCII)


class Size(click.ParamType[int]):
    """Bytes, or with K, M or G. Raises BadParameter for what is no size."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the bytes that a text says."""
        match = SIZE.fullmatch(str(value).upper())
        if match is None:
            wanted = "expected bytes such as 500M or 2G"
            self.fail(f"{str(value)[:40]!r} is no size, {wanted}", param, ctx)
        return int(match[1]) * UNITS[match[2]]


class Parameter(click.ParamType[tuple[str, Any]]):
    """NAME=VALUE: true and false, numbers, or else words. Raises BadParameter for others."""

    name = "parameter"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, Any]:
        """Return the name and the value that a text says."""
        name, equals, text = value.partition("=")
        if not (name and equals):
            self.fail(f"{value[:40]!r} is not NAME=VALUE", param, ctx)
        return name, _value(text)


def _value(text: str) -> bool | int | float | str:
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        with suppress(ValueError):
            return kind(plain(text))
    return text


# How a value is read that a setting's metavar stands for.
TYPES: dict[str, dict[str, Any]] = {
    "S": {"type": Number(0)},
    "N": {"type": AnyWholeNumber()},
    "G": {"type": ExactNumber()},
    "SIZE": {"type": Size()},
    "FILE": {"type": NewPath()},
    "NAME": {"shell_complete": completing("solvers")},
    "LEVEL": {"shell_complete": completing("levels")},
    "WORKERS": {},
    "NAME=VALUE": {"type": Parameter(), "multiple": True},
    "known|auto": {"type": click.Choice(["known", "auto"])},
}
FURTHER = " Of a further puzzle of FILE.EXT it is FILE-2.EXT, and so on."


def searching(
    goal: Goal | None, names: Collection[str] | None = None, *, but: Collection[str] = ()
) -> Callable[..., Any]:
    """Return what gives a command the options of settings.

    goal   what is asked; None: nothing that the command line knows
    names  the settings; None: those that the goal takes
    but    those that another command has

    The command gets the settings that were given as keywords. Raises BadParameter for a value out
    of its range; UsageError for a setting that the goal or the solver does not take.
    """
    if names is None:
        assert goal is not None
        names = NAMES[goal]
    ordered = dict.fromkeys(("solver", *SETTINGS))
    names = [one for one in ordered if one in names and one not in but and SETTINGS[one].metavar]

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def searched(**arguments: Any) -> Any:
            values = {name: arguments.pop(name) for name in names}
            settings = {
                name: value
                for name, value in values.items()
                if value is not None and value != SETTINGS[name].default
            }
            if goal is not None:
                _require_fit(goal, settings)
            return command(**arguments, **settings)

        for name in reversed(names):
            searched = _option(name, SETTINGS[name])(searched)
        return searched

    return decorate


def _option(name: str, setting: Setting) -> Callable[[Any], Any]:
    """Return the option of a setting."""
    how = TYPES[setting.metavar]
    several = how.get("multiple", False)
    flag = name.removesuffix("s") if several else name
    default = setting.default or None
    return click.option(
        f"--{flag.replace('_', '-')}",
        name,
        metavar=setting.metavar if setting.metavar != "known|auto" else None,
        help=_first_sentence(setting.help)
        + (" May be repeated." if several else "")
        + (FURTHER if setting.metavar == "FILE" else "")
        + (f" [default: {default}]" if default is not None else ""),
        callback=_checked,
        **how,
    )


def _first_sentence(text: str) -> str:
    end = text.find(". ")
    return text if end < 0 else text[: end + 1]


def _checked(context: click.Context, option: click.Parameter, value: Any) -> Any:
    """Return the value as a setting keeps it; None: it was not given. Raises BadParameter."""
    if value is None or value == ():
        return None
    name = str(option.name)
    if option.multiple:
        value = _mapping(value, option)
    try:
        return SETTINGS[name].check(value)
    except ModelError as error:
        message = str(error).removeprefix(f"{name}: ")
        raise click.BadParameter(message, context, option) from None


def _mapping(pairs: Collection[tuple[str, Any]], option: click.Parameter) -> dict[str, Any]:
    """Return what several parameters say. Raises BadParameter for a name that comes twice."""
    mapping: dict[str, Any] = {}
    for name, value in pairs:
        if name in mapping:
            raise click.BadParameter(f"{name[:40]!r} comes twice", param=option)
        mapping[name] = value
    return mapping


def _require_fit(goal: Goal, settings: dict[str, Any]) -> None:
    """Raise UsageError for a setting that the goal or the solver does not take."""
    if not settings:
        return
    from ..solvers.registry import get_solver
    from ..solvers.search.settings import Settings, require_fit

    solver = get_solver(settings.get("solver", "auto"))
    try:
        require_fit(goal, Settings(**settings), solver)
    except ModelError as error:
        raise click.UsageError(str(error)) from None
