"""What a request's body must hold: each field checked, and an error that says what was expected."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from starlette.exceptions import HTTPException
from starlette.requests import Request

from .limits import Limits

__all__ = ["asked", "edited", "read_in"]

QUESTIONS = ("solve", "count", "all", "best", "check", "explain")
LISTED = 100  # solutions, unless another number is told
LONGEST_NAME = 200


async def read_in(request: Request, limits: Limits) -> dict[str, Any]:
    """Return what `/api/read` takes."""
    body = await _body(request)
    return {**_described(body), "do": "read", "seconds": limits.read_seconds, **_client(body)}


async def edited(request: Request, limits: Limits) -> dict[str, Any]:
    """Return what `/api/edit` takes."""
    body = await _body(request)
    return {
        **_described(body),
        "do": "edit",
        "seconds": limits.read_seconds,
        "row": _whole(body, "row", 0, 10_000),
        "col": _whole(body, "col", 0, 10_000),
        "value": _text(body, "value", most=LONGEST_NAME),
        **_client(body),
    }


async def asked(request: Request, limits: Limits) -> dict[str, Any]:
    """Return what `/api/ask` takes."""
    body = await _body(request)
    question = _text(body, "question")
    if question not in QUESTIONS:
        _refuse(f"question: {question[:40]!r}, expected one of {', '.join(QUESTIONS)}")
    usual = 1 if question == "best" else LISTED
    return {
        **_described(body),
        "do": "ask",
        "question": question,
        "solver": _text(body, "solver", "auto", most=LONGEST_NAME),
        "limit": _whole(body, "limit", 1, limits.solutions, usual),
        "seconds": _seconds(body, limits),
        **_client(body),
    }


async def _body(request: Request) -> dict[str, Any]:
    data = await request.body()
    try:
        body = json.loads(data, parse_constant=_refuse_constant)
    except RecursionError:
        _refuse("JSON that is nested too deeply, expected an object")
    except ValueError:
        _refuse("the body is no JSON in UTF-8, expected an object")
    if not isinstance(body, dict):
        _refuse("the body is no object, expected one")
    return body


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _refuse(what: str) -> NoReturn:
    raise HTTPException(400, what)


def _described(body: dict[str, Any]) -> dict[str, Any]:
    form = body.get("format")
    return {
        "text": _text(body, "text"),
        "format": None if form in (None, "") else _text(body, "format", most=LONGEST_NAME),
    }


def _client(body: dict[str, Any]) -> dict[str, Any]:
    """Return who asks, if it says so: a page takes turns with the other ones."""
    return {"client": _text(body, "client", "", most=LONGEST_NAME)}


def _text(body: dict[str, Any], name: str, usual: str | None = None, *, most: int = 0) -> str:
    value = body.get(name, usual)
    if not isinstance(value, str):
        _refuse(f"{name}: {_kind(value)}, expected text")
    if most and len(value) > most:
        _refuse(f"{name}: {len(value)} characters, expected {most} at most")
    try:
        value.encode()
    except UnicodeEncodeError:
        _refuse(f"{name}: half of a surrogate pair, expected text")
    return value


def _whole(body: dict[str, Any], name: str, low: int, high: int, usual: int | None = None) -> int:
    value = body.get(name)
    if value is None and usual is not None:
        return usual
    if type(value) is not int or not low <= value <= high:
        found = value if type(value) is int and abs(value) < 10**12 else _kind(value)
        _refuse(f"{name}: {found}, expected a whole number from {low} to {high}")
    return value


def _seconds(body: dict[str, Any], limits: Limits) -> float:
    value = body.get("seconds")
    if value is None:
        return limits.seconds
    if type(value) not in (int, float) or not 0 < value <= limits.most_seconds:
        _refuse(f"seconds: expected a number above 0, {limits.most_seconds:g} at most")
    return float(value)


def _kind(value: object) -> str:
    kinds = {type(None): "nothing", bool: "true or false", int: "a number", float: "a number"}
    kinds |= {str: "text", list: "a list", dict: "an object"}
    return kinds.get(type(value), "something else")
