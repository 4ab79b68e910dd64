"""Write the reference of the Python interface from signatures and docstrings.

`python docs/site/reference_pages.py` reads the outlines in docs/site/reference, where a line
`::: minuet.models.Puzzle` names an object, and writes docs/reference: for each object its
signature, its docstring, and its public methods, attributes and properties. A test fails if the
pages differ from what the script writes.
"""

from __future__ import annotations

import enum
import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from house_docstrings import markdown

from minuet.models.rules.methods import METHODS, RuleMethods

DOCS = Path(__file__).parents[1]
OUTLINES = DOCS / "site/reference"
DIRECTIVE = re.compile(r"::: ([\w.]+)(\n    options:\n      inherited_members: true)?\n")
WIDTH = 88
ADDRESS = re.compile(r" at 0x[0-9a-f]+")


class Unquoted(str):
    """An annotation that a signature prints without quotation marks."""

    @staticmethod
    def of(annotation: Any) -> Any:
        """Return an annotation as it is written in the source."""
        return Unquoted(annotation) if isinstance(annotation, str) else annotation

    def __repr__(self) -> str:
        return str(self)


def written() -> dict[Path, str]:
    """Return each page with its text."""
    for name in METHODS:
        getattr(RuleMethods, name)  # a rule's method is imported when it is first used
    return {
        DOCS / "reference" / outline.name: page(outline.read_text(encoding="utf-8"))
        for outline in sorted(OUTLINES.glob("*.md"))
    }


def page(outline: str) -> str:
    """Return an outline with every object that it names described."""
    described = DIRECTIVE.sub(
        lambda line: "\n".join(describe(line[1], inherited=bool(line[2]))), outline
    )
    return re.sub(r"\n{3,}", "\n\n", described).rstrip() + "\n"


def describe(path: str, *, inherited: bool) -> Iterator[str]:
    """Yield the heading, the signature, the docstring and the members of an object."""
    module, _, name = path.rpartition(".")
    described = getattr(importlib.import_module(module), name)
    yield f"### {name}\n"
    if not inspect.isclass(described) and not inspect.isroutine(described):
        yield f"`{path}`, a `{type(described).__name__}`\n"
        return
    kind = "class " if inspect.isclass(described) else ""
    yield f"```text\n{kind}{signature(path, described)}\n```\n"
    yield markdown(inspect.getdoc(described) or "") + "\n"
    if inspect.isclass(described):
        for owner in reversed(described.__mro__) if inherited else (described,):
            if owner.__module__.startswith("minuet."):
                yield from members(name, owner)


def members(name: str, owner: type) -> Iterator[str]:
    """Yield the public methods, class methods and properties that a class defines itself."""
    if issubclass(owner, enum.Enum):
        yield "".join(f"- `{member.name}`\n" for member in owner)
        return
    for attribute, defined in vars(owner).items():
        value = defined.__func__ if isinstance(defined, (classmethod, staticmethod)) else defined
        docstring = inspect.getdoc(value) or ""
        if attribute.startswith("_") or not docstring:
            continue
        if inspect.isfunction(value):
            yield f"#### {name}.{attribute}\n"
            yield f"```text\n{signature(attribute, value)}\n```\n"
            yield markdown(docstring) + "\n"
        elif isinstance(value, property) or hasattr(value, "func"):
            yield f"#### {name}.{attribute}\n"
            yield markdown(docstring) + "\n"


def signature(path: str, described: Any) -> str:
    """Return a call with its parameters, on a line each if it is long."""
    if inspect.isclass(described) and issubclass(described, (enum.Enum, Exception)):
        return path
    call = inspect.signature(described)
    parameters = [
        parameter.replace(annotation=Unquoted.of(parameter.annotation))
        for parameter in call.parameters.values()
        if parameter.name not in ("self", "cls") and parameter.annotation != "Rulebook"
    ]
    returned = inspect.Signature.empty if inspect.isclass(described) else call.return_annotation
    short = inspect.Signature(parameters, return_annotation=Unquoted.of(returned))
    text = ADDRESS.sub("", f"{path}{short}")
    if len(text) <= WIDTH:
        return text
    _, _, returns = str(short).rpartition(")")
    lines = [f"    {ADDRESS.sub('', str(parameter))}," for parameter in parameters]
    return "\n".join([f"{path}(", *lines, f"){returns}"])


if __name__ == "__main__":
    for path, text in written().items():
        path.write_text(text, encoding="utf-8")
