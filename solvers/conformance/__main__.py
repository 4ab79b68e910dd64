"""`python -m minuet.solvers.conformance SOLVER`: does the solver do what every solver must?"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from ...models.errors import MinuetError
from ..plug_ins import plug_in_of
from .suite import CASES, REQUIREMENTS, SECONDS, Verdict, check

INTERRUPTED = 130
HOW = MET, NOT_MET, NONE = "met", "NOT MET", "does not apply"


def main() -> int:
    """Check the solver; return 1 if a requirement is not met, 2 if there is no such solver."""
    parser = argparse.ArgumentParser(
        prog="python -m minuet.solvers.conformance",
        description="Ask a solver for all that every solver must do. Exit status: 0 it does, 1 a "
        "requirement is not met, 2 there is no such solver, or wrong usage, 130 interrupted.",
    )
    add = parser.add_argument
    add("solver", help="as in sat:cadical195, the name of an entry point, or FILE.py:CLASS")
    add(
        "--cases",
        type=_positive(int),
        default=CASES,
        metavar="N",
        help=f"random matrices ({CASES})",
    )
    add("--seed", type=int, default=0, metavar="N", help="draws other matrices (0)")
    add(
        "--time-limit",
        type=_positive(float),
        default=SECONDS,
        metavar="S",
        help=f"seconds for each matrix ({SECONDS:g})",
    )
    arguments = parser.parse_args()
    counted: Counter[str] = Counter()
    try:
        solver = arguments.solver
        if solver.rpartition(":")[0].endswith(".py"):
            solver = plug_in_of(solver, Path()).solver()
        for verdict in check(
            solver, cases=arguments.cases, seed=arguments.seed, seconds=arguments.time_limit
        ):
            counted[_how(verdict)] += 1
            reason = f" ({verdict.reason})" if verdict.reason else ""
            lines = [f"{_how(verdict):15}{verdict.requirement.title}{reason}"]
            lines += [f"{'':15}{line}" for line in verdict.problem.splitlines()]
            lines += [f"{'':17}{line}" for line in verdict.text.splitlines()]
            print("\n".join(lines), flush=True)
        met, not_met, others = (counted[how] for how in HOW)
        print(f"{met} requirements met, {not_met} not met, {others} do not apply", flush=True)
    except MinuetError as error:
        print(f"minuet: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        title = REQUIREMENTS[min(counted.total(), len(REQUIREMENTS) - 1)].title
        print(f"minuet: interrupted while it was asked: {title}", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader has what it wanted
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1 if counted[NOT_MET] else 0


def _how(verdict: Verdict) -> str:
    if not verdict:
        return NOT_MET
    return MET if verdict.cases else NONE


def _positive(kind: type[int] | type[float]) -> Callable[[str], float]:
    def number(text: str) -> float:
        value = kind(text)
        if not value > 0:
            raise argparse.ArgumentTypeError(f"{text}, expected more than 0")
        return value

    number.__name__ = kind.__name__  # argparse names it where the text is no number
    return number


if __name__ == "__main__":
    sys.exit(main())
