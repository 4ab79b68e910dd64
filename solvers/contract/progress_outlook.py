"""Whether a share that grows predicts when a search ends.

A share of a search tree is an estimate, and some estimates are far off: one that counts the
branches of each node alike is near 1 at once where first branches are small. How far it is off
shows as the search goes on. A share s after t seconds predicts t / s seconds in all, and so how
many were left at each moment before. Where these disagree with what was predicted then, the share
is not shown.
"""

from __future__ import annotations

__all__ = ["Outlook"]

WINDOW = 3  # times shorter is the time whose predictions no longer matter
SOON = 1.5  # times longer than until the first of them it takes to trust them
APART = 2.0  # times: so far may two predictions of the time left be apart
SLACK, BLINK = 0.03, 0.4  # of the time, or seconds: two predictions so near to each other agree
STEP = 1.02  # times later than the last prediction that is kept is the next one


class Outlook:
    """The predictions of one search so far."""

    def __init__(self) -> None:
        self._share = 0.0
        self._past: list[tuple[float, float]] = []  # seconds, and how many it would take in all

    def shown(self, seconds: float, share: float, before: float = 0.0) -> float | None:
        """Take in a share; return the share to show, which never falls, None for none.

        seconds  that the share took
        before   the share that an earlier run had done
        """
        if share >= 1:
            return share
        self._share = max(self._share, share)
        if self._share <= before or seconds <= 0:
            return None
        left = seconds * (1.0 - self._share) / (self._share - before)
        total, slack = seconds + left, max(SLACK * seconds, BLINK)
        self._past = [(then, whole) for then, whole in self._past if then * WINDOW >= seconds]
        agree = bool(self._past) and self._past[0][0] * SOON <= seconds
        for then, whole in self._past:
            ratio = (total - then + slack) / (max(whole - then, 0.0) + slack)
            agree = agree and 1 / APART <= ratio <= APART
        if not self._past or seconds >= STEP * self._past[-1][0]:
            self._past.append((seconds, total))
        return self._share if agree else None
