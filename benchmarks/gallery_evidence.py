"""Determine the evidence for each number of the gallery: proved, certified, agreed or claimed.

    python -m benchmarks.gallery_evidence            add the numbers that the table lacks
    python -m benchmarks.gallery_evidence NAME ...   determine some of them again, too

The table, gallery_evidence.csv, is written after each number, so that a run can be resumed. The
site shows its rows on the pages of the gallery.

Each number is determined in a process of its own with limited memory and time. A certificate is
the folded tree, else a proof of clauses. The checker of a tree is the proved one (proof/README.md),
which must be installed: make checker. A number without a certificate is confirmed by two solvers of
different kinds, else it is claimed by one. Raises ValueError for a number that differs from the
published one.
"""

from __future__ import annotations

import csv
import io
import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from minuet.models import Unreached
from minuet.models.errors import SolverError
from minuet.models.gallery import Entry, entry, gallery
from minuet.solvers import certify, count, sat_proof, solutions, solve
from minuet.solvers.contract.deadline import Deadline
from minuet.solvers.search.solution_sets.certificates.certificate import check_proved
from minuet.solvers.second_opinion.proofs import check_proof

__all__ = ["TABLE", "Row", "by_clauses", "by_tree", "known", "numbers", "published", "to_csv"]

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "benchmarks/gallery_evidence.csv"
SECONDS, BYTES = 60, 4 << 30  # of processor time, and of memory
PATIENCE = 300.0  # seconds by the clock, where the machine does much else
MUCH = "more than 4 GB"
LISTED = 2000  # solutions that a proof of clauses may leave out
HEAD = [
    "puzzle",
    "published",
    "evidence",
    "bytes",
    "made_seconds",
    "checked_seconds",
    "no_certificate",
]


@dataclass(frozen=True)
class Row:
    """What one number of an entry rests on.

    asked    "solutions" or "best"
    level    "proved", "certified", "agreed" or "claimed"
    by       who says so: a certificate's writer and checker, or solvers
    size     bytes of the certificate
    made     seconds of processor time to answer and to write it
    checked  seconds of its checker
    why      why it has no certificate
    """

    name: str
    asked: str
    number: int
    level: str
    by: tuple[str, ...]
    size: int | None = None
    made: float | None = None
    checked: float | None = None
    why: str = ""


def numbers(one: Entry) -> dict[str, int]:
    """Return what is published of an entry, by what it says."""
    told = {"solutions": one.solutions, "best": one.optimum}
    return {what: number for what, number in told.items() if number is not None}


def seconds() -> float:
    """Return the processor time of this process, and of its children that ended."""
    return sum(os.times()[:4])


def by_tree(one: Entry, what: str) -> Row:
    """Return the row of a number that a tree shows, which the proved checker accepts."""
    began, puzzle = seconds(), one.load()
    result = None
    if what == "best":
        result = solve(puzzle, time_limit=PATIENCE)
        if not result.complete:
            raise Unreached("no optimum in time")
    certificate = certify(puzzle, result, time_limit=PATIENCE)
    size, made = certificate.size, seconds() - began
    certificate = check_proved(certificate, Deadline())
    number = int(certificate.claim.split()[1])
    checked = seconds() - began - made
    if what == "best":
        number = puzzle.objective(number)
    return Row(one.name, what, number, str(certificate.level), certificate.by, size, made, checked)


def by_clauses(one: Entry, what: str) -> Row:
    """Return the row of a number that a proof of clauses certifies: no other than the known."""
    began = seconds()
    if what == "best" or numbers(one)[what] > LISTED:
        raise Unreached("too many solutions to leave out")
    puzzle = one.load()
    known = list(solutions(puzzle, time_limit=PATIENCE))
    proof = sat_proof(puzzle, known, time_limit=PATIENCE)
    made = seconds() - began
    check_proof(proof.clauses, proof.steps, lambda: None)
    checked = seconds() - began - made
    by, size = proof.by, proof.size
    return Row(one.name, what, len(known), "certified", by, size, made - checked, checked)


def agreed(one: Entry, what: str, evidence: str = "agreed") -> Row:
    """Return the row of a number that two solvers say."""
    began, puzzle = seconds(), one.load()
    result = (solve if what == "best" else count)(puzzle, evidence=evidence, time_limit=PATIENCE)
    number = result.objective if what == "best" else result.count
    if number is None or not result.complete:
        raise Unreached("the time limit came first")
    claim = result.evidence.claims[-1]
    return Row(one.name, what, number, str(claim.level), claim.by, made=seconds() - began)


def claimed(one: Entry, what: str) -> Row:
    """Return the row of a number that one solver says."""
    return agreed(one, what, "claimed")


WAYS = {way.__name__: way for way in (by_tree, by_clauses, agreed, claimed)}


def found(one: Entry, what: str) -> Row:
    """Return the best row that there is of a number. Raises ValueError for another number."""
    why = ""
    for way in WAYS:
        command = [sys.executable, "-m", __spec__.name, "--one", one.name, what, way]
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
        told = done.stdout.splitlines()
        if done.returncode == 0:
            row = Row(**{**json.loads(told[-1]), "why": why})
            if row.number != numbers(one)[what]:
                raise ValueError(f"{one.name}: {row}, expected {numbers(one)[what]}")
            return replace(row, why=why if row.size is None else "")
        late = done.returncode == -signal.SIGXCPU
        why = why or (told[-1] if told else f"more than {SECONDS} s" if late else MUCH)
    raise ValueError(f"{one.name}: nobody says {what}")


def answer(name: str, what: str, way: str) -> int:
    """Print a row as JSON, or the reason that there is none; within the limits."""
    resource.setrlimit(resource.RLIMIT_DATA, (BYTES, BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, 2 * SECONDS))
    try:
        row = WAYS[way](entry(name), what)
    except MemoryError:
        print(MUCH)
        return 1
    except SolverError as error:
        print(error)
        return 1
    print(json.dumps(asdict(row)))
    return 0


def cells(row: Row) -> list[str]:
    """Return a row as the cells of the table."""
    seconds = ["" if one is None else f"{one:.2f}" for one in (row.made, row.checked)]
    size = "" if row.size is None else str(row.size)
    number = published(row.asked, row.number)
    by = "" if row.level == "proved" else f" by {' and '.join(row.by)}"
    return [row.name, number, f"{row.level}{by}", size, *seconds, row.why]


def published(what: str, number: int) -> str:
    """Return a number as the table has it."""
    return f"{'best ' * (what == 'best')}{number}"


def known(text: str) -> dict[tuple[str, str], list[str]]:
    """Return the rows of a table, by name and number."""
    _, *rows = csv.reader(text.splitlines())
    return {(row[0], row[1]): row for row in rows}


def to_csv(rows: Sequence[list[str]]) -> str:
    """Return the text of the table."""
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows([HEAD, *rows])
    return stream.getvalue()


def main() -> int:
    """Ask for what is not in the table, or is named, and write the table."""
    if sys.argv[1:2] == ["--one"]:
        return answer(*sys.argv[2:])
    anew = {entry(name).name for name in sys.argv[1:]}
    kept = known(TABLE.read_text("utf-8")) if TABLE.exists() else {}
    kept = {key: row for key, row in kept.items() if key[0] not in anew}
    rows = []
    for one in gallery():
        for what, number in numbers(one).items():
            key = one.name, published(what, number)
            rows.append(kept.pop(key, None) or cells(found(one, what)))
            TABLE.write_text(to_csv([*rows, *kept.values()]), "utf-8")
    TABLE.write_text(to_csv(rows), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
