"""What `--json` prints: documents that the schema knows, of every command."""

from __future__ import annotations

from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from documents import KINDS, SCHEMA, documents
from in_process import minuet
from oracle.problems import GRID, PRICED

GUIDE = Path(__file__).parents[2] / "docs/json.md"

# What prints a document of each kind.
PRINTED = {
    "count": (["count"], GRID),
    "result": (["solve"], GRID),
    "solution": (["solve", "--all"], PRICED),
    "solutions": (["solve", "--limit", "1"], GRID),
    "check": (["check", "--solvers", "dlx,bitmask"], GRID),
    "estimate": (["estimate"], GRID),
    "explanation": (["explain"], GRID),
    "formats": (["formats"], ""),
    "fuzz": (["fuzz", "--seconds", "0.5", "--solvers", "dlx,bitmask"], ""),
    "gallery": (["gallery"], ""),
    "solvers": (["solvers"], ""),
    "version": (["version"], ""),
}


def test_the_schema_is_one_and_every_kind_has_its_own_place_in_it() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert sorted(KINDS) == list(KINDS)
    for kind in KINDS:
        assert SCHEMA["$defs"][kind]["properties"]["kind"] == {"const": kind}
        assert f"`{kind}`" in GUIDE.read_text(encoding="utf-8"), f"docs/json.md lacks {kind}"


@pytest.mark.parametrize("kind", KINDS)
def test_a_document_of_every_kind_is_as_the_schema_says(kind: str) -> None:
    arguments, text = PRINTED[kind]
    done = minuet(*arguments, "--json", text=text)
    assert done.returncode == 0, done.stderr
    told = documents(done.stdout)
    assert kind in [one["kind"] for one in told]
    whole = Draft202012Validator(SCHEMA)
    assert all(whole.is_valid(one) for one in told)
    assert {tuple(one)[:2] for one in told} == {("minuet", "kind")}


def test_a_count_past_what_floating_point_holds_is_a_string_of_digits() -> None:
    free = [f"x{number}" for number in range(54)]
    text = "\n".join([f"a | {' '.join(free)}", "a", *free, ""])
    (told,) = documents(minuet("count", "--json", text=text).stdout, "count")
    assert told["count"] == str(2**54)
