"""What every command says of a set of puzzles, written down, to compare before and after a change.

    .venv/bin/python tests/golden.py AFTER [BEFORE]

writes a JSON line for each command into AFTER: its arguments, exit status, output and messages.
Durations and versions are left out, and so is what the clock or chance decides: who is asked by
`auto`, and the work of solvers of other packages. Nodes and updates of `dlx` and `bitmask` stay.
With BEFORE it prints where the two differ, and exits with 1 if they do anywhere.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from minuet.models.gallery import gallery

from in_process import minuet

ROOT = Path(__file__).parents[1]
INSTANCES = ("domino6x6", "langford8_cost", "latin5", "perm10", "queens8", "sudokuInkala")
LIMIT = 3  # the exit status of what a limit cut short
LARGE = {"costas-10", "magic-hexagon-3"}  # their whole searches take long

TARGET = "--from target-sudoku docs/examples/target-sudoku.txt"

# Of each puzzle {0}; {1} is the native solver that goes through its tree.
OF_EACH = """\
solve --solver {1} --time-limit 3 --json {0}
list --solver {1} --time-limit 3 --limit 5 {0}
list --solver bitmask --time-limit 3 --limit 3 --json {0}
count --solver {1} --time-limit 3 --json {0}
count --solver bitmask --time-limit 3 --json {0}
convert --to toml {0}
convert --to dlx {0}
draw {0} -o -
estimate --seed 1 --ways 20 --time-limit inf --json {0}
explain --time-limit 3 --json {0}
"""

# Of puzzles and files that have what is asked for.
OF_SOME = """\
list gallery:queens-8
list --json docs/examples/first-look.toml
list --limit 4 --solver dlx tests/data/instances/langford8_cost.dlx
list --limit 3 --solver dlx --json {target}
diverse -n 3 --solver cpsat gallery:queens-8
diverse -n 2 --within 5 --solver cpsat --json {target}
bottleneck --solver dlx tests/data/instances/langford8_cost.dlx
list --symmetries known --solver dlx gallery:queens-8
list --symmetries auto --solver dlx tests/data/instances/queens8.dlx
solve --evidence agreed --solver dlx --json gallery:queens-8
solve --evidence certified --solver dlx tests/data/instances/langford8_cost.dlx
solve --certificate {tmp}/queens.cert --solver dlx tests/data/instances/queens8.dlx
verify tests/data/instances/queens8.dlx {tmp}/queens.cert
improve --gap 0.5 --solver dlx tests/data/instances/langford8_cost.dlx
improve --gap-absolute 1000 --solver dlx --json tests/data/instances/langford8_cost.dlx
solve --hint {tmp}/hint --solver dlx --json {target}
improve --json --solver dlx {target}
solve --time-limit 0 {target}
solve --time-limit 0 --json --solver dlx gallery:queens-8
solve --threads 2 --solver dlx --json gallery:queens-8
solve --parameter symmetry_level=0 --solver cpsat gallery:queens-8
solve --seed 3 --solver cpsat {target}
solve --draw {tmp}/queens.svg --solver dlx gallery:queens-8
list --checkpoint {tmp}/all.checkpoint -o {tmp}/all.txt --solver dlx gallery:queens-8
status {tmp}/all.checkpoint
list --on processes:2 --solver dlx tests/data/instances/latin5.dlx
solve {tmp}/three.txt
solve --json {tmp}/three.txt
solve --keep-going {tmp}/mistakes.txt
count {tmp}/three.txt
count --symmetries known gallery:queens-8
count --symmetries auto --json tests/data/instances/queens8.dlx
count --evidence agreed --solver dlx --json gallery:queens-8
count --evidence certified --solver dlx gallery:queens-8
count --certificate {tmp}/count.cert --solver dlx gallery:queens-8
count --checkpoint {tmp}/count.checkpoint --solver dlx gallery:queens-8
status --json {tmp}/count.checkpoint
fold -o {tmp}/queens.set gallery:queens-8
count --threads 3 --solver dlx gallery:queens-8
count --memory 1M --solver memo --json tests/data/instances/domino6x6.dlx
count --on processes:2 --solver dlx tests/data/instances/domino6x6.dlx
count --time-limit 0 --json tests/data/instances/domino6x6.dlx
check --solvers dlx,bitmask,sat gallery:queens-8
check --solvers dlx,bitmask --expect 91 gallery:queens-8
check --solvers dlx,cpsat tests/data/instances/langford8_cost.dlx
check --solvers dlx,bitmask --symmetries known --json gallery:queens-8
sample --seed 1 -n 3 gallery:queens-8
sample --seed 1 -n 2 {tmp}/queens.set
marginals gallery:queens-8
marginals --json tests/data/instances/latin5.dlx
estimate --seed 1 --ways 20 --time-limit inf docs/examples/star-battle.toml
features --json tests/data/instances/queens8.dlx
explain --smallest {tmp}/clash.txt
explain --relax --json {tmp}/clash.txt
explain --choice "queen row=0 col=0" gallery:queens-8
explain --evidence agreed {tmp}/clash.txt
sudoku generate --seed 1 --size 4
sudoku rate {tmp}/three.txt
sudoku minimize --seed 1 {tmp}/three.txt
solvers
solvers --json
formats
formats --json
gallery --json
generators
generators --json
"""

# What is refused, or bad usage.
REFUSED = """\
solve --threads 0 gallery:queens-8
solve --threads 257 gallery:queens-8
solve --threads 2 --solver optimize {target}
solve --seed -1 gallery:queens-8
list --limit 0 gallery:queens-8
solve --all --best 3 gallery:queens-8
improve --gap -1 {target}
improve --gap 0.1 --evidence agreed {target}
solve --solver nobody gallery:queens-8
solve --solver dlx --parameter x=1 gallery:queens-8
solve --solver auto --parameter x=1 gallery:queens-8
solve --hint {tmp}/no-file {target}
list --checkpoint {tmp}/all.checkpoint -o {tmp}/other.txt --solver dlx gallery:kings-16
solve --diverse 3 --best 2 gallery:queens-8
diverse -n 3 --limit 2 gallery:queens-8
pareto gallery:queens-8
solve --time-limit -1 gallery:queens-8
solve --evidence sure gallery:queens-8
solve --symmetries all gallery:queens-8
solve --on nowhere gallery:queens-8
solve --timeout 3 gallery:queens-8
solve gallery:nothing
solve {tmp}/no-file
count --memory 0 gallery:queens-8
count --memory 1X gallery:queens-8
count --threads 0 gallery:queens-8
count --on processes:2 --threads 2 gallery:queens-8
count --solver cpsat --checkpoint {tmp}/c gallery:queens-8
count --symmetries auto --memory 1M gallery:queens-8
count --limit 3 gallery:queens-8
check --solvers dlx gallery:queens-8
check --solvers dlx,nobody gallery:queens-8
check --budget -1 gallery:queens-8
explain --keep nothing {tmp}/clash.txt
explain --choice nothing gallery:queens-8
estimate --ways 0 gallery:queens-8
sample -n 0 gallery:queens-8
verify gallery:queens-8 {tmp}/three.txt
status {tmp}/three.txt
convert --to nothing gallery:queens-8
sudoku generate --size 5
contest nothing
nothing
"""

SUDOKU = "1..." + "..2." + ".3.." + "...4"
FILES = {
    "three.txt": f"{SUDOKU}\n{'.' * 16}\n12..34..........\n",
    "mistakes.txt": f"{SUDOKU}\n12x\n{SUDOKU}\n",
    "clash.txt": "11..............\n",
    "hint": "{}",
}
CLOCK = re.compile(
    r"(seconds|time|rate|per_second|version|digest_of|took|began|exact|confidence|running|saved)"
)
NUMBER = re.compile(
    r"\b\d[\d,]*\.\d+ s\b|\b\d+ ms\b|\bin \d+(\.\d+)? s\b|\b\d+ a second\b|\b\d+\.\d+\b"
)
OTHERS = ("statistics", "reason", "solver", "claims", "evidence", "solvers", "outcomes")


def commands(folder: Path) -> Iterator[list[str]]:
    """Yield the arguments of all commands."""
    files = [f"tests/data/instances/{name}.dlx" for name in INSTANCES]
    files += sorted(f"docs/examples/{one.name}" for one in (ROOT / "docs/examples").iterdir())
    names = [f"gallery:{one.name}" for one in gallery() if one.name not in LARGE]
    for puzzle in (*names, *files):
        yield from words(OF_EACH.replace("{0}", puzzle).replace("{1}", tree_solver(puzzle)), folder)
    yield from words(OF_SOME, folder)
    yield from words(REFUSED, folder)


def tree_solver(puzzle: str) -> str:
    """Return the name of the native solver that goes through a puzzle's tree."""
    asked = minuet("solve", "--solver", "dlx", "--time-limit", "1", puzzle, cwd=ROOT)
    return "propagate:tree" if "solver dlx does not support" in asked.stderr else "dlx"


