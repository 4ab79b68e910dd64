"""Every folder of the package opens with a paragraph and a list of what is in it."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROOMS = [
    one.parent
    for room in ("models", "solvers", "setting", "experiments", "app")
    for one in (ROOT / room).rglob("__init__.py")
]
# A file there is an entry of a list, which is long by nature.
DATA = ("gallery", "contests", "commands")
MOST = 24


def contents(room: Path) -> set[str]:
    modules = {one.stem for one in room.glob("*.py") if not one.stem.startswith("__")}
    return modules | {one.parent.name for one in room.glob("*/__init__.py")}


def shown_lazily(opening: ast.Module) -> set[str]:
    """The names that a room imports in a block of `lazily`."""
    blocks = [node for node in opening.body if isinstance(node, ast.With)]
    imports = [node for block in blocks for node in block.body]
    assert all(isinstance(node, ast.ImportFrom) for node in imports)
    return {one.asname or one.name for node in imports for one in node.names}


def test_a_room_says_what_is_in_it() -> None:
    assert len(ROOMS) > 90
    for room in ROOMS:
        opening = ast.parse((room / "__init__.py").read_text("utf-8"))
        assert ast.get_docstring(opening), room
        (listed,) = (
            ast.literal_eval(node.value)
            for node in opening.body
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
        )
        if not shown_lazily(opening) and not any(
            isinstance(node, ast.ImportFrom) for node in opening.body
        ):
            assert set(listed) == contents(room), room
