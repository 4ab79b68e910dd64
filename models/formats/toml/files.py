"""Files that a TOML document names: the tables of choices that stand beside it.

A document opens nothing by itself. Who reads it says whether it may name files, and in which folder
they stand (`folder` of the source): the command line does for a file, with the file's own folder,
and for nothing else. What leads out of that folder, by its name or by a link, is refused.
"""

from __future__ import annotations

from pathlib import Path

from ...errors import excerpt
from ...tables.csv_rows import rows_of_file
from ...tables.rows import Rows
from .context import Context
from .node import Node

__all__ = ["rows_of_named"]


def rows_of_named(node: Node, context: Context) -> Rows:
    """Return the rows of the file that a node names.

    Raises InputError, at the node for a file that may not or cannot be read, and in the file for
    what is wrong in there.
    """
    name = node.string("the name of a file")
    folder = node.source.folder
    if folder is None:
        what = f"the file {excerpt(name)} is not opened for a text by itself"
        raise node.error(f"{what}, expected rows, or a TOML file in the same folder")
    if not name or not name.isprintable():
        raise node.error(f"{excerpt(name)}, expected the name of a file")
    try:
        home = Path(folder).resolve(strict=True)
        found = home.joinpath(name).resolve()
        if not found.is_relative_to(home):
            what = f"the file {excerpt(name)} leads out of the folder of the TOML file"
            raise node.error(f"{what}, expected one beside it")
        if not found.is_file():
            raise node.error(f"no file {excerpt(name)}, expected one beside the TOML file")
    except (OSError, ValueError, RuntimeError) as error:
        said = (getattr(error, "strerror", None) or str(error)).lower()
        what = f"the file {excerpt(name)}: {said}, expected one that can be read"
        raise node.error(what) from None
    return rows_of_file(Path(folder, name), most=context.most_choices)
