"""Small texts that ask for much: refused soon, in one line, before what they ask for is built."""

from __future__ import annotations

import time
import tracemalloc

import pytest

from minuet.models import InputError, ModelError, Unreached
from minuet.models.formats import read
from minuet.models.gallery import gallery

from in_process import minuet
from oracle.toml_texts import A, mistake, puzzle_of

RULE = "[rules]\nr = "
EMPTY = '[choices.a]\nx = "1..0"\n'
WIDE = '[choices.a]\nx = "1..100"\n'
PAIR = '{ key = "k, l", for = { k = "1..999", l = "1..999" } }'
CELLS = f'[choices.a]\nx = "1..900"\nc = [{list(range(999))}]\n'
NESTED = "-R9C9-R1C1"
CAGE = '[[sudoku.cage]]\nsum = 45\ncells = "R1C1-R9C1"\n'
SNAKE = "R1C1-R1C9-R2C9-R2C1-R3C1-R3C9-R4C9-R4C1"

TOO_MUCH = {
    "for of no rows": f'{EMPTY}{RULE}{{ at_most_one = "a", covering = [{PAIR}] }}',
    "for of rows filtered out": f'{WIDE}where = "x > 100"\n{RULE}{{ at_most_one = "a", covering = '
    f"[{PAIR}] }}",
    "for of empty ranges": EMPTY
    + f'{RULE}{{ at_most_one = "a", covering = [{{ key = "1", for = {{ '
    + ", ".join(f'k{k} = "1..999"' for k in range(999))
    + ', z = "1..0" } }] }',
    "over in total": A
    + "[rules]\n"
    + "".join(f'r{k} = {{ at_most_one = "a", by = "x", over = "1..1000" }}\n' for k in range(100)),
    "over of columns in total": A
    + "[rules]\n"
    + "".join(
        f'r{k} = {{ at_most_one = "a", by = "x, x", over = {{ p = "1..30", q = "1..30" }} }}\n'
        for k in range(100)
    ),
    "over of empty columns": f'{A}{RULE}{{ at_most_one = "a", by = "x", over = {{ '
    + ", ".join(f'k{k} = "1..999"' for k in range(999))
    + ', z = "1..0" } }',
    "a column of long arrays": f'{CELLS}{RULE}{{ at_most_one = "a", covering = "c" }}',
    "values of long arrays": f'{CELLS}{RULE}{{ agree = {{ a = {{ keys = "c", values = "c" }} }} }}',
    "columns of an empty table": EMPTY + "".join(f'x{k} = "1..999"\n' for k in range(99)),
    "columns": "[choices.a]\n" + "".join(f"x{k} = [1]\n" for k in range(101)),
    "tables": "".join(f"[choices.t{k}]\nx = [1]\n" for k in range(501)),
    "tables of many rules": "".join(f"[choices.t{k}]\nx = [1]\n" for k in range(100))
    + "[rules]\n"
    + "".join(
        f'r{k} = {{ at_most_one = {[f"t{j}" for j in range(100)]}, by = "x" }}\n' for k in range(20)
    ),
    "givens in part": '[choices.a]\nx = "1..900"\ny = [1]\n[given]\na = ['
    + "{ x = 1 }," * 99
    + "]",
    "givens by condition": '[choices.a]\nx = "1..900"\ny = [1]\n[given]\na = ['
    + '"x == 1",' * 99
    + "]",
    "forbidden by condition": WIDE + "[forbid]\na = [" + '"x > 0",' * 999 + "]",
    "long expressions": '[choices.a]\nx = "1..900"\n' + f'where = "max({",".join("x" * 230)}) > 0"',
    "objectives of long expressions": '[choices.a]\nx = "1..900"\n[minimize]\n'
    + f'a = "max({",".join("x" * 240)})"',
    "a picture's rows": f'{A}[show]\ntable = "a"\nat = ["x * 1000000", "x"]\nmark = "x"',
    "a picture's columns": f'{A}[show]\ntable = "a"\ncovering = ["1, 1", "1, 999999 * x"]\n'
    'mark = "x"',
    "a picture's marks": f'{A}[show]\ntable = "a"\nat = ["x * 1000", "x"]\nmark = "{"m" * 999}"',
    "a picture's expressions": f'{WIDE}[show]\ntable = "a"\nat = ["x", "x"]\nmark = ['
    + '"x",' * 999
    + "]",
    "regions": f'[sudoku]\nregions = "{"".join(chr(192 + k // 40) for k in range(1600))}"',
    "box": "[sudoku]\nbox = [9223372036854775807, 9223372036854775807]",
    "cages": "[sudoku]\n" + CAGE * 100,
    "sums of long lines": "[sudoku]\n" + f'[[sudoku.sum-line]]\nsum = 150\nline = "{SNAKE}"\n' * 8,
    "a line to and fro": f'[sudoku]\nthermometer = {{ line = "R1C1{NESTED * 3000}" }}',
    "a line beyond the grid": '[sudoku]\nthermometer = { line = "R1C1'
    + "-R9999C9999-R1C1" * 9
    + '" }',
    "pairs of long lines": "[sudoku]\n"
    + f'[[sudoku.thermometer]]\nslow = true\nline = "{SNAKE}"\n' * 20,
    "dots": "[sudoku]\n[sudoku.kropki]\nwhite = [" + '"R1C1 R1C2",' * 5000 + "]",
    "extra regions": "[sudoku]\nextra = [" + '"R1C1-R1C9",' * 300 + "]",
    "large pieces": '[packing]\nboard = { rectangle = [30, 30] }\npieces.A = "'
    + "/".join(["#" * 9] * 9)
    + '"',
    "pieces": "[packing]\nboard = { rectangle = [1, 1] }\nleftover = true\n[packing.pieces]\n"
    + "".join(f'p{k} = "#"\n' for k in range(2001)),
}


