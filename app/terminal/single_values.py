"""Commands whose options with one value may be given once.

click takes the last of several values and drops the others: of `-o a -o b` a would never be
written. A flag says the same however often it is given.
"""

from __future__ import annotations

import click

__all__ = ["Command"]


class Command(click.Command):
    """A command that rejects an option with one value that is given twice."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments. Raises BadParameter for an option that is given twice."""
        again = list(args)  # a parser uses its list up
        left = super().parse_args(ctx, args)
        if not ctx.resilient_parsing:
            _, _, order = self.make_parser(ctx).parse_args(args=again)
            for place, option in enumerate(order):
                if _has_one_value(option) and option in order[:place]:
                    raise click.BadParameter("given twice, expected once", ctx, option)
        return left


def _has_one_value(parameter: click.Parameter) -> bool:
    several = parameter.multiple or getattr(parameter, "count", False)
    return isinstance(parameter, click.Option) and not (several or parameter.is_flag)
