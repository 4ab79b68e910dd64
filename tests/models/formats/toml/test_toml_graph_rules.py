"""Rules along a graph in TOML: read, written, made a program, and refused in a line."""

from __future__ import annotations

from typing import Any

import networkx
import pytest

from minuet.models import ModelError, Puzzle
from minuet.models.formats import read, write

from oracle.toml_texts import program_of

EDGES = """
[choices.edge]
r = "1..3"
c = "1..3"
down = "0..1"
color = ["red", "blue"]
where = "r + down <= 3 and c + 1 - down <= 3"

[rules]
it = RULE
"""
BY = 'by = "r, c, r + down, c + 1 - down"'
CELLS = 'along = { row = "1..3", col = "1..3"'


def puzzle_of(rule: str) -> Puzzle:
    (puzzle,) = read(EDGES.replace("RULE", rule), file="p.toml", form="toml").problems
    assert isinstance(puzzle, Puzzle)
    return puzzle


def conditions(puzzle: Puzzle) -> list[Any]:
    return [one for rule in puzzle.rules for one in rule.conditions()]


RULES = [
    f'{{ one_loop = "edge", {BY} }}',
    f'{{ one_cycle = "edge", {BY} }}',
    f'{{ acyclic = "edge", {BY}, regions = "color" }}',
    f'{{ tree = "edge", {BY}, regions = {{ key = "color", where = "r < 3" }} }}',
    f'{{ path = "edge", {BY}, ends = [[1, 1], [3, 3]] }}',
    f'{{ path = "edge", {BY}, regions = "color", '
    'ends = [["red", [1, 1], [3, 3]], ["blue", [1, 2], [2, 1]]] }',
    '{ connected = "edge", by = { key = "r, c", where = "down == 1" } }',
    f'{{ connected = "edge", by = "r, c", {CELLS} }} }}',
    f'{{ connected = "edge", by = "r, c", {CELLS}, where = "row + col < 9", '
    'to = ["row + 1, col + 2", "row, col + 1"] } }',
    '{ connected = "edge", by = "r", along = [[1, 2], [3]] }',
    '{ connected = "edge", by = "r", along = { k = "1..3", to = "k % 3 + 1" } }',
    '{ connected = "edge", covering = ["r, c", "r + down, c + 1 - down"] }',
    '{ reachable = "edge", by = "r, c", roots = [[1, 1], [2, 2]] }',
    '{ reachable = "edge", by = "r, c", '
    'roots = { row = "1..3", col = "1..2", where = "row == 1" } }',
    '{ reachable = "edge", by = "r", along = [[1, 2], [2, 3]], roots = [1], directed = true }',
    f'{{ reachable = "edge", by = "r, c", {CELLS}, to = ["row + 1, col", "row, col + 1"] }}, '
    "roots = [[1, 1]], directed = true }",
    '{ reachable = "edge", by = "r, c", regions = "color", '
    'roots_of = [["red", [1, 1], [2, 2]], ["blue", [2, 1]]] }',
]


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_is_written_and_read_again(rule: str) -> None:
    puzzle = puzzle_of(rule)
    (again,) = read(write(puzzle, "toml"), form="toml").problems
    assert isinstance(again, Puzzle)
    assert conditions(again) == conditions(puzzle)
    assert again.matrix == puzzle.matrix


@pytest.mark.parametrize("rule", RULES)
def test_a_program_has_the_same_rule(rule: str) -> None:
    if "{ key" in rule.partition("regions")[2]:
        rule = rule.replace('{ key = "color", where = "r < 3" }', '"color"')
    found: dict[str, Any] = {"__name__": "program"}
    exec(program_of(EDGES.replace("RULE", rule)), found)
    assert conditions(found["puzzle"]) == conditions(puzzle_of(rule))


def test_what_rules_say_of_themselves() -> None:
    puzzle = puzzle_of(f'{{ one_loop = "edge", {BY}, says = "the fence is closed" }}')
    assert list(puzzle.check(puzzle.read([])).violations) == ["the fence is closed: no edge chosen"]
    assert puzzle.rules[0].source == "p.toml:10"


def test_what_toml_has_no_words_for_is_told() -> None:
    puzzle = Puzzle("edges")
    edge = puzzle.choices("edge", [{"a": a, "b": b} for a, b in networkx.path_graph(4).edges])
    puzzle.require(lambda answer: True, name="fair")
    with pytest.raises(ModelError, match="rule 'fair' is stated by `require`, which TOML"):
        write(puzzle, "toml")
    puzzle.rules.clear()
    roots = {0: [1], 1: [2]}
    puzzle.reachable(edge, roots, by="a", along=networkx.path_graph(4), regions="b", name="near")
    (again,) = read(write(puzzle, "toml"), form="toml").problems
    assert isinstance(again, Puzzle) and conditions(again) == conditions(puzzle)
    puzzle.rules.clear()
    roots[0] = []
    puzzle.reachable(edge, roots, by="a", along=networkx.path_graph(4), regions="b", name="near")
    with pytest.raises(ModelError, match="rule 'near' has a label without roots, expected some"):
        write(puzzle, "toml")
