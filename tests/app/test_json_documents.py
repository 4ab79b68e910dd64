"""What `--json` prints: documents that the schema knows, of every command."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from minuet.models import Answer, ExactCover, Puzzle
from minuet.models.formats import read
from minuet.models.gallery import entry
from minuet.solvers import solutions, solve

from command_line import listed_commands, one_line
from documents import KINDS, SCHEMA, documents
from in_process import minuet
from oracle.problems import GRID, PRICED

GUIDE = Path(__file__).parents[2] / "docs/command-line.md"

# Commands that print texts of a format of their own: a judge's, a shell's.
TEXTS = {"contest", "completion", "export", "serve", "verify"}  # verify: its own program

CHECKPOINT = "sudoku.checkpoint"  # of a count that is done before
RECORDS = "records"

SET = "sudoku.set"  # of a count that keeps it
SUITE = "suite.toml"
OF_SUITE = 'gallery = ["queens-8"]\nquestions = ["count"]\nsolvers = ["dlx"]\nseconds = 60\n'

LEVELS = """\
[choices.way]
columns = ["name", "price", "minutes"]
rows = [["bus", 2, 40], ["taxi", 30, 10]]
[rules]
one = { exactly_one = "way", by = "1" }
[[minimize]]
level = 1
way = "price"
[[minimize]]
way = "minutes"
"""

# Commands that print what `list` does, and what `solve` does.
LIKE_OTHERS = {"sample", "diverse", "bottleneck"}

# One of many lines of a puzzle: the document behind them says what was read.
LINES = {"improvement", "point", "solution"}
# Documents of what is in no text.
UNREAD = {
    *("experiment", "experiment_plan", "report", "status", "fuzz", "generated"),
    *("formats", "gallery", "generators", "solvers", "version"),
}

# What prints a document of each kind.
PRINTED = {
    "count": (["count"], GRID),
    "result": (["solve"], GRID),
    "improvement": (["improve", "--json"], PRICED),
    "solution": (["list"], PRICED),
    "solutions": (["list", "--limit", "1"], GRID),
    "check": (["check", "--solvers", "dlx,bitmask"], GRID),
    "class_check": (
        ["check", "--symmetries", "known", "--solvers", "dlx,sat", "gallery:slothouber-graatsma"],
        "",
    ),
    "classes": (["count", "--symmetries", "known", "gallery:slothouber-graatsma"], ""),
    "converted": (["convert", "--to", "dlx"], GRID),
    "generators": (["generators"], ""),
    "generated": (["sudoku", "generate", "--size", "4", "--seed", "1"], ""),
    "minimized": (["sudoku", "minimize"], GRID),
    "estimate": (["estimate"], GRID),
    "experiment": (["experiment", SUITE], ""),
    "experiment_plan": (["experiment", SUITE, "--dry-run"], ""),
    "explanation": (["explain"], GRID),
    "features": (["features"], GRID),
    "formats": (["formats"], ""),
    "front": (["pareto"], LEVELS),
    "fuzz": (["fuzz", "--cases", "4", "--seed", "1", "--solvers", "dlx,bitmask"], ""),
    "gallery": (["gallery"], ""),
    "marginals": (["marginals"], GRID),
    "solution_set": (["fold", "-o", SET], GRID),
    "picture": (["draw", "--solution"], GRID),
    "point": (["pareto"], LEVELS),
    "rating": (["sudoku", "rate"], GRID),
    "report": (["report", RECORDS], ""),
    "solvers": (["solvers"], ""),
    "status": (["status", CHECKPOINT], ""),
    "version": (["version"], ""),
}


def test_the_schema_is_one_and_every_kind_has_its_own_place_in_it() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert sorted(KINDS) == list(KINDS)
    for kind in KINDS:
        assert SCHEMA["$defs"][kind]["properties"]["kind"] == {"const": kind}
        assert f"`{kind}`" in GUIDE.read_text(encoding="utf-8"), (
            f"docs/command-line.md lacks {kind}"
        )


@pytest.mark.parametrize("kind", KINDS)
def test_a_document_of_every_kind_is_as_the_schema_says(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments, text = PRINTED[kind]
    monkeypatch.chdir(tmp_path)
    if CHECKPOINT in arguments:
        assert minuet("count", "--checkpoint", CHECKPOINT, text=GRID).stdout == "1\n"
    if SUITE in arguments or RECORDS in arguments:
        Path(SUITE).write_text(OF_SUITE)
    if RECORDS in arguments:
        assert minuet("experiment", SUITE, "--out", RECORDS).returncode == 0
    done = minuet(*arguments, "--json", text=text)
    assert done.returncode == 0, done.stderr
    told = documents(done.stdout)
    assert kind in [one["kind"] for one in told]
    whole = Draft202012Validator(SCHEMA)
    assert all(whole.is_valid(one) for one in told)
    assert {tuple(one)[:2] for one in told} == {("minuet", "kind")}
    assert {one["kind"] for one in told if "reading" not in one} <= UNREAD | LINES
    assert {one["kind"] for one in told if "reading" in one}.isdisjoint(UNREAD | LINES)
    assert all(("context" in one) is ("reading" in one) for one in told)


PARTIAL_TEXT = "unread: 3 lines\nunread: rules in words\n1...\n..3.\n.4..\n...2\n"
PARTIAL_READING = {
    "format": "partial",
    "summary": "4x4 sudoku, 4 givens",
    "warnings": ["3 lines", "rules in words"],
}


@pytest.fixture
def partial(plug_in: Callable[..., None]) -> None:
    """The format `partial` is known."""
    plug_in("formats", partial="partial_reader:PARTIAL")


@pytest.mark.usefixtures("partial")
@pytest.mark.parametrize(
    "command",
    [
        ["solve"],
        ["list"],
        ["count"],
        ["check", "--solvers", "dlx,bitmask"],
        ["explain"],
        ["estimate"],
        ["marginals"],
        ["features"],
        ["convert", "--to", "dlx"],
        ["draw"],
        ["sudoku", "rate"],
    ],
    ids=" ".join,
)
def test_a_document_says_what_was_read_and_what_was_not(command: list[str]) -> None:
    done = minuet(*command, "--json", text=PARTIAL_TEXT)
    assert done.returncode == 0, done.stderr
    *lines, last = documents(done.stdout)
    assert last["reading"] == PARTIAL_READING
    assert {one["kind"] for one in lines} <= LINES
    assert done.stderr.count("rules in words") == 1


def test_each_of_many_puzzles_tells_of_the_file_that_all_of_them_stand_in() -> None:
    told = documents(minuet("solve", "--json", text=f"{GRID}\n{GRID}\n").stdout, "result")
    assert [one["reading"]["summary"] for one in told] == ["2 sudokus"] * 2


@pytest.mark.usefixtures("partial")
def test_verbose_names_what_was_read_and_repeats_no_warning() -> None:
    said = minuet("count", "-v", text=PARTIAL_TEXT).stderr.splitlines()
    assert said[:4] == [
        "minuet: <stdin>: 3 lines",
        "minuet: <stdin>: rules in words",
        "minuet: read: 4x4 sudoku, 4 givens",
        "minuet: not read: 2 parts, named above",
    ]
    assert "not read" not in "".join(said[4:])
    said = minuet("count", "-v", "gallery:queens-8").stderr.splitlines()
    assert said[0] == "minuet: read: eight queens, table queen of 64 choices, 4 rules"
    assert "read: " not in minuet("count", text=PARTIAL_TEXT).stderr


def test_what_nobody_measured_of_one_among_many_is_null() -> None:
    told = documents(minuet("solve", "--json", text=f"{GRID}\n{GRID}\n").stdout, "result")
    assert [(one["nodes"], one["compile_seconds"]) for one in told] == [(None, None)] * 2


def test_a_puzzle_that_was_made_or_minimized_or_converted_is_a_text_within_json() -> None:
    for command in ("sudoku generate --size 4 --seed 3", "convert --to dlx"):
        (told,) = documents(minuet(*command.split(), "--json", text=GRID).stdout)
        assert told["text"].strip() == minuet(*command.split(), text=GRID).stdout.strip()
    two = documents(minuet("sudoku", "minimize", "--json", text=f"{GRID}\n{GRID}\n").stdout)
    assert [one["puzzle"] for one in two] == [1, 2]


def test_a_count_past_what_floating_point_holds_is_a_string_of_digits() -> None:
    free = [f"x{number}" for number in range(54)]
    text = "\n".join([f"a | {' '.join(free)}", "a", *free, ""])
    (told,) = documents(minuet("count", "--json", text=text).stdout, "count")
    assert told["count"] == str(2**54)


TWO_TABLES = """
[choices.hue]
place = ["\\u00fcber", "b"]
value = "1..2"
[choices.sum]
of = "1..2"
[rules]
place = { exactly_one = "hue", by = "place" }
of = { at_most_one = "sum", by = "of" }
"""


def read_or_listed(text: str) -> Puzzle | ExactCover:
    """Return the puzzle of a text, or of the gallery."""
    if text.startswith("gallery:"):
        return entry(text.removeprefix("gallery:")).load()
    return read(text).problems[0]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        (TWO_TABLES, 16),
        ("gallery:soma", 20),
        ("gallery:word-square-3", 20),
        (" | x\nx\n", 2),  # none of the options, or the one there is
        (PRICED.replace("|3", "").replace("|1", "").replace("|9", "").replace("|2", ""), 3),
        ("a\n" + "a\n" * 4500, 4500),  # more than are printed together
    ],
    ids=["tables", "packing", "words", "empty", "matrix", "many"],
)
def test_lines_are_what_the_documents_of_the_answers_would_be(text: str, number: int) -> None:
    search = ["list", "--json", "--limit", "4501" if number == 4500 else str(number)]
    given = [text] if text.startswith("gallery:") else []
    *lines, last = minuet(*search, *given, text="" if given else text).stdout.splitlines()
    found = list(islice(solutions(read_or_listed(text)), number))
    expected = [
        json.loads(json.dumps(one.to_dict())) if isinstance(one, Answer) else {"options": list(one)}
        for one in found
    ]
    told = [json.loads(line) for line in lines]
    assert [one["answer"] for one in told] == expected
    assert {(one["kind"], one["puzzle"]) for one in told} == {("solution", 1)}
    assert len(told) == json.loads(last)["count"] == number
    documents("\n".join(lines[:20]), "solution")


def commands_of(*group: str) -> Iterator[tuple[str, str]]:
    """Yield the commands that a help lists, each with its own help."""
    for name in listed_commands(minuet(*group, "--help").stdout):
        text = minuet(*group, name, "--help").stdout
        if listed_commands(text):
            yield from commands_of(*group, name)
        else:
            yield " ".join([*group, name]), text


def test_every_command_has_json_but_for_those_whose_output_is_a_format_of_its_own() -> None:
    """What they print is looked at above, whatever kind it says it is of."""
    helps = dict(commands_of())
    without = {name for name, text in helps.items() if "--json " not in text}
    assert without <= TEXTS
    asked = {
        " ".join(words)
        for arguments, _ in PRINTED.values()
        for words in (arguments[:1], arguments[:2])
    }
    assert set(helps) - without <= asked | LIKE_OTHERS
    assert set(PRINTED) == set(KINDS)


@pytest.mark.parametrize("command", ["solve", "count"])
def test_a_limit_that_came_first_is_told_by_a_document_too(command: str) -> None:
    done = minuet(command, "--json", "--time-limit", "0", text="." * 81)
    (told,) = documents(done.stdout)
    assert (done.returncode, told["status"], told["complete"]) == (3, "UNKNOWN", False)


@pytest.mark.parametrize("command", ["solve", "count", "check", "explain"])
def test_an_error_is_a_line_on_standard_error_with_json_as_without(command: str) -> None:
    for arguments in ([], ["--json"]):
        done = minuet(command, *arguments, text="1 2\n3\n")
        assert one_line(done)


@pytest.mark.parametrize("arguments", [[], ["--threads", "2"], ["--solver", "cpsat"]])
def test_puzzles_of_one_file_are_told_one_by_one_whoever_answers_them(
    arguments: list[str],
) -> None:
    clash, plain = "11" + "." * 14, "1......3.4.....2"
    first, second = documents(
        minuet("solve", "--json", *arguments, text=f"{clash}\n{plain}\n").stdout, "result"
    )
    assert (first["puzzle"], first["status"], "answer" in first) == (1, "INFEASIBLE", False)
    assert (second["puzzle"], second["status"]) == (2, "OPTIMAL")
    (alone,) = documents(minuet("solve", "--json", *arguments, text=plain).stdout, "result")
    assert second["answer"] == alone["answer"]


TIMES = {"compile_seconds", "search_seconds", "encode_seconds", "load_seconds"}


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("1......3.4.....2\n", "OPTIMAL"),
        ("11" + "." * 14 + "\n", "INFEASIBLE"),
        (PRICED, "OPTIMAL"),
        (TWO_TABLES, "OPTIMAL"),
    ],
    ids=["sudoku", "none", "matrix", "tables"],
)
def test_the_line_of_a_result_is_its_dictionary(text: str, status: str) -> None:
    (told,) = documents(minuet("solve", "--json", text=text).stdout, "result")
    result: dict[str, Any] = json.loads(json.dumps(solve(read_or_listed(text)).to_dict()))
    assert set(told) == {"minuet", "kind", "puzzle", "reading", "context", *result}
    keys = [key for key in told if key != "context"]
    assert keys == ["minuet", "kind", "puzzle", "reading", *result]
    assert told["status"] == status
    for name in set(result) - TIMES:
        assert told[name] == result[name], name


PREFERENCES = """
[choices.cell]
row = "0..1"
col = "0..1"
[rules]
row = { exactly_one = "cell", by = "row" }
col = { at_most_one = "cell", by = "col", prefer = { weight = 5, level = 1 } }
"""


def test_what_preferences_an_answer_leaves_broken_stands_beside_it() -> None:
    text = PREFERENCES + 'first = { exactly = 0, of = "cell", prefer = 2 }\n'
    (told,) = documents(minuet("solve", "--json", text=text).stdout, "result")
    broken = [
        {"rule": "first", "text": "first all: 2 chosen, expected exactly 0", "cost": 2, "level": 0}
    ]
    assert told["broken"] == broken
    assert list(told)[-3:] == ["broken", "context", "answer"]
    (puzzle,) = read(text, form="toml").problems
    assert [*solve(puzzle).to_dict()["broken"]] == broken
    *best, _ = documents(minuet("list", "--limit", "3", "--json", text=text).stdout)
    assert [[one["rule"] for one in each["broken"]] for each in best] == [
        ["first"],
        ["first"],
        ["col", "first"],
    ]
    (kept,) = documents(minuet("solve", "--json", text=PREFERENCES).stdout, "result")
    assert kept["broken"] == []
    assert "broken" not in documents(minuet("solve", "--json", text=GRID).stdout, "result")[0]
