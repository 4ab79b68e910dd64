"""What every kind of rule owes: its form in texts, its line in the docs, its part of the matrix."""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from minuet.models import Puzzle, Rule
from minuet.models.formats.toml.rules import READERS
from minuet.models.rules.form import Form
from minuet.models.rules.groups import GroupRule
from minuet.models.rules.keys import parts_of
from minuet.models.rules.kinds import FORMS
from minuet.models.rules.rule import Chosen, Entries, Group, Items
from minuet.solvers import count, explain, solutions

DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.parametrize(("name", "form"), FORMS.items(), ids=list(FORMS))
def test_a_form_gives_parameters_of_the_method_of_its_name(name: str, form: Form) -> None:
    parameters = inspect.signature(getattr(Puzzle, name)).parameters
    given = [parameter for sort in form.arguments for parameter in sort.parameters]
    assert set(given) <= set(parameters)
    needed = {one.name for one in parameters.values() if one.default is one.empty}
    assert needed - {"self"} <= set(given)
    assert len(set(given)) == len(given)


def test_every_sort_of_argument_is_read() -> None:
    assert {sort for form in FORMS.values() for sort in form.arguments} == set(READERS)


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
