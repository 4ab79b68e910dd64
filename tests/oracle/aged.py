"""Messages as another version of minuet would send them."""

from __future__ import annotations

import pickle
from importlib.metadata import version
from typing import Any

__all__ = ["OTHER", "aged"]

OWN = version("minuet")
OTHER = "".join("0" if one.isdigit() else one for one in OWN)  # of the same length


def aged(message: Any) -> Any:
    """Return a message that says to be of another version."""
    return pickle.loads(pickle.dumps(message).replace(OWN.encode(), OTHER.encode()))
