"""The solvers of a suite: a list of names, and tables with settings.

solvers = ["dlx", "sat:cadical195", "x"]

[[solver]]
name = "cpsat"
label = "cpsat, 2 threads"
threads = 2
parameters = { linearization_level = 2 }

[plug_ins]
x = "x.py:AlgorithmX"

`SuiteSettings` lists the settings of a table; they are parsed, and rejected, as those of a verb.
The key `evidence` of the suite holds for all solvers whose table has none.

Tables of instances may select some of the suite's questions, and some of its solvers by labels:

[[instances]]
files = ["hard/*.txt"]
questions = ["first"]
solvers = ["dlx:weights", "cpsat, no cuts"]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ...models.errors import ModelError, SolverError, did_you_mean, excerpt
from ...models.formats.toml.node import Node
from ...models.matrix.exact_cover import ExactCover
from ...models.spelling import spell
from ...solvers import solve
from ...solvers.contract.solver import Solver
from ...solvers.plug_ins import PlugIn, plug_in_of
from ...solvers.registry import get_solver, solver_names
from ...solvers.search.settings import Settings, SuiteSettings, goals_of, require_fit
from ..records.record import OPTIMIZING
from .suite import ITEM_ORDERS, Variant, goal_of

__all__ = ["KEYS", "Choice", "plug_ins_of", "questions_of", "solver_of", "variants_of"]

CHOICE_KEYS = ("questions", "solvers")
SETTINGS = SuiteSettings.__annotations__
KEYS = ("name", "label", *SETTINGS, "items", "questions")
MOMENT = 10.0  # seconds for the smallest matrix


# ---- Plug-ins ------------------------------------------------------------------------------------


def plug_ins_of(node: Node, folder: Path) -> dict[str, PlugIn]:
    """Return the suite's own solvers, classes in Python files beside it, by name.

    A name holds in this suite alone. The digest of the file is part of a run's key, so that an
    edited solver runs anew. Raises InputError, with the place, for a name that is taken, a file
    that is missing or cannot be run, and a class that is not a solver.
    """
    if "plug_ins" not in node:
        return {}
    table = node["plug_ins"].table()
    plug_ins = {}
    for name in table.value:
        place = table[name]
        if not name.strip() or ":" in name:
            raise place.key_error(f"name {excerpt(name)}, expected one without a colon")
        if name in ("auto", *solver_names()):
            raise place.key_error(f"{name} is a solver that minuet knows, expected another name")
        with place.blamed(value=True):
            text = place.string("a file beside the suite and a class")
            plug_ins[name] = plug_in_of(text, folder)
    return plug_ins


def solver_of(name: str, plug_ins: Mapping[str, PlugIn]) -> Solver:
    """Return the solver of a name: the suite's own, or one that minuet knows.

    Raises what `get_solver` and `PlugIn.solver` raise.
    """
    base, _, variant = name.partition(":")
    return plug_ins[base].solver(variant) if base in plug_ins else get_solver(name)


# ---- Solvers -------------------------------------------------------------------------------------


def variants_of(
    node: Node, questions: tuple[str, ...], plug_ins: Mapping[str, PlugIn]
) -> tuple[Variant, ...]:
    """Return the solvers that a suite names. Raises InputError for one that there is not.

    plug_ins  those that it brings along
    """
    variants: dict[str, Variant] = {}
    plain = node["solvers"].array() if "solvers" in node else []
    tables = node["solver"].array() if "solver" in node else []
    for entry in plain:
        _add(variants, _named(entry, plug_ins), entry)
    own = set()  # labels of solvers with evidence of their own
    for entry in tables:
        variant = _variant(entry.table(*KEYS), questions, plug_ins)
        _add(variants, variant, entry)
        own |= {variant.label} if "evidence" in entry else set()
    if not variants:
        where = node.get("solvers") or node
        raise where.error('no solvers, expected some, as in solvers = ["dlx", "cpsat"]')
    if "evidence" in node:
        for label, variant in variants.items():
            if label not in own:
                solver = solver_of(variant.settings.solver, plug_ins)
                chosen = variant.questions or questions
                settings = _settings(node, variant.settings, solver, chosen, ("evidence",))
                variants[label] = replace(variant, settings=settings)
    return tuple(variants.values())


def _add(variants: dict[str, Variant], variant: Variant, node: Node) -> None:
    if variant.label in variants:
        where = node["label"] if isinstance(node.value, dict) and "label" in node else node
        message = f"a second solver {excerpt(variant.label)}, expected a label of its own"
        raise where.error(message)
    variants[variant.label] = variant


def _named(node: Node, plug_ins: Mapping[str, PlugIn]) -> Variant:
    """Return the solver of a name."""
    name = node.string("a solver's name")
    try:
        solver = solver_of(name, plug_ins)
    except (SolverError, ModelError) as error:
        raise node.error(str(error)) from None
    plug_in = plug_ins.get(name.partition(":")[0])
    return Variant(name, Settings(solver=name), plug_in=plug_in, draws=solver.draws)


def _variant(node: Node, questions: tuple[str, ...], plug_ins: Mapping[str, PlugIn]) -> Variant:
    """Return the solver that a table describes."""
    named = _named(node.need("name", "a solver's name"), plug_ins)
    solver = solver_of(named.settings.solver, plug_ins)
    chosen = questions_of(node["questions"], questions) if "questions" in node else None
    items = None
    if "items" in node:
        orders = ", ".join(ITEM_ORDERS)
        items = node["items"].string(f"an order of items: {orders}")
        if items not in ITEM_ORDERS:
            message = f"no order of items {excerpt(items)}, expected one of {orders}"
            raise node["items"].error(message)
    variant = replace(
        named,
        settings=_settings(node, named.settings, solver, chosen or questions),
        items=items,
        questions=chosen,
    )
    label = node["label"].string() if "label" in node else _label(variant)
    if not label.strip():
        raise node["label"].error("an empty label, expected a name")
    return replace(variant, label=label)


def _settings(
    node: Node,
    settings: Settings,
    solver: Solver,
    questions: Sequence[str],
    names: Iterable[str] = SETTINGS,
) -> Settings:
    """Return the settings with those of a table. Raises InputError at one that does not fit.

    A setting fits if one of the questions takes it; the searches of the others go without it.
    """
    for name in names:
        if name not in node:
            continue
        with node[name].blamed(value=True):
            value: Any = {name: node[name].value}
            settings = settings.but(**value)
            goals = dict.fromkeys(map(goal_of, questions))
            fitting = [goal for goal in goals if goal in goals_of(name)] or list(goals)[:1]
            for goal in fitting:
                require_fit(goal, Settings(**value), solver)
            if name == "parameters":
                refused = [
                    _refused(solver, settings.parameters, costs=question in OPTIMIZING)
                    for question in questions
                ]
                if refused and all(refused):
                    raise ModelError(refused[0])
    return settings


def _label(variant: Variant) -> str:
    """Return the name, and what sets the solver apart."""
    settings = variant.settings.to_dict()
    words = [str(settings.pop("solver", variant.settings.solver))]
    for name, value in settings.items():
        terms = value if isinstance(value, dict) else {name: value}
        words += [f"{term}={spell(setting)}" for term, setting in terms.items()]
    words += [f"items={variant.items}"] * (variant.items is not None)
    return " ".join(words)


def _refused(solver: Solver, parameters: Mapping[str, Any], *, costs: bool) -> str:
    """Return why a solver does not take parameters; "" if it does, or cannot be asked here."""
    matrix = ExactCover(
        primary=1,
        items=["a"],
        starts=[0, 1, 2],
        members=[0, 0],
        costs=[1, 2] if costs else None,
    )
    try:
        solve(matrix, solver, parameters=parameters, time_limit=MOMENT)
    except ModelError as error:
        return str(error)
    except SolverError:
        return ""
    return ""


# ---- The choices of a table of instances ---------------------------------------------------------


@dataclass(frozen=True)
class Choice:
    """The suite's questions and the labels of its solvers, of which tables choose some."""

    questions: tuple[str, ...]
    labels: tuple[str, ...]

    @classmethod
    def of(cls, questions: tuple[str, ...], solvers: Sequence[Variant]) -> Choice:
        """Return all that a suite has."""
        return cls(questions, tuple(solver.label for solver in solvers))

    def within(self, node: Node) -> Choice:
        """Return what a table chooses. Raises InputError for what the suite has not."""
        questions = questions_of(node["questions"], self.questions) if "questions" in node else None
        labels = _listed(node["solvers"], self.labels, "solver") if "solvers" in node else None
        return Choice(
            self.questions if questions is None else questions,
            self.labels if labels is None else labels,
        )


def questions_of(node: Node, questions: Sequence[str]) -> tuple[str, ...]:
    """Return the questions of a list. Raises InputError for one that the suite does not ask."""
    return _listed(node, questions, "question")


def _listed(node: Node, allowed: Sequence[str], noun: str) -> tuple[str, ...]:
    names: list[str] = []
    for entry in node.array():
        name = entry.string(f"a {noun}")
        if name not in allowed:
            close = did_you_mean(name, allowed)
            raise entry.error(f"{noun} {excerpt(name)}, expected one of the suite's{close}")
        names.append(name)
    if not names:
        raise node.error(f"no {noun}s, expected some of the suite's")
    return tuple(names)
