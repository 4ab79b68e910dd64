"""Solvers of other packages: the least that one gives, and what a broken one fails.

A small distribution with entry points stands in a directory of its own on PYTHONPATH. One process
that finds it there is asked everything that these tests look at, as by anyone who writes a solver.
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

TESTS = Path(__file__).parents[2]

MODULE = '''
"""A solver that borrows its solutions."""

import os
import signal
import time
from dataclasses import replace

from minuet.solvers import get_solver
from minuet.solvers.contract import Deadline, Progress, Solver


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
    """Wrong in one way each, by its technique."""

    @classmethod
    def require_technique(cls, technique):
        pass  # any of them

    def solutions(self, query, progress):
        if self.technique == "ignores-givens":
            query = replace(query, given=())
        if self.technique == "ignores-what-is-forbidden":
            query = replace(query, forbidden=frozenset())
        if self.technique == "ignores-the-deadline":
            query = replace(query, deadline=Deadline())
        if query.matrix.options > 3:
            if self.technique == "hangs":
                time.sleep(1000)
            if self.technique == "raises":
                raise KeyError("nothing")
        stream = super().solutions(query, progress)
        if self.technique == "loses-one":
            next(stream, None)
        if self.technique == "lists-at-once":
            stream = iter(list(stream))
        for number, batch in enumerate(stream):
            yield batch
            if self.technique == "repeats" and number == 0:
                yield batch
        if self.technique == "never-says-that-it-is-all":
            progress.complete = False
        if self.technique == "always-says-that-it-is-all":
            progress.complete = True

    def first(self, query, progress):
        if self.technique == "finds-none-at-first":
            progress.complete = True
            return None
        return super().first(query, progress)

    def count(self, query, progress):
        number = super().count(query, progress)
        if self.technique == "counts-one-more":
            return number + 1
        return None if self.technique == "returns-no-count" else number

    def improving(self, query, progress):
        if self.technique == "crashes" and query.hint and query.matrix.options > 3:
            os.kill(os.getpid(), signal.SIGSEGV)
        for options in super().improving(query, progress):
            yield options
            if self.technique == "takes-any-for-the-best":
                progress.complete = True
                return

    def many(self, query, progress, selections, limit):
        if self.technique == "drops-a-selection":
            selections = list(selections)[:-1]
        for number, first in super().many(query, progress, selections, limit):
            yield (min(number, 1), first) if self.technique == "stops-at-one" else (number, first)


def no_solver(variant):
    return "a string"
'''

# What is run in one process after the other commands, all without the tools of developers.
ASKING = """
import io, json, runpy, sys
from contextlib import redirect_stderr, redirect_stdout
from in_process import minuet

sys.modules.update(dict.fromkeys(["pytest", "hypothesis", "sybil"]))

def suite(*arguments):
    sys.argv = ["conformance", *arguments]
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        try:
            runpy.run_module("minuet.solvers.conformance", run_name="__main__")
        except SystemExit as end:
            return [end.code, out.getvalue(), err.getvalue()]

def app(*arguments):
    done = minuet(*arguments, text="a b\\na\\n")
    return [done.returncode, done.stdout, done.stderr]

commands = json.loads(sys.argv[1])
print(json.dumps([{"suite": suite, "app": app}[name](*rest) for name, *rest in commands]))
"""
COMMANDS: dict[str, tuple[str, ...]] = {
    "of a file": ("suite", "FOLDER/borrowed.py:CountsItsOwnWay", "--cases", "2"),
    "no class": ("suite", "FOLDER/borrowed.py:Nobody"),
    "no file": ("suite", "FOLDER/absent.py:Nobody"),
    "crashes": ("suite", "broken:crashes", "--cases", "1"),
    "no cases": ("suite", "dlx", "--cases", "0"),
    "no time": ("suite", "dlx", "--time-limit", "nan"),
    "no-solver": ("suite", "no-solver"),
    "lost": ("suite", "lost"),
    "nowhere": ("suite", "nowhere"),
    "solvers": ("app", "solvers"),
    "agreed": ("app", "solve", "--json", "--evidence", "agreed", "--solver", "minimal"),
}
Done = tuple[int, str, str]  # exit status, standard output and error


ENTRIES = """[minuet.solvers]
minimal = borrowed:Minimal
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


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    place = tmp_path_factory.mktemp("site")
    (place / "borrowed.py").write_text(MODULE)
    info = place / "borrowed-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: borrowed\nVersion: 1\n")
    (info / "entry_points.txt").write_text(ENTRIES)
    return os.environ | {"PYTHONPATH": str(place), "COLUMNS": "200"}


