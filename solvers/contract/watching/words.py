"""A snapshot in a few words, the most telling first."""

from __future__ import annotations

from ....models.telling.spelling import numeral
from .snapshot import Snapshot

__all__ = ["clock", "told"]


def told(snapshot: Snapshot) -> list[str]:
    """Return what is known, as "92 found", "best 17", "bound 20", the time; a phrase each."""
    phrases = []
    if snapshot.done is not None:
        total = "" if snapshot.total is None else f"/{snapshot.total}"
        phrases.append(f"{snapshot.done}{total} {snapshot.unit}".rstrip())
    if snapshot.best is not None:
        phrases.append(f"best {snapshot.best}")
    if snapshot.bound is not None:
        phrases.append(f"bound {snapshot.bound}")
    if snapshot.gap is not None:
        phrases.append(f"gap {snapshot.gap:.1%}")
    if snapshot.found:
        phrases.append(f"{_number(snapshot.found)} found")
    phrases.append(_time(snapshot))
    return phrases


def _number(number: int) -> str:
    """Return a number with its digits in threes; a very long one shortened."""
    text = numeral(number)
    return f"{number:,}" if len(text) <= 18 else f"{text[0]}.{text[1:4]}e{len(text) - 1}"


def _time(snapshot: Snapshot) -> str:
    left = snapshot.seconds_left
    if left is not None:
        return f"{clock(snapshot.seconds)}, some {clock(left)} left"
    if snapshot.limit_left is not None:
        return f"{clock(snapshot.seconds)}, at most {clock(snapshot.limit_left)} left"
    return clock(snapshot.seconds)


def clock(seconds: float) -> str:
    """Return seconds as "0:07", "1:02:03", or days."""
    if seconds >= 100 * 86400:
        return f"{seconds / 86400:.0f} days" if seconds < 1e9 else "years"
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
