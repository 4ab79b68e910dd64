"""`--evidence agreed` on the command line, and what is shown where there is less."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence

import pytest
from own_solvers import Options

from minuet.solvers.contract import Progress, Query, Solver
from minuet.solvers.second_opinion import opinion

from command_line import one_line
from in_process import minuet
from oracle.problems import HARD, NEGATIVE, PRICED

NONE = "a b\na\n"  # no solution
TWO = "a\na\na\n"
NOBODY = "(not agreed: no solver of another kind can answer this)"
AGREED = ["--evidence", "agreed"]


class FindsOne(Solver):
    """Finds one solution, whatever there is."""

    def version(self) -> str:
        return "1"

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        yield [(0,)]
        progress.complete = True


class Struck(Solver):
    """Ctrl-C strikes as soon as it is asked."""

    def version(self) -> str:
        return "1"

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        raise KeyboardInterrupt


@pytest.fixture
def nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """None of minuet's own solvers is asked besides, only those of other packages."""
    monkeypatch.setattr(opinion, "OPINIONS", opinion.Opinions((), (), (), ()))


@pytest.mark.parametrize(
    ("command", "text", "printed"),
    [
        (["solve"], NONE, "INFEASIBLE\n"),
        (["solve"], TWO, "a\n"),
        (["list"], TWO, "a\na\n"),
        (["list", "--limit", "1"], TWO, "a\n"),
        (["solve"], NEGATIVE, "a |-5\nobjective -5\n"),
        (["list", "--limit", "1"], NEGATIVE, "a |-5\nobjective -5\n"),
        (["count"], TWO, "2\n"),
        (["count"], NONE, "0\n"),
    ],
)
def test_what_is_agreed_on_is_printed_as_ever(command: list[str], text: str, printed: str) -> None:
    for asked in ([], ["--evidence", "claimed"], AGREED):
        done = minuet(*command, "--solver", "dlx", *asked, text=text)
        assert (done.returncode, done.stdout) == (0, printed), done.stderr


@pytest.mark.usefixtures("nobody")
def test_an_answer_that_nobody_agrees_on_says_so() -> None:
    done = minuet("solve", "--solver", "dlx", *AGREED, text=NONE)
    claimed = f"no solution: claimed by dlx {NOBODY}"
    assert (done.returncode, done.stdout) == (3, f"UNKNOWN\nevidence: {claimed}\n")
    done = minuet("solve", "--solver", "dlx", *AGREED, text=NEGATIVE)
    claimed = f"a solution: verified; none better: claimed by dlx {NOBODY}"
    printed = f"a |-5\nobjective -5\nevidence: {claimed}\n"
    assert (done.returncode, done.stdout) == (3, printed)
    done = minuet("solve", "--solver", "dlx", *AGREED, text=TWO)
    assert (done.returncode, done.stdout) == (0, "a\n")


@pytest.mark.usefixtures("nobody")
@pytest.mark.parametrize(
    ("command", "text", "printed", "claims"),
    [
        (["count"], TWO, "", f"2 solutions: claimed by dlx {NOBODY}"),
        (
            ["list"],
            TWO,
            "a\na\n",
            f"each solution: verified; 2 in all: claimed by dlx {NOBODY}",
        ),
        (
            ["list", "--limit", "1"],
            NEGATIVE,
            "a |-5\nobjective -5\n",
            f"each solution: verified; none better left out: claimed by dlx {NOBODY}",
        ),
    ],
)
def test_a_number_that_nobody_agrees_on_is_left_open(
    command: list[str], text: str, printed: str, claims: str
) -> None:
    done = minuet(*command, "--solver", "dlx", *AGREED, text=text)
    assert (done.returncode, done.stdout) == (3, printed)
    assert done.stderr.splitlines()[-1] == f"minuet: evidence: {claims}"


@pytest.mark.usefixtures("nobody")
def test_a_limit_that_is_reached_needs_no_second_word() -> None:
    done = minuet("list", "--limit", "2", *AGREED, text=TWO)
    assert (done.returncode, done.stdout) == (0, "a\na\n")


@pytest.mark.usefixtures("nobody")
def test_sudokus_of_a_batch_that_are_left_open_say_so() -> None:
    clash = "11" + "." * 79
    done = minuet("solve", "--solver", "dlx", *AGREED, text=f"{HARD}\n{clash}\n")
    assert done.returncode == 3
    solved, *left_open = done.stdout.split("\n\n")
    assert len(solved) == 81
    assert left_open == [f"UNKNOWN\nevidence: no solution: claimed by dlx {NOBODY}\n"]


@pytest.mark.usefixtures("nobody")
def test_a_contradiction_names_both(plug_in: Callable[..., None]) -> None:
    plug_in("solvers", findsone=FindsOne)
    done = minuet("count", "--solver", "dlx", *AGREED, text=TWO)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines()[-1] == (
        "minuet: solvers dlx and findsone contradict each other: dlx counts 2 solutions in all, "
        "findsone counts 1 solution in all"
    )


