"""The options of a command that say how it searches: one for each setting that its goal takes.

They are generated from the declarations in `solvers.search.settings`: name, help, default, check,
and how a value is written. A command receives those that were given as one mapping, `settings`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any

import click

from ..models.errors import ModelError
from ..solvers.contract.goal import Goal
from ..solvers.search.settings import NAMES, SETTINGS
from .arguments import AnyWholeNumber, ExactNumber, NewPath, Number, completing, plain

__all__ = ["Parameter", "Size", "require_fit", "searching"]

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


class _SettingOption(click.Option):
    """The option of a setting; `goal` is what the command asks for, if that is known."""

    def __init__(self, *names: Any, goal: Goal | None, **details: Any) -> None:
        super().__init__(*names, **details)
        self.goal = goal


def searching(
    goal: Goal | None,
    names: Collection[str] | None = None,
    *,
    but: Collection[str] = (),
    **defaults: Any,
) -> Callable[[Any], Any]:
    """Return a decorator that gives a command the options of settings.

    goal      what is asked; None: not known to the command line
    names     the settings; None: those that the goal takes
    but       settings that another command has
    defaults  of settings whose default is another one in this command

    The command receives the mapping `settings`, with those that were given and are no defaults.
    Raises BadParameter for a value out of its range; UsageError for a setting that the goal or the
    solver does not take.
    """
    if names is None:
        assert goal is not None
        names = NAMES[goal]
    ordered = dict.fromkeys(("solver", *SETTINGS))
    names = [name for name in ordered if name in names and name not in but]

    def decorate(command: Any) -> Any:
        for name in reversed(names):
            if SETTINGS[name].metavar:
                command = _option(name, goal, defaults.get(name))(command)
        return command

    return decorate


def _option(name: str, goal: Goal | None, own_default: Any) -> Callable[[Any], Any]:
    """Return the option of a setting, as a decorator."""
    setting = SETTINGS[name]
    how = TYPES[setting.metavar]
    several = how.get("multiple", False)
    flag = name.removesuffix("s") if several else name
    default = setting.default or None
    end = setting.help.find(". ")
    return click.option(
        f"--{flag.replace('_', '-')}",
        name,
        cls=_SettingOption,
        goal=goal,
        metavar=setting.metavar if setting.metavar != "known|auto" else None,
        help=(setting.help if end < 0 else setting.help[: end + 1])
        + (" May be repeated." if several else "")
        + (FURTHER if setting.metavar == "FILE" else "")
        + (f" [default: {default}]" if default is not None else ""),
        default=own_default,
        show_default=own_default is not None,
        expose_value=False,
        callback=_keep,
        **how,
    )


def _keep(context: click.Context, option: click.Parameter, value: Any) -> None:
    """Check a value, and add it to the command's `settings`. Raises BadParameter."""
    settings = context.params.setdefault("settings", {})
    if value is None or value == ():
        return
    name = str(option.name)
    if option.multiple:
        # What several parameters say. Raises BadParameter for a name that comes twice.
        mapping: dict[str, Any] = {}
        for label, amount in value:
            if label in mapping:
                raise click.BadParameter(f"{label[:40]!r} comes twice", param=option)
            mapping[label] = amount
        value = mapping
    try:
        value = SETTINGS[name].check(value)
    except ModelError as error:
        message = str(error).removeprefix(f"{name}: ")
        raise click.BadParameter(message, context, option) from None
    if value != SETTINGS[name].default:
        settings[name] = value


def require_fit(context: click.Context) -> None:
    """Raise UsageError for a setting that the command's goal or the solver does not take."""
    settings = context.params.get("settings")
    goals = (option.goal for option in context.command.params if isinstance(option, _SettingOption))
    goal = next(goals, None)
    if not settings or goal is None:
        return
    from ..solvers.registry import get_solver
    from ..solvers.search import settings as library

    solver = get_solver(settings.get("solver", "auto"))
    try:
        library.require_fit(goal, library.Settings(**settings), solver)
    except ModelError as error:
        raise click.UsageError(str(error), context) from None
