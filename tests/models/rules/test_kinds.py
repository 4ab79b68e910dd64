"""What every kind of rule owes: its form in texts, its line in the docs, its part of the matrix."""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from runpy import run_path
from typing import Annotated, Any, cast

import networkx as nx
import pytest

from minuet.models import ModelError, Puzzle
from minuet.models.formats import write
from minuet.models.formats.toml.rules import SORTED_IN
from minuet.models.rules.arguments import (
    Argument,
    Elements,
    Form,
    TablesOf,
    form_of,
    puzzle_method,
)
from minuet.models.rules.groups import GroupRule
from minuet.models.rules.keys import parts_of
from minuet.models.rules.methods import FORMS, METHODS, method
from minuet.models.rules.rule import Chosen, Entries, Group, Items, Rule
from minuet.solvers import count, explain, solutions

from oracle.toml_texts import mistake, program_of, puzzle_of

DOCS = Path(__file__).parents[3] / "docs"


def forms() -> list[Form]:
    return [form for form in map(form_of, map(method, FORMS)) if form is not None]


@pytest.mark.parametrize("form", forms(), ids=list(FORMS))
def test_a_form_gives_all_that_a_method_needs(form: Form) -> None:
    parameters = inspect.signature(getattr(Puzzle, form.method)).parameters
    given = [name.removeprefix("*") for name in form.parameters]
    assert {*given, "name"} <= set(parameters)
    needed = {one.name for one in parameters.values() if one.default is one.empty}
    assert needed - {"puzzle"} <= set(given)


@pytest.mark.parametrize("name", METHODS)
def test_a_method_has_its_docstring_and_takes_a_puzzle(name: str) -> None:
    assert (inspect.getdoc(getattr(Puzzle, name)) or "").count(".")
    assert next(iter(inspect.signature(getattr(Puzzle, name)).parameters)) == "puzzle"


def test_the_methods_of_all_kinds_are_listed() -> None:
    script = run_path(str(DOCS / "site" / "rule_methods.py"))
    renew = ".venv/bin/python docs/site/rule_methods.py"
    assert script["FILE"].read_text("utf-8") == script["text"](), f"{renew} writes it anew"


def test_a_puzzle_inherits_little() -> None:
    assert len(Puzzle.__mro__) <= 4


def test_two_rules_of_one_name_are_refused() -> None:
    puzzle = Puzzle("lamps")
    lamp = puzzle.choices("lamp", row=range(2), col=range(2))
    puzzle.exactly_one(lamp, by="row", name="line")
    assert puzzle.exactly_one(lamp, by="col", name="line").name == "line#2"
    taken = Even("line", "here:1", parts_of([lamp], "col", None, "line"), None)
    with pytest.raises(ModelError, match="rule 'line' exists already"):
        puzzle.add(taken)


def test_every_sort_of_argument_is_read_and_written() -> None:
    sorts = {sort.name for form in forms() for sort in form.arguments if sort.convert is None}
    modules = [import_module(f"minuet.models.formats.toml.{name}") for name in SORTED_IN]
    assert sorted(sorts) == sorted(name for module in modules for name in module.SORTS)


def test_the_table_in_the_docs_has_a_line_of_every_form() -> None:
    text = (DOCS / "toml.md").read_text("utf-8")
    for form in forms():
        assert f"| `{form.example}` | {form.doc} |\n" in text


@dataclass(frozen=True, eq=False)
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
    puzzle.add(even)
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
    puzzle.add(Pairs("pair", "here:1", parts_of([lamp], "col", None, "pair"), None))
    assert count(puzzle).count == (2 if secondary else 0)
    if not secondary:
        assert "pair 0 needs an even number: " in str(explain(puzzle, smallest=True))


def edges_of(pairs: object) -> nx.Graph:
    if isinstance(pairs, nx.Graph):
        return pairs
    if not isinstance(pairs, tuple) or not all(isinstance(pair, tuple) for pair in pairs):
        raise ModelError("no pairs of keys, expected some")
    graph = nx.Graph()
    graph.add_edges_from(pairs)
    return graph


