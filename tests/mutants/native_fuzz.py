"""Fuzzes with another native module than the installed one; for native.py, as a process of its own.

The one argument is JSON: the module's path, the solvers, the shapes, seconds and the seed. What was
found is printed as JSON: cases, seconds, and of the first fault what it is and how many options it
needs.
"""

from __future__ import annotations

import json
import sys
import time
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location

NATIVE = "minuet.solvers._native"


def load(path: str) -> None:
    """Let every solver find that native module."""
    spec = spec_from_file_location(NATIVE, path, loader=ExtensionFileLoader(NATIVE, path))
    if spec is None or spec.loader is None:
        raise ImportError(path)
    module = module_from_spec(spec)
    sys.modules[NATIVE] = module
    spec.loader.exec_module(module)


def main() -> None:
    """Do what the argument says."""
    wanted = json.loads(sys.argv[1])
    load(wanted["native"])
    from minuet.solvers.fuzz import Draws, fuzz

    began = time.monotonic()
    report = fuzz(
        wanted["solvers"],
        Draws(shapes=wanted["shapes"] or None),
        time_limit=wanted["seconds"],
        seed=wanted["seed"],
        most=1,
        shrink=60,
    )
    fault = report.faults[0] if report.faults else None
    told = {
        "cases": report.cases,
        "seconds": time.monotonic() - began,
        "what": None if fault is None else str(fault),
        "options": None if fault is None or fault.matrix is None else fault.matrix.options,
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main()
