"""What a suite aims at, held against records; and answers as they get better."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from minuet.experiments import Outcome, Record, Records, read_suite, report
from minuet.models import InputError

from made_records import rows, run

SUITE = """
target = [
    { family = "x", solver = "a", by = ["b", "c"], most = 0.5 },
    { family = "x", solver = "a", by = ["b"], most = 0.5, over = "worst" },
    { family = "x", solver = "b", most = 3, about = "b in time" },
    { family = "x", solver = "a", figure = "memory", most = 1e9, over = "worst" },
    { family = "x", solver = "c", by = ["d"], most = 1 },
    { family = "x", solver = "e", most = 1 },
]
"""


def told(records: list[Record], folder: Path, text: str = SUITE) -> Any:
    with Records(folder) as kept:
        for one in records:
            kept.add(one)
        kept.plan("made", "made.toml", text, [])
    return report(folder)


def test_targets_are_ratios_to_the_best_of_others_and_bounds(tmp_path: Path) -> None:
    times = {"x-1": (1.0, 4.0, 2.0), "x-2": (2.0, 2.0, 8.0), "x-3": (1.0, None, None)}
    records = [
        run(name, solver, seconds, peak_memory=1 << 20)
        for name, each in times.items()
        for solver, seconds in zip("abc", each, strict=True)
    ]
    records.append(run("y-1", "a", 50.0))
    records.append(run("x-1", "e", outcome=Outcome.UNSUPPORTED))
    assert rows(told(records, tmp_path), "Targets") == [
        ["x, a: time by that of b or c", "≤ 0.500", "0.368", "met"],  # 1/2, 1, 1/10
        ["x, a: time by that of b, the worst", "≤ 0.500", "1.00", "not met"],
        ["b in time", "≤ 3.00 s", "no answer", "not met"],
        ["x, a: memory, the worst", "≤ 1000 MB", "1.05 MB", "met"],
        ["x, c: time by that of d", "≤ 1.00", "–", "not measured"],
        ["x, e: time", "≤ 1.00 s", "–", "not measured"],
    ]


def test_without_targets_there_is_no_section(tmp_path: Path) -> None:
    for text in ("", 'name = "x"', "no suite at all"):
        titles = [one.title for one in told([run("x-1", "a", 1.0)], tmp_path, text).sections]
        assert "Targets" not in titles


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ('solver = "dlxx"', "solver 'dlxx', expected one of the suite's; did you mean dlx"),
        ('solver = "dlx", family = "no"', "family 'no', expected one of the suite's"),
        ('solver = "dlx", question = "best"', "question 'best', expected one of the suite's"),
        ('solver = "dlx", by = ["x"]', "'x', expected one of the suite's"),
        ('solver = "dlx", over = "sum"', "over 'sum', expected one of mean, worst"),
        ('solver = "dlx", figure = "size"', "expected one of time, wall, memory, nodes"),
    ],
)
def test_a_target_is_of_what_the_suite_has(target: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "suite.toml"
    head = 'gallery = ["queens-8"]\nquestions = ["count"]\nsolvers = ["dlx"]\n'
    file.write_text(f"{head}target = [{{ {target}, most = 1 }}]\n")
    with pytest.raises(InputError) as error:
        read_suite(file)
    assert message in str(error.value)
    file.write_text(f'{head}target = [{{ solver = "dlx", most = 0 }}]\n')
    with pytest.raises(InputError, match="expected a number above 0"):
        read_suite(file)


def test_the_area_of_the_gap_is_told_of_searches_that_improve(tmp_path: Path) -> None:
    def improving(solver: str, moments: list[tuple[float, int | None, int]], **more: Any) -> Record:
        seconds, objective, bound = zip(*moments, strict=True)
        incumbents = {"seconds": seconds, "objective": objective, "bound": bound}
        return run("x-1", solver, question="improving", incumbents=incumbents, **more)

    done = {"outcome": Outcome.ANSWERED, "status": "OPTIMAL", "objective": 10, "bound": 10}
    records = [
        improving("a", [(0.5, 11, 10), (2.0, 10, 10)], seconds=2.0, **done),
        improving("b", [(1.0, None, 5), (2.0, 20, 5), (4.0, 10, 5)], objective=10, bound=5),
    ]
    found = told(records, tmp_path)
    assert rows(found, "Better answers") == [
        ["x", "a", "1 of 1", "0.50", "0.64", "0 %"],  # 0.5 + 1.5 / 11
        ["x", "b", "0 of 1", "2.0", "3.0", "0 %"],  # 2 + 2 / 2
    ]
    drawn = dict(found.pictures())["improving-x"].decode()
    assert all(word in drawn for word in ("gap, per cent", "wall seconds"))
