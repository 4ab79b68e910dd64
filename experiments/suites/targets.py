"""What a suite aims at: figures that its reports hold the records against.

[[target]]
family = "all solutions"          which instances; `question` and `instances` choose further
solver = "bitmask"                a solver's or a program's label
by = ["exact-cover", "xcover"]    its figure by that of the best of these; without: the figure
most = 0.1
over = "worst"                    of all instances; by default the geometric mean
figure = "memory"                 bytes; "time" (by default, of the report's clock), "wall", "nodes"
about = "..."                     in the place of a title made of these

Ratios are the solver's figure by that of the others, so that less is better in every target.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from ...models.errors import InputError, did_you_mean, excerpt
from ...models.formats.source import Source
from ...models.formats.toml.node import Node, document

__all__ = ["FIGURES", "Target", "kept_targets", "targets_of"]

FIGURES = ("time", "wall", "memory", "nodes")
OVER = ("mean", "worst")
KEYS = (
    *("about", "question", "family", "instances", "solver", "by", "most", "over", "figure"),
    "shortest",
)


@dataclass(frozen=True)
class Target:
    """A figure of a solver that is to be at most so much.

    about      its title; "": one that is made of the others
    solver     label of the solver
    most       what is aimed at
    by         labels of solvers: the figure is a ratio to the best of theirs
    question, family, instances  which runs; "": all; instances is a pattern
    over       of several instances the geometric "mean", or the "worst"
    figure     of `FIGURES`
    shortest   seconds: shorter times count as so many
    """

    about: str
    solver: str
    most: float
    by: tuple[str, ...] = ()
    question: str = ""
    family: str = ""
    instances: str = ""
    over: str = "mean"
    figure: str = "time"
    shortest: float = 0.0

    @property
    def title(self) -> str:
        """What it is called."""
        if self.about:
            return self.about
        which = (self.family, self.instances.strip("*,"), self.question, self.solver)
        words = filter(None, which)
        text = f"{', '.join(words)}: {self.figure}"
        if self.by:
            text += f" by that of {' or '.join(self.by)}"
        return f"{text}, the worst" if self.over == "worst" else text

    def chooses(self, instance: str, family: str, question: str) -> bool:
        """Whether runs of an instance are among those it is about."""
        return (
            self.family in ("", family)
            and self.question in ("", question)
            and fnmatchcase(instance, self.instances or "*")
        )


def targets_of(
    node: Node, labels: Sequence[str], questions: Sequence[str], families: Collection[str]
) -> Iterator[Target]:
    """Yield the targets of a suite, of whose solvers, questions and families they are.

    Raises InputError, with the place, for any mistake.
    """
    for table in node["target"].array() if "target" in node else ():
        table.table(*KEYS)
        for key, allowed in (("question", questions), ("family", families), ("solver", labels)):
            if key in table:
                _require(table[key], allowed)
        for each in table["by"].array() if "by" in table else ():
            _require(each, labels)
        yield _target(table)


def kept_targets(text: str) -> tuple[Target, ...]:
    """Return the targets of a suite's text, as it was once read; a damaged one has none."""
    try:
        node = document(Source(text.encode(), "the suite"), float)
        return tuple(map(_target, node["target"].array())) if "target" in node else ()
    except InputError:
        return ()


def _require(node: Node, names: Collection[str]) -> None:
    name = node.string("a name")
    if name not in names:
        close = did_you_mean(name, names)
        raise node.error(f"{node.name} {excerpt(name)}, expected one of the suite's{close}")


def _target(node: Node) -> Target:
    text = {
        key: node[key].string()
        for key in ("about", "question", "family", "instances", "over", "figure")
        if key in node
    }
    for key, allowed in (("over", OVER), ("figure", FIGURES)):
        if key in text and text[key] not in allowed:
            message = f"{key} {excerpt(text[key])}, expected one of {', '.join(allowed)}"
            raise node[key].error(message)
    return Target(
        **{"about": ""} | text,
        solver=node.need("solver", "a solver's label").string(),
        most=_number(node.need("most", "a number")),
        by=tuple(entry.string() for entry in node["by"].array()) if "by" in node else (),
        shortest=_number(node["shortest"]) if "shortest" in node else 0.0,
    )


def _number(node: Node) -> float:
    value = node.value
    if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
        raise node.error(f"{excerpt(repr(value))}, expected a number above 0")
    return float(value)
