"""Descriptions in TOML that several tests read, and how they are read."""

from __future__ import annotations

import pytest

from minuet.models import InputError, Puzzle
from minuet.models.formats import read
from minuet.models.gallery import Entry

QUEENS = """\
# eight queens
name = "queens"
solutions = 92

[constants]
n = 8

[choices.queen]
row = "1..n"
col = "1..n"

[rules]
row = { exactly_one = "queen", by = "row" }
col = { exactly_one = "queen", by = "col" }
rising = { at_most_one = "queen", by = "row + col" }
falling = { at_most_one = "queen", by = "row - col" }

[show]
table = "queen"
mark = "Q"
"""


STARS = """\
name = "star battle"

[choices.star]
grid = '''
AABBB
AACBB
DACCB
DDCEE
DDDEE'''

[rules]
row = { exactly_one = "star", by = "row" }
col = { exactly_one = "star", by = "col" }
region = { exactly_one = "star", by = "mark" }

[rules.touching]
at_most_one = "star"
covering = ["row, col", "row - 1, col", "row, col - 1", "row - 1, col - 1"]
"""


WORDS = """\
[choices.across]
row = "1..2"
word = ["to", "on", "no", "ot"]

[choices.down]
col = "1..2"
word = ["to", "on", "no", "ot"]

[rules]
row = { exactly_one = "across", by = "row" }
col = { exactly_one = "down", by = "col" }

[rules.letter.agree]
across = { keys = ["row, 1", "row, 2"], values = "word" }
down = { keys = ["1, col", "2, col"], values = "word" }
"""


def puzzle_of(text: str) -> Puzzle:
    reading = read(text, file="p.toml")
    assert reading.format == "toml"
    (puzzle,) = reading.problems
    assert isinstance(puzzle, Puzzle)
    return puzzle


def mistake(text: str) -> str:
    with pytest.raises(InputError) as caught:
        read(text, file="p.toml", form="toml")
    return str(caught.value)


KILLER = """
[sudoku]
size = 4
[[sudoku.cage]]
sum = 7
cells = "R1C1 R1C2 R1C3"
[sudoku.thermometer]
line = "R2C1-R2C3"
[sudoku.kropki]
white = ["R3C1 R3C2"]
"""


ROSTER = """\
name = "roster"

[choices.shift]
nurse = ["Ann", "Bob", "Cem"]
day = "1..3"
kind = ["early", "night"]

[choices.extra]
columns = ["nurse", "hours"]
rows = [["Ann", 2], ["Bob", 1], ["Cem", 1], ["Bob", 3]]

[rules]
shift = { exactly_one = "shift", by = "day, kind" }
free = { at_most_one = "shift", by = "nurse, day" }
extra = { exactly = 2, of = "extra" }
most.maximum = [{ of = "shift", by = "nurse" }, { of = "extra", by = "nurse", weight = "hours" }]
least.minimum = [{ of = "shift", by = "nurse", where = "kind == 'night'" }, 1]
least.values = "0..4"
kinds = { count_distinct = "shift", by = "nurse, kind" }
bound.compare = [{ of = "most", weight = "value" }, "<=", { of = "least", weight = "3 * value" }]

[minimize]
most = "2 * value"
least = "-value"
kinds = 1
"""


SHOP = """\
name = "job shop"

[choices.start]
columns = ["job", "task", "machine", "took"]
rows = [["A", 1, "saw", 3], ["A", 2, "drill", 2], ["B", 1, "drill", 2], ["B", 2, "saw", 4]]
at = "0..9"

[rules]
once = { exactly_one = "start", by = "job, task" }
machine = { no_overlap = "start", by = "machine", along = "at", length = "took" }
first = { no_overlap = "start", by = { key = "'door'", where = "task == 1" }, along = "at" }

[rules.order]
compare = [
  { of = "start", by = "job", weight = "at + took", where = "task == 1" }, "<=",
  { of = "start", by = "job", weight = "at", where = "task == 2" },
]

[rules.end]
maximum = { of = "start", by = "job", weight = "at + took", where = "task == 2" }

[minimize]
end = "value"
"""


A = '[choices.a]\nx = "1..3"\n'


def program_of(description: str) -> str:
    """Return a description as a Python program, as entries of the gallery are shown."""
    return Entry("none of the gallery", "", None, None, "", description).program()


# A sudoku of 17 givens, with each of its rules.
RULES_OF_A_SUDOKU = """\
[choices.digit]
row = "1..9"
col = "1..9"
value = "1..9"

[rules]
cell = { exactly_one = "digit", by = "row, col" }
row = { exactly_one = "digit", by = "row, value" }
column = { exactly_one = "digit", by = "col, value" }
box = { exactly_one = "digit", by = "(row - 1) // 3, (col - 1) // 3, value" }

[given]
digit = '''
.......1.
4........
.2.......
....5.4.7
..8...3..
..1.9....
3..4..2..
.5.1.....
...8.6...
'''

[show]
table = "digit"
show = "value"
regions = "(row - 1) // 3, (col - 1) // 3"
"""