@pytest.mark.usefixtures("nobody")
@pytest.mark.parametrize(
    ("command", "text", "printed", "claim"),
    [
        ("count", TWO, "", "2 solutions"),
        ("solve", NEGATIVE, "a |-5\nobjective -5\n", "a solution: verified; none better"),
    ],
)
def test_ctrl_c_while_a_second_is_asked_tells_what_was_found(
    command: str, text: str, printed: str, claim: str, plug_in: Callable[..., None]
) -> None:
    plug_in("solvers", struck=Struck)
    done = minuet(command, "--solver", "dlx", *AGREED, text=text)
    assert (done.returncode, done.stdout) == (130, printed)
    told = f"evidence: {claim}: claimed by dlx (not agreed: interrupted)"
    assert done.stderr.splitlines()[-1] == f"minuet: interrupted: {told}"


@pytest.mark.parametrize("command", ["solve", "count"])
@pytest.mark.parametrize("level", ["verified", "agred", ""])
def test_evidence_that_cannot_be_had_is_refused(command: str, level: str) -> None:
    done = minuet(command, "--evidence", level, text=TWO)
    assert (done.returncode, done.stdout) == (2, "")
    assert "expected claimed, agreed, certified or proved" in one_line(done)


def test_json_tells_the_evidence() -> None:
    found = json.loads(minuet("solve", "--json", "--solver", "dlx", text=NONE).stdout)
    assert found["evidence"] == {
        "level": "claimed",
        "claims": [{"claim": "no solution", "level": "claimed", "by": ["dlx"]}],
    }
    done = minuet("list", "--json", "--limit", "3", "--solver", "dlx", *AGREED, text=PRICED)
    last = json.loads(done.stdout.splitlines()[-1])
    assert last["evidence"]["level"] == "agreed"
    assert [one["claim"] for one in last["evidence"]["claims"]] == [
        "each solution",
        "none better left out",
    ]


@pytest.mark.usefixtures("nobody")
def test_json_tells_why_nobody_agreed() -> None:
    done = minuet("solve", "--json", "--solver", "dlx", *AGREED, text=NONE)
    found = json.loads(done.stdout)
    assert (done.returncode, found["status"], found["complete"]) == (3, "UNKNOWN", False)
    (claim,) = found["evidence"]["claims"]
    assert claim["why"] == "no solver of another kind can answer this"


CERTIFIED = ["--evidence", "certified"]
BY = "certified by sat:glucose4 and dratify"


@pytest.mark.parametrize(
    ("command", "text", "printed"),
    [
        (["solve"], NONE, "INFEASIBLE\n"),
        (["list"], TWO, "a\na\n"),
        (["count"], TWO, "2\n"),
        (["count"], NONE, "0\n"),
    ],
)
def test_what_is_certified_is_printed_as_ever(command: list[str], text: str, printed: str) -> None:
    done = minuet(*command, "--solver", "dlx", *CERTIFIED, text=text)
    assert (done.returncode, done.stdout) == (0, printed), done.stderr


def test_json_tells_who_certified() -> None:
    found = json.loads(minuet("count", "--json", "--solver", "dlx", *CERTIFIED, text=TWO).stdout)
    claim = {"claim": "2 solutions", "level": "certified", "by": ["sat:glucose4", "dratify"]}
    assert found["evidence"] == {"level": "certified", "claims": [claim]}


def test_an_explanation_says_what_it_rests_on_where_that_is_asked() -> None:
    clash = "11" + "." * 79
    for asked, by in ((AGREED, "agreed by sat and dlx"), (CERTIFIED, BY)):
        done = minuet("explain", *asked, text=clash)
        told = f"evidence: the parts clash: {by}; each of them is needed: verified"
        assert (done.returncode, done.stdout.splitlines()[-1]) == (0, told)
    assert "evidence" not in minuet("explain", text=clash).stdout
    found = json.loads(minuet("explain", "--json", *CERTIFIED, text=clash).stdout)
    assert found["evidence"]["level"] == "certified"


def test_that_no_fewer_clash_is_certified_too() -> None:
    done = minuet("explain", "--smallest", *CERTIFIED, text="11" + "." * 14)
    told = "no fewer clash: certified by certify and check_certificate"
    assert (done.returncode, done.stdout.splitlines()[-1].endswith(told)) == (0, True)


def test_what_is_not_certified_ends_with_status_3() -> None:
    done = minuet("count", *CERTIFIED, "gallery:magic-hexagon-3", "--time-limit", "1")
    assert (done.returncode, done.stdout) == (3, "")
    assert "the time limit came first" in done.stderr
