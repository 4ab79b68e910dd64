"""Whether the tests come in by the front door: `make check` runs this.

Tests import what is public, so that the inside can change. So many imports of modules that are not
in `PUBLIC`, and so many patches of what is imported from minuet, are left, and no more.
"""

import ast
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PUBLIC = {
    "minuet",
    "minuet.models",
    "minuet.models.formats",
    "minuet.models.gallery",
    "minuet.models.packings",
    "minuet.models.pencil",
    "minuet.models.picture",
    "minuet.models.sudokus.constraints",
    "minuet.setting",
    "minuet.solvers",
    "minuet.solvers.conformance",
    "minuet.solvers.contract",
    "minuet.solvers.crosscheck",
    "minuet.solvers.fuzz",
    "minuet.experiments",
}
PATCHES = ("setattr", "setitem", "delattr", "delitem", "object", "dict")
MOST_INTERNAL = 186
MOST_PATCHES = 34


def module_of(name: str) -> Path | None:
    """Return the file of a module of minuet; None if there is none of that name."""
    path = ROOT.joinpath(*name.split(".")[1:] or ["front/minuet"])
    files = (path / "__init__.py", path.with_suffix(".py"), path.with_suffix(".pyi"))
    return next((one for one in files if one.is_file()), None)


def shown(module: str, name: str) -> bool:
    """Whether a public module lists the name as its own."""
    path = module_of(module)
    return path is not None and f'"{name}"' in path.read_text("utf-8").partition("__all__ = [")[2]


def internal_imports(tree: ast.AST) -> int:
    """Return how many statements import what is not public."""
    found = 0
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [one.name for one in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module is not None:
            submodules = [f"{node.module}.{one.name}" for one in node.names]
            hidden = [one for one in submodules if module_of(one) and one not in PUBLIC]
            hidden = [one for one in hidden if not shown(*one.rsplit(".", 1))]
            names = [node.module, *hidden]
        else:
            continue
        found += any(one.split(".")[0] == "minuet" and one not in PUBLIC for one in names)
    return found


def patches(tree: ast.AST) -> int:
    """Return how often what comes from minuet, or is named as a part of it, is patched."""
    ours = {
        (one.asname or one.name).split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for one in node.names
        if (getattr(node, "module", None) or one.name).startswith(("minuet", "own_solvers"))
    }
    found = 0
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        called, target = node.func, node.args[0]
        if not (
            (isinstance(called, ast.Attribute) and called.attr in PATCHES)
            or (isinstance(called, ast.Name) and called.id == "patch")
        ):
            continue
        while isinstance(target, ast.Attribute | ast.Call | ast.Subscript):
            target = target.func if isinstance(target, ast.Call) else target.value
        if isinstance(target, ast.Constant):
            found += str(target.value).startswith("minuet.")
        else:
            found += isinstance(target, ast.Name) and target.id in ours
    return found


trees = {
    path: ast.parse(path.read_text("utf-8"))
    for path in (ROOT / "conftest.py", *sorted((ROOT / "tests").rglob("*.py")))
}
for what, counted, most in (
    ("imports of internal modules", internal_imports, MOST_INTERNAL),
    ("patches of minuet", patches, MOST_PATCHES),
):
    counts = {path: counted(tree) for path, tree in trees.items()}
    if sum(counts.values()) > most:
        worst = max(counts, key=lambda path: counts[path])
        where = f"most, {counts[worst]}, in {worst.relative_to(ROOT)}"
        sys.exit(f"tests: {sum(counts.values())} {what}, expected at most {most}; {where}")
