"""Solvers of other packages: the least that one gives, and what a broken one fails.

A small distribution with an entry point stands in a directory of its own on PYTHONPATH, and the
contract suite runs in a child process, as for anyone who writes a solver.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from minuet.solvers.conformance import REQUIREMENTS

ROOT = Path(__file__).parents[3]

MODULE = '''
"""A solver that borrows its solutions."""

import os
import signal
import time
from dataclasses import replace

from minuet.solvers import Deadline, Progress, Solver, get_solver


class Minimal(Solver):
    """Solutions and a version, no more."""

    def version(self):
        return "1"

    def solutions(self, query, progress):
        return get_solver("dlx:links").solutions(query, progress)


class CountsItsOwnWay(Minimal):
    """What `count` returns is the count: `progress.found` is left alone."""

    def count(self, query, progress):
        other = Progress()
        number = get_solver("dlx").count(query, other)
        progress.complete = other.complete
        return number


class Broken(Minimal):
    """Wrong in one way each, by its variant."""

    def solutions(self, query, progress):
        if self.variant == "ignores-givens":
            query = replace(query, given=())
        if self.variant == "ignores-what-is-forbidden":
            query = replace(query, forbidden=frozenset())
        if self.variant == "ignores-the-deadline":
            query = replace(query, deadline=Deadline())
        if query.matrix.options > 3:
            if self.variant == "hangs":
                time.sleep(1000)
            if self.variant == "raises":
                raise KeyError("nothing")
        stream = super().solutions(query, progress)
        if self.variant == "loses-one":
            next(stream, None)
        if self.variant == "lists-at-once":
            stream = iter(list(stream))
        for number, batch in enumerate(stream):
            yield batch
            if self.variant == "repeats" and number == 0:
                yield batch
        if self.variant == "never-says-that-it-is-all":
            progress.complete = False
        if self.variant == "always-says-that-it-is-all":
            progress.complete = True

    def first(self, query, progress):
        if self.variant == "finds-none-at-first":
            progress.complete = True
            return None
        return super().first(query, progress)

    def count(self, query, progress):
        number = super().count(query, progress)
        if self.variant == "counts-one-more":
            return number + 1
        return None if self.variant == "returns-no-count" else number

    def improving(self, query, progress):
        if self.variant == "crashes" and query.matrix.options > 3:
            os.kill(os.getpid(), signal.SIGSEGV)
        for options in super().improving(query, progress):
            yield options
            if self.variant == "takes-any-for-the-best":
                progress.complete = True
                return

    def many(self, query, progress, selections, limit):
        if self.variant == "drops-a-selection":
            selections = list(selections)[:-1]
        for number, first in super().many(query, progress, selections, limit):
            yield (min(number, 1), first) if self.variant == "stops-at-one" else (number, first)


def no_solver(variant):
    return "a string"
'''

# The tools of developers cannot be imported in it.
WITHOUT_EXTRAS = """
import sys
sys.modules.update(dict.fromkeys(["pytest", "hypothesis", "sybil"]))
from minuet.solvers.conformance.__main__ import main
sys.exit(main())
"""

ENTRIES = """[minuet.solvers]
minimal = borrowed:Minimal
own-count = borrowed:CountsItsOwnWay
broken = borrowed:Broken
no-solver = borrowed:no_solver
lost = borrowed:Lost
auto = borrowed:Broken
"""

BROKEN = [
    "counts-one-more",
    "loses-one",
    "stops-at-one",
    "returns-no-count",
    "always-says-that-it-is-all",
    "takes-any-for-the-best",
    "finds-none-at-first",
    "never-says-that-it-is-all",
    "repeats",
    "lists-at-once",
    "ignores-givens",
    "ignores-what-is-forbidden",
    "ignores-the-deadline",
    "drops-a-selection",
]


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    place = tmp_path_factory.mktemp("site")
    (place / "borrowed.py").write_text(MODULE)
    info = place / "borrowed-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: borrowed\nVersion: 1\n")
    (info / "entry_points.txt").write_text(ENTRIES)
    return os.environ | {"PYTHONPATH": str(place)}


def conformance(
    environment: dict[str, str], name: str, *options: str
) -> subprocess.CompletedProcess[str]:
    """Run the contract suite for one solver, as its author does: without pytest or hypothesis."""
    command = [sys.executable, "-c", WITHOUT_EXTRAS, name, *options]
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, timeout=300
    )


@pytest.mark.parametrize("name", ["own-count", pytest.param("minimal", marks=pytest.mark.slow)])
def test_the_least_that_is_right_meets_every_requirement(
    environment: dict[str, str], name: str
) -> None:
    done = conformance(environment, name, "--cases", "4")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "NOT MET" not in done.stdout
    assert done.stdout.count("\n") == len(REQUIREMENTS) + 1
    assert " requirements met, 0 not met, " in done.stdout


@pytest.mark.parametrize(
    "variant", [BROKEN[0], *(pytest.param(one, marks=pytest.mark.slow) for one in BROKEN[1:])]
)
def test_whatever_is_broken_fails_a_requirement(environment: dict[str, str], variant: str) -> None:
    done = conformance(environment, f"broken:{variant}", "--cases", "15")
    assert done.returncode == 1, done.stdout
    assert "NOT MET" in done.stdout


def test_one_that_raises_is_told_with_the_place(environment: dict[str, str]) -> None:
    done = conformance(environment, "broken:raises", "--cases", "2")
    line = MODULE.splitlines().index('                raise KeyError("nothing")') + 1
    assert done.returncode == 1
    assert f"raises KeyError: 'nothing' (borrowed.py, line {line})" in done.stdout


def test_one_that_crashes_fails_what_it_is_asked_and_no_more(environment: dict[str, str]) -> None:
    done = conformance(environment, "broken:crashes", "--cases", "1")
    assert done.returncode == 1
    *verdicts, summary = [line for line in done.stdout.splitlines() if line[0] != " "]
    assert len(verdicts) == len(REQUIREMENTS)
    assert "crashed with SIGSEGV" in done.stdout
    met = [one.title for one in REQUIREMENTS if f"{'met':15}{one.title}" in verdicts]
    assert "`count` is exact" in met
    assert f"{len(met)} requirements met, " in summary


def test_one_that_hangs_is_told_with_the_matrix_and_hears_ctrl_c(
    environment: dict[str, str],
) -> None:
    command = [sys.executable, "-m", "minuet.solvers.conformance", "broken:hangs"]
    with subprocess.Popen(
        [*command, "--time-limit", "0.5"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stdout is not None
        shown = [child.stdout.readline() for _ in range(3)]
        child.send_signal(signal.SIGINT)
        said = child.communicate(timeout=60)[1]
    assert shown[0] == f"{'NOT MET':15}{REQUIREMENTS[0].title}\n"
    assert shown[1].strip() == "gives no answer within 0.5 s"
    assert shown[2].startswith(" " * 17)
    assert child.returncode == 130
    assert said.startswith("minuet: interrupted while it was asked: ")
    assert said.count("\n") == 1


@pytest.mark.parametrize("wrong", [("--cases", "0"), ("--time-limit", "nan")])
def test_limits_that_make_no_sense_are_refused(
    environment: dict[str, str], wrong: tuple[str, str]
) -> None:
    done = conformance(environment, "dlx", *wrong)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(f"{wrong[1]}, expected more than 0\n")


@pytest.mark.parametrize("name", ["no-solver", "lost", "nowhere"])
def test_what_is_no_solver_is_one_line(environment: dict[str, str], name: str) -> None:
    done = conformance(environment, name)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("minuet: ")
    assert done.stderr.count("\n") == 1


def test_other_packages_solvers_are_listed(environment: dict[str, str]) -> None:
    command = [sys.executable, "-m", "minuet.app", "solvers"]
    wide = environment | {"COLUMNS": "200"}
    done = subprocess.run(command, env=wide, capture_output=True, text=True, check=True)
    lines = {line.split("│")[1].strip(): line for line in done.stdout.splitlines() if "│" in line}
    assert "Solutions and a version, no more." in lines["minimal"]
    assert "str, expected a minuet Solver" in lines["no-solver"]
    assert "not available" in lines["lost"]
    assert "auto" not in lines


LIES = """
from minuet.models import ExactCoverBuilder, WrongAnswer
from minuet.solvers import best, count, is_unique, solutions, solve
from oracle.problems import queens

