"""The page of the solvers, written from what their classes declare.

`python docs/site/solvers_page.py` writes docs/solvers.md; a test compares it with what this would
write. Solvers of other packages are not in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from minuet.solvers import Goal, get_solver
from minuet.solvers.contract import Solver
from minuet.solvers.registry import foreign_names, solver_names

DOCS = Path(__file__).parents[1]
HEAD = """\
# Solvers

All of them answer the same matrix, so any can be asked by name: `solve(puzzle, "cpsat")`,
`minuet solve --solver cpsat`. `auto`, the default, chooses by the goal and the matrix, moves on to
the next where one does not finish or refuses, and says which answered and why. Two that contradict
each other are an error that names both.

*This page is written from what each solver declares (`docs/site/solvers_page.py`); `minuet solvers`
prints the same, with the versions that are installed and the solvers of other packages.*
"""
COLUMNS = """\

**Goals** are what may be asked: a first solution, the best one, ever better ones (improving), the k
best in order (ranked), all, their number (count), one each of many selections (many).
**Features** are what a matrix may have: a solver that lacks one refuses it in a line. That two
solvers of one **kind** agree is no evidence, for they share code by which both could be wrong.

"""
ALL = get_solver("auto").features
TECHNIQUES = """\

## Techniques

What stands behind a colon chooses how a solver searches, as in `--solver dlx:links`. Alone, a
solver chooses by itself.

| name | what it does |
|---|---|
"""


def page() -> str:
    """Return docs/solvers.md."""
    every = [get_solver(name) for name in ("auto", *solver_names()) if name not in foreign_names()]
    ways = [line for solver in every for line in _ways(solver)]
    return "".join((HEAD, COLUMNS, *_table(every), TECHNIQUES, *ways))


def _table(every: list[Solver]) -> Iterator[str]:
    yield "| solver | what it is | kind | goals | features | takes |\n|---|---|---|---|---|---|\n"
    for solver in every:
        told = solver.capabilities()
        takes = ", ".join(name for name in ("threads", "memory", "parameters") if told[name])
        goals = "all" if len(told["goals"]) == len(Goal) else ", ".join(told["goals"])
        features = "all" if told["features"] == sorted(ALL) else ", ".join(told["features"])
        cells = (f"`{solver.name}`", solver.summary, told["kind"], goals, features, takes)
        yield f"| {' | '.join(cells)} |\n"


def _ways(solver: Solver) -> Iterator[str]:
    for name, summary in solver.capabilities()["techniques"].items():
        yield f"| `{solver.name}:{name}` | {summary} |\n"


def written() -> dict[Path, str]:
    """Return the texts of the files, by their paths."""
    return {DOCS / "solvers.md": page()}


if __name__ == "__main__":
    for path, text in written().items():
        path.write_text(text, "utf-8")
