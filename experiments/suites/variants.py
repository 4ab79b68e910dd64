"""The solvers of a suite: a list of names, and tables that say more.

solvers = ["dlx", "sat:cadical195", "x"]

[[solver]]
name = "cpsat"
label = "cpsat, 2 threads"
threads = 2
parameters = { linearization_level = 2 }

[plug_ins]
x = "x.py:AlgorithmX"
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Unpack

from ...models.errors import ModelError, SolverError, excerpt
from ...models.formats.toml.node import Node
from ...models.matrix.exact_cover import ExactCover
from ...models.telling.spelling import spell
from ...solvers import solve
from ...solvers.contract.solver import Solver
from ...solvers.questions.goal import Goal
from ...solvers.questions.settings import CountSettings, Settings, require_fit
from .amounts import memory_of
from .asked import questions_of
from .plug_ins import PlugIn, solver_of
from .suite import ITEM_ORDERS, Variant

__all__ = ["variants_of"]

KEYS = ("name", "label", "threads", "memory", "parameters", "items", "questions")
MOMENT = 10.0  # seconds for the smallest matrix


def variants_of(
    node: Node, questions: tuple[str, ...], plug_ins: Mapping[str, PlugIn]
) -> tuple[Variant, ...]:
    """Return the solvers that a suite names. Raises InputError for one that there is not.

    plug_ins  those that it brings along
    """
    found: dict[str, Variant] = {}
    plain = node["solvers"].array() if "solvers" in node else []
    tables = node["solver"].array() if "solver" in node else []
    for one in plain:
        _add(found, _named(one, plug_ins), one)
    for one in tables:
        _add(found, _variant(one.table(*KEYS), questions, plug_ins), one)
    if not found:
        where = node.get("solvers") or node
        raise where.error('no solvers, expected some, as in solvers = ["dlx", "cpsat"]')
    return tuple(found.values())


def _add(found: dict[str, Variant], variant: Variant, node: Node) -> None:
    if variant.label in found:
        where = node["label"] if isinstance(node.value, dict) and "label" in node else node
        what = f"a second solver {excerpt(variant.label)}, expected a label of its own"
        raise where.error(what)
    found[variant.label] = variant


def _named(node: Node, plug_ins: Mapping[str, PlugIn]) -> Variant:
    """Return the solver of a name."""
    name = node.string("a solver's name")
    try:
        solver_of(name, plug_ins)
    except (SolverError, ModelError) as error:
        raise node.error(str(error)) from None
    return Variant(name, name, plug_in=plug_ins.get(name.partition(":")[0]))


def _variant(node: Node, questions: tuple[str, ...], plug_ins: Mapping[str, PlugIn]) -> Variant:
    """Return the solver that a table tells of."""
    named = _named(node.need("name", "a solver's name"), plug_ins)
    solver = solver_of(named.name, plug_ins)
    variant = replace(
        named,
        threads=_threads(node["threads"], solver) if "threads" in node else 1,
        memory=_memory(node["memory"], solver) if "memory" in node else None,
        parameters={},
        items=_items(node["items"]) if "items" in node else None,
        questions=questions_of(node["questions"], questions) if "questions" in node else None,
    )
    if "parameters" in node:
        asked = variant.questions or questions
        variant = replace(variant, parameters=_parameters(node["parameters"], solver, asked))
    label = node["label"].string() if "label" in node else _label(variant)
    if not label.strip():
        raise node["label"].error("an empty label, expected a name")
    return replace(variant, label=label)


def _label(variant: Variant) -> str:
    """Return the name, and what sets the solver apart."""
    told = [f"threads={variant.threads}"] * (variant.threads != 1)
    told += [f"memory={variant.memory}"] * (variant.memory is not None)
    told += [f"{name}={spell(value)}" for name, value in variant.parameters.items()]
    told += [f"items={variant.items}"] * (variant.items is not None)
    return " ".join([variant.name, *told])


def _items(node: Node) -> str:
    known = ", ".join(ITEM_ORDERS)
    name = node.string(f"an order of items: {known}")
    if name not in ITEM_ORDERS:
        raise node.error(f"no order of items {excerpt(name)}, expected one of {known}")
    return name


def _threads(node: Node, solver: Solver) -> int:
    with node.blamed(value=True):
        threads: int = _fitting(solver, threads=node.integer("how many threads")).threads
    return threads


def _memory(node: Node, solver: Solver) -> int:
    with node.blamed(value=True):
        memory: int = _fitting(solver, memory=memory_of(node.value)).memory
    return memory


def _fitting(solver: Solver, **settings: Unpack[CountSettings]) -> Settings:
    """Return settings that the solver takes. Raises ModelError."""
    checked = Settings(**settings)
    require_fit(Goal.COUNT, checked, solver)
    return checked


def _parameters(node: Node, solver: Solver, questions: Sequence[str]) -> dict[str, Any]:
    """Return the parameters of a solver, which has taken them for the smallest matrix."""
    node.table()
    with node.blamed(value=True):
        parameters: dict[str, Any] = _fitting(solver, parameters=node.value).parameters
        refused = [_refused(solver, parameters, costs=one == "best") for one in questions]
        if refused and all(refused):
            raise ModelError(refused[0])
        return parameters


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
