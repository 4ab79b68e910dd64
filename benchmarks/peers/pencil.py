"""Pencil puzzles proved unique: `python pencil.py WAY KIND` answers six grids of a kind.

minuet asks `auto` for two solutions of its own model of the kind, compiled beforehand; clingo
grounds an encoding in the manner of noqx, written by hand, and is asked for two models: all of that
is measured. What hangs together is reached from a first cell by rules, which clingo founds lazily
(Gebser, Kaufmann, Schaub, "Conflict-driven answer set solving", 2012). The grids are our own
(grids/pencil.txt), drawn at random until they had one solution, 10x10, of the nonograms 20x20: rows
of marks; of a nonogram its rows, then its columns.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from minuet.experiments import measure
from minuet.models.pencil import find_kind
from minuet.solvers import solve_many

HERE = Path(__file__).resolve().parent
TEXT = HERE.parent / "grids" / "pencil.txt"
Lines = list[list[str]]


NEAR = """
cell(0..rows-1, 0..cols-1).
near(R, C, R+1, C) :- cell(R, C), cell(R+1, C).
near(R, C, R, C+1) :- cell(R, C), cell(R, C+1).
near(R, C, S, D) :- near(S, D, R, C).
"""
# Inside and outside of the loop, each of which hangs together (the outside with the border).
SLITHERLINK = (
    NEAR
    + """
{ shaded(R, C) } :- cell(R, C).
rims(R, C, K) :- cell(R, C), K = #count { 1 : R = 0; 2 : R = rows-1; 3 : C = 0; 4 : C = cols-1 }.
:- clue(R, C, N), rims(R, C, K), shaded(R, C), { not shaded(S, D) : near(R, C, S, D) } != N - K.
:- clue(R, C, N), not shaded(R, C), { shaded(S, D) : near(R, C, S, D) } != N.
before(0, 0).
before(R, C+1) :- before(R, C), not shaded(R, C), C < cols-1.
before(R+1, 0) :- before(R, cols-1), not shaded(R, cols-1), R < rows-1.
in(R, C) :- before(R, C), shaded(R, C).
in(S, D) :- in(R, C), near(R, C, S, D), shaded(S, D).
:- shaded(R, C), not in(R, C).
:- { shaded(R, C) : cell(R, C) } 0.
out(R, C) :- rims(R, C, K), K > 0, not shaded(R, C).
out(S, D) :- out(R, C), near(R, C, S, D), not shaded(S, D).
:- cell(R, C), not shaded(R, C), not out(R, C).
saddle(R, C) :- shaded(R, C), shaded(R+1, C+1).
:- saddle(R, C), not shaded(R+1, C), not shaded(R, C+1), cell(R+1, C+1).
gap(R, C) :- cell(R, C), cell(R+1, C+1), not shaded(R, C), not shaded(R+1, C+1).
:- gap(R, C), shaded(R+1, C), shaded(R, C+1).
#show shaded/2.
"""
)
HITORI = (
    NEAR
    + """
{ shaded(R, C) } :- cell(R, C).
:- shaded(R, C), near(R, C, S, D), shaded(S, D).
:- row(R, N), { not shaded(R, C) : clue(R, C, N) } > 1.
:- col(C, N), { not shaded(R, C) : clue(R, C, N) } > 1.
row(R, N) :- clue(R, C, N), clue(R, D, N), C < D.
col(C, N) :- clue(R, C, N), clue(S, C, N), R < S.
white(0, 0) :- not shaded(0, 0).
white(0, 1) :- shaded(0, 0).
white(S, D) :- white(R, C), near(R, C, S, D), not shaded(S, D).
:- cell(R, C), not shaded(R, C), not white(R, C).
#show shaded/2.
"""
)
NURIKABE = (
    NEAR
    + """
{ shaded(R, C) } :- cell(R, C), not clue(R, C, _).
land(R, C, R, C) :- clue(R, C, _).
reach(R, C, S, D) :- clue(R, C, N), cell(S, D), |R-S| + |C-D| < N.
land(R, C, U, E) :- land(R, C, S, D), near(S, D, U, E), not shaded(U, E), reach(R, C, U, E).
:- clue(R, C, N), #count { S, D : land(R, C, S, D) } != N.
:- cell(S, D), not shaded(S, D), #count { R, C : land(R, C, S, D) } != 1.
:- land(R, C, S, D), near(S, D, U, E), not shaded(U, E), not land(R, C, U, E).
:- shaded(R, C), shaded(R+1, C), shaded(R, C+1), shaded(R+1, C+1).
before(0, 0).
before(R, C+1) :- before(R, C), not shaded(R, C), C < cols-1.
before(R+1, 0) :- before(R, cols-1), not shaded(R, cols-1), R < rows-1.
sea(R, C) :- before(R, C), shaded(R, C).
sea(S, D) :- sea(R, C), near(R, C, S, D), shaded(S, D).
:- shaded(R, C), not sea(R, C).
#show shaded/2.
"""
)
# Where each run begins; a cell is shaded in its row as in its column.
NONOGRAM = """
1 { starts(L, K, P) : P = F..E } 1 :- run(L, K, N), first(L, K, F), last(L, K, E).
up(L, K, P) :- starts(L, K, P).
up(L, K, P) :- up(L, K, P-1), last(L, K, E), P <= E.
:- starts(L, K, P), run(L, K, N), run(L, K+1, _), up(L, K+1, P+N).
full(L, P+I) :- starts(L, K, P), run(L, K, N), I = 0..N-1.
shaded(R, C) :- full((r, R), C).
:- full((r, R), C), C = 0..cols-1, not full((c, C), R).
:- full((c, C), R), R = 0..rows-1, not full((r, R), C).
#show shaded/2.
"""


def clues(grid: Lines) -> str:
    """Return a grid of numbers as facts."""
    facts = [f"#const rows={len(grid)}. #const cols={len(grid[0])}."]
    for row, line in enumerate(grid):
        facts += [f"clue({row},{col},{mark})." for col, mark in enumerate(line) if mark != "."]
    return "\n".join(facts)


def runs(grid: Lines) -> str:
    """Return the lines of a nonogram as facts, with the first place and the last of each run."""
    half = len(grid) // 2
    facts = [f"#const rows={half}. #const cols={len(grid) - half}."]
    for number, line in enumerate(grid):
        name = f"(r,{number})" if number < half else f"(c,{number - half})"
        lengths = [int(mark) for mark in line if mark != "0"]
        slack = half - sum(lengths) - len(lengths) + 1
        first = 0
        for place, length in enumerate(lengths):
            facts.append(
                f"run({name},{place},{length}). first({name},{place},{first})."
                f" last({name},{place},{first + slack})."
            )
            first += length + 1
    return "\n".join(facts)


def solutions(kind: str, grid: Lines) -> int:
    """Return how many solutions a grid has, 2 for more."""
    import clingo

    facts, program = ENCODINGS[kind]
    control = clingo.Control(["2", "--project=show", "--warn=none"])
    control.add("base", [], facts(grid) + program)
    control.ground([("base", [])])
    found = []
    control.solve(on_model=lambda _: found.append(1))
    return len(found)


ENCODINGS: dict[str, tuple[Callable[[Lines], str], str]] = {
    "slitherlink": (clues, SLITHERLINK),
    "hitori": (clues, HITORI),
    "nurikabe": (clues, NURIKABE),
    "nonogram": (runs, NONOGRAM),
}


def grids(kind: str) -> dict[str, Lines]:
    """Return the grids of a kind by name."""
    found = {}
    for block in TEXT.read_text("utf-8").split("\n\n"):
        name, *lines = block.strip().split("\n")
        if name.split()[0] == kind:
            found[name] = [line.split() for line in lines]
    return found


def by_minuet(kind: str) -> Callable[[], int]:
    """Prepare the puzzles."""
    puzzles = []
    for lines in grids(kind).values():
        rows = len(lines) // 2 if kind == "nonogram" else len(lines)
        text = "\n".join([f"{rows} {rows}", *map(" ".join, lines)])
        puzzles.append(find_kind(kind).read(text))
        assert puzzles[-1].matrix.options
    return lambda: sum(next(solve_many(one, [()], unique=True)).count == 1 for one in puzzles)


def by_clingo(kind: str) -> Callable[[], int]:
    """Prepare nothing but the library."""
    import_module("clingo")

    return lambda: sum(solutions(kind, lines) == 1 for lines in grids(kind).values())


WAYS = {"minuet": by_minuet, "clingo": by_clingo}


def main(way: str, kind: str) -> None:
    """Answer the grids; what is not installed is told as unsupported."""
    try:
        measure(WAYS[way](kind))
    except ImportError as error:
        print(json.dumps({"outcome": "unsupported", "message": str(error)}))


if __name__ == "__main__":
    main(*sys.argv[1:])
