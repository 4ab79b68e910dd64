"""Descriptions made up at random that ask for much: read or refused, soon and in little memory."""

from __future__ import annotations

import time
import tracemalloc
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import InputError, Puzzle
from minuet.models.formats import read

from drawing import few

MOST = 1000
SMALL = (0, 1, 2, 3, 4, 9)
LARGE = (30, 99, 400, 999, 30_000, 10**6, 10**9, 2**63 - 1)


class Document:
    """A random description: mostly small numbers, now and then one that is far too large."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.tables = {f"t{k}": "xyz"[: chance.randint(1, 3)] for k in range(chance.randint(1, 3))}

    def number(self) -> int:
        return self.chance.choice(LARGE if self.chance.random() < 0.1 else SMALL)

    def some(self, made: list[str], most: int = 4) -> str:
        return ", ".join(self.chance.choices(made, k=self.chance.randint(1, most)))

    def span(self) -> str:
        return f'"1..{self.number()}"'

    def expression(self, names: str, depth: int = 0) -> str:
        inner = self.chance.choice(names) if names else "1"
        if depth < self.chance.choice((0, 1, 2, 30)):
            inner = self.expression(names, depth + 1)
        form = self.chance.choice(
            ["{0}", "{0} + 1", "{0} * {1}", "({0})", "max({0}, {1})", "({0}) * ({0}) % 7", "-{0}"]
        )
        return form.format(inner, self.number())[:490]

    def test(self, names: str) -> str:
        one = self.expression(names)
        for _ in range(self.chance.choice((0, 1, 12))):
            one = f"x==({one})==x" if self.chance.random() < 0.5 else f"not ({one} > 1)"
        return f'"{one} {self.chance.choice(["<", "==", "!=", ">="])} {self.number()}"'

    def key(self, names: str) -> str:
        if self.chance.random() < 0.5:
            return f'"{self.expression(names)}"'
        loops = {name: self.span() for name in self.chance.sample("klm", self.chance.randint(0, 3))}
        text = f'key = "{self.expression(names + "".join(loops))}", where = {self.test(names)}'
        repeated = ", ".join(f"{name} = {span}" for name, span in loops.items())
        return f"{{ {text}, for = {{ {repeated} }} }}"

    def rule(self) -> str:
        name = self.chance.choice(list(self.tables))
        names = self.tables[name]
        over = self.chance.choice(
            ["", f", over = {self.span()}", f", over = {{ p = {self.span()}, q = {self.span()} }}"]
        )
        keys = f"[{self.some([self.key(names) for _ in range(3)], 40)}]"
        if self.chance.random() < 0.2:
            return f'{{ agree = {{ {name} = {{ keys = {keys}, values = ["x"] }} }} }}'
        by = self.chance.choice([f'by = "{self.expression(names)}"', f"covering = {keys}"])
        kind = self.chance.choice(
            [f'at_most_one = "{name}"', f'exactly = {self.number()}, of = "{name}"']
        )
        return f"{{ {kind}, {by}{over} }}"

    def layer(self) -> str:
        lines = []
        for name, columns in self.tables.items():
            lines += [f"[choices.{name}]", *(f"{column} = {self.span()}" for column in columns)]
            if self.chance.random() < 0.3:
                lines.append(f"where = {self.test(columns)}")
        lines += ["[rules]", *(f"r{k} = {self.rule()}" for k in range(self.chance.choice(SMALL)))]
        cell = f'"{self.expression("x")}", "x * {self.number()}"'
        lines += ["[show]", 'table = "t0"', f"at = [{cell}]", 'mark = "x"']
        return "\n".join(lines)

    def cell(self) -> str:
        return f"R{min(self.number(), 9999) or 1}C{self.chance.choice(SMALL) or 1}"

    def sudoku(self) -> str:
        size = self.chance.choice((4, 6, 9, 100, 10**9))
        regions = "".join(chr(192 + k // 31) for k in range(31 * 31))
        shape = [f"size = {size}", f"box = [{size}, 3]", f'regions = "{regions}"', "windoku = true"]
        lines = ["[sudoku]", self.chance.choice([f"size = {size}", *shape])]
        kinds = ["cage", "thermometer", "sandwich", "renban", "palindrome", "arrow"]
        for _ in range(self.chance.choice((1, 3, 200))):
            kind = self.chance.choice(kinds)
            path = "-".join(self.cell() for _ in range(self.chance.choice((2, 3, 40))))
            further = {
                "cage": f'sum = {self.number()}\nrepeats = true\ncells = "{path}"',
                "thermometer": f'slow = true\nline = "{path}"',
                "sandwich": f'sum = {self.number()}\nline = "{path}"',
                "arrow": f'circle = "{self.cell()}"\nline = "{path}"',
            }
            lines += [f"[[sudoku.{kind}]]", further.get(kind, f'line = "{path}"')]
        return "\n".join(lines)

    def packing(self) -> str:
        shape = self.chance.choice(["rectangle", "box", "hexagon", "triangle", "parallelogram"])
        sides = [
            self.number() for _ in range({"box": 3, "hexagon": 1, "triangle": 1}.get(shape, 2))
        ]
        pieces = self.chance.choice(
            [
                f"pieces = {{ cells = {self.number()} }}",
                'pieces = "pentominoes"',
                f'pieces.A = {{ cells = "{"#" * min(self.number(), 999)}/#", '
                f"copies = [0, {self.number()}] }}",
            ]
        )
        lattice = self.chance.choice(["squares", "hexagons", "cubes", "triangles"])
        return f'[packing]\nlattice = "{lattice}"\nboard = {{ {shape} = {sides} }}\n{pieces}'

    def text(self) -> str:
        return self.chance.choice([self.layer, self.layer, self.sudoku, self.packing])()


def ends_soon(text: str) -> bool:
    """Whether the text is read; if not, it is refused as it should be."""
    began = time.process_time()
    tracemalloc.start()
    try:
        (puzzle,) = read(text, file="p.toml", form="toml", most_choices=MOST).problems
        assert isinstance(puzzle, Puzzle)
    except InputError as error:
        assert str(error).isprintable()
        return False
    finally:
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert most < 60 << 20
        assert time.process_time() - began < 20
    return True


def test_a_sum_of_far_too_many_cells_ends_soon() -> None:
    cage = '[[sudoku.cage]]\nsum = 43\nrepeats = true\ncells = "R3C3-R9998C3"'
    assert not ends_soon(f"[sudoku]\nsize = 9\n{cage}")


@few(60)
@given(st.randoms(use_true_random=False))
def test_what_asks_for_much_ends_soon(chance: Random) -> None:
    ends_soon(Document(chance).text())


@pytest.mark.slow
def test_much_that_asks_for_much_ends_soon() -> None:
    chance = Random(4)
    read_ones = sum(ends_soon(Document(chance).text()) for _ in range(500))
    assert 30 < read_ones < 470