def words(lines: str, folder: Path) -> Iterator[list[str]]:
    """Yield the arguments of commands, a line each."""
    for line in lines.replace("{tmp}", str(folder)).replace("{target}", TARGET).splitlines():
        yield [one.strip('"') for one in re.findall(r'"[^"]*"|\S+', line)]


def said(arguments: Sequence[str], folder: Path) -> dict[str, Any]:
    """Run a command; return what it says, without what differs from run to run."""
    done = minuet(*arguments, cwd=ROOT)
    native = "--solver" in arguments and arguments[arguments.index("--solver") + 1] in (
        "dlx",
        "bitmask",
        "propagate:tree",
    )
    out = [_scrubbed(line, native) for line in done.stdout.splitlines()]
    told = [_plain(line) for line in done.stderr.splitlines()]
    if done.returncode == LIMIT and "--time-limit 3" in " ".join(arguments):
        out, told = [], []  # as far as it came by then
    if "explain" in arguments:
        told = []  # who was asked, by turns
    return {
        "command": " ".join(arguments).replace(str(folder), "{tmp}"),
        "status": done.returncode,
        "out": [str(one).replace(str(folder), "{tmp}") for one in out],
        "told": [one.replace(str(folder), "{tmp}") for one in told],
    }


def _scrubbed(line: str, native: bool) -> str:
    """Return a line of output; of a JSON document what does not depend on the clock."""
    if not line.startswith("{"):
        return _plain(line)
    try:
        return json.dumps(_without(json.loads(line), native), sort_keys=True)
    except ValueError:
        return _plain(line)


def _without(value: Any, native: bool) -> Any:
    if isinstance(value, dict):
        return {
            key: _without(one, native)
            for key, one in value.items()
            if not CLOCK.search(key) and (native or key not in OTHERS) and key != "text"
        }
    if isinstance(value, list):
        return [_without(one, native) for one in value]
    return value


def _plain(line: str) -> str:
    return NUMBER.sub("#", line)


def main(after: str, before: str | None = None) -> int:
    """Write what all commands say; return 1 if it is not what they said before."""
    earlier = {}
    if before is not None:
        lines = Path(before).read_text("utf-8").splitlines()
        earlier = {one["command"]: one for one in map(json.loads, lines)}
    differ = 0
    with tempfile.TemporaryDirectory() as place, Path(after).open("w", encoding="utf-8") as file:
        folder = Path(place)
        for name, text in FILES.items():
            (folder / name).write_text(text)
        for arguments in commands(folder):
            now = said(arguments, folder)
            print(json.dumps(now), file=file, flush=True)
            if before is not None and now != (then := earlier.get(now["command"])):
                differ += 1
                print(f"$ minuet {now['command']}\n- {then}\n+ {now}")
    if before is not None:
        print(f"{differ} commands differ")
    return int(differ > 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