@pytest.mark.parametrize("name", TOO_MUCH)
def test_what_asks_for_too_much_is_refused_before_it_is_built(name: str) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(InputError, match="expected") as caught:
            read(TOO_MUCH[name], file="p.toml", form="toml", most_choices=1000)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert "\n" not in str(caught.value)
    assert most < 60 << 20


def test_the_bounds_leave_room_for_every_puzzle_of_the_gallery() -> None:
    for one in gallery():
        if one.text.lstrip().startswith(("name", "#", "[")):
            assert read(one.text, form="toml", most_choices=60_000).problems


SLOW = {
    "where": '[choices.a]\nx = "1..4999"\nwhere = "x > 0"\n',
    "by": f'[choices.a]\nx = "1..4999"\n{RULE}{{ at_most_one = "a", by = "x % 9" }}\n',
    "covering": f'[choices.a]\nx = "1..2999"\n{RULE}{{ at_most_one = "a", covering = '
    '[{ key = "k", for = { k = "1..20" }, where = "k == x" }] }',
    "agree": f'[choices.a]\nx = "1..2999"\n{RULE}{{ agree = {{ a = {{ keys = ["x"], values = '
    '["x"] } } }',
    "objective": '[choices.a]\nx = "1..4999"\n[minimize]\na = "x * x"\n',
    "picture": '[choices.a]\nx = "1..2999"\n[show]\ntable = "a"\nat = ["x", "1"]\nmark = "x"\n',
    "sudoku": f'[sudoku]\n[[sudoku.cage]]\nrepeats = true\nsum = 150\ncells = "{SNAKE}"\n',
    "pieces": "[packing]\nboard = { rectangle = [20, 20] }\npieces = { cells = 6 }\n",
}


@pytest.mark.parametrize("name", SLOW)
def test_a_time_limit_counts_while_a_puzzle_is_built(name: str) -> None:
    with pytest.raises(
        Unreached, match=r"^p.toml: time limit: the puzzle is not built within 0 s$"
    ):
        read(SLOW[name], file="p.toml", time_limit=0)
    assert read(SLOW[name], time_limit=10**9).problems


@pytest.mark.parametrize("name", SLOW)
def test_the_clock_is_looked_at_all_along(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = 0

    def clock() -> float:
        nonlocal looks
        looks += 1
        return float(looks)

    read(SLOW[name])  # shapes of pieces are remembered
    monkeypatch.setattr(time, "monotonic", clock)
    assert read(SLOW[name], time_limit=10**9).problems
    needed = looks
    assert needed > 9
    for limit in (1, needed // 2, needed - 4):
        looks = 0
        with pytest.raises(Unreached):
            read(SLOW[name], time_limit=limit)
        assert looks == limit + 2


def test_a_time_limit_is_a_number() -> None:
    with pytest.raises(ModelError, match="not a number"):
        read(A, time_limit=float("nan"))


def test_rules_of_a_puzzle_that_is_read_know_no_limit() -> None:
    puzzle = puzzle_of(SLOW["by"])
    assert puzzle.check(puzzle.read([0, 9])).violations
    assert "expected" in mistake(A + "where = 1")


@pytest.mark.parametrize("command", ["solve", "count", "explain", "check"])
def test_a_time_limit_of_the_command_line_counts_building_in(command: str) -> None:
    limit = "--budget" if command == "check" else "--time-limit"
    done = minuet(command, limit, "0", text=SLOW["where"])
    assert (done.returncode, done.stdout) == (3, "")
    expected = "minuet: <stdin>: time limit: the puzzle is not built within 0 s\n"
    assert done.stderr == expected
