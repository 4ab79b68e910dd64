"""A small checker of VeriPB proofs that enumerate: written from the overview of the format.

It knows `f`, `solx`, `rup` and `deld` and the conclusions of a refutation and of a complete
enumeration, and refuses all else. Propagation is naive: for small proofs.
"""

from __future__ import annotations

import re

Constraint = tuple[tuple[tuple[int, int], ...], int]  # (factor, literal) ..., at least


class RefusedError(Exception):
    """A proof that does not hold, or is not understood."""


def normal(terms: list[tuple[int, int]], bound: int) -> Constraint:
    """Return a constraint with positive factors."""
    made = []
    for factor, literal in terms:
        if factor < 0:
            bound -= factor
            literal, factor = -literal, -factor
        made.append((factor, literal))
    return tuple(made), bound


def read_formula(text: str) -> tuple[list[Constraint], set[int]]:
    """Return the constraints, an equality as two, and the preserved variables."""
    constraints, preserved = [], set()
    for line in text.splitlines():
        if line.startswith("*"):
            continue
        if line.startswith("preserved:"):
            preserved = {int(word[1:]) for word in line.split()[1:-1]}
            continue
        match = re.fullmatch(r"((?:[+-]\d+ x\d+ )*)(=|>=) (-?\d+) ;", line)
        if match is None:
            raise RefusedError(line)
        words = match[1].split()
        terms = [(int(a), int(x[1:])) for a, x in zip(words[::2], words[1::2], strict=True)]
        constraints.append(normal(terms, int(match[3])))
        if match[2] == "=":
            constraints.append(normal([(-a, x) for a, x in terms], -int(match[3])))
    return constraints, preserved


def literal_of(word: str) -> int:
    """Return the literal `x3` or `~x3`."""
    if not re.fullmatch(r"~?x[1-9]\d*", word):
        raise RefusedError(word)
    return -int(word[2:]) if word[0] == "~" else int(word[1:])


def propagate(constraints: dict[int, Constraint], true: set[int]) -> bool:
    """Add to `true` what follows; False at a contradiction."""
    while True:
        before = len(true)
        for terms, bound in constraints.values():
            slack = sum(a for a, literal in terms if -literal not in true) - bound
            if slack < 0:
                return False
            true.update(
                literal
                for a, literal in terms
                if a > slack and literal not in true and -literal not in true
            )
        if len(true) == before:
            return True


class Checker:
    """The constraints so far, by their numbers, and what was logged."""

    def __init__(self, formula: str) -> None:
        loaded, self.preserved = read_formula(formula)
        self.loaded = self.last = len(loaded)
        self.database = dict(enumerate(loaded, 1))
        self.derived: set[int] = set()
        self.solutions = 0

    def add(self, constraint: Constraint) -> None:
        self.last += 1
        self.database[self.last] = constraint

    def f(self, words: list[str]) -> bool:
        return words == [str(self.loaded)]

    def solx(self, words: list[str]) -> bool:
        """Whether the literals propagate to a solution; exclude it."""
        true = {literal_of(word) for word in words}
        if any(-literal in true for literal in true) or not propagate(self.database, true):
            return False
        held = all(
            sum(a for a, literal in terms if literal in true) >= bound
            for terms, bound in self.database.values()
        )
        if not held or not all(v in true or -v in true for v in self.preserved):
            return False
        self.solutions += 1
        self.add((tuple((1, -v if v in true else v) for v in self.preserved), 1))
        return True

    def rup(self, words: list[str]) -> bool:
        """Whether a constraint follows by propagation; add it."""
        *terms, sign, bound = words
        pairs = [(int(a), literal_of(x)) for a, x in zip(terms[::2], terms[1::2], strict=True)]
        inverse = normal([(-a, literal) for a, literal in pairs], 1 - int(bound))
        if sign != ">=" or propagate({**self.database, 0: inverse}, set()):
            return False
        self.add(normal(pairs, int(bound)))
        self.derived.add(self.last)
        return True

    def deld(self, words: list[str]) -> bool:
        """Whether derived constraints are there; remove them."""
        return all(
            int(word) in self.derived and self.database.pop(int(word), None) is not None
            for word in words
        )


def check(formula: str, proof: str) -> str:
    """Return the conclusion of a proof. Raises RefusedError."""
    checker, lines = Checker(formula), proof.splitlines()
    if lines[0] != "pseudo-Boolean proof version 3.0" or lines[-1] != "end pseudo-Boolean proof ;":
        raise RefusedError("first or last line")
    if lines[-3] != "output NONE ;":
        raise RefusedError(lines[-3])
    rules = {"f": checker.f, "solx": checker.solx, "rup": checker.rup, "deld": checker.deld}
    for line in lines[1:-3]:
        rule, *words = line.removesuffix(" ;").split()
        if not line.endswith(" ;") or rule not in rules or not rules[rule](words):
            raise RefusedError(line)
    match = re.fullmatch(r"conclusion (UNSAT|ENUMERATION_COMPLETE (\d+)) : (\d+) ;", lines[-2])
    if match is None or checker.database.get(int(match[3])) != ((), 1):
        raise RefusedError(lines[-2])
    if int(match[2] or 0) != checker.solutions:
        raise RefusedError(lines[-2])
    return match[1]
