"""Whether the arrows run one way: `make check` runs this.

An import, wherever it stands, or an include is an arrow between the two names at which the paths of
the files part, in the folder that holds both. No folder's arrows may close a circle, and none may
run against `BELOW`, whose first knows nothing of the second. The engines are compiled without
Python, too (`make wasm`), so nanobind is for the files that bind them alone.
"""

import ast
import re
import sys
from collections import defaultdict
from graphlib import CycleError, TopologicalSorter
from itertools import permutations
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOLVERS = [f"solvers/{name}" for name in ("dlx", "bitmask", "memo", "propagate", "sat", "optimize")]
SOLVERS += [f"solvers/industrial/{name}" for name in ("cpsat", "mip")]
TECHNIQUES = [f"solvers/optimize/{name}" for name in ("blocks", "climbing", "neighborhoods")]
ROOMS = ("models", "solvers", "setting", "experiments", "app")
BELOW = [("models", above) for above in (*ROOMS[1:], "ortools", "pysat")]
NATIVE = [
    f"solvers/native/{name}"
    for name in (
        "shared",
        "ascent",
        "batch",
        "blocks",
        "cells",
        "folded",
        "frontiers",
        "levels",
        "links",
        "masks",
        "memo",
        "neighborhoods",
        "propagation",
    )
]
for engine in NATIVE:
    for checks in ("solvers/native/verify", "solvers/native/proofs"):
        BELOW += [(checks, engine), (engine, checks)]
    BELOW.append((engine, "solvers/native/wasm"))
BELOW += [
    *(("solvers", above) for above in ("setting", "experiments", "app")),
    *((one, "app") for one in ("setting", "experiments")),
    ("solvers/contract", "solvers/registry"),
    # Solvers take turns by their names; `auto` stands above all of them.
    *((one, "solvers/auto") for one in ("solvers/turns", *SOLVERS)),
    *(("solvers/turns", one) for one in SOLVERS),
    *permutations(SOLVERS, 2),
    *permutations(TECHNIQUES, 2),
]
# Names functions for type checkers alone, and imports a module when one of them is used.
LISTS = {ROOT / "models/rules/methods.py"}


BINDS = re.compile(r"solvers/native/(module\.cpp|shared/bindings\.hpp|\w+/bind\w*\.[ch]pp)")


def imported(path: Path) -> set[Path]:
    """Return what a file imports or includes, under the root."""
    text = path.read_text("utf-8")
    if path.suffix != ".py":
        here = path.relative_to(ROOT).as_posix()
        if re.search('#include (<nanobind|"shared/bindings)', text) and not BINDS.fullmatch(here):
            sys.exit(f"{here} includes nanobind, expected it in files that bind alone")
        return {ROOT / "solvers/native" / name for name in re.findall('#include "(.+)"', text)}
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {ROOT / name.name.replace(".", "/") for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = path.parents[node.level - 1] if node.level else ROOT
            base = base.joinpath(*(node.module or "").split("."))
            for one in (base / name.name for name in node.names):
                is_module = any(one.with_suffix(end).exists() for end in ("", ".py", ".pyi"))
                found.add(one if is_module else base)
    return {one / "__init__" if one.is_dir() else one for one in found}


arrows: dict[Path, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
rooms = (ROOT / name for name in ROOMS)
for path in (one for room in rooms for end in ("py", "[ch]pp") for one in room.rglob(f"*.{end}")):
    here = path.with_suffix("") if path.suffix == ".py" else path
    above = [(low, high) for low, high in BELOW if here.is_relative_to(ROOT / low)]
    for there in imported(path) - {here} if path not in LISTS else ():
        for low, high in above:
            if there.is_relative_to(ROOT / high):
                sys.exit(f"{path.relative_to(ROOT)} imports {there}: {low} knows no {high}")
        folder = next(above for above in here.parents if there.is_relative_to(above))
        arrows[folder][here.relative_to(folder).parts[0]].add(there.relative_to(folder).parts[0])
for folder, graph in arrows.items():
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as circle:
        sys.exit(f"a circle in {folder.relative_to(ROOT)}: {' <- '.join(circle.args[1])}")
