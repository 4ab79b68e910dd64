"""`python -m minuet.solvers.conformance NAME`: does the solver do what every solver must?"""

from __future__ import annotations

import argparse
import sys

from ...models.errors import MinuetError
from .suite import CASES, check


def main() -> int:
    """Check the solver; return 1 if a requirement is not met, 2 if there is no such solver."""
    asked = _arguments()
    met = True
    try:
        for verdict in check(asked.solver, cases=asked.cases, seed=asked.seed):
            how = "met" if verdict.cases else "does not apply"
            print(f"{how if verdict else 'NOT MET':15}{verdict.requirement.title}", flush=True)
            if not verdict:
                met = False
                print(f"{'':15}{verdict.problem}")
                print("".join(f"{'':17}{line}\n" for line in verdict.text.splitlines()), end="")
    except MinuetError as error:
        print(f"minuet: {error}", file=sys.stderr)
        return 2
    return 0 if met else 1


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m minuet.solvers.conformance")
    parser.add_argument("solver", help="as in sat:cadical195, or the name of an entry point")
    parser.add_argument("--cases", type=int, default=CASES, help="matrices for each requirement")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
