"""Asks about plug-ins that do anything at all when they are imported; prints what comes of it.

Run as a process of its own, with a folder for the plug-ins: they are found once in a process.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

GOOD = """
from minuet.solvers import get_solver

class Plug(type(get_solver("dlx"))):
    name = "{name}"
    {more}
"""
# What a plug-in does as it is imported, or says of itself.
MODULES = {
    "exits": "raise SystemExit(0)",
    "interrupts": "raise KeyboardInterrupt",
    "raises": 'raise ValueError("two\\nlines")',
    "crashes": "import ctypes; ctypes.string_at(0)",
    "killed": "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
    "leaves": "import os; os._exit(0)",
    "hangs": 'import os\nwhile "HANG" in os.environ: pass\nraise ValueError("not now")',
    "many": GOOD.format(name="many", more='most_solutions = "many"'),
    "kind": GOOD.format(name="kind", more='kind = ["plug"]'),
    "excludes": GOOD.format(name="excludes", more='excludes = "no"'),
    "name": GOOD.format(name="name", more="full_name = property(lambda self: 1 / 0)"),
    "version": GOOD.format(name="version", more="version = lambda self: __import__('os')._exit(0)"),
    "prints": 'print("HELLO")\n' + GOOD.format(name="prints", more=""),
    "loses": GOOD.format(
        name="loses",
        more="""kind = "loses"
    def solutions(self, query, progress):
        found = [one for batch in super().solutions(query, progress) for one in batch]
        yield found[: 1 if "LOSE" in __import__("os").environ else None]
""",
    ),
}
SUDOKU = "1234000000000000"


def install(place: Path) -> None:
    """Make each a package, all of one distribution."""
    info = place / "plugs-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: plugs\nVersion: 1\n")
    lines = ["[minuet.solvers]"]
    for name, text in MODULES.items():
        (place / f"plug_{name}.py").write_text(text)
        lines.append(f"{name} = plug_{name}:Plug")
    (info / "entry_points.txt").write_text("\n".join(lines))


def answers(place: Path) -> dict[str, Any]:
    """Return what each question comes to."""
    from minuet.models import Unavailable
    from minuet.models.formats import read
    from minuet.solvers import count, crosscheck
    from minuet.solvers.fuzz import fuzz

    from in_process import minuet
    from oracle.problems import queens

    (sudoku,) = read(SUDOKU).problems

    def notes(*names: str, **terms: Any) -> dict[str, Any]:
        report = crosscheck(sudoku, ["dlx", "bitmask", *names], **terms)
        return {"verdict": report.verdict, "spoke": [one.spoke for one in report.outcomes[2:]]} | {
            one.solver: one.note for one in report.outcomes
        }

    def command(*words: str, text: str = SUDOKU) -> tuple[int, str, str]:
        done = minuet(*words, text=text)
        return done.returncode, done.stdout, done.stderr

    def fuzzed() -> tuple[bool, str]:
        report = fuzz(time_limit=0.01, seed=1)
        try:
            fuzz(["exits"], time_limit=0.01, seed=1)
        except Unavailable as error:
            return bool(report), str(error)
        return bool(report), ""

    def now(what: str, ask: Callable[[], Any]) -> Any:
        os.environ[what] = "1"
        try:
            return ask()
        finally:
            del os.environ[what]

    def hanging() -> str:
        return crosscheck(sudoku, ["dlx", "hangs"], budget=0.3).outcomes[1].note

    def unwritten() -> tuple[int, str, str]:
        words = ["check", "--solvers", "dlx,loses", "--replay", str(place / "nowhere" / "x.dlx")]
        return command(*words, text="a b\na\na\nb\n")

    evil = [name for name in MODULES if name not in ("hangs", "prints", "loses")]
    asked: dict[str, Callable[[], Any]] = {
        "notes": lambda: notes(*evil),
        "hangs": lambda: now("HANG", hanging),
        "prints": lambda: notes("prints"),
        "survives": lambda: command("check", "--solvers", "dlx,bitmask,leaves"),
        "printed": lambda: command("check", "--solvers", "dlx,prints", "--json"),
        "listed": lambda: command("solvers"),
        "unwritten": lambda: now("LOSE", unwritten),
        "agreed": lambda: str(count(queens(4), evidence="agreed").evidence.level),
        "fuzzed": fuzzed,
    }
    return {name: ask() for name, ask in asked.items()}


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    install(folder)
    sys.modules["ortools"] = None  # type: ignore[assignment]  # it takes seconds to import
    sys.path[:0] = [str(folder), *sys.argv[2:]]
    print(json.dumps(answers(folder)))