def python(environment: dict[str, str], program: str, *arguments: str) -> str:
    """Run a program in a process of its own; return what it prints."""
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        env=environment,
        cwd=TESTS,
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    ).stdout


@pytest.fixture(scope="module")
def told(environment: dict[str, str]) -> dict[str, Done]:
    folder = environment["PYTHONPATH"].split(os.pathsep)[0]
    commands = json.dumps([*COMMANDS.values()]).replace("FOLDER", folder)
    answers = json.loads(python(environment, ASKING, commands))
    return dict(zip(COMMANDS, map(tuple, answers), strict=True))  # type: ignore[arg-type]


def conformance(environment: dict[str, str], name: str, *options: str) -> Done:
    """Run the contract suite for one solver, as its author does: without pytest or hypothesis."""
    command = json.dumps([["suite", name, *options]])
    ((status, out, err),) = json.loads(python(environment, ASKING, command))
    return status, out, err


def assert_meets_all(done: Done) -> None:
    status, out, err = done
    assert (status, err) == (0, ""), out
    assert "NOT MET" not in out
    assert out.count("\n") == len(REQUIREMENTS) + 1
    assert " requirements met, 0 not met, " in out


def test_the_least_that_is_right_meets_every_requirement(told: dict[str, Done]) -> None:
    assert_meets_all(told["of a file"])


@pytest.mark.slow
def test_less_than_a_count_meets_every_requirement_too(environment: dict[str, str]) -> None:
    assert_meets_all(conformance(environment, "minimal", "--cases", "4"))


@pytest.mark.slow
@pytest.mark.parametrize("variant", BROKEN)
def test_whatever_is_broken_fails_a_requirement(environment: dict[str, str], variant: str) -> None:
    status, out, _ = conformance(environment, f"broken:{variant}", "--cases", "15")
    assert status == 1, out
    assert "NOT MET" in out


def test_one_that_crashes_fails_what_it_is_asked_and_no_more(told: dict[str, Done]) -> None:
    status, out, _ = told["crashes"]
    assert status == 1
    *verdicts, summary = [line for line in out.splitlines() if line[0] != " "]
    assert len(verdicts) == len(REQUIREMENTS)
    assert "crashed with SIGSEGV" in out
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


@pytest.mark.parametrize(("wrong", "value"), [("no cases", "0"), ("no time", "nan")])
def test_limits_that_make_no_sense_are_refused(
    told: dict[str, Done], wrong: str, value: str
) -> None:
    status, out, err = told[wrong]
    assert (status, out) == (2, "")
    assert err.endswith(f"{value}, expected more than 0\n")


@pytest.mark.parametrize("name", ["no-solver", "lost", "nowhere", "no class", "no file"])
def test_what_is_no_solver_is_one_line(told: dict[str, Done], name: str) -> None:
    status, out, err = told[name]
    assert (status, out) == (2, "")
    assert err.startswith("minuet: ")
    assert err.count("\n") == 1


def test_other_packages_solvers_are_listed(told: dict[str, Done]) -> None:
    status, out, _ = told["solvers"]
    assert status == 0
    lines = {line.split("│")[1].strip(): line for line in out.splitlines() if "│" in line}
    assert "Solutions and a version, no more." in lines["minimal"]
    assert "str, expected a minuet" in lines["no-solver"]
    assert "not available" in lines["lost"]


def test_a_solver_of_another_package_is_another_kind(told: dict[str, Done]) -> None:
    claims = json.loads(told["agreed"][1])["evidence"]["claims"]
    assert [(one["claim"], one["level"], one["by"][0]) for one in claims] == [
        ("no solution", "agreed", "minimal")
    ]


LIES = """
from minuet.models import ExactCoverBuilder, WrongAnswer
from minuet.setting import is_unique
from minuet.solvers import best, count, solutions, solve
from minuet.solvers.conformance import check
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
for lie in ("raises", "counts-one-more"):
    print(next(one.problem for one in check(f"broken:{lie}", cases=15) if not one))
"""


def test_whoever_lies_is_found_out_where_agreement_or_the_contract_is_asked_for(
    environment: dict[str, str],
) -> None:
    *told, raises, counts = python(environment, LIES).splitlines()
    assert len(told) == 6
    assert [line for line in told if "is found out: solver" not in line] == []
    line = MODULE.splitlines().index('                raise KeyError("nothing")') + 1
    assert raises == f"raises KeyError: 'nothing' (borrowed.py, line {line})"
    assert counts.startswith("counts ")
