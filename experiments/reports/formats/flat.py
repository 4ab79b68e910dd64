"""The runs themselves, a line each, for whoever makes tables of their own.

Every field of a record is a column; limits and features have one each (`limit_seconds`,
`feature_density`), settings, incumbents and environment stand as JSON. `answer` says in words what
was found. CSV is plain text for any program; Parquet (by pyarrow) keeps the kinds of columns.
Whole numbers that pass 2^63, as counts may, are digits in both.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields
from io import BytesIO
from typing import TYPE_CHECKING, Any

from ...records.record import DIGITS, Record
from ..runs import answer_of

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = ["csv_of", "frame_of", "parquet_of"]

SPREAD = {"limits": "limit", "features": "feature"}
AS_JSON = ("settings", "incumbents", "environment")
WHOLE = ("n", "repetition", "seed", "shuffle", "peak_memory", "nodes", "updates")
CLAUSES = ("conflicts", "decisions", "propagations")


def frame_of(records: Sequence[Record]) -> DataFrame:
    """Return a row a run, in the order of the records."""
    import pandas

    frame = pandas.DataFrame([_row(one) for one in records])
    for name in (*WHOLE[1:], *CLAUSES, *DIGITS):
        frame[name] = _whole(frame[name])
    for name in frame.columns[frame.columns.str.startswith(("limit_", "feature_"))]:
        frame[name] = frame[name].astype("Float64")
    floats = [one.name for one in fields(Record) if one.name.endswith("seconds")]
    for name in ("n", *floats):
        frame[name] = frame[name].astype("Float64")
    return frame


def _row(record: Record) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for one in fields(Record):
        value = getattr(record, one.name)
        if one.name in SPREAD:
            before = SPREAD[one.name]
            row |= {f"{before}_{name}": value[name] for name in sorted(value)}
        elif one.name in AS_JSON:
            row[one.name] = json.dumps(_plain(value), sort_keys=True)
        else:
            row[one.name] = str(value) if one.name == "outcome" else value
        if one.name == "outcome":
            row["answer"] = answer_of(record)
    return row


def _plain(value: Mapping[str, Any]) -> dict[str, Any]:
    return {str(name): one for name, one in value.items()}


def _whole(column: DataFrame) -> DataFrame:
    """Return a column of whole numbers or nothing; as digits where one passes 2^63."""
    import pandas

    values = [None if pandas.isna(one) else int(one) for one in column.astype(object)]
    if all(one is None or -(1 << 63) <= one < 1 << 63 for one in values):
        return pandas.array(values, dtype="Int64")
    return pandas.array([None if one is None else str(one) for one in values], dtype="string")


def csv_of(records: Sequence[Record]) -> str:
    """Return the runs as CSV, a head and a line a run."""
    frame = frame_of(records)
    for name in frame.columns[frame.dtypes.map(str).isin(["object", "str", "string"])]:
        # a message may have lines of its own, and a line is to be a run
        frame[name] = frame[name].map(lambda one: _one_line(one) if isinstance(one, str) else one)
    text: str = frame.to_csv(index=False, lineterminator="\n")
    return text


def _one_line(text: str) -> str:
    return " ".join(text.split()) if any(one in text for one in "\n\r\v\f\0") else text


def parquet_of(records: Sequence[Record]) -> bytes:
    """Return the runs as a file of Parquet."""
    out = BytesIO()
    frame_of(records).to_parquet(out, index=False, engine="pyarrow")
    return out.getvalue()