builder = ExactCoverBuilder()
builder.item("a")
for cost in (4, 3):
    builder.option(["a"], cost=cost)
asked = {
    "counts-one-more": lambda solver: count(queens(6), solver, evidence="agreed"),
    "loses-one": lambda solver: count(queens(6), solver, evidence="agreed"),
    "repeats": lambda solver: list(solutions(queens(6), solver, evidence="agreed")),
    "stops-at-one": lambda solver: is_unique(queens(6), solver, evidence="agreed"),
    "finds-none-at-first": lambda solver: solve(queens(6), solver, evidence="agreed"),
    "takes-any-for-the-best": lambda solver: solve(builder.build(), solver, evidence="agreed"),
}
for lie, ask in asked.items():
    ask("minimal")
    ask("broken")
    try:
        print(lie, "is believed:", ask(f"broken:{lie}"))
    except WrongAnswer as error:
        print(lie, "is found out:", error)
"""


def test_whoever_lies_is_found_out_where_agreement_is_asked_for(
    environment: dict[str, str],
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LIES],
        cwd=ROOT / "tests",
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    told = done.stdout.splitlines()
    assert len(told) == 6
    assert [line for line in told if "is found out: solver" not in line] == []


def test_a_solver_of_another_package_is_another_kind(environment: dict[str, str]) -> None:
    command = [sys.executable, "-m", "minuet.app", "solve", "--json", "--evidence", "agreed"]
    done = subprocess.run(
        [*command, "--solver", "minimal"],
        input="a b\na\n",
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    claims = json.loads(done.stdout)["evidence"]["claims"]
    assert [(one["claim"], one["level"], one["by"][0]) for one in claims] == [
        ("no solution", "agreed", "minimal")
    ]
