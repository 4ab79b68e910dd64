"""The commands as a table: listed in the README, each with few options, told where to go."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from minuet.app.command import ELSEWHERE, EXCLUDES, NEEDS

from command_line import listed_commands, one_line
from in_process import minuet

ROOT = Path(__file__).parents[2]
MOST_OPTIONS = 16
MOST_PARAMETERS = 8
OF_EVERY_COMMAND = {"--quiet", "--verbose", "--no-color", "--help"}


def commands() -> list[tuple[str, ...]]:
    names = listed_commands(minuet("--help").stdout)
    return [
        (name, *more)
        for name in names
        for more in ([(one,) for one in listed_commands(minuet(name, "--help").stdout)] or [()])
    ]


def test_the_page_of_the_command_line_lists_every_command() -> None:
    table = re.findall(
        r"^\| `minuet (\w+)", (ROOT / "docs/command-line.md").read_text("utf-8"), re.M
    )
    listed = listed_commands(minuet("--help").stdout)
    assert sorted(table) == sorted(listed)


def options_of(*command: str) -> set[str]:
    """The options that the help of a command lists, short and long ones."""
    lines = re.findall(r"^  (-[-\w, /]+)", minuet(*command, "--help").stdout, re.M)
    return {option for line in lines for option in re.findall(r"--?\w[\w-]*", line)}


def test_a_command_is_a_file_and_the_table_has_every_one() -> None:
    files = {path.stem for path in (ROOT / "app/commands").glob("*.py")} - {"__init__"}
    assert files == set(listed_commands(minuet("--help").stdout))


def test_the_page_of_the_command_line_names_options_that_commands_have() -> None:
    page = (ROOT / "docs/command-line.md").read_text("utf-8")
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", page))
    assert len(named) > 20
    assert named <= set().union(*(options_of(*command) for command in commands()))


def test_the_tables_of_options_name_what_there_is() -> None:
    known = {name: options_of(name) for name in listed_commands(minuet("--help").stdout)}
    for name, groups in (*EXCLUDES.items(), *NEEDS.items()):
        for group in groups:
            assert set(group) <= known[name], name
    for name, others in ELSEWHERE.items():
        for option, command in others.items():
            other, *words = command.split()
            assert option not in known[name], name
            assert {word for word in words if word.startswith("-")} <= known[other], command


def test_no_command_has_many_options() -> None:
    for command in commands():
        text = minuet(*command, "--help").stdout
        options = set(re.findall(r"^  (?:-\w, )?(--?[\w-]+)", text, re.M)) - OF_EVERY_COMMAND
        assert len(options) <= MOST_OPTIONS, command


def test_no_function_of_a_command_has_many_parameters() -> None:
    for path in (ROOT / "app").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef):
                told = node.args
                every = [*told.posonlyargs, *told.args, *told.kwonlyargs, told.vararg, told.kwarg]
                number = sum(one is not None for one in every)
                assert number <= MOST_PARAMETERS, f"{path}: {node.name}"


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (["solve", "--threads", "0"], "'--threads': 0 threads, expected a whole number, 1 to 256"),
        (["count", "--memory", "1X"], "'--memory': '1X' is no size"),
        (["count", "--memory", "0"], "'--memory': memory of 0 bytes, expected a whole number"),
        (["solve", "--seed", "-1"], "'--seed': seed -1, expected"),
        (["list", "--on", "nowhere"], "'--on': 'nowhere', expected processes:N"),
        (["solve", "--evidence", "sure"], "'--evidence': "),
        (["solve", "--parameter", "x"], "'--parameter': 'x' is not NAME=VALUE"),
        (["solve", "--parameter", "x=1", "--parameter", "x=2"], "'x' comes twice"),
    ],
    ids=lambda one: " ".join(one) if isinstance(one, list) else "",
)
def test_a_value_out_of_its_range_is_named_with_its_option(
    arguments: list[str], wrong: str
) -> None:
    said = one_line(minuet(*arguments, "gallery:queens-8"))
    assert wrong in said
    assert said.endswith(f"; see minuet {arguments[0]} --help\n") or "did you mean" in said


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (["solve", "--solver", "sat", "--threads", "2"], "threads: solver sat takes none"),
        (["list", "--solver", "mip", "--threads", "2"], "threads: solver mip takes none"),
        (["count", "--solver", "dlx", "--memory", "1G"], "memory: solver dlx takes none"),
        (["solve", "--parameter", "x=1"], "parameters: solver auto takes none; name the one"),
        (["count", "--on", "processes:2", "--threads", "2"], "on: not beside threads"),
        (["contest", "poj-3074", "--solver", "sat", "--threads", "2"], "solver sat takes none"),
    ],
    ids=lambda one: " ".join(one) if isinstance(one, list) else "",
)
def test_a_setting_that_does_not_fit_is_wrong_usage(arguments: list[str], wrong: str) -> None:
    file = [] if arguments[0] == "contest" else ["no/such/file"]  # it is said before one is read
    said = one_line(minuet(*arguments, *file))
    assert wrong in said
    assert said.endswith(f"; see minuet {arguments[0]} --help\n")
