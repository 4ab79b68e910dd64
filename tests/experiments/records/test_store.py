"""The records of an experiment are read as they were written, and a kill tears none."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from minuet.experiments import Outcome, Record, Records

NUMBERS = st.none() | st.integers(0, 10**40)
RECORDS = st.builds(
    Record,
    key=st.text("0123456789abcdef", min_size=4, max_size=4),
    instance=st.text(max_size=5),
    family=st.text(max_size=5),
    n=st.none() | st.floats(0, 100),
    question=st.sampled_from(["first", "count", "all", "best", "unique"]),
    solver=st.sampled_from(["dlx", "sat:cadical195"]),
    options=st.dictionaries(st.text(max_size=3), st.integers() | st.text(max_size=3), max_size=2),
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
def test_records_are_read_as_they_were_written(tmp_path_factory, records: list[Record]) -> None:
    folder = tmp_path_factory.mktemp("experiment")
    with Records(folder) as kept:
        for record in records:
            kept.add(record)
    with Records(folder) as kept:
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
