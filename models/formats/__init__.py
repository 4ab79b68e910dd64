"""Text formats: detect, read and write puzzles, by content or by name.

format.py defines a `Format`, registry.py lists them (`FORMATS`), reading.py and writing.py are
`read` and `write`. Another package adds a format by an entry point of the group `minuet.formats`.
"""

from ..lazily import lazily

with lazily(__name__):
    from .format import Confidence, Format
    from .likeness import same_cover
    from .reading import read, sniff
    from .registry import FORMATS
    from .source import Source
    from .writing import write

__all__ = [
    "FORMATS",
    "Confidence",
    "Format",
    "Source",
    "read",
    "same_cover",
    "sniff",
    "write",
]
