"""What every kind of rule owes: its form in texts, its line in the docs, its part of the matrix."""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import networkx as nx
import pytest

from minuet.models import ModelError, Puzzle
from minuet.models.formats.toml.rules import READERS
from minuet.models.rules.form import GROUPS, TABLES, Argument, Form, forms_of, written
from minuet.models.rules.groups import GroupRule
from minuet.models.rules.keys import parts_of
from minuet.models.rules.kinds import FORMS
from minuet.models.rules.rule import Chosen, Entries, Group, Items, Rule
from minuet.solvers import count, explain, solutions

from oracle.toml_texts import mistake, puzzle_of

DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.parametrize(("name", "form"), FORMS.items(), ids=list(FORMS))
def test_a_form_gives_parameters_of_the_method_of_its_name(name: str, form: Form) -> None:
    parameters = inspect.signature(getattr(Puzzle, name)).parameters
    given = [parameter for sort in form.arguments for parameter in sort.parameters]
    assert {*given, "name"} <= set(parameters)
    needed = {one.name for one in parameters.values() if one.default is one.empty}
    assert needed - {"self"} <= set(given)
    assert len(set(given)) == len(given)


def test_two_rules_of_one_name_are_refused() -> None:
    puzzle = Puzzle("lamps")
    lamp = puzzle.choices("lamp", row=range(2), col=range(2))
    puzzle.exactly_one(lamp, by="row", name="line")
    assert puzzle.exactly_one(lamp, by="col", name="line").name == "line#2"
    taken = Even("line", "here:1", parts_of([lamp], "col", None, "line"), None)
    with pytest.raises(ModelError, match="rule 'line' exists already"):
        puzzle._add(taken)


def test_every_sort_of_argument_is_read() -> None:
    sorts = {sort for form in FORMS.values() for sort in form.arguments if sort.convert is None}
    assert sorts == set(READERS)


def test_the_table_in_the_docs_has_a_line_of_every_form() -> None:
    text = (DOCS / "toml.md").read_text("utf-8")
    for form in FORMS.values():
        assert f"| `{form.example}` | {form.doc} |\n" in text


@dataclass(eq=False)
class Even(GroupRule):
    """A kind that the house does not have: an even number of each group, which no item says."""

    @property
    def primary(self) -> bool:
        return False

    @property
    def items(self) -> Items:
        none = self.entries.options[:0]
        return Items([], [], [], Entries(none, none))

    def overfilled(self, chosen: Chosen) -> Iterator[Group]:
        yield from ()

    def violations(self, chosen: Chosen) -> Iterator[str]:
        keys = [key for part in self.parts for row in chosen(part.table) for key in part.keys(row)]
        for key in self.groups:
            if keys.count(key) % 2:
                yield self.broken(key, f"{keys.count(key)} chosen")

    @property
    def wanted(self) -> str:
        return "an even number"

    @property
    def verb(self) -> str:
        return "needs"


def test_a_kind_that_adds_nothing_to_the_matrix_is_checked_described_and_pickled() -> None:
    puzzle = Puzzle("even")
    lamp = puzzle.choices("lamp", row=range(2), col=range(2))
    puzzle.exactly_one(lamp, by="row", name="row")
    before = puzzle.matrix
    even = Even("even", "here:1", parts_of([lamp], None, lambda row, col: [col], "even"), None)
    assert isinstance(even, Rule)
    puzzle._add(even)
    puzzle.at_most_one(lamp, by=lambda row, col: (row, col), name="cell")
    assert puzzle.matrix.primary == before.primary == 2
    assert [str(item) for item in puzzle.matrix.items[:3]] == ["row 0", "row 1", "cell (0,0)"]
    assert "rule even: an even number in each of 2 groups of 2 choices" in puzzle.describe()
    for travelled in (puzzle, pickle.loads(pickle.dumps(puzzle))):
        held = [bool(travelled.check(answer)) for answer in solutions(travelled)]
        assert sorted(held) == [False, False, True, True]
    wrong = puzzle.check(puzzle.read([0, 3])).violations
    assert wrong == tuple(f"even {col}: 1 chosen, expected an even number" for col in (0, 1))


@pytest.mark.parametrize("secondary", [False, True])
def test_a_kind_may_make_items_of_its_own(secondary: bool) -> None:
    class Pairs(Even):
        """Two of each group, or up to two."""

        @property
        def primary(self) -> bool:
            return not secondary

        @property
        def items(self) -> Items:
            size = len(self.groups)
            low, high = (0, 1) if secondary else (2, 2)
            return Items(self.groups, [low] * size, [high] * size, self.entries)

    puzzle = Puzzle("pairs")
    lamp = puzzle.choices("lamp", row=range(2), col=range(2))
    puzzle.exactly_one(lamp, by="row", name="row")
    puzzle._add(Pairs("pair", "here:1", parts_of([lamp], "col", None, "pair"), None))
    assert count(puzzle).count == (2 if secondary else 0)
    if not secondary:
        assert "pair 0 needs an even number: " in str(explain(puzzle, smallest=True))


def edges_of(pairs: object) -> nx.Graph:
    if not isinstance(pairs, tuple) or not all(isinstance(pair, tuple) for pair in pairs):
        raise ModelError("no pairs of keys, expected some")
    graph = nx.Graph()
    graph.add_edges_from(pairs)
    return graph


@dataclass(eq=False)
class Connected(Even):
    """A rule on a graph: the groups in which a choice is made hang together."""

    along: nx.Graph

    def violations(self, chosen: Chosen) -> Iterator[str]:
        keys = {key for part in self.parts for row in chosen(part.table) for key in part.keys(row)}
        if keys and not nx.is_connected(self.along.subgraph(keys)):
            yield f"{self.name}: {len(keys)} chosen, expected one part"


class ConnectedRules(Puzzle):
    @written(
        TABLES,
        GROUPS,
        Argument(("along",), ("along",), edges_of),
        example='connected = "table", along = [[1, 2]]',
        doc="what is chosen hangs together",
    )
    def connected(self, choices: Any, covering: Any, along: nx.Graph, name: str) -> Rule:
        parts = parts_of(self._listed(choices), None, covering, name)
        return self._add(Connected(name, self._source(2), parts, None, along))


def test_a_further_kind_is_read_from_a_text_as_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Puzzle, "connected", ConnectedRules.connected, raising=False)
    for name, form in forms_of(ConnectedRules).items():
        monkeypatch.setitem(cast("dict[str, Form]", FORMS), name, form)
    text = "[choices.a]\nx = [1, 2, 3]\n[rules]\nr = { connected = 'a', by = 'x', "
    puzzle = puzzle_of(text + "along = [[1, 2], [2, 3]], says = 'island {1}' }\n")
    whole = [answer.options for answer in solutions(puzzle) if puzzle.check(answer)]
    assert sorted(whole) == [(), (0,), (0, 1), (0, 1, 2), (1,), (1, 2), (2,)]
    assert puzzle.rules[0].source == "p.toml:4"
    assert mistake(text + "along = [1] }") == "p.toml:4:34: no pairs of keys, expected some"
    assert mistake(text + "along = [[0.5]] }").startswith("p.toml:4:44: a value of another kind")
    assert mistake(text + "over = [1] }").startswith("p.toml:4:34: 'over' in a rule of 'connected'")
    missing = "p.toml:4:1: no along, expected it in a rule of 'connected'"
    assert mistake(text.rstrip(", ") + " }") == missing
    other = "[rules]\nr = { at_most_one = 'a', by = 'x', along = [] }"
    assert "'along' in a rule of 'at_most_one'" in mistake("[choices.a]\nx = [1]\n" + other)
