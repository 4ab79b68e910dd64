"""Every option works on every kind of input, or is refused in a line that says why."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from own_solvers import DancingLinks

from minuet.solvers import Goal, get_solver, solver_names
from minuet.solvers.contract import Progress, Query

from command_line import listed_commands, one_line
from in_process import completed, minuet
from oracle.problems import GRID, NEGATIVE, PRICED

FREE = "a b | x\na b\nx\n"
TARGET = ["--from", "target-sudoku"]


def lines_of(*arguments: str, text: str = "") -> list[dict[str, object]]:
    done = minuet(*arguments, text=text)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_limit_gives_the_best_solutions_in_order_where_there_are_costs() -> None:
    done = minuet("list", "--limit", "2", text=PRICED)
    assert done.stdout == "a c |2\nb |1\nobjective 3\n\na x:red |3\nb c x:red |1\nobjective 4\n"
    assert minuet("list", "--limit", "1", text=NEGATIVE).stdout == "a |-5\nobjective -5\n"


@pytest.mark.parametrize("arguments", [[], ["--limit", "9223372036854775808"]])
def test_all_solutions_come_in_order_of_cost(arguments: list[str]) -> None:
    *found, last = lines_of("list", "--json", *arguments, text=PRICED)
    assert [one["objective"] for one in found] == [3, 4, 9]
    assert (last["status"], last["count"], last["complete"]) == ("COMPLETE", 3, True)


def test_the_best_answers_of_a_puzzle_come_with_their_objectives(data: Path) -> None:
    *found, last = lines_of(
        "list", "--json", "--limit", "3", *TARGET, str(data / "target/sample1.in")
    )
    worth = [one["objective"] for one in found]
    assert worth[0] == 2829
    assert worth == sorted(worth, reverse=True)
    assert (last["status"], last["count"], last["complete"]) == ("FEASIBLE", 3, False)


def test_solvers_that_cannot_rank_are_refused_by_name() -> None:
    assert "solver cpsat" in one_line(minuet("list", "--solver", "cpsat", text=PRICED))


def test_json_is_an_object_a_solution_and_one_that_sums_up() -> None:
    blank = "0 0 0 0\n" * 4
    *found, last = lines_of("list", "--json", text=blank)
    assert len(found) == last["count"] == 288
    assert len({json.dumps(one["answer"]) for one in found}) == 288
    *found, last = lines_of("list", "--json", "--limit", "3", text=blank)
    assert (len(found), last["count"], last["complete"]) == (3, 3, False)


def test_json_says_which_puzzle_of_a_file_a_solution_is_of() -> None:
    shown = lines_of("list", "--json", text="1......3.4.....2\n11" + "." * 14)
    assert [one["puzzle"] for one in shown] == [1, 1, 2]
    assert (shown[2]["status"], shown[2]["count"]) == ("INFEASIBLE", 0)


def test_a_batch_of_sudokus_may_be_worked_at_by_several_threads() -> None:
    text = "1......3.4.....2\n1...............\n"
    one = minuet("solve", text=text).stdout
    assert minuet("solve", "--threads", "2", text=text).stdout.split()[0] == one.split()[0]


@pytest.mark.parametrize(
    ("arguments", "text", "complaint"),
    [
        (["solve", "--limit", "3"], GRID, "--limit"),
        (["list", "--limit", "3", "--threads", "2"], PRICED, "threads: "),
        (["solve", "--from", "toml", "gallery:queens-8"], "", "--from names a file's format"),
        (["solve", "--most-choices", "9", "gallery:queens-8"], "", "--most-choices bounds"),
        (["count", "--most-choices", "9"], GRID, "--most-choices bounds"),
        (["count", "--most-choices", "9"], FREE, "--most-choices bounds"),
        (["count", "--primary-only"], GRID, "--primary-only leaves options out of a matrix"),
        (["explain", "--primary-only", "gallery:queens-8"], "", "--primary-only leaves"),
        (["check", "--limit", "3"], PRICED, "--limit: there are costs"),
        (["explain", "--choice", "row=0 row=1 col=0 value=1"], GRID, "row twice, expected once"),
        (["solve", ""], "", "an empty file name, expected a file"),
    ],
)
def test_an_option_that_means_nothing_is_refused(
    arguments: list[str], text: str, complaint: str
) -> None:
    assert complaint in one_line(minuet(*arguments, text=text))


@pytest.mark.parametrize(
    "arguments",
    [
        ["list", "--limit", "9223372036854775808"],
        ["check", "--limit", "9223372036854775807", "--solvers", "dlx,bitmask"],
        ["count", "--time-limit", "1e18", "--solver", "mip"],
        ["count", "--time-limit", "inf", "--solver", "cpsat"],
        ["solve", "--time-limit", "1e308", "--solver", "sat"],
    ],
    ids=" ".join,
)
def test_the_greatest_numbers_are_no_limit(arguments: list[str]) -> None:
    done = minuet(*arguments, text=GRID)
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr


@pytest.mark.parametrize(
    ("option", "numbers"),
    [
        ("--limit", ["-1", "0", "nan", "inf", "1.5", "1e5", "9" * 5000, ""]),
        ("--time-limit", ["-1", "nan", "-inf", "x", ""]),
        ("--threads", ["0", "-1", "nan", "9" * 5000]),
        ("--most-choices", ["0", "-1", "nan"]),
    ],
)
def test_numbers_that_are_none_are_refused(option: str, numbers: list[str]) -> None:
    for number in numbers:
        command = "list" if option == "--limit" else "solve"
        assert option in one_line(minuet(command, option, number, "gallery:queens-8"))


def test_knuth_s_count_is_had_by_leaving_options_out() -> None:
    done = minuet("count", text=FREE)
    assert done.stdout == "2\n"
    (first,) = done.stderr.splitlines()
    assert first.startswith("minuet: 1 option has no primary item: ")
    assert "--primary-only" in first
    done = minuet("count", "--primary-only", text=FREE)
    assert (done.stdout, done.stderr) == ("1\n", "")
    assert minuet("explain", "--primary-only", text=FREE).stdout.endswith("is unique\n")


class BreaksDown(DancingLinks):
    """Dancing links with an error that nobody foresaw."""

    def count(self, query: Query, progress: Progress) -> int:
        raise ZeroDivisionError("division\nby zero")


def test_an_unforeseen_error_is_a_line_and_exit_4(
    plug_in: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    plug_in("solvers", breaks=BreaksDown)
    search = ("count", "-q", "--solver", "breaks", "gallery:queens-8")
    done = minuet(*search)
    assert (done.returncode, done.stderr.count("\n")) == (4, 1)
    said = "minuet: internal error: ZeroDivisionError: division by zero; please"
    assert done.stderr.startswith(said)
    monkeypatch.setenv("MINUET_TRACEBACK", "1")
    done = minuet(*search)
    assert (done.returncode, "Traceback" in done.stderr) == (4, True)


@pytest.mark.parametrize("number", ["0", "10000000"])
def test_threads_beyond_the_library_s_range_are_refused_in_its_words(number: str) -> None:
    said = one_line(minuet("count", "--threads", number, text=GRID))
    wrong = f"{number} threads, expected a whole number, 1 to 256"
    assert said == f"minuet: Invalid value for '--threads': {wrong}; see minuet count --help\n"


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (
            ["solve", "--threads", "2", "--solver", "sat:glucose4"],
            "threads: solver sat:glucose4 takes none; see minuet solve --help",
        ),
        (
            ["count", "--threads", "2", "--solver", "mip"],
            "threads: solver mip takes none; see minuet count --help",
        ),
        (
            ["count", "--memory", "1G", "--solver", "bitmask"],
            "memory: solver bitmask takes none",
        ),
    ],
)
def test_options_that_a_solver_does_not_take_are_refused(arguments: list[str], what: str) -> None:
    assert what in one_line(minuet(*arguments, text="a\na\n"))


@pytest.mark.parametrize(
    "command", [["count"], ["solve"], ["list"], ["estimate"], ["draw", "--solution"]]
)
def test_a_limit_that_came_first_is_called_a_time_limit(command: list[str]) -> None:
    done = minuet(*command, "--time-limit", "0", text=f"{'.' * 81}\n")
    assert done.returncode == 3
    assert "time limit: " in done.stderr.splitlines()[-1]


def every_command() -> Iterator[list[str]]:
    """The commands that a help lists, and those of their own."""
    for group in ([], ["sudoku"]):
        yield from ([*group, name] for name in listed_commands(minuet(*group, "--help").stdout))


# An option that takes a value, in a help.
VALUE = re.compile(r"^  (?:(-\w), )?(--[\w-]+) (?:\[(\w+)\||[A-Z])", re.M)


def test_an_option_with_one_value_is_given_once() -> None:
    """Every option of every command, with a value that it takes; flags may be given twice."""
    several = {"--only", "--parameter"}  # which may be repeated
    tried = 0
    for command in every_command():
        text = minuet(*command, "--help").stdout
        arguments = text.splitlines()[0].partition("[OPTIONS]")[2].split()
        files = ["1" for _ in arguments]
        for short, long, choice in VALUE.findall(text):
            if long in several:
                continue
            value = choice or "1"
            said = one_line(minuet(*command, *files, short or long, value, long, value))
            assert re.search(rf"Invalid value for .*'{long}': given twice, expected once", said)
            tried += 1
    assert tried > 100


def test_an_option_that_is_given_twice_is_one_line(tmp_path: Path) -> None:
    done = minuet("draw", "-o", "a.svg", "--output", "b.svg", text=GRID, cwd=tmp_path)
    what = "Invalid value for '-o' / '--output': given twice, expected once"
    assert one_line(done) == f"minuet: {what}; see minuet draw --help\n"
    assert not list(tmp_path.iterdir())


def test_a_flag_may_be_given_twice() -> None:
    assert minuet("list", "-q", "-q", text=GRID).stdout.count("\n") == 4


SOLVERS = completed("solve", "--solver", "")  # with every variant


@pytest.mark.parametrize("name", SOLVERS)
def test_threads_and_memory_are_taken_by_those_who_declare_them(name: str) -> None:
    solver = get_solver(name)
    for option, takes, refusal in (
        (("--threads", "2"), solver.takes_threads, f"threads: solver {name} takes none"),
        (("--memory", "1M"), solver.takes_memory, f"memory: solver {name} takes none"),
    ):
        command = "solve" if option[0] == "--threads" and Goal.BEST in solver.goals else "count"
        if command == "count" and Goal.COUNT not in solver.goals:
            continue
        done = minuet(command, "--solver", name, *option, text="a b\na |1\nb\na b |5\n")
        assert (refusal not in done.stderr) == takes, done.stderr
        if not takes:
            assert refusal in one_line(done)
        elif command == "solve":
            assert (done.returncode, done.stdout) == (0, "a |1\nb\nobjective 1\n")


def test_solvers_with_threads_or_memory_are_these() -> None:
    """Dancing links and masks split the tree, CP-SAT has workers, optimize lanes, auto all."""
    assert {"auto", *solver_names()} <= set(SOLVERS)
    threads = {name for name in SOLVERS if get_solver(name).takes_threads}
    native = {"dlx", *(name for name in SOLVERS if name.startswith("dlx:"))}
    masks = {"bitmask", *(f"bitmask:{path}" for path in ("avx512", "avx2", "portable"))}
    assert threads == {"auto", "cpsat", "optimize"} | native | masks
    memory = {name for name in SOLVERS if get_solver(name).takes_memory}
    assert memory == {"auto", "memo", "bitmask:python"}


class Plain(DancingLinks):
    name = "plain"
    takes_threads = False


class Threaded(DancingLinks):
    name = "threaded"
    takes_parameters = True

    def solutions(self, query: Query, progress: Progress) -> Iterator[Any]:
        print(dict(query.parameters))
        return iter(super().solutions(query, progress))


def test_a_solver_of_another_package_takes_what_it_declares(plug_in: Callable[..., None]) -> None:
    plug_in("solvers", plain=Plain, threaded=Threaded)
    said = one_line(minuet("solve", "--solver", "plain", "--threads", "2", text=GRID))
    assert "threads: solver plain takes none" in said
    for arguments in (("plain", "--threads", "1"), ("threaded", "--threads", "2")):
        assert minuet("solve", "--solver", *arguments, text=GRID).returncode == 0


@pytest.mark.parametrize("number", ["1_0", "\uff11", "\u0661", "\u00a01"])
@pytest.mark.parametrize(
    "option",
    [
        ("list", "--limit"),
        ("solve", "--seed"),
        ("solve", "--time-limit"),
        ("improve", "--gap"),
        ("explain", "--choice"),
    ],
)
def test_numbers_are_plain_digits(option: tuple[str, str], number: str) -> None:
    assert option[1] in one_line(minuet(*option, number, text="a b\na\nb\n"))


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("10", 10),
        ("-1.5", -1.5),
        ("true", True),
        ("1_0", "1_0"),
        ("\uff11", "\uff11"),
        ("1_0.5", "1_0.5"),
    ],
)
def test_a_parameter_that_is_no_plain_number_is_a_word(
    written: str, value: object, plug_in: Callable[..., None]
) -> None:
    plug_in("solvers", threaded=Threaded)
    done = minuet("solve", "--solver", "threaded", "--parameter", f"seed={written}", text=GRID)
    assert done.stdout.splitlines()[0] == str({"seed": value}), done.stderr
