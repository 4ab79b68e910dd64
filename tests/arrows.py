"""Whether the arrows run one way: `make check` runs this.

An import, wherever it stands, or an include is an arrow between the two names at which the paths of
the files part, in the folder that holds both. No folder's arrows may close a circle, and none may
run against `BELOW`.
"""

import ast
import re
import sys
from collections import defaultdict
from graphlib import CycleError, TopologicalSorter
from itertools import permutations
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOLVERS = ("dlx", "bitmask", "sat", "cpsat", "mip")
# The first knows nothing of the second.
BELOW = [("models", "solvers"), ("models", "app"), ("models", "ortools"), ("models", "pysat")]
BELOW += [("solvers", "app"), ("solvers/contract", "solvers/registry")]
BELOW += [(f"solvers/{one}", f"solvers/{two}") for one, two in permutations(SOLVERS, 2)]


def imported(path: Path) -> set[Path]:
    """Return what a file imports or includes, under the root."""
    text = path.read_text("utf-8")
    if path.suffix != ".py":
        native = ROOT / "solvers/native"
        return {native / name for name in re.findall('#include "(.+)"', text)}
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {ROOT / name.name.replace(".", "/") for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = (path.parents[node.level - 1] if node.level else ROOT).joinpath(
                *(node.module or "").split(".")
            )
            for one in (base / name.name for name in node.names):
                here = any(one.with_suffix(end).exists() for end in ("", ".py", ".pyi"))
                found.add(one if here else base)
    return {one / "__init__" if one.is_dir() else one for one in found}


arrows: dict[Path, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
for room in ("models", "solvers", "app"):
    for path in (*(ROOT / room).rglob("*.py"), *(ROOT / room).rglob("*.[ch]pp")):
        here = path.with_suffix("") if path.suffix == ".py" else path
        for there in imported(path) - {here}:
            for low, high in BELOW:
                if here.is_relative_to(ROOT / low) and there.is_relative_to(ROOT / high):
                    sys.exit(f"{path.relative_to(ROOT)} imports {there}: {low} knows no {high}")
            folder = next(above for above in here.parents if there.is_relative_to(above))
            tail, head = here.relative_to(folder), there.relative_to(folder)
            arrows[folder][tail.parts[0]].add(head.parts[0])
for folder, graph in arrows.items():
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as circle:
        sys.exit(f"a circle in {folder.relative_to(ROOT)}: {' <- '.join(circle.args[1])}")
