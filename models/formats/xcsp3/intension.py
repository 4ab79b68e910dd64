"""Expressions as forms of a network: what they are worth, and that they hold.

Sums are forms as they stand, and so is any expression of a single variable. Any other part of an
expression gets a variable of its own, which a table, clauses or a sum tie to its operands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import prod

from ...errors import ModelError
from .expressions import COMPARISONS, Call, Expression, Undefined, compiled, evaluate, variables_of
from .network import Form, Literal, Network

__all__ = ["any_of", "compare_forms", "extreme", "form_of", "link", "post", "product_form"]

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
    operator, operands = expression.operator, expression.operands
    if operator in ("add", "sub", "neg"):
        total = Form()
        for place, operand in enumerate(operands):
            sign = -1 if operator == "neg" or (operator == "sub" and place) else 1
            total = total.plus(form_of(network, operand), sign)
        return total
    if operator in COMPARISONS:
        if len(operands) > 2:
            pairs = [Call(operator, pair) for pair in pairwise(operands)]
            return _all_of(network, [form_of(network, pair) for pair in pairs])
        left, right = (form_of(network, operand) for operand in operands)
        return network.holds(left.plus(right, -1), operator, 0)
    if operator == "not":
        return network.holds(form_of(network, operands[0]), "eq", 0)
    if operator == "and":
        return _all_of(network, [form_of(network, operand) for operand in operands])
    if operator in ("or", "imp"):
        return any_of(network, _alternatives(network, expression))
    if operator == "dist":
        return form_of(network, Call("abs", (Call("sub", operands),)))
    forms = [network.current(form_of(network, operand)) for operand in operands]
    if operator == "mul":
        return product_form(network, forms)
    if operator in ("min", "max"):
        return extreme(network, operator, forms)
    if operator == "if":
        return _conditional(network, *forms)
    if operator in ("in", "notin"):
        found = [network.holds(forms[0].plus(form, -1), "eq", 0) for form in forms[1:]]
        inside = any_of(network, [network.literal(form) for form in found])
        return inside if operator == "in" else Form({}, 1).plus(inside, -1)
    if operator in ("xor", "iff"):
        forms = [network.holds(form, "ne", 0) for form in forms]
        if operator == "iff":
            equal = [network.holds(a.plus(b, -1), "eq", 0) for a, b in pairwise(forms)]
            return _all_of(network, equal)
        total = forms[0]
        for form in forms[1:]:
            total = network.holds(total.plus(form, -1), "ne", 0)
        return total
    return _tabled(network, operator, forms)


def post(network: Network, expression: Expression) -> None:
    """Demand that an expression holds, as a value other than 0 does."""
    if isinstance(expression, Call):
        operator, operands = expression.operator, expression.operands
        scope = list(dict.fromkeys(variables_of(expression)))
        if operator == "and":
            for operand in operands:
                post(network, operand)
            return
        if operator == "not" and isinstance(operands[0], Call):
            (operand,) = operands
            opposite = _OPPOSITE.get(operand.operator)
            if opposite and len(operand.operands) == 2:
                post(network, Call(opposite, operand.operands))
                return
        if len(scope) >= 2 and not _is_sum(expression):
            size = prod(len(network.domains[name]) for name in scope)
            if size <= SMALL and len(scope) <= FEW:
                network.table(scope, _combinations(network, expression, scope))
                return
        if operator in COMPARISONS:
            for left, right in pairwise(operands):
                if not _tie(network, operator, left, right):
                    difference = form_of(network, left).plus(form_of(network, right), -1)
                    network.compare(difference, operator, 0)
            return
        if operator in ("or", "imp"):
            literals = _alternatives(network, expression)
            if True not in literals:
                network.clause([literal for literal in literals if not isinstance(literal, bool)])
            return
    network.compare(form_of(network, expression), "ne", 0)


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


def _alternatives(network: Network, expression: Call) -> list[Literal | bool]:
    """Return the literals of which `or` or `imp` demands one."""
    forms = [form_of(network, operand) for operand in expression.operands]
    if expression.operator == "imp":
        forms[0] = network.holds(forms[0], "eq", 0)
    return [network.literal(form) for form in forms]


def product_form(network: Network, forms: Sequence[Form]) -> Form:
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
        weights = dict(rows)
        network.restrict(scope[0], weights.__contains__)
        return network.current(Form({scope[0]: weights}))  # type: ignore[arg-type]
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


def _conditional(network: Network, condition: Form, then: Form, otherwise: Form) -> Form:
    """Return one of two forms as a condition holds or not."""
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
