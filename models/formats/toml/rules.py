"""Rules in TOML.

    [rules]
    row = { exactly_one = "queen", by = "row" }
    rising = { at_most_one = "queen", by = "row + col" }
    seen = { between = [1, "many"], of = "queen", covering = "cells", over = "1..64" }
    tents = { exactly = [2, 0, 1], of = "tent", by = "row", over = "1..3" }
    sum = { sum_equals = 34, of = "digit", by = "row", weight = "value" }
    letter = { agree = { across = { keys = ["row, 1", "row, 2"], values = "word" }, ... } }
    loop = { one_loop = "edge", by = "row, col, row + down, col + right" }

A rule is a call of the puzzle's method of the same name. The method's signature says which keys
there are (rules/arguments.py), and each argument is of a sort (sorts.py), which says how it is
read, written, and spelled in Python. Every rule is worked out when it is read, so that a mistake in
it is found there and not by a solver.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any

from ...errors import ModelError, excerpt
from ...rules.arguments import Argument, form_of
from ...rules.methods import FORMS, METHODS, method
from ...rules.rule import Rule
from . import givens
from .context import Context, words_of
from .node import Node
from .python_text import Program, call, literal, quoted
from .sorts import CONVERTED, Reading, Sort, Spelling, Writing
from .tables import add_table
from .values import key as bare
from .values import lines_of

__all__ = ["MOST_RULES", "added_tables", "read_rule", "rule_lines", "rule_python", "sort_of"]

MOST_RULES = 2000
FIRST = ("tables", "selected", "groups", "elements", "over", "weight")  # others may need these
BESIDE = ("says", "if_chosen", "prefer")  # keys of every rule

# The files that say how each sort of argument is read and written; later ones are seldom needed.
SORTED_IN = ("sorts", "keys", "amounts", "givens", "lines", "graphs")


def sort_of(argument: Argument) -> Sort:
    """Return how an argument is read and written."""
    if argument.convert is not None:
        return CONVERTED
    for name in SORTED_IN:
        sorts: Mapping[str, Sort] = import_module(f".{name}", __package__).SORTS
        if argument.name in sorts:
            return sorts[argument.name]
    raise KeyError(argument.name)


# ---- Reading -------------------------------------------------------------------------------------


def read_rule(context: Context, node: Node) -> None:
    """Add a rule to the puzzle."""
    kind_names = [name for name in FORMS if name in node.table()]
    if len(kind_names) != 1:
        _require_known(node, ())
        kinds = " and ".join(kind_names) or "no kind of rule"
        raise node.key_error(f"{kinds}, expected one of {', '.join(FORMS)}")
    form = form_of(method(kind_names[0]))
    assert form is not None
    keys = [key for argument in form.others for key in argument.keys]
    _require_known(node, (*kind_names, *keys), () if form.adds else BESIDE)
    if form.adds and node.name in context.tables:
        raise node.key_error(f"a second table {excerpt(node.name)}, expected a name of its own")
    context.puzzle.origin = node.origin
    first = len(context.puzzle.rules)
    with node.blamed():
        add = getattr(context.puzzle, form.method)
        positional, named = _arguments(Reading(context, node, node[form.method], form))
        add(*positional, **named, name=node.name)
        if form.adds:
            add_table(context, node)
        for rule in context.puzzle.rules[first:]:
            _ = rule.items, rule.conditions()
            if "says" in node:
                context.puzzle.exchange(rule, rule.with_words(_words(rule, node["says"])))
        if "if_chosen" in node:
            condition = givens.read_statement(context, node["if_chosen"])
            _require_counts(node["if_chosen"], context.puzzle.rules[first:], "cannot depend on one")
            context.puzzle.if_chosen(condition, context.puzzle.rules[first:])
        if "prefer" in node:
            _read_price(context, node["prefer"], context.puzzle.rules[first:])


def _arguments(reading: Reading) -> tuple[Sequence[Any], Mapping[str, Any]]:
    """Return all arguments of the puzzle's method: by position, and by name."""
    positional: Sequence[Any] = ()
    named: dict[str, Any] = {}
    arguments = reading.form.arguments
    ordered = [argument for name in FIRST for argument in arguments if argument.name == name]
    for argument in dict.fromkeys([*ordered, *arguments]):
        if argument.optional and not any(key in reading.node for key in argument.keys):
            continue
        values = sort_of(argument).read(reading, argument)
        names = arguments[argument]
        if names[0].startswith("*"):
            positional = values
        else:
            named.update(zip(names, values, strict=True))
    return positional, named


def _read_price(context: Context, node: Node, rules: Sequence[Rule]) -> None:
    """Read what it costs to break rules."""
    fields = node.value if isinstance(node.value, dict) else {}
    if isinstance(node.value, dict):
        node.table("weight", "level", "per")
        weight = node.need("weight", "what it costs").integer("a cost", low=1)
    else:
        weight = node.integer("a cost, or { weight = 5, level = 1 }", low=1)
    level = node["level"].integer() if "level" in fields else 0
    per = node["per"].string("'group' or 'unit'") if "per" in fields else "group"
    _require_counts(node, rules, "has no cost")
    with node.blamed():
        context.puzzle.prefer(rules, weight, level=level, per=per)


