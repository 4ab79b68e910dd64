"""`minuet improve` and `minuet bottleneck`: the best answer as it gets better."""

from __future__ import annotations

import re

import pytest

from documents import documents
from in_process import minuet

COVER = "a b c\na b |3\nc |1\na c |1\nb |2\nb c |9\na |7\n"


def test_each_better_answer_is_a_document() -> None:
    done = minuet("improve", "--solver", "dlx", "--json", text=COVER)
    *better, result = documents(done.stdout)
    assert {one["kind"] for one in better} == {"improvement"}
    last = [one for one in better if one["better"] == "answer"][-1]
    assert (last["objective"], last["answer"]) == (3, {"options": [2, 3]})
    assert (result["kind"], result["status"], result["gap"]) == ("result", "OPTIMAL", 0)


def test_in_a_pipe_progress_is_lines() -> None:
    done = minuet("improve", "--solver", "dlx", text=COVER)
    assert done.stdout.endswith("objective 3\n")
    assert re.search(r"\d s, objective 3, bound 3, gap 0.00%, dlx$", done.stderr, re.MULTILINE)


def test_two_threads_are_followed_as_one() -> None:
    done = minuet("improve", "--threads", "2", text=COVER)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "objective 3")
    assert re.search(r"\d s, objective 3, bound 3, gap 0.00%, \w+$", done.stderr, re.MULTILINE)
    done = minuet("improve", "--threads", "2", "--json", text=COVER)
    *_, result = documents(done.stdout)
    assert (result["status"], result["objective"], result["bound"]) == ("OPTIMAL", 3, 3)


def test_an_answer_that_is_near_enough_is_said_to_be() -> None:
    done = minuet("improve", "--solver", "cpsat", "--gap", "1", "--seed", "1", text=COVER)
    assert done.returncode == 0
    near = re.search(r"within a gap of [0-9.]+%: not proved the best; the bound", done.stderr)
    assert near or done.stdout.endswith("objective 3\n")


def test_the_largest_cost_is_made_least() -> None:
    done = minuet("bottleneck", "--solver", "dlx", text=COVER)
    assert (done.returncode, done.stdout) == (0, "a c |1\nb |2\nobjective 2\n")


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (["improve", "--gap", "-1"], "should be greater than or equal to 0"),
        (["improve", "--limit", "2"], "No such option '--limit'"),
        (["improve", "--evidence", "agreed"], "No such option '--evidence'"),
        (["bottleneck", "--gap", "1"], "No such option '--gap'"),
        (["solve", "--gap", "1"], "did you mean minuet improve --gap G?"),
        (["solve", "--progress"], "did you mean minuet improve?"),
        (["improve", "--threads", "2", "--solver", "sat"], "threads: solver sat takes none"),
    ],
)
def test_what_does_not_go_together_is_refused(arguments: list[str], wrong: str) -> None:
    done = minuet(*arguments, text=COVER)
    assert (done.returncode, done.stdout) == (2, "")
    assert wrong in done.stderr
    assert done.stderr.count("\n") == 1