@dataclass(frozen=True, eq=False)
class Connected(Even):
    """A rule on a graph: the groups in which a choice is made hang together."""

    along: nx.Graph

    @property
    def method(self) -> str:
        return "linked"

    def violations(self, chosen: Chosen) -> Iterator[str]:
        keys = {key for part in self.parts for row in chosen(part.table) for key in part.keys(row)}
        if keys and not nx.is_connected(self.along.subgraph(keys)):
            yield f"{self.name}: {len(keys)} chosen, expected one part"


def pairs_of(graph: nx.Graph) -> tuple[tuple[Any, Any], ...]:
    return tuple(sorted((min(edge), max(edge)) for edge in graph.edges))


LINKS = Argument("edges", ("along",), convert=edges_of, plain=pairs_of)


def linked(
    puzzle: Puzzle,
    choices: TablesOf,
    *,
    covering: Elements = None,
    along: Annotated[Any, LINKS],
    by: Elements = None,
    name: str | None = None,
) -> Connected:
    """Demand that what is chosen hangs together."""
    stated = puzzle.state(choices, name, "linked")
    parts = parts_of(stated.tables, by, covering, stated.purpose)
    return puzzle.add(Connected(stated.name, stated.source, parts, None, edges_of(along)))


puzzle_method(linked, example='linked = "table", along = [[1, 2]]', doc="it hangs together")


@pytest.fixture
def further(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let puzzles have the further kind."""
    monkeypatch.setattr(Puzzle, "linked", linked, raising=False)
    for listed in (FORMS, METHODS):
        monkeypatch.setitem(cast("dict[str, str]", listed), "linked", __name__)


@pytest.mark.usefixtures("further")
def test_a_further_kind_is_read_from_a_text_as_it_says() -> None:
    text = "[choices.a]\nx = [1, 2, 3]\n[rules]\nr = { linked = 'a', by = 'x', "
    puzzle = puzzle_of(text + "along = [[1, 2], [2, 3]], says = 'island {1}' }\n")
    whole = [answer.options for answer in solutions(puzzle) if puzzle.check(answer)]
    assert sorted(whole) == [(), (0,), (0, 1), (0, 1, 2), (1,), (1, 2), (2,)]
    assert puzzle.rules[0].source == "p.toml:4"
    assert mistake(text + "along = [1] }") == "p.toml:4:31: no pairs of keys, expected some"
    assert mistake(text + "along = [[0.5]] }").startswith("p.toml:4:41: a value of another kind")
    assert mistake(text + "over = [1] }").startswith("p.toml:4:31: 'over' in a rule of 'linked'")
    missing = "p.toml:4:1: no along, expected it in a rule of 'linked'"
    assert mistake(text.rstrip(", ") + " }") == missing
    other = "[rules]\nr = { at_most_one = 'a', by = 'x', along = [] }"
    assert "'along' in a rule of 'at_most_one'" in mistake("[choices.a]\nx = [1]\n" + other)


@pytest.mark.usefixtures("further")
def test_a_further_kind_is_written_as_toml_and_as_python() -> None:
    rule = "r = { linked = 'a', by = 'x', along = [[2, 1], [3, 2]] }"
    described = puzzle_of(f"[choices.a]\nx = [1, 2, 3]\n[rules]\n{rule}")
    written = write(described, "toml")
    assert '[rules.r]\nlinked = "a"\nby = "x"\nalong = [[1, 2], [2, 3]]\n' in written
    program = program_of(written)
    assert 'puzzle.linked(a, along=((1, 2), (2, 3)), by="x", name="r")' in program
    made: dict[str, Any] = {}
    exec(program, made)
    for puzzle in (puzzle_of(written), made["puzzle"]):
        (linking,) = puzzle.rules
        assert isinstance(linking, Connected)
        assert pairs_of(linking.along) == ((1, 2), (2, 3))


def test_a_rule_without_a_form_is_named_where_it_cannot_be_written() -> None:
    puzzle = Puzzle("even")
    lamp = puzzle.choices("lamp", row=range(2))
    required = puzzle.require(lambda answer: True, name="any")
    with pytest.raises(ModelError, match=r"^toml: rule 'any' is stated by `require`, which TOML"):
        write(puzzle, "toml")
    puzzle.rules.remove(required)
    puzzle.add(Even("even", "here:1", parts_of([lamp], "row", None, "even"), None))
    with pytest.raises(ModelError, match="rule 'even' is of the kind Even, which TOML has no"):
        write(puzzle, "toml")
