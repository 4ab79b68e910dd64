"""A small checker of CPOG proofs, written from the paper that defines them.

Bryant, Nawrocki, Avigad and Heule, "Certified Knowledge Compilation with Application to Verified
Model Counting", SAT 2023: every clause that is added or removed follows from the others by unit
propagation along its hints, products share no variable, sums exclude each other by the definitions
alone, and in the end the root is all that is left.
"""

from __future__ import annotations

from fractions import Fraction


class RefusedError(Exception):
    """A proof that does not hold, or is not understood."""


def read_cnf(text: str) -> tuple[int, list[list[int]]]:
    """Return the number of variables, and the clauses."""
    lines = [line.split() for line in text.splitlines() if not line.startswith("c")]
    variables, number = map(int, lines[0][2:])
    clauses = [list(map(int, line[:-1])) for line in lines[1:]]
    if len(clauses) != number or any(line[-1] != "0" for line in lines[1:]):
        raise RefusedError("clauses")
    return variables, clauses


class Checker:
    """The clauses by their numbers, and the operations by their variables."""

    def __init__(self, cnf: str) -> None:
        self.variables, clauses = read_cnf(cnf)
        self.clauses = dict(enumerate(clauses, 1))
        self.defining: set[int] = set()
        self.below: dict[int, set[int]] = {}  # the variables that an operation depends on
        self.parts: dict[int, tuple[str, list[int]]] = {}
        self.root = 0

    def require(self, holds: bool, line: str) -> None:
        if not holds:
            raise RefusedError(line)

    def follows(self, clause: list[int], hints: list[int], only: set[int] | None = None) -> bool:
        true = {-literal for literal in clause}
        for number in hints:
            if number not in self.clauses or (only is not None and number not in only):
                return False
            left = [literal for literal in self.clauses[number] if -literal not in true]
            if not left:
                return True
            if len(left) > 1 or left[0] in true:
                return False
            true.add(left[0])
        return False

    def add(self, number: int, clause: list[int], line: str) -> None:
        self.require(number not in self.clauses, line)
        self.clauses[number] = clause

    def depends(self, literal: int) -> set[int]:
        return {abs(literal)} if abs(literal) <= self.variables else self.below[abs(literal)]

    def define(self, number: int, rule: str, variable: int, parts: list[int], line: str) -> None:
        self.require(variable > self.variables and variable not in self.below, line)
        sets = [self.depends(part) for part in parts]
        union = set().union(*sets)
        if rule == "p":
            self.require(len(union) == sum(map(len, sets)), line)
            clauses = [[variable, *(-part for part in parts)]]
            clauses += [[-variable, part] for part in parts]
        else:
            clauses = [[-variable, *parts], *([variable, -part] for part in parts)]
        for offset, clause in enumerate(clauses):
            self.add(number + offset, clause, line)
            self.defining.add(number + offset)
        self.below[variable], self.parts[variable] = union, (rule, parts)

    def read(self, line: str) -> None:
        words = line.split()
        if words[0] == "r":
            self.root = int(words[1])
        elif words[0] == "d":
            number, *hints = map(int, words[1:-1])
            clause = self.clauses.pop(number)
            self.require(number not in self.defining and self.follows(clause, hints), line)
        elif words[0] == "do":
            variable = int(words[1])
            own = {n for n in self.defining if abs(self.clauses[n][0]) == variable}
            for number in own:
                del self.clauses[number]
            self.defining -= own
            del self.below[variable], self.parts[variable]
            used = {abs(literal) for clause in self.clauses.values() for literal in clause}
            self.require(variable not in used, line)
        else:
            number, rule = int(words[0]), words[1]
            numbers = list(map(int, words[2:]))
            self.require(rule in ("a", "p", "s") and numbers[-1] == 0, line)
            if rule == "a":
                end = numbers.index(0)
                self.require(self.follows(numbers[:end], numbers[end + 1 : -1]), line)
                self.add(number, numbers[:end], line)
            elif rule == "p":
                self.define(number, "p", numbers[0], numbers[1:-1], line)
            else:
                variable, one, other, *hints = numbers[:-1]
                self.require(self.follows([-one, -other], hints, self.defining), line)
                self.define(number, "s", variable, [one, other], line)

    def density(self, literal: int) -> Fraction:
        """Return which part of all assignments a literal holds in."""
        variable, value = abs(literal), Fraction(1, 2)
        if variable > self.variables:
            if variable not in self.known:
                rule, parts = self.parts[variable]
                total = Fraction(rule == "p")
                for part in parts:
                    total = (
                        total * self.density(part) if rule == "p" else total + self.density(part)
                    )
                self.known[variable] = total
            value = self.known[variable]
        return value if literal > 0 else 1 - value

    def count(self) -> int:
        """Return how many models the clauses have, once all lines are read."""
        left = [clause for n, clause in self.clauses.items() if n not in self.defining]
        if left != [[self.root]] and (left or self.parts.get(self.root) != ("p", [])):
            raise RefusedError(f"{left} is left, expected the root")
        self.known: dict[int, Fraction] = {}
        return int(self.density(self.root) * 2**self.variables)


def check(cnf: str, proof: str) -> int:
    """Return the number of models that a proof shows. Raises RefusedError."""
    checker = Checker(cnf)
    for line in proof.splitlines():
        try:
            checker.read(line)
        except (KeyError, IndexError, ValueError) as error:
            raise RefusedError(line) from error
    return checker.count()