def _require_known(node: Node, names: Sequence[str], beside: Sequence[str] = BESIDE) -> None:
    """Raise InputError for a key that the rule does not take."""
    if {*names, *beside}.issuperset(node.value):
        return
    forms = [form for form in map(form_of, map(method, FORMS)) if form is not None]
    keys = [key for form in forms for argument in form.others for key in argument.keys]
    for key in ("table", "tables"):
        if key in node.value and key not in keys:
            raise node[key].key_error(f"unknown key {key!r}, expected 'of' for the table")
    node.table(*FORMS, *dict.fromkeys(keys), *BESIDE)
    for key in node.value if names else ():
        if key not in names and key not in beside:
            raise node[key].key_error(f"{key!r} in a rule of {names[0]!r}, expected none")


def _require_counts(node: Node, rules: Iterable[Rule], lacks: str) -> None:
    """Raise InputError for a rule that items cannot say: TOML has no form of the way around it."""
    for rule in rules:
        if rule.conditions():
            kind = type(rule).__name__
            expected = "expected one that counts, such as at_most"
            raise node.key_error(f"a rule of the kind {kind}, which {lacks}; {expected}")


def _words(rule: Rule, node: Node) -> Callable[[Hashable], str]:
    """Read what a rule says of a key: `{1}` is its first part, `{2}` its second."""
    size = max((len(key) for key in rule.groups if isinstance(key, tuple)), default=1) or 1
    text = node.string("words with {1}, {2} ... for the key's parts")
    with node.blamed():
        words = words_of(text, range(1, size + 1))
    return lambda key: words([*(key if isinstance(key, tuple) else (key,)), *[""] * size])


# ---- Writing -------------------------------------------------------------------------------------


def rule_lines(rule: Any, says: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of a rule. Raises ModelError for a kind or a value that TOML cannot hold.

    says  what its groups are called, in the form of `says` (context.py)
    """
    further: dict[str, Any] = dict(says)
    while rule.method in MODIFIERS:
        further[rule.method] = MODIFIERS[rule.method](rule)
        rule = rule.rule
    form = form_of(method(rule.method)) if rule.method in METHODS else None
    if form is None:
        kind = f"stated by `{rule.method}`" if rule.method else f"of the kind {type(rule).__name__}"
        raise ModelError(f"toml: rule {rule.name!r} is {kind}, which TOML has no words for")
    if form.adds and rule.tables[-1].name != rule.name:
        name = rule.tables[-1].name
        raise ModelError(f"toml: rule {rule.name!r} adds the table {name!r}, expected one name")
    writing = Writing(rule, form)
    fields: dict[str, Any] = {}
    for argument in form.arguments:
        fields |= sort_of(argument).write(writing, argument)
    yield f"[rules.{bare(rule.name)}]"
    yield from lines_of(fields | further, f"toml: rule {rule.name!r} has")


def added_tables(rules: Iterable[Any]) -> set[str]:
    """Return the names of the tables that rules add: a text states them by the rules alone."""
    kinds = [rule for rule in rules if rule.method in METHODS]
    forms = [(rule.name, form_of(method(rule.method))) for rule in kinds]
    return {name for name, form in forms if form is not None and form.adds}


def _condition(rule: Any) -> dict[str, Any]:
    return givens.statement_table(rule.selection)


def _price(rule: Any) -> Any:
    further: dict[str, Any] = {"level": rule.level} if rule.level else {}
    if rule.per != "group":
        further["per"] = rule.per
    return {"weight": rule.weight, **further} if further else rule.weight


# What stands under a method's own key beside what says the rule inside.
MODIFIERS: Mapping[str, Callable[[Any], Any]] = {"if_chosen": _condition, "prefer": _price}


# ---- In Python -----------------------------------------------------------------------------------


def rule_python(program: Program, name: str, entry: Mapping[str, Any]) -> str:
    """Return the statement that adds a rule. Raises ModelError for what Python has no text for."""
    if "says" in entry:
        raise ModelError(f"rule {name!r} has words of its own, which are not written in Python")
    form = next(form for kind in FORMS if kind in entry and (form := form_of(method(kind))))
    spelling = Spelling(program, name, entry, form)
    values: dict[str, str | None] = {}
    positional: list[str] = []
    for argument, names in form.arguments.items():
        texts = sort_of(argument).python(spelling, argument)
        if names[0].startswith("*"):
            positional += [text for text in texts if text is not None]
        else:
            values.update(zip(names, texts, strict=True))
    for parameter in form.parameters:
        value = values.get(parameter)
        if value is not None:
            positional.append(value if parameter in form.positional else f"{parameter}={value}")
    statement = call(f"puzzle.{form.method}", [*positional, f"name={quoted(name)}"])
    if form.adds:
        program.add_table(name, f"puzzle.table({quoted(name)})", [form.adds])
    if "if_chosen" in entry:
        condition = givens.statement_python(program, entry["if_chosen"])
        statement = call("puzzle.if_chosen", [condition, statement])
    if "prefer" not in entry:
        return statement
    # The call that lets the rule of a statement be broken.
    value = entry["prefer"]
    if not isinstance(value, dict):
        return call("puzzle.prefer", [statement, str(value)])
    arguments = [f"{name}={literal(value[name])}" for name in ("level", "per") if name in value]
    return call("puzzle.prefer", [statement, str(value["weight"]), *arguments])
