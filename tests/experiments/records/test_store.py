"""The records of an experiment are read as they were written, and a kill tears none."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minuet.experiments import Outcome, Record, Records, contradictions
from minuet.models import InputError

NUMBERS = st.none() | st.integers(0, 10**40)
RECORDS = st.builds(
    Record,
    key=st.text("0123456789abcdef", min_size=4, max_size=4),
    instance=st.text(max_size=5),
    family=st.text(max_size=5),
    n=st.none() | st.floats(0, 100),
    question=st.sampled_from(["first", "count", "all", "best", "unique"]),
    solver=st.sampled_from(["dlx", "sat:cadical195"]),
    settings=st.dictionaries(st.text(max_size=3), st.integers() | st.text(max_size=3), max_size=2),
    limits=st.just({"seconds": 1.5, "memory": None}),
    outcome=st.sampled_from(Outcome),
    complete=st.booleans(),
    count=NUMBERS,
    objective=st.none() | st.integers(-(10**30), 10**30),
    bound=NUMBERS,
    seconds=st.floats(0, 1e6),
)


@settings(max_examples=30)
@given(st.lists(RECORDS, max_size=5, unique_by=lambda record: record.key))
def test_records_are_read_as_they_were_written(records: list[Record]) -> None:
    with TemporaryDirectory() as folder:
        with Records(Path(folder)) as kept:
            for record in records:
                kept.add(record)
        with Records(Path(folder)) as kept:
            assert list(kept) == records
            assert len(kept) == len(records)
            assert kept.keys() == {record.key for record in records}


def test_a_run_has_one_record(tmp_path: Path) -> None:
    asked = {"key": "a", "instance": "i", "family": "f", "question": "count", "solver": "dlx"}
    with Records(tmp_path) as kept:
        kept.add(Record(outcome=Outcome.TIMEOUT, **asked))
        kept.add(Record(outcome=Outcome.ANSWERED, count=92, **asked))
        assert [record.count for record in kept] == [92]


WRITER = """
import sys
from pathlib import Path
from minuet.experiments import Outcome, Record, Records
with Records(Path(sys.argv[1])) as kept:
    for n in range(100000):
        kept.add(Record(key=str(n), instance="i", family="f", question="count", solver="dlx",
                        outcome=Outcome.ANSWERED, count=n))
        print(n, flush=True)
"""


def test_a_kill_loses_no_record_that_was_added(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WRITER, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        last = [int(writer.stdout.readline()) for _ in range(20)][-1]
        writer.send_signal(signal.SIGKILL)
    with Records(tmp_path) as kept:
        counts = [record.count for record in kept]
    assert counts == list(range(len(counts)))
    assert len(counts) > last


def record_of(key: str, **more: object) -> Record:
    told = {"instance": "a", "family": "a", "question": "count", "solver": "dlx"}
    return Record(key=key, **(told | {"outcome": Outcome.ANSWERED} | more))


def test_records_of_runs_that_a_suite_no_longer_has_are_kept_aside(tmp_path: Path) -> None:
    with Records(tmp_path) as records:
        assert (records.suite, records.suite_text) == ("", "")
        for key in ("1", "2", "3"):
            records.add(record_of(key))
        records.plan("less", "s.toml", "text", [("2", "b", 7.0, None), ("4", "b", 7.0, None)])
        assert [(one.key, one.family, one.n) for one in records] == [("2", "b", 7.0)]
        assert (len(records), records.suite, records.suite_text) == (1, "less", "text")
        assert records.keys() == {"1", "2", "3"}
        records.plan("more", "s.toml", "text", [(key, "a", None, None) for key in "123"])
        assert [one.key for one in records] == ["1", "2", "3"]


def test_a_file_of_an_earlier_version_is_read_and_gone_on_with(tmp_path: Path) -> None:
    with Records(tmp_path) as records:
        records.add(record_of("1", count=5))
    with sqlite3.connect(tmp_path / "records.sqlite") as file:
        file.execute("ALTER TABLE records DROP COLUMN start_seconds")
        file.execute("ALTER TABLE records DROP COLUMN features")
    file.close()
    with Records(tmp_path) as records:
        records.add(record_of("2", start_seconds=1.5, settings={"threads": 2}))
        assert list(records) == [
            record_of("1", count=5),
            record_of("2", start_seconds=1.5, settings={"threads": 2}),
        ]


def test_a_number_of_solutions_that_is_not_expected_is_wrong(tmp_path: Path) -> None:
    huge = 10**30
    with Records(tmp_path) as records:
        records.add(record_of("1", count=5, complete=True))
        records.add(record_of("2", count=huge, complete=True))
        records.add(record_of("3", count=4, outcome=Outcome.TIMEOUT))

        def outcomes(expected: int | None) -> list[str]:
            records.plan("s", "s.toml", "", [(key, "a", None, expected) for key in "123"])
            return [str(one.outcome) for one in records]

        assert outcomes(None) == ["answered", "answered", "timeout"]
        assert outcomes(5) == ["answered", "wrong", "timeout"]
        assert outcomes(huge) == ["wrong", "answered", "timeout"]
        assert outcomes(3) == ["wrong", "wrong", "wrong"]
        (first, *_) = list(records)
        assert first.message == "5 solutions, expected 3"
        found = contradictions(records)
        assert {one.subject for one in found} >= {"expected number of solutions"}
        assert outcomes(None)[0] == "answered"


@pytest.mark.parametrize("table", ["records (a)", "places (key)"])
def test_a_file_of_another_program_is_left_alone(tmp_path: Path, table: str) -> None:
    path = tmp_path / "records.sqlite"
    with sqlite3.connect(path) as file:
        file.execute(f"CREATE TABLE {table}")
    file.close()
    before = path.read_bytes()
    with pytest.raises(InputError, match=r"records.sqlite: a database of something else"):
        Records(tmp_path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("value", ["outcome = 'odd'", "seconds = 'abc'", "limits = '{'", "n = 'x'"])
def test_a_record_that_cannot_be_read_is_a_mistake_of_the_file(tmp_path: Path, value: str) -> None:
    with Records(tmp_path) as records:
        records.add(record_of("1"))
    with sqlite3.connect(tmp_path / "records.sqlite") as file:
        file.execute(f"UPDATE records SET {value}")
    file.close()
    with Records(tmp_path) as records, pytest.raises(InputError, match=r"records.sqlite: dam"):
        list(records)


@pytest.mark.parametrize(
    "value",
    [
        "count = '+1'",
        "count = '1_0'",
        "count = '\uff11'",
        "count = ' 1'",
        "count = '01'",
        "count = '-1'",
        "count = '-0'",
        "count = 1.5",
        "objective = '1_0'",
        "bound = '\u0661'",
        "complete = 'no'",
        "complete = 2",
        "complete = 0.5",
        "status = 'optimal'",
        "status = 5",
        "question = 'counts'",
        "instance = 5",
        "nodes = 1.5",
        "nodes = -1",
        "seconds = -1.0",
        "seconds = 9e999",
        "limits = '[]'",
        "solver = NULL",
    ],
)
def test_a_record_that_no_run_writes_is_a_mistake_of_the_file(tmp_path: Path, value: str) -> None:
    with Records(tmp_path) as records:
        records.add(record_of("1", count=1, complete=True))
    with sqlite3.connect(tmp_path / "records.sqlite") as file:
        file.execute(f"UPDATE records SET {value}")
    file.close()
    with Records(tmp_path) as records, pytest.raises(InputError, match=r"records.sqlite: dam"):
        list(records)
