"""Expressions as forms of a network: what they are worth, and that they hold.

Sums are forms as they stand, and so is any expression of a single variable. Any other part of an
expression gets a variable of its own, which a table, clauses or a sum tie to its operands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import prod

from ...errors import ModelError
from .expressions import COMPARISONS, Call, Expression, Undefined, compiled, evaluate, variables_of
from .network import Form, Literal, Network

__all__ = [
    "any_of",
    "at_least_one",
    "compare_forms",
    "extreme",
    "form_of",
    "link",
    "post",
    "product_form",
]

SMALL = 1000  # combinations of values for which an expression becomes a table
FEW = 4  # variables of such an expression


def form_of(network: Network, expression: Expression) -> Form:
    """Return the value of an expression."""
    if isinstance(expression, int):
        return Form({}, expression)
    if isinstance(expression, str):
        return network.current(network.form_of(expression))
    scope = list(dict.fromkeys(variables_of(expression)))
    if len(scope) <= 1:
        return _unary(network, expression, scope)
    operator = expression.operator
    if operator == "dist":
        return form_of(network, Call("abs", (Call("sub", expression.operands),)))
    forms = [network.current(form_of(network, operand)) for operand in expression.operands]
    if operator in COMPARISONS:
        pairs = [network.holds(a.plus(b, -1), operator, 0) for a, b in pairwise(forms)]
        return pairs[0] if len(pairs) == 1 else _all_of(network, pairs)
    if operator in _FORMS:
        return _FORMS[operator](network, forms)
    return _tabled(network, operator, forms)


def post(network: Network, expression: Expression) -> None:
    """Demand that an expression holds, as a value other than 0 does."""
    if not isinstance(expression, Call):
        network.compare(form_of(network, expression), "ne", 0)
        return
    operator, operands = expression.operator, expression.operands
    opposite = _opposite(expression)
    if operator == "and":
        for operand in operands:
            post(network, operand)
    elif opposite is not None:
        post(network, opposite)
    elif not _post_table(network, expression):
        if operator in COMPARISONS:
            for left, right in pairwise(operands):
                if not _tie(network, operator, left, right):
                    difference = form_of(network, left).plus(form_of(network, right), -1)
                    network.compare(difference, operator, 0)
        elif operator in ("or", "imp"):
            forms = [form_of(network, operand) for operand in operands]
            at_least_one(network, _alternatives(network, operator, forms))
        else:
            network.compare(form_of(network, expression), "ne", 0)


def at_least_one(network: Network, forms: Sequence[Form]) -> None:
    """Demand that one of some forms is not 0."""
    literals = [network.literal(form) for form in forms]
    if True not in literals:
        network.clause([literal for literal in literals if not isinstance(literal, bool)])


def _opposite(expression: Call) -> Call | None:
    """Return the comparison that says the same as `not` of another one."""
    (operand, *_) = expression.operands
    if expression.operator != "not" or not isinstance(operand, Call) or len(operand.operands) > 2:
        return None
    operator = _OPPOSITE.get(operand.operator)
    return Call(operator, operand.operands) if operator else None


def _post_table(network: Network, expression: Call) -> bool:
    """State an expression as a table, if that is small; sums need none."""
    scope = list(dict.fromkeys(variables_of(expression)))
    size = prod(len(network.domains[name]) for name in scope)
    if not 2 <= len(scope) <= FEW or size > SMALL or _is_sum(expression):
        return False
    network.table(scope, _combinations(network, expression, scope))
    return True


_OPPOSITE = {"lt": "ge", "le": "gt", "ge": "lt", "gt": "le", "eq": "ne", "ne": "eq"}


def _is_sum(expression: Call) -> bool:
    """Whether an expression compares sums of single variables."""
    if expression.operator not in COMPARISONS:
        return False
    open_parts = list(expression.operands)
    while open_parts:
        part = open_parts.pop()
        if isinstance(part, Call) and len(set(variables_of(part))) > 1:
            if part.operator not in ("add", "sub", "neg"):
                return False
            open_parts += part.operands
    return True


def _combinations(
    network: Network, expression: Expression, scope: Sequence[str]
) -> list[tuple[int, ...]]:
    """Return the values of variables for which an expression holds."""
    pattern = str(_renamed(expression, {name: f"%{k}" for k, name in enumerate(scope)}))
    key = pattern, *(tuple(network.domains[name]) for name in scope)
    if key not in network.combinations:
        kept = network.combinations[key] = []
        function = compiled(expression, scope)
        for values in network.product(scope):
            try:
                if function(values):
                    kept.append(values)
            except Undefined:
                continue
    return network.combinations[key]


def _renamed(expression: Expression, names: Mapping[str, str]) -> Expression:
    if isinstance(expression, str):
        return names[expression]
    if isinstance(expression, int):
        return expression
    operands = tuple(_renamed(operand, names) for operand in expression.operands)
    return Call(expression.operator, operands)


def _tie(network: Network, operator: str, left: Expression, right: Expression) -> bool:
    """State that a variable is a product or the like, without a variable for the latter."""
    if operator != "eq":
        return False
    if isinstance(right, str):
        left, right = right, left
    if not isinstance(left, str) or not isinstance(right, Call) or right.operator not in _TABLED:
        return False
    forms = [network.as_single(form_of(network, operand)) for operand in right.operands]
    scope = list(dict.fromkeys(name for form in forms for name in form.terms))
    if left in scope or len(scope) < 2 or (right.operator == "mul" and len(forms) > 2):
        return False
    rows = list(_rows(network, right.operator, forms, scope))
    network.table([*scope, left], rows)
    return True


_TABLED = ("mul", "div", "mod", "pow")


def _rows(
    network: Network, operator: str, forms: Sequence[Form], scope: Sequence[str]
) -> list[tuple[int, ...]]:
    """Return the values of the variables of forms, each with what the operator gives."""
    rows = []
    places = [str(place) for place in range(len(forms))]
    function = compiled(Call(operator, tuple(places)), places)
    for values in network.product(scope):
        by_name = dict(zip(scope, values, strict=True))
        numbers = tuple(
            form.constant + sum(mine[by_name[name]] for name, mine in form.terms.items())
            for form in forms
        )
        try:
            rows.append((*values, function(numbers)))
        except Undefined:
            continue
    return rows


def _unary(network: Network, expression: Expression, scope: Sequence[str]) -> Form:
    """Return an expression of one variable or none."""
    if not scope:
        try:
            return Form({}, evaluate(expression, {}))
        except Undefined:
            raise ModelError(f"{expression} has no value, expected an integer") from None
    (name,) = scope
    weights, function = {}, compiled(expression, scope)
    for value in network.domains[name]:
        try:
            weights[value] = function((value,))
        except Undefined:
            continue
    if len(weights) < len(network.domains[name]):
        network.restrict(name, weights.__contains__)
    return network.current(Form({name: weights}))


def any_of(network: Network, literals: Sequence[Literal | bool]) -> Form:
    """Return 1 where one of the literals holds and 0 elsewhere."""
    if True in literals:
        return Form({}, 1)
    by_name: dict[str, frozenset[int]] = {}
    for literal in literals:
        if not isinstance(literal, bool):
            name, values = literal
            by_name[name] = by_name.get(name, frozenset()) | values
    if not by_name:
        return Form()
    if len(by_name) == 1:
        return network.truth(next(iter(by_name.items())))
    key = ("any", tuple(sorted((name, tuple(sorted(v))) for name, v in by_name.items())))
    name, is_new = network.further(key, lambda: (0, 1))
    truth = name, frozenset((1,))
    if is_new:
        for literal in by_name.items():
            network.implies(literal, truth)
        network.clause([network.inverse(truth), *by_name.items()])
    return network.form_of(name)


def _all_of(network: Network, forms: Sequence[Form]) -> Form:
    """Return 1 where all of the forms are true and 0 elsewhere."""
    literals = [network.literal(form) for form in forms]
    opposites = [
        not literal if isinstance(literal, bool) else network.inverse(literal)
        for literal in literals
    ]
    return Form({}, 1).plus(any_of(network, opposites), -1)


def _alternatives(network: Network, operator: str, forms: Sequence[Form]) -> list[Form]:
    """Return the forms of which `or` or `imp` demands one."""
    if operator == "or":
        return list(forms)
    return [network.holds(forms[0], "eq", 0), *forms[1:]]


def _or(network: Network, forms: Sequence[Form]) -> Form:
    return any_of(network, [network.literal(form) for form in forms])


def _sum(network: Network, forms: Sequence[Form]) -> Form:
    total = Form()
    for form in forms:
        total = total.plus(form)
    return total


def _inside(network: Network, forms: Sequence[Form]) -> Form:
    return _or(network, [network.holds(forms[0].plus(form, -1), "eq", 0) for form in forms[1:]])


def _xor(network: Network, forms: Sequence[Form]) -> Form:
    truths = [network.holds(form, "ne", 0) for form in forms]
    total = truths[0]
    for form in truths[1:]:
        total = network.holds(total.plus(form, -1), "ne", 0)
    return total


def _iff(network: Network, forms: Sequence[Form]) -> Form:
    truths = [network.holds(form, "ne", 0) for form in forms]
    return _all_of(network, [network.holds(a.plus(b, -1), "eq", 0) for a, b in pairwise(truths)])


def product_form(network: Network, forms: Sequence[Form]) -> Form:
    """Return the product of forms."""
    factor = 1
    variable: list[Form] = []
    for form in forms:
        if form.terms:
            variable.append(form)
        else:
            factor *= form.constant
    total = variable[0] if variable else Form({}, 1)
    for form in variable[1:]:
        total = _tabled(network, "mul", [total, form])
    return total.times(factor)


def _tabled(network: Network, operator: str, forms: Sequence[Form]) -> Form:
    """Return the value of an operator as a variable that a table ties to its operands."""
    singles = [network.as_single(form) for form in forms]
    scope = list(dict.fromkeys(name for form in singles for name in form.terms))
    if not scope:
        return _unary(network, Call(operator, tuple(form.constant for form in singles)), ())
    rows = _rows(network, operator, singles, scope)
    if len(scope) == 1:
        weights = {row[0]: row[1] for row in rows}
        network.restrict(scope[0], weights.__contains__)
        return network.current(Form({scope[0]: weights}))
    parts = [form.key for form in singles]
    name, is_new = network.further((operator, *parts), lambda: {row[-1] for row in rows})
    if is_new:
        network.table([*scope, name], rows)
    return network.form_of(name)


def extreme(network: Network, operator: str, forms: Sequence[Form]) -> Form:
    """Return the least (`min`) or the greatest (`max`) of forms."""
    if operator == "min":
        return extreme(network, "max", [form.times(-1) for form in forms]).times(-1)
    singles = [network.as_single(form) for form in forms]
    if len(singles) == 1:
        return singles[0]
    floor = max(form.bounds[0] for form in singles)
    reached = [form for form in singles if form.bounds[1] >= floor]
    values: set[int] = set()
    for form in reached:
        mine = form.single()[1].values() if form.terms else [form.constant]
        values.update(value for value in mine if value >= floor)
    if len(values) == 1:
        return Form({}, values.pop())
    parts = [form.key for form in reached]
    name, is_new = network.further(("max", *parts), lambda: values)
    greatest = network.form_of(name)
    if is_new:
        for form in reached:
            network.compare(form.plus(greatest, -1), "le", 0)
        for value in sorted(values):
            equal = [network.literal(network.holds(form, "eq", value)) for form in reached]
            if True not in equal:
                network.clause(
                    [
                        network.inverse((name, frozenset((value,)))),
                        *(literal for literal in equal if not isinstance(literal, bool)),
                    ]
                )
    return greatest


def _conditional(network: Network, forms: Sequence[Form]) -> Form:
    """Return the second form where the first one holds, and the third elsewhere."""
    condition, then, otherwise = forms
    literal = network.literal(condition)
    if isinstance(literal, bool):
        return then if literal else otherwise
    then, otherwise = network.as_single(then), network.as_single(otherwise)
    truth = network.truth(literal)
    if not then.terms and not otherwise.terms:
        return otherwise.plus(truth, then.constant - otherwise.constant)
    values: set[int] = set()
    for form in (then, otherwise):
        values.update(form.single()[1].values() if form.terms else [form.constant])
    parts = [form.key for form in (truth, then, otherwise)]
    name, is_new = network.further(("if", *parts), lambda: values)
    if is_new:
        for form, against in ((then, network.inverse(literal)), (otherwise, literal)):
            link(network, network.form_of(name), form, [against])
    return network.form_of(name)


def link(network: Network, left: Form, right: Form, unless: Sequence[Literal]) -> None:
    """Demand that two forms of one variable each are equal, unless one of the literals holds."""
    values = set(left.single()[1].values() if left.terms else [left.constant])
    for value in sorted(values):
        here = network.literal(network.holds(left, "eq", value))
        there = network.literal(network.holds(right, "eq", value))
        if here is False or there is True:
            continue
        clause = list(unless)
        if not isinstance(here, bool):
            clause.append(network.inverse(here))
        if not isinstance(there, bool):
            clause.append(there)
        network.clause(clause)


def compare_forms(network: Network, left: Form, relation: str, right: Form) -> None:
    """Demand that one form is so to another."""
    network.compare(left.plus(right, -1), relation, 0)


# The operators of forms that need no table.
_FORMS: Mapping[str, Callable[[Network, Sequence[Form]], Form]] = {
    "add": _sum,
    "sub": lambda network, forms: forms[0].plus(forms[1], -1),
    "neg": lambda network, forms: forms[0].times(-1),
    "not": lambda network, forms: network.holds(forms[0], "eq", 0),
    "and": _all_of,
    "or": _or,
    "imp": lambda network, forms: _or(network, _alternatives(network, "imp", forms)),
    "xor": _xor,
    "iff": _iff,
    "mul": product_form,
    "min": lambda network, forms: extreme(network, "min", forms),
    "max": lambda network, forms: extreme(network, "max", forms),
    "if": _conditional,
    "in": _inside,
    "notin": lambda network, forms: Form({}, 1).plus(_inside(network, forms), -1),
}
