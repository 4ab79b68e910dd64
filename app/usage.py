"""Which options of a command go together: what the command line alone knows, in two tables.

What a goal or a solver does not take the library rejects itself.
"""

from __future__ import annotations

import click
from click.core import ParameterSource

from .terminal.output import require_other

__all__ = ["Command", "refuse"]

# Of each command: options of which one is given alone, and options that need another one.
APART: dict[str, tuple[tuple[str, ...], ...]] = {
    "count": (("--certificate", "--symmetries"),),
    "check": (
        ("--markdown", "--json"),
        ("--markdown", "--symmetries"),
        ("--checkpoint", "--symmetries"),
        ("--on", "--symmetries"),
    ),
    "list": (
        ("--checkpoint", "--limit"),
        ("--checkpoint", "--symmetries"),
        ("--checkpoint", "--evidence"),
    ),
    "draw": (("--solution", "--all"), ("--solution", "--limit")),
    "experiment": (("--jobs", "--on"),),
    "fuzz": (("--cases", "--case"),),
}
NEEDS: dict[str, tuple[tuple[str, str], ...]] = {
    "explain": (("--keep", "--relax"),),
    "fuzz": (("--case", "--seed"),),
    "list": (("--checkpoint", "--output"),),
}
# Parameters that name a file that is written.
WRITTEN = ("output", "drawing", "certificate")
# Of each command: options that another one has, and how that is called.
ELSEWHERE: dict[str, dict[str, str]] = {
    "solve": {
        "--all": "list",
        "--limit": "list --limit N",
        "--best": "list --limit N",
        "--checkpoint": "list --checkpoint FILE",
        "--on": "list --on WORKERS",
        "--shards": "list -o FOLDER/",
        "--up-to-symmetry": "list --symmetries known",
        "--progress": "improve",
        "--json-lines": "improve --json",
        "--gap": "improve --gap G",
        "--gap-absolute": "improve --gap-absolute G",
        "--bottleneck": "bottleneck",
        "--pareto": "pareto",
        "--diverse": "diverse -n N",
        "--within": "diverse --within W",
    },
    "list": {"--all": "list", "--best": "list --limit N", "--draw": "draw --limit N"},
    "count": {
        "--set": "fold -o FILE",
        "--all": "list",
        "--limit": "list --limit N",
        "--up-to-symmetry": "count --symmetries known",
    },
    "check": {"--up-to-symmetry": "check --symmetries known"},
}


class Command(click.Command):
    """A command that rejects what does not go together, and an option given twice.

    click takes the last of several values and drops the others: of `-o a -o b` a would never be
    written. A flag says the same however often it is given.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments. Raises BadParameter, and NoSuchOption, which names the command that
        has an option.
        """
        try:
            if not ctx.resilient_parsing:
                _, _, order = self.make_parser(ctx).parse_args(args=list(args))  # it uses them up
                _require_once(order, ctx)
            left = super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            command = ELSEWHERE.get(str(self.name), {}).get(error.option_name)
            if command is None:
                raise
            what = f"No such option {error.option_name!r}; did you mean minuet {command}?"
            raise click.UsageError(what, ctx) from None
        if not ctx.resilient_parsing:
            self._require_together(ctx)
            self._require_files(ctx)
        return left

    def _require_together(self, ctx: click.Context) -> None:
        """Raise BadParameter for options that do not go together."""
        given = {
            flag
            for option in self.params
            if ctx.get_parameter_source(str(option.name)) is ParameterSource.COMMANDLINE
            for flag in option.opts
        }
        for first, *others in APART.get(str(self.name), ()):
            for other in others:
                together = first in given and other in given
                refuse(together, first, f"given together with {other}, expected one")
        for option, needed in NEEDS.get(str(self.name), ()):
            alone = option in given and needed not in given
            refuse(alone, option, f"given without {needed}, expected both")

    def _require_files(self, ctx: click.Context) -> None:
        """Raise BadParameter for an option that would write over the file that is read, before the
        search rather than after it; and ModelError for one that is to be no picture.
        """
        for option in self.params:
            path = ctx.params.get(str(option.name))
            if option.name not in WRITTEN or path is None or not isinstance(option, click.Option):
                continue
            require_other(path, ctx.params.get("file"), option.opts[0])
            what = "standard output has the answer, expected a file"
            refuse(path == "-" and option.name == "certificate", option.opts[0], what)
            if option.name == "drawing":
                from .pictures import kind_of

                kind_of(path)


def refuse(wrong: bool, option: str, why: str) -> None:
    """Raise BadParameter, which names the option, where something is wrong with it."""
    if wrong:
        context = click.get_current_context(silent=True)
        raise click.BadParameter(why, context, param_hint=f"'{option}'")


def _require_once(order: list[click.Parameter], ctx: click.Context) -> None:
    """Raise BadParameter for an option with one value that is given twice."""
    for place, option in enumerate(order):
        if _has_one_value(option) and option in order[:place]:
            raise click.BadParameter("given twice, expected once", ctx, option)


def _has_one_value(parameter: click.Parameter) -> bool:
    several = parameter.multiple or getattr(parameter, "count", False)
    return isinstance(parameter, click.Option) and not (several or parameter.is_flag)
