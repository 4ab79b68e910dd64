"""A checker of LRAT, written from the definition of the format.

Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp, "Efficient certified RAT verification", CADE
2017. A line `ID LITERAL... 0 HINT... 0` adds a clause: where its literals are false, each hint
names a clause that has one open literal left, which becomes true, and the last hint one that has
none. A line `ID d ID... 0` deletes clauses. Hints of resolution asymmetric tautologies, which are
negative, are refused. Strict where other checkers are not: a hint may not be satisfied, nothing may
follow the clash, and a deleted clause must be there.
"""

from __future__ import annotations

import re

__all__ = ["Refusal", "check_lrat"]

_NUMBER = r"(?:0|-?[1-9][0-9]*)"
_LINE = re.compile(rf"[1-9][0-9]*(?: d)?(?: {_NUMBER})*")


class Refusal(Exception):
    """Why the proof is none."""


def check_lrat(cnf: str, proof: str) -> int:
    """Return the number of derived clauses. Raises Refusal unless the clauses clash."""
    clauses = _read(cnf)
    last, derived = len(clauses), 0
    if proof and not proof.endswith("\n"):
        raise Refusal("the last line has no end")
    for line in proof.splitlines():
        if not _LINE.fullmatch(line):
            raise Refusal(f"no line of LRAT: {line}")
        name, *words = line.split()
        if words[:1] == ["d"]:
            _delete(clauses, [int(word) for word in words[1:]], line)
            continue
        numbers = [int(word) for word in words]
        if numbers.count(0) != 2 or numbers[-1] != 0:
            raise Refusal(f"{line}: expected literals, 0, hints, 0")
        if int(name) <= last:
            raise Refusal(f"{line}: the number is not above {last}")
        middle = numbers.index(0)
        clause = frozenset(numbers[:middle])
        _propagate(clauses, clause, numbers[middle + 1 : -1], line)
        last, derived = int(name), derived + 1
        clauses[last] = clause
        if not clause:
            return derived
    raise Refusal("no empty clause")


def _read(cnf: str) -> dict[int, frozenset[int]]:
    """Return the clauses of a text in DIMACS, by number."""
    head, *rows = cnf.splitlines()
    clauses = {}
    for number, row in enumerate(rows, 1):
        *literals, end = map(int, row.split())
        if end != 0 or 0 in literals:
            raise Refusal(f"clause {number}")
        clauses[number] = frozenset(literals)
    if head.split()[:2] != ["p", "cnf"] or int(head.split()[3]) != len(clauses):
        raise Refusal("the head of the clauses")
    return clauses


def _delete(clauses: dict[int, frozenset[int]], numbers: list[int], line: str) -> None:
    *names, end = numbers or [1]
    if end != 0:
        raise Refusal(f"{line}: no deletion")
    for name in names:
        if clauses.pop(name, None) is None:
            raise Refusal(f"{line}: clause {name} is not there")


def _propagate(
    clauses: dict[int, frozenset[int]], clause: frozenset[int], hints: list[int], line: str
) -> None:
    """Raise Refusal unless the hints lead from the clause's negation to a clash."""
    false = set(clause)
    for place, hint in enumerate(hints):
        if hint not in clauses:
            raise Refusal(f"{line}: clause {hint} is not there")
        if any(-literal in false for literal in clauses[hint]):
            raise Refusal(f"{line}: clause {hint} is satisfied")
        open_literals = clauses[hint] - false
        if not open_literals:
            if place + 1 < len(hints):
                raise Refusal(f"{line}: hints behind the clash")
            return
        if len(open_literals) > 1:
            raise Refusal(f"{line}: clause {hint} has {len(open_literals)} open literals")
        false |= {-literal for literal in open_literals}
    raise Refusal(f"{line}: no clash")
